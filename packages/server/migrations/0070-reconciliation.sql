-- Files of advertisers, and exports of publishers, held against conversions (docs/decisions/0062).
create table reconciliations (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  advertiser_id uuid not null,
  offer_id uuid,
  -- whose export is held against ours, too
  publisher_id uuid,
  origin text not null check (origin in ('manager', 'advertiser')),
  file_name text not null,
  publisher_file text,
  -- the headings by which the advertiser's file was read: the next one of his is read so, too
  column_map jsonb not null,
  period_from date not null,
  -- its last day
  period_to date not null,
  zone text not null,
  currency text not null,
  amount_is text not null check (amount_is in ('sale', 'revenue')),
  tolerance_micros bigint not null check (tolerance_micros >= 0),
  deadline date,
  state text not null check (state in ('matching', 'open', 'applying', 'applied', 'undoing', 'undone')),
  -- the work on it stands still: a person stopped it, or every try failed
  halted text check (halted in ('stopped', 'failed')),
  error text,
  lines integer not null,
  done integer not null default 0,
  total integer not null default 0,
  reason text,
  undo_reason text,
  created_at timestamptz not null,
  created_by uuid not null,
  applied_at timestamptz,
  applied_by uuid,
  undone_at timestamptz,
  undone_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  check (period_from <= period_to)
);
create index reconciliations_in_order on reconciliations (tenant_id, created_at desc, id desc);
create index reconciliations_by_file on reconciliations (tenant_id, file_name, id desc);
create index reconciliations_by_period on reconciliations (tenant_id, period_from, id desc);
create index reconciliations_by_lines on reconciliations (tenant_id, lines, id desc);
create index reconciliations_of_advertiser on reconciliations (tenant_id, advertiser_id, created_at desc, id desc);
call protect_tenant_table('reconciliations');
call scope_to_actor('reconciliations', 'advertiser_id');
-- its rows tell of publishers, whoever they are: for those who see all of them
call scope_rows('reconciliations', 'false', 'advertiser_id in (select accounts_in_charge())');
grant select, insert, update, delete on reconciliations to tributary_app, tributary_worker;

create table reconciliation_rows (
  tenant_id uuid not null references tenants,
  reconciliation_id uuid not null,
  position integer not null,
  advertiser_id uuid not null,
  source text not null check (source in ('advertiser', 'publisher', 'ours')),
  -- of the file; null: a conversion that the file does not have
  line integer,
  txn_id text,
  txn_key text,
  click_id text,
  p1 text,
  -- the status as it is written there, what it means, and the code of a rejection
  said text,
  status text check (status in ('approved', 'rejected', 'pending')),
  code text check (code in ('cancelled', 'returned', 'duplicate', 'other_channel', 'not_found', 'terms_broken', 'suspicious', 'test')),
  amount_micros bigint,
  currency text,
  at timestamptz,
  -- what reading the file alone has found: unreadable, twice; never looked at again
  fault text check (fault in ('unreadable', 'twice')),
  finding text check (finding in ('agree', 'amount_differs', 'theirs_rejected', 'we_rejected', 'undecided', 'only_ours', 'only_theirs',
    'twice', 'outside_period', 'several', 'unknown_id', 'unreadable', 'publisher_agrees', 'publisher_only', 'publisher_missing')),
  conversion_id uuid,
  suggested_id uuid,
  receipt_id uuid,
  offer_id uuid,
  publisher_id uuid,
  -- of the conversion, as it was compared
  ours_status text,
  ours_at timestamptz,
  ours_micros bigint,
  ours_currency text,
  -- theirs in the currency of ours, and the rate, times 10¹²
  turned_micros bigint,
  rate_e12 bigint,
  billed boolean not null default false,
  proposal text not null default 'none' check (proposal in ('approve', 'adjust', 'reject', 'add', 'ask', 'none')),
  choice text not null default 'none' check (choice in ('approve', 'adjust', 'reject', 'add', 'ask', 'none')),
  outcome text check (outcome in ('changed', 'same', 'refused', 'undone', 'kept')),
  note text,
  -- how the conversion stood before and after it was applied: undoing goes by it
  before jsonb,
  after jsonb,
  primary key (tenant_id, reconciliation_id, position),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id),
  foreign key (tenant_id, reconciliation_id) references reconciliations (tenant_id, id) on delete cascade
);
create index reconciled_conversions on reconciliation_rows (tenant_id, reconciliation_id, conversion_id)
  where conversion_id is not null;
-- what is left to apply, or to take back
create index reconciliation_rows_to_apply on reconciliation_rows (tenant_id, reconciliation_id, position)
  where choice in ('approve', 'adjust', 'reject', 'add') and outcome is null;
create index reconciliation_rows_changed on reconciliation_rows (tenant_id, reconciliation_id, position)
  where outcome = 'changed';
call protect_tenant_table('reconciliation_rows');
call scope_to_actor('reconciliation_rows', 'advertiser_id');
call scope_rows('reconciliation_rows', 'false', 'advertiser_id in (select accounts_in_charge())');
grant select, insert, update, delete on reconciliation_rows to tributary_app, tributary_worker;
