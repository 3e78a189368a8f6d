-- Two logs that people read: who got in and who did not (access_log), and what was changed (audit_log, which learns where a change
-- came from and which one it took back).

create table access_log (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  at timestamptz not null,
  -- the closed list of contract/logs/access-events.ts
  event text not null,
  result text not null check (result in ('ok', 'refused')),
  -- whose account it is about; null: the address is nobody's
  user_id uuid,
  -- who acted in that person's name, or ended their sessions
  actor_id uuid,
  -- as it was typed, where a sign-in or a reset was asked for
  email text,
  role text,
  ip text not null,
  country text,
  user_agent text not null,
  session_id uuid,
  -- which call was refused, what was taken along, why a password did not open
  detail text,
  -- of what comes in floods one row an hour is kept: this says which
  once text,
  primary key (tenant_id, id)
);
create index access_by_time on access_log (tenant_id, at desc, id desc);
create index access_of_person on access_log (tenant_id, user_id, at desc, id desc);
create unique index access_once on access_log (tenant_id, once) where once is not null;
call protect_tenant_table('access_log');
create policy actor_scope on access_log as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'))
  or user_id = (select nullif(current_setting('app.actor_id', true), '')::uuid));
call scope_log('access_log', 'user_id');
grant select, insert on access_log to tributary_app, tributary_worker;
grant delete on access_log to tributary_worker;

alter table audit_log add column source text not null default 'ui'
  check (source in ('ui', 'api', 'rule', 'import', 'system', 'mcp', 'sync'));
alter table audit_log add column undoes uuid;
-- what there is already: each tenant in its own name, since row-level security binds the owner too
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true), set_config('app.actor_kind', 'system', true);
    update audit_log set source = 'system' where tenant_id = tenant and actor_kind = 'system';
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
create index audit_by_time on audit_log (tenant_id, at desc, id desc);
create index audit_undone on audit_log (tenant_id, undoes) where undoes is not null;
