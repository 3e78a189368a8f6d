-- A workspace's brand and its own domains (docs/decisions/0049). The settings' section `brand` and the table of domains are what
-- people save; what hosts, pages and trackers must know before anybody is signed in stands in the directory, `tenants`, and is
-- written there by the database itself whenever they change.

-- pictures of a brand, found by their content: the same one is kept once, and what an address names never changes
create table brand_images (
  tenant_id uuid not null references tenants,
  hash text not null check (length(hash) <= 64),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) <= 2097152),
  width integer not null,
  height integer not null,
  -- null: the system
  uploaded_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, hash),
  foreign key (tenant_id, uploaded_by) references users (tenant_id, id)
);
call protect_tenant_table('brand_images');
grant select, insert on brand_images to tributary_app, tributary_worker;
grant select on brand_images to tributary_readonly;

alter table tenants
  add column logo_hash text,
  add column logo_dark_hash text,
  add column favicon_hash text,
  add column sender_name text,
  -- verified hosts, the default first
  add column portal_domains text[] not null default '{}';

-- what was set by hand until now
insert into settings (tenant_id, section, version, value, changed_at)
  select id, 'brand', 1, jsonb_build_object(
    'name', coalesce(brand_name, display_name, ''), 'color', coalesce(brand_color, ''),
    'logo', '', 'logo_dark', '', 'favicon', '', 'sender_name', ''), now()
  from tenants where subdomain is not null
    and (brand_name is not null or display_name is not null or brand_color is not null);

create function brand_to_directory() returns trigger language plpgsql as $$
begin
  update tenants set
    display_name = nullif(new.value->>'name', ''),
    brand_name = nullif(new.value->>'name', ''),
    brand_color = nullif(new.value->>'color', ''),
    logo_hash = nullif(new.value->>'logo', ''),
    logo_dark_hash = nullif(new.value->>'logo_dark', ''),
    favicon_hash = nullif(new.value->>'favicon', ''),
    sender_name = nullif(new.value->>'sender_name', '')
  where id = new.tenant_id;
  return null;
end $$;
create trigger brand_to_directory after insert on settings
  for each row when (new.section = 'brand') execute function brand_to_directory();

create table tenant_domains (
  tenant_id uuid not null references tenants,
  id uuid not null unique default uuidv7(),
  -- lower case, punycode, no dot at the end
  host text not null check (host = lower(host) and host ~ '^[a-z0-9.-]{3,253}$'),
  kind text not null check (kind in ('portal', 'tracking')),
  -- pending: not proven yet; verified: serves; lost: its records went, twice in a row
  state text not null default 'pending' check (state in ('pending', 'verified', 'lost')),
  -- where links and mails lead
  is_default boolean not null default false,
  -- what its TXT record must say
  txt text not null,
  -- what the name servers said last
  checks jsonb,
  checked_at timestamptz,
  last_ok timestamptz,
  -- daily checks in a row that did not find the records; no answer is none
  misses integer not null default 0,
  -- null: the system
  added_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, host),
  foreign key (tenant_id, added_by) references users (tenant_id, id)
);
-- a proven domain has one owner; claims that nobody has proven stand in nobody's way
create unique index tenant_domains_verified on tenant_domains (host) where state = 'verified';
create unique index tenant_domains_default on tenant_domains (tenant_id, kind) where is_default;
create index tenant_domains_due on tenant_domains (checked_at);
call protect_tenant_table('tenant_domains');
create policy actor_scope on tenant_domains as restrictive to tributary_app using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
-- the daily check looks across workspaces
create policy due on tenant_domains for select to tributary_worker using (true);
grant select, insert, update, delete on tenant_domains to tributary_app, tributary_worker;

insert into tenant_domains (tenant_id, host, kind, state, is_default, txt, last_ok, created_at)
  select id, lower(host), 'tracking', 'verified', place = 1, 'workspace-proof=' || md5(id::text || host), now(), now()
  from tenants, unnest(tracking_domains) with ordinality t (host, place)
  where lower(host) ~ '^[a-z0-9.-]{3,253}$'
  on conflict do nothing;

create function domains_to_directory() returns trigger language plpgsql as $$
declare
  whose uuid := coalesce(new.tenant_id, old.tenant_id);
begin
  update tenants set
    portal_domains = array(select host from tenant_domains
      where tenant_id = whose and kind = 'portal' and state = 'verified' order by is_default desc, host),
    tracking_domains = array(select host from tenant_domains
      where tenant_id = whose and kind = 'tracking' and state = 'verified' order by is_default desc, host)
  where id = whose;
  return null;
end $$;
create trigger domains_to_directory after insert or update or delete on tenant_domains
  for each row execute function domains_to_directory();
