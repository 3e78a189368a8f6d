-- What a tenant decides about its traffic, and what the tracking module may read across tenants.

alter table tenants
  add column fallback_url text,
  -- the disk of a tracker is full or failing: answer 503, or redirect and count the click as unlogged
  add column when_unlogged text not null default 'refuse' check (when_unlogged in ('refuse', 'redirect')),
  add column tracking_domains text[] not null default '{}';

-- block lists: of the tenant, or of one offer
create table shield_entries (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  offer_id uuid,
  kind text not null check (kind in ('network', 'user_agent', 'referrer', 'source')),
  value text not null,
  publisher_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id)
);
create unique index shield_once on shield_entries
  (tenant_id, coalesce(offer_id, '00000000-0000-0000-0000-000000000000'), kind, value, coalesce(publisher_id, '00000000-0000-0000-0000-000000000000'));
call protect_tenant_table('shield_entries');
grant select, insert, delete on shield_entries to tributary_app, tributary_worker;

-- a lease names a cap, not a tenant: the desk that grants it must find whose cap it is
create policy leasing on offer_caps for select to tributary_worker using (true);
