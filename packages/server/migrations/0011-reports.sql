-- Reports: what they read fast, what people save and export, and the keys with which programs read them.

-- accepted clicks by source; the other rollups know them by verdict
alter table rollup_source add column billable_clicks bigint not null default 0;

-- Reports add conversions up straight from their rows (docs/decisions/0015): everything that a standard report asks for is
-- in this index, so that the wide rows themselves stay unread.
create index conversions_in_time on conversions (tenant_id, at) include (
  offer_id, goal_id, publisher_id, advertiser_id, status, currency, revenue_micros, payout_micros, home_currency,
  home_rate_e12, sale_micros, sale_rate_e12, click_at, source, country, device_type, os);

alter table tenants
  -- publishers are numbers to advertisers unless an account manager opens their names
  add column advertisers_see_publishers boolean not null default false;

create table saved_reports (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  user_id uuid not null,
  name text not null,
  screen text not null check (screen in ('reports', 'kpi', 'comparison', 'dashboard')),
  -- the parameters of GET /api/reports, as they stand in an address
  query jsonb not null,
  shared boolean not null default false,
  -- contract/reports.ts Schedule
  schedule jsonb,
  next_run_at timestamptz,
  last_run_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  check ((schedule is null) = (next_run_at is null))
);
create index saved_reports_of_user on saved_reports (tenant_id, user_id);
create index saved_reports_due on saved_reports (next_run_at) where next_run_at is not null;
call protect_tenant_table('saved_reports');
call scope_to_actor('saved_reports', 'user_id');
create policy sweep on saved_reports for select to tributary_worker using (true);
grant select, insert, update, delete on saved_reports to tributary_app;
grant select, update on saved_reports to tributary_worker;

create table report_exports (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  user_id uuid not null,
  name text not null,
  format text not null check (format in ('csv', 'xlsx', 'json')),
  query jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  progress integer not null default 0 check (progress between 0 and 100),
  row_count integer not null default 0,
  bytes bigint,
  error text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index report_exports_of_user on report_exports (tenant_id, user_id, id desc);
call protect_tenant_table('report_exports');
call scope_to_actor('report_exports', 'user_id');
grant select, insert, update, delete on report_exports to tributary_app, tributary_worker;

create table api_keys (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  user_id uuid not null,
  name text not null,
  scope text not null check (scope in ('reports:read')),
  key_hash bytea not null unique,
  -- the last characters, to tell two keys apart
  hint text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  calls bigint not null default 0,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index api_keys_of_user on api_keys (tenant_id, user_id) where revoked_at is null;
call protect_tenant_table('api_keys');
call scope_to_actor('api_keys', 'user_id');
grant select, insert, update on api_keys to tributary_app;
