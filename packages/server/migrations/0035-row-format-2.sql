-- What trackers write since row format 2: a click names the version of the terms it was made under, room for fraud signals and
-- smart links, a receipt keeps a digest of the token it was sent with. Older rows have none of them.
alter table events
  add column terms_version integer,
  add column signals integer,
  add column smart_link text;
alter table receipts add column token_digest text;

-- calls of shops and other systems as they came (spool kind "hook"); who sent them is proved later, by the worker
create table received_hooks (
  tenant_id uuid not null,
  hook_id uuid not null,
  at timestamptz not null,
  code text not null,
  ip inet,
  headers jsonb not null,
  body text not null,
  primary key (tenant_id, hook_id)
);
call protect_tenant_table('received_hooks');
grant select, insert on received_hooks to tributary_intake;
grant select on received_hooks to tributary_worker;

-- what testers did (spool kind "test"): counted nowhere
create table test_events (
  tenant_id uuid not null,
  row_id uuid not null,
  test_id uuid not null,
  at timestamptz not null,
  kind text not null,
  row jsonb not null,
  primary key (tenant_id, row_id)
);
create index test_events_of_run on test_events (tenant_id, test_id, at);
call protect_tenant_table('test_events');
grant select, insert on test_events to tributary_intake;
grant select on test_events to tributary_worker;
