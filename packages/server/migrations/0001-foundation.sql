-- The ground everything stands on: tenants, their users and sessions, the audit trail, mail, the outbox and its jobs.
-- The roles exist already (platform/db/roles.ts). They own nothing and cannot bypass row-level security.

-- One way to put a table behind the tenant wall. NULLIF: after a local setting has ended, the variable reads ''.
create procedure protect_tenant_table(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_wall on %s using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)
     with check (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid)', target);
end $$;

-- Inside a tenant: a publisher or advertiser sees only rows of its own. `owner` names the column that says whose.
create procedure scope_to_actor(target regclass, owner_column name) language plpgsql as $$
begin
  execute format(
    'create policy actor_scope on %s as restrictive using (
       coalesce(current_setting(''app.actor_kind'', true), '''') in (''system'', ''admin'')
       or %I = nullif(current_setting(''app.actor_id'', true), '''')::uuid)', target, owner_column);
end $$;

create table tenants (
  id uuid primary key default uuidv7(),
  -- the short number that click ids carry
  number integer generated always as identity unique,
  -- null only for the platform itself, whose own mail and messages are kept under its id
  subdomain text unique check (subdomain ~ '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$'),
  display_name text,
  brand_name text,
  brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  logo_url text,
  status text not null default 'active' check (status in ('active', 'suspended')),
  plan text not null check (plan in ('basic', 'advanced', 'premium')),
  -- when the trial or the paid plan ends; null = never (the demo tenants)
  plan_kind text not null default 'trial' check (plan_kind in ('trial', 'paid')),
  plan_ends_at timestamptz,
  time_zone text not null default 'UTC',
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  password_min_length integer not null default 6 check (password_min_length between 6 and 64),
  created_at timestamptz not null default now()
);
alter table tenants enable row level security;
alter table tenants force row level security;
-- the directory is readable (a host must find its tenant before anyone is signed in); changes stay at home
create policy directory on tenants for select using (true);
create policy own_insert on tenants for insert
  with check (id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy own_update on tenants for update
  using (id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy operated on tenants for update to tributary_operator using (true) with check (true);
grant select, insert, update on tenants to tributary_app, tributary_worker;
grant select, update on tenants to tributary_operator;
grant select on tenants to tributary_intake, tributary_readonly;

create table tenant_counters (
  tenant_id uuid not null references tenants,
  name text not null,
  value integer not null,
  primary key (tenant_id, name)
);
call protect_tenant_table('tenant_counters');
grant select, insert, update on tenant_counters to tributary_app, tributary_worker;

create table users (
  tenant_id uuid not null references tenants,
  id uuid not null unique default uuidv7(),
  type text not null check (type in ('admin', 'publisher', 'advertiser')),
  is_owner boolean not null default false,
  user_sequence_id integer not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  -- null: no password yet; the invitation's link sets it
  password_hash text,
  must_change_password boolean not null default false,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  company text,
  reference_id text,
  tax_id text,
  referred_by text,
  managers text,
  -- for advertisers: the account manager in charge
  admin_user_email text,
  created_at timestamptz not null default now(),
  last_login timestamptz,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, user_sequence_id),
  check (type = 'admin' or not is_owner)
);
-- a deleted account keeps its row (reports and the ledger name it) but gives its address free
create unique index users_email on users (tenant_id, lower(email)) where deleted_at is null;
create index users_list on users (tenant_id, type, status, created_at desc) where deleted_at is null;
call protect_tenant_table('users');
call scope_to_actor('users', 'id');
grant select, insert, update on users to tributary_app, tributary_worker;

create table sessions (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  token_hash bytea not null unique,
  -- the second secret, in an admin's HttpOnly cookie
  cookie_hash bytea unique,
  remember boolean not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  password_entered_at timestamptz not null,
  ip text not null,
  user_agent text not null,
  -- login-as: the session that it hangs on; it dies with it
  parent_session_id uuid,
  actor_user_id uuid,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, actor_user_id) references users (tenant_id, id),
  foreign key (tenant_id, parent_session_id) references sessions (tenant_id, id)
);
create index sessions_by_user on sessions (tenant_id, user_id) where ended_at is null;
create index sessions_by_parent on sessions (tenant_id, parent_session_id) where ended_at is null;
call protect_tenant_table('sessions');
call scope_to_actor('sessions', 'user_id');
grant select, insert, update on sessions to tributary_app, tributary_worker;
grant delete on sessions to tributary_worker;

create table login_throttles (
  tenant_id uuid not null references tenants,
  -- hash of the address, and of the device where it is a known one
  subject bytea not null,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz not null,
  primary key (tenant_id, subject)
);
call protect_tenant_table('login_throttles');
grant select, insert, update, delete on login_throttles to tributary_app, tributary_worker;

create table known_devices (
  tenant_id uuid not null,
  user_id uuid not null,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, user_id, device_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call protect_tenant_table('known_devices');
call scope_to_actor('known_devices', 'user_id');
grant select, insert, update, delete on known_devices to tributary_app, tributary_worker;

create table password_links (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  link_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
call protect_tenant_table('password_links');
call scope_to_actor('password_links', 'user_id');
grant select, insert, update on password_links to tributary_app, tributary_worker;
grant delete on password_links to tributary_worker;

-- who did what, when, from where, before and after; written in the transaction of the change, never altered
create table audit_log (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('system', 'anonymous', 'admin', 'publisher', 'advertiser', 'operator')),
  actor_id uuid,
  -- the user in whose name the actor acted (login-as)
  act_as_id uuid,
  action text not null,
  object_kind text not null,
  object_id text,
  before jsonb,
  after jsonb,
  ip text,
  request_id text,
  primary key (tenant_id, id)
);
create index audit_by_object on audit_log (tenant_id, object_kind, object_id, id desc);
call protect_tenant_table('audit_log');
grant select, insert on audit_log to tributary_app, tributary_worker;
grant insert on audit_log to tributary_operator;
create policy operated on audit_log for insert to tributary_operator with check (true);

create table mails (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  template text not null,
  recipient text not null,
  subject text not null,
  -- emptied once the mail has left: it may hold a link that sets a password
  body_text text,
  body_html text,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (tenant_id, id)
);
create index mails_recent on mails (tenant_id, created_at desc);
call protect_tenant_table('mails');
grant select, insert on mails to tributary_app;
grant select, insert, update, delete on mails to tributary_worker;

-- the app writes what happened beside the rows it changed; the relay (worker role) turns it into jobs
create table outbox (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  relayed_at timestamptz,
  primary key (tenant_id, id)
);
create index outbox_waiting on outbox (id) where relayed_at is null;
create index outbox_relayed on outbox (relayed_at) where relayed_at is not null;
call protect_tenant_table('outbox');
create policy relay on outbox to tributary_worker using (true) with check (true);
grant insert on outbox to tributary_app, tributary_intake;
grant select, insert, update, delete on outbox to tributary_worker;

create function announce_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('tributary_outbox', '');
  return null;
end $$;
create trigger announce after insert on outbox for each statement execute function announce_outbox();

create table jobs (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  -- the event it came from; a handler gets each event once
  outbox_id uuid not null,
  handler text not null,
  payload jsonb not null,
  state text not null default 'ready' check (state in ('ready', 'running', 'done', 'dead')),
  run_at timestamptz not null,
  attempts integer not null default 0,
  -- a worker that dies loses its lease and the job runs again
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (outbox_id, handler)
);
create index jobs_due on jobs (run_at) where state = 'ready';
create index jobs_leased on jobs (leased_until) where state = 'running';
create index jobs_finished on jobs (finished_at) where state = 'done';
create index jobs_dead on jobs (tenant_id, finished_at) where state = 'dead';
call protect_tenant_table('jobs');
create policy relay on jobs to tributary_worker using (true) with check (true);
grant select, insert, update, delete on jobs to tributary_worker;

-- recurring work: one row a task, claimed by whichever worker finds it due
create table recurring_tasks (
  name text primary key,
  due_at timestamptz not null,
  last_error text
);
grant select, insert, update on recurring_tasks to tributary_worker;

-- the platform itself, so that mail and messages that belong to no tenant have a home
insert into tenants (id, subdomain, display_name, plan, plan_kind)
  overriding system value values ('00000000-0000-7000-8000-000000000000', null, 'Platform', 'premium', 'paid');
