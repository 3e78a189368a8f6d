-- Conversions: from receipts by unique keys, with their amounts, status, caps and what the ledger holds of them.

-- receipts that nobody has decided about yet; filled by the intake in the transaction that stores them, emptied one by
-- one by the worker. The receipts themselves stay as they came.
create table receipt_queue (
  tenant_id uuid not null,
  receipt_id uuid not null,
  at timestamptz not null,
  -- an account manager vouches for the sender: token, signature and address are not asked for again
  trusted boolean not null default false,
  primary key (tenant_id, receipt_id)
);
create index receipt_queue_in_order on receipt_queue (tenant_id, at, receipt_id);
call protect_tenant_table('receipt_queue');
create policy sweep on receipt_queue for select to tributary_worker using (true);
grant insert on receipt_queue to tributary_intake, tributary_app;
grant select on receipt_queue to tributary_app;
grant select, insert, delete on receipt_queue to tributary_worker;

-- what became of a receipt; a replay replaces it
create table receipt_outcomes (
  tenant_id uuid not null,
  receipt_id uuid not null,
  outcome text not null,
  conversion_id uuid,
  trace jsonb not null,
  decided_at timestamptz not null,
  primary key (tenant_id, receipt_id)
);
create index outcomes_by_name on receipt_outcomes (tenant_id, outcome, receipt_id desc);
call protect_tenant_table('receipt_outcomes');
create policy managers_only on receipt_outcomes as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'));
grant select on receipt_outcomes to tributary_app;
grant select, insert, update on receipt_outcomes to tributary_worker;

create table conversions (
  tenant_id uuid not null references tenants,
  id uuid not null unique default uuidv7(),
  kind text not null check (kind in ('postback', 'pixel', 'manual')),
  receipt_id uuid,
  offer_id uuid not null,
  goal_id uuid not null,
  publisher_id uuid not null,
  advertiser_id uuid not null,
  click_id text,
  txn_id text,
  click_at timestamptz,
  at timestamptz not null,
  recorded_at timestamptz not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  reason text,
  hold_until timestamptz,
  status_after_hold text check (status_after_hold in ('approved', 'pending', 'rejected')),
  currency text not null,
  revenue_micros bigint not null check (revenue_micros >= 0),
  payout_micros bigint not null check (payout_micros >= 0),
  -- a person set the amounts: rules no longer change them
  amounts_by_hand boolean not null default false,
  sale_micros bigint,
  sale_currency text,
  -- rates as they were in force, times 10¹²: sale → offer's currency, offer's → the workspace's own
  sale_rate_e12 bigint,
  home_currency text not null,
  home_rate_e12 bigint,
  payout_rule_id uuid,
  cap_id uuid,
  cap_action text,
  -- what the ledger holds of it: nothing, pending or posted transfers of these amounts, made under this revision
  booked text not null default 'none' check (booked in ('none', 'pending', 'posted')),
  booked_revenue_micros bigint not null default 0,
  booked_payout_micros bigint not null default 0,
  revision integer not null default 0,
  -- from the click's own row, as soon as it is here
  click_seen boolean not null default false,
  source text,
  sub_source text,
  country text,
  region text,
  city text,
  device_type text,
  device_brand text,
  device_model text,
  os text,
  os_version text,
  browser text,
  browser_version text,
  user_agent text,
  language text,
  referer text,
  isp text,
  ip inet,
  click_params jsonb not null default '{}',
  params jsonb not null default '{}',
  note text,
  trace jsonb not null default '[]',
  created_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, goal_id) references offer_goals (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id),
  foreign key (tenant_id, payout_rule_id) references offer_payout_rules (tenant_id, id),
  foreign key (tenant_id, cap_id) references offer_caps (tenant_id, id)
);
-- these two decide what is a duplicate; not time-partitioned, so that nothing ever falls out of them
create unique index conversions_by_txn on conversions (tenant_id, offer_id, goal_id, txn_id) where txn_id is not null;
create unique index conversions_by_click on conversions (tenant_id, click_id, goal_id)
  where txn_id is null and click_id is not null;
create index conversions_of_click on conversions (tenant_id, click_id);
create index conversions_of_publisher on conversions (tenant_id, publisher_id, id desc);
create index conversions_of_advertiser on conversions (tenant_id, advertiser_id, id desc);
create index conversions_of_offer on conversions (tenant_id, offer_id, id desc);
create index conversions_of_receipt on conversions (tenant_id, receipt_id);
create index conversions_for_tiers on conversions (tenant_id, offer_id, publisher_id, at) where status = 'approved';
call protect_tenant_table('conversions');
create policy actor_scope on conversions as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')
  or publisher_id = nullif(current_setting('app.actor_id', true), '')::uuid
  or advertiser_id = nullif(current_setting('app.actor_id', true), '')::uuid);
grant select, insert, update on conversions to tributary_app, tributary_worker;
grant select on conversions to tributary_readonly;

-- what must be looked at later: holds that end, clicks that have not arrived
create table conversion_timers (
  tenant_id uuid not null,
  conversion_id uuid not null,
  what text not null check (what in ('hold', 'click')),
  due_at timestamptz not null,
  tries integer not null default 0,
  primary key (tenant_id, conversion_id, what),
  foreign key (tenant_id, conversion_id) references conversions (tenant_id, id)
);
create index timers_due on conversion_timers (due_at);
call protect_tenant_table('conversion_timers');
create policy sweep on conversion_timers for select to tributary_worker using (true);
grant select, insert, update, delete on conversion_timers to tributary_app, tributary_worker;

-- which caps a conversion counts against, and with how much: given back exactly when it is rejected
create table conversion_caps (
  tenant_id uuid not null,
  conversion_id uuid not null,
  cap_id uuid not null,
  window_start timestamptz not null,
  amount bigint not null,
  primary key (tenant_id, conversion_id, cap_id),
  foreign key (tenant_id, conversion_id) references conversions (tenant_id, id),
  foreign key (tenant_id, cap_id, window_start) references cap_windows (tenant_id, cap_id, window_start)
);
call protect_tenant_table('conversion_caps');
grant select, insert, update, delete on conversion_caps to tributary_app, tributary_worker;
-- conversions, revenue and payout count in the same windows as clicks; an account manager's decision moves them too
grant insert, update on cap_windows to tributary_app;

-- one row each time a cap is reached in a window
create table caps_reached (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  cap_id uuid not null,
  window_start timestamptz not null,
  at timestamptz not null,
  value bigint not null,
  limit_value bigint not null,
  affected integer not null default 0,
  reset_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, cap_id, window_start) references cap_windows (tenant_id, cap_id, window_start)
);
create unique index caps_reached_once on caps_reached (tenant_id, cap_id, window_start) where reset_at is null;
call protect_tenant_table('caps_reached');
grant select, insert, update on caps_reached to tributary_app, tributary_worker;

-- one unit of base is worth rate_micros millionths of quote, from that day on
create table exchange_rates (
  tenant_id uuid not null references tenants,
  base text not null,
  quote text not null,
  valid_from date not null,
  rate_micros bigint not null check (rate_micros > 0),
  primary key (tenant_id, base, quote, valid_from)
);
call protect_tenant_table('exchange_rates');
grant select, insert, update on exchange_rates to tributary_app, tributary_worker;

-- clicks and impressions that are paid for themselves: one lot per day, offer and publisher
create table earning_lots (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  day date not null,
  offer_id uuid not null,
  publisher_id uuid not null,
  -- CPC or CPM as the offer had it that day
  model text not null check (model in ('CPC', 'CPM')),
  currency text not null,
  events bigint not null,
  revenue_micros bigint not null,
  payout_micros bigint not null,
  revision integer not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, day, offer_id, publisher_id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id)
);
call protect_tenant_table('earning_lots');
call scope_to_actor('earning_lots', 'publisher_id');
grant select, insert, update on earning_lots to tributary_app, tributary_worker;

-- how an advertiser's postbacks must prove themselves; without a row: by its token. The secrets themselves are derived
-- from the installation's own and the version, so none is stored
create table postback_auth (
  tenant_id uuid not null,
  advertiser_id uuid not null,
  token_required boolean not null default true,
  signature_required boolean not null default false,
  networks text[] not null default '{}',
  version integer not null default 1,
  rotated_at timestamptz,
  primary key (tenant_id, advertiser_id),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id)
);
call protect_tenant_table('postback_auth');
call scope_to_actor('postback_auth', 'advertiser_id');
grant select, insert, update on postback_auth to tributary_app, tributary_worker;
