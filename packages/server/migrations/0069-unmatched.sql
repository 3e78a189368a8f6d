-- Postbacks that became nothing: how an advertiser's calls are read where they differ from what we ask for, and the groups in which
-- people find what went wrong (docs/decisions/0061).

-- of all of an advertiser's offers, or of one
create table postback_mappings (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  advertiser_id uuid not null,
  offer_id uuid,
  -- {their name: ours}
  parameters jsonb not null default '{}',
  -- {their word: our token}
  goals jsonb not null default '{}',
  number_format text check (number_format in ('point', 'comma')),
  version integer not null check (version > 0),
  changed_at timestamptz not null,
  changed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, changed_by) references users (tenant_id, id)
);
create unique index one_mapping_each on postback_mappings (tenant_id, advertiser_id, offer_id) nulls not distinct;
create index mappings_of_offer on postback_mappings (tenant_id, offer_id) where offer_id is not null;
create index mappings_in_order on postback_mappings (tenant_id, changed_at, id);
call protect_tenant_table('postback_mappings');
call scope_to_actor('postback_mappings', 'advertiser_id');
call scope_rows('postback_mappings', null, 'advertiser_id in (select accounts_in_charge())');
grant select, insert, update on postback_mappings to tributary_app, tributary_worker;

create table unmatched_groups (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  -- of what its calls have in common
  key bytea not null,
  kind text not null check (kind in ('postback', 'pixel')),
  outcome text not null,
  cause text not null check (cause in ('other_name', 'unfilled', 'spelling', 'goal', 'amount', 'currency', 'old_token',
    'milliseconds', 'unknown')),
  advertiser_id uuid,
  names text[] not null,
  network text,
  state text not null default 'open' check (state in ('open', 'fixed', 'ignored')),
  state_at timestamptz,
  reason text,
  calls bigint not null default 0,
  matched bigint not null default 0,
  first_at timestamptz not null,
  last_at timestamptz not null,
  sample_id uuid not null,
  -- of those that are left, in the currency that the workspace had then
  stake_micros bigint not null default 0,
  currency text not null,
  -- when people were last told that it grows
  told_at timestamptz,
  replay_state text check (replay_state in ('running', 'stopping', 'stopped', 'done')),
  replay_at timestamptz,
  replay_by uuid,
  replay_trusted boolean not null default false,
  -- those that came later are another replay's
  replay_until timestamptz,
  replay_total integer not null default 0,
  replay_done integer not null default 0,
  replay_recorded integer not null default 0,
  replay_duplicate integer not null default 0,
  replay_refused integer not null default 0,
  -- the last one that was decided about
  replay_after_at timestamptz,
  replay_after_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id),
  foreign key (tenant_id, replay_by) references users (tenant_id, id),
  check (matched >= 0 and matched <= calls),
  check ((replay_after_at is null) = (replay_after_id is null))
);
create unique index unmatched_by_key on unmatched_groups (tenant_id, key);
create index unmatched_by_last on unmatched_groups (tenant_id, last_at, id);
create index unmatched_by_first on unmatched_groups (tenant_id, first_at, id);
create index unmatched_by_calls on unmatched_groups (tenant_id, calls, id);
create index unmatched_by_stake on unmatched_groups (tenant_id, stake_micros, id);
create index unmatched_of_advertiser on unmatched_groups (tenant_id, advertiser_id) where advertiser_id is not null;
call protect_tenant_table('unmatched_groups');
create policy managers_only on unmatched_groups as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
-- whose calls they are is not always known: those are for people who see all accounts
call scope_rows('unmatched_groups', 'false', 'advertiser_id in (select accounts_in_charge())');
grant select, insert, update on unmatched_groups to tributary_app, tributary_worker;
grant delete on unmatched_groups to tributary_worker;

-- which call is in which group
create table unmatched_receipts (
  tenant_id uuid not null references tenants,
  receipt_id uuid not null,
  at timestamptz not null,
  group_id uuid not null,
  -- what it would earn, as far as it can be told
  value_micros bigint,
  matched_at timestamptz,
  primary key (tenant_id, receipt_id),
  foreign key (tenant_id, group_id) references unmatched_groups (tenant_id, id) on delete cascade
);
create index receipts_of_group on unmatched_receipts (tenant_id, group_id, at, receipt_id);
create index unmatched_receipts_by_time on unmatched_receipts (tenant_id, at);
call protect_tenant_table('unmatched_receipts');
create policy managers_only on unmatched_receipts as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
call scope_rows('unmatched_receipts', 'receipt_in_scope(tenant_id, receipt_id)', 'receipt_in_scope(tenant_id, receipt_id)');
grant select, update (matched_at) on unmatched_receipts to tributary_app;
grant select, insert, update, delete on unmatched_receipts to tributary_worker;

-- those that trackers refused: few of many
create index receipts_refused on receipts (tenant_id, at) where outcome <> 'recorded';
