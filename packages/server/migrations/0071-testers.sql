-- Tests of links and postbacks, and rules that watch links (docs/decisions/0063). Nothing of a test is counted anywhere.
create table link_rules (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  name text not null,
  enabled boolean not null,
  -- null: the offers among its targets
  url text,
  every_hours integer not null check (every_hours between 1 and 24),
  max_hops integer not null default 10 check (max_hops between 1 and 10),
  allowed_codes integer[] not null,
  expect_host text,
  expect_app_id text,
  country text,
  device text not null,
  fail_after integer not null default 3 check (fail_after between 1 and 10),
  recover_after integer not null default 2 check (recover_after between 1 and 10),
  action text not null check (action in ('warn', 'pause')),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  check (url is null or action = 'warn')
);
create index link_rules_by_name on link_rules (tenant_id, name, id);
create index link_rules_by_hours on link_rules (tenant_id, every_hours, id);
create index link_rules_in_order on link_rules (tenant_id, created_at desc, id desc);
call protect_tenant_table('link_rules');
-- a rule watches the whole workspace, and may pause its offers: for those who see all accounts
create policy managers_only on link_rules as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
call scope_rows('link_rules', 'false', 'false');
grant select, insert, update, delete on link_rules to tributary_app, tributary_worker;

create table link_rule_targets (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  rule_id uuid not null,
  -- null: the rule's own address
  offer_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'ok', 'failing', 'paused')),
  -- in a row
  failures integer not null default 0,
  successes integer not null default 0,
  next_at timestamptz not null,
  checked_at timestamptz,
  result text,
  run_id uuid,
  -- the entry of the trail by which the rule has paused the offer: where a later one changed the status, it is not the rule's
  pause_entry uuid,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, rule_id, offer_id),
  foreign key (tenant_id, rule_id) references link_rules (tenant_id, id) on delete cascade,
  foreign key (tenant_id, offer_id) references offers (tenant_id, id)
);
create index link_targets_due on link_rule_targets (tenant_id, next_at);
create index link_targets_of_offer on link_rule_targets (tenant_id, offer_id) where offer_id is not null;
call protect_tenant_table('link_rule_targets');
create policy managers_only on link_rule_targets as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
call scope_rows('link_rule_targets', 'false', 'false');
grant select, insert, update, delete on link_rule_targets to tributary_app, tributary_worker;

create table test_runs (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  at timestamptz not null,
  kind text not null check (kind in ('quick', 'deep', 'link', 'rule')),
  state text not null check (state in ('running', 'passed', 'failed')),
  -- a word of contract/trust/tester-words.ts; null while it runs
  result text,
  by_id uuid,
  rule_id uuid,
  target text not null,
  offer_id uuid,
  publisher_id uuid,
  country text,
  device text not null,
  user_agent text not null,
  -- what was asked for, to do it once more
  asked jsonb not null,
  findings jsonb not null,
  hops integer not null default 0,
  took_ms integer,
  primary key (tenant_id, id),
  foreign key (tenant_id, by_id) references users (tenant_id, id),
  foreign key (tenant_id, rule_id) references link_rules (tenant_id, id) on delete set null (rule_id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id),
  check ((state = 'running') = (result is null))
);
create index test_runs_in_order on test_runs (tenant_id, at desc, id desc);
create index test_runs_by_hops on test_runs (tenant_id, hops, id);
create index test_runs_by_time_taken on test_runs (tenant_id, took_ms, id);
create index test_runs_of_rule on test_runs (tenant_id, rule_id) where rule_id is not null;
create index test_runs_of_offer on test_runs (tenant_id, offer_id) where offer_id is not null;
create index test_runs_of_publisher on test_runs (tenant_id, publisher_id) where publisher_id is not null;
call protect_tenant_table('test_runs');
create policy managers_only on test_runs as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
call scope_rows('test_runs', '(publisher_id is null or publisher_id in (select accounts_in_charge()))',
  '(offer_id is null or offer_id in (select offers_in_scope()))');
grant select, insert, update on test_runs to tributary_app;
grant select, insert, update, delete on test_runs to tributary_worker;

-- what testers did is kept as long as their reports
grant delete on test_events to tributary_worker;
create index test_events_by_time on test_events (tenant_id, at);
