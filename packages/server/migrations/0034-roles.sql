-- What a team member may do is a row: his role. A preset's row names it and no more; which sections it opens stands in the
-- contract (roles.ts), so that a section which a release adds is open to every workspace's presets at once. A role of the
-- workspace's own (no preset) carries its sections itself.

create table roles (
  tenant_id uuid not null references tenants,
  id uuid not null unique default uuidv7(),
  name text not null,
  preset text check (preset in
    ('owner', 'admin', 'affiliate_manager', 'advertiser_manager', 'finance', 'fraud_analyst', 'viewer')),
  -- {"offers": "write", "reports": "read"}: what is not named is closed
  sections jsonb not null default '{}',
  -- of whose rows, and which classes of fields are blanked
  scope jsonb not null default '{"publishers": "all", "advertisers": "all"}',
  hidden text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, preset),
  check (preset is null or sections = '{}')
);
create unique index roles_by_name on roles (tenant_id, lower(name));
call protect_tenant_table('roles');
create policy actor_scope on roles as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
grant select, insert, update on roles to tributary_app, tributary_worker;
grant select on roles to tributary_readonly;

create function add_preset_roles(tenant uuid) returns void language sql set search_path = public, pg_temp as $$
  insert into roles (tenant_id, preset, name) values
    (tenant, 'owner', 'Owner'), (tenant, 'admin', 'Admin'), (tenant, 'affiliate_manager', 'Affiliate manager'),
    (tenant, 'advertiser_manager', 'Advertiser manager'), (tenant, 'finance', 'Finance'),
    (tenant, 'fraud_analyst', 'Fraud analyst'), (tenant, 'viewer', 'Viewer')
$$;

-- Every tenant has the presets and every admin a role, whoever makes them: the version before this one does so, too, while both
-- run on the same schema.
create function make_preset_roles() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform add_preset_roles(new.id);
  return null;
end $$;
create trigger preset_roles after insert on tenants for each row execute function make_preset_roles();

alter table users add column role_id uuid;
alter table users add foreign key (tenant_id, role_id) references roles (tenant_id, id);
create index users_of_role on users (tenant_id, role_id) where role_id is not null;

create function give_role() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  select id into new.role_id from roles
    where tenant_id = new.tenant_id and preset = case when new.is_owner then 'owner' else 'admin' end;
  return new;
end $$;
create trigger give_role before insert on users for each row
  when (new.type = 'admin' and new.role_id is null) execute function give_role();

-- what there is already: each tenant in its own name, since row-level security binds the owner too
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true), set_config('app.actor_kind', 'system', true);
    perform add_preset_roles(tenant);
    update users u set role_id = r.id from roles r
      where u.tenant_id = tenant and u.type = 'admin' and r.tenant_id = tenant
        and r.preset = case when u.is_owner then 'owner' else 'admin' end;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
alter table users add constraint team_has_a_role check ((type = 'admin') = (role_id is not null));

-- a key is for sections, by the same words (`reports:read`), several parted by spaces; the contract's list is the only one, and
-- a word that is not on it opens nothing
alter table api_keys drop constraint api_keys_scope_check;
