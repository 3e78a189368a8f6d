-- Billing: documents are claims on the ledger's transfers, payments settle documents, and every figure is a sum of ledger rows
-- (docs/decisions/0056). `owner_id` is the publisher or advertiser, as in the ledger. Money is micro-units of the row's currency.

-- runs, batches and closes span several accounts: they are for account managers who see all of them
create procedure for_whole_workspace(target regclass) language plpgsql as $$
begin
  execute format(
    'create policy whole_workspace on %s as restrictive using (
       (select coalesce(current_setting(''app.actor_kind'', true), '''') in (''system'', ''admin'')
          and coalesce(current_setting(''app.scope_publishers'', true), '''') = ''''
          and coalesce(current_setting(''app.scope_advertisers'', true), '''') = ''''))', target);
end $$;
-- whose a row of billing is: he sees it, and of the team who is in charge of him
create procedure protect_owned_table(target regclass) language plpgsql as $$
begin
  call protect_tenant_table(target);
  call scope_to_actor(target, 'owner_id');
  call scope_people(target, 'owner_id');
end $$;

-- what differs for one account from Settings › Payment; null: as it stands there
create table billing_terms (
  tenant_id uuid not null references tenants,
  owner_id uuid not null,
  side text not null check (side in ('publisher', 'advertiser')),
  cycle text check (cycle in ('weekly', 'half-monthly', 'monthly')),
  net_days integer check (net_days between 0 and 120),
  hold_days integer check (hold_days between 0 and 90),
  minimum_micros bigint check (minimum_micros >= 0),
  po_number text,
  version integer not null default 1,
  changed_at timestamptz not null,
  primary key (tenant_id, owner_id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
call protect_owned_table('billing_terms');
grant select, insert, update on billing_terms to tributary_app, tributary_worker;

-- files of billing: tax forms, a publisher's own invoices, documents as they were drawn, what is attached to appeals
create table billing_files (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  owner_id uuid not null,
  kind text not null check (kind in ('tax-form', 'own-invoice', 'document', 'appeal')),
  name text not null,
  media_type text not null,
  content bytea not null,
  sha256 bytea not null,
  created_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
call protect_owned_table('billing_files');
grant select, insert on billing_files to tributary_app, tributary_worker;

create table tax_profiles (
  tenant_id uuid not null references tenants,
  owner_id uuid not null,
  party text not null check (party in ('person', 'business')),
  legal_name text not null,
  country text not null,
  vat_id text,
  -- apart, as banks ask for them
  street text not null default '',
  house_number text not null default '',
  postcode text not null default '',
  town text not null default '',
  form text check (form in ('W-9', 'W-8BEN', 'W-8BEN-E', 'PAN')),
  form_file_id uuid,
  form_expires_on date,
  -- self-billing: which text was accepted, when, and until when it holds
  agreement_version integer,
  agreement_at timestamptz,
  agreement_until timestamptz,
  version integer not null default 1,
  changed_at timestamptz not null,
  primary key (tenant_id, owner_id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  foreign key (tenant_id, form_file_id) references billing_files (tenant_id, id),
  check (num_nonnulls(agreement_version, agreement_at, agreement_until) in (0, 3))
);
call protect_owned_table('tax_profiles');
grant select, insert, update on tax_profiles to tributary_app, tributary_worker;

-- dated: the newest that fits on the day of issue; shares are parts in a million
create table tax_rules (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  side text not null check (side in ('publisher', 'advertiser')),
  valid_from date not null,
  -- empty: everywhere else
  countries text[] not null default '{}',
  party text not null default 'any' check (party in ('any', 'person', 'business')),
  -- the form that the rule asks for; null: none
  form text check (form in ('W-9', 'W-8BEN', 'W-8BEN-E', 'PAN')),
  vat text not null check (vat in ('domestic', 'reverse', 'outside')),
  vat_ppm integer not null default 0 check (vat_ppm between 0 and 1000000),
  withholding_ppm integer not null default 0 check (withholding_ppm between 0 and 1000000),
  -- withheld from what goes beyond it in a calendar year, in the workspace's currency
  threshold_micros bigint not null default 0 check (threshold_micros >= 0),
  -- withheld where the form is missing
  without_form_ppm integer not null default 0 check (without_form_ppm between 0 and 1000000),
  note text not null default '',
  is_sample boolean not null default false,
  created_by uuid,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (tenant_id, id)
);
create index tax_rules_in_force on tax_rules (tenant_id, valid_from desc, id) where removed_at is null;
call protect_tenant_table('tax_rules');
create policy managers_only on tax_rules as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
grant select, insert, update on tax_rules to tributary_app, tributary_worker;

-- where somebody is paid; the details are sealed in the vault, `mask` is all that lists show
create table payout_methods (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  owner_id uuid not null,
  kind text not null check (kind in ('bank', 'paypal', 'wise', 'payoneer', 'upi', 'usdt', 'by-hand')),
  currency text not null,
  mask text not null,
  sealed text not null,
  -- a change holds payments for three days
  held_until timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  replaced_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create unique index payout_method_in_use on payout_methods (tenant_id, owner_id) where replaced_at is null;
call protect_owned_table('payout_methods');
grant select, insert, update on payout_methods to tributary_app, tributary_worker;

-- a run makes drafts, one account after the other, each in a transaction of its own
create table billing_runs (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  side text not null check (side in ('publisher', 'advertiser')),
  period_from date not null,
  -- the day after its last
  period_to date not null,
  cut text not null check (cut in ('event', 'approval')),
  -- one account alone; null: all
  only_owner uuid,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'stopped', 'done', 'failed')),
  total integer not null default 0,
  done integer not null default 0,
  drafts integer not null default 0,
  carried integer not null default 0,
  error text,
  started_by uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  check (period_to >= period_from)
);
-- one of a side at a time
create unique index billing_run_under_way on billing_runs (tenant_id, side) where state in ('waiting', 'running');
-- in the order in which they are listed
create index billing_runs_of_a_side on billing_runs (tenant_id, side, id desc);
call protect_tenant_table('billing_runs');
call for_whole_workspace('billing_runs');
grant select, insert, update on billing_runs to tributary_app, tributary_worker;

create table documents (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  side text not null check (side in ('publisher', 'advertiser')),
  -- own-invoice: the publisher's own, whose total must equal the claim; a credit note takes a document back, whole
  kind text not null check (kind in ('self-bill', 'own-invoice', 'invoice', 'credit-note')),
  owner_id uuid not null,
  run_id uuid,
  currency text not null,
  period_from date not null,
  period_to date not null,
  state text not null default 'draft'
    check (state in ('draft', 'awaiting', 'issued', 'approved', 'paying', 'part-paid', 'paid', 'credited')),
  series text,
  number integer check (number > 0),
  -- as it is printed; of an own invoice the publisher's
  number_text text,
  -- all negative on a credit note. total = net + vat; of it `withheld` goes to a tax office and not to the owner
  net_micros bigint not null default 0,
  vat_micros bigint not null default 0,
  total_micros bigint not null default 0,
  withheld_micros bigint not null default 0,
  -- net less the sum of its entries: what is cut off stays on the account and comes along with the next
  rounding_micros bigint not null default 0,
  -- of the total, what posted transfers have settled (payment, withholding, fee, fx_out; of an invoice apply, write_off)
  settled_micros bigint not null default 0,
  line_count integer not null default 0,
  entry_count integer not null default 0,
  -- one unit of `currency` in the workspace's own, times 10¹², as it was on `rate_day`
  home_currency text,
  rate_e12 bigint,
  rate_day date,
  rate_source text,
  -- both parties, the rule and the texts, as they were at issue
  tax jsonb not null default '{}',
  po_number text,
  note text not null default '',
  file_id uuid,
  -- the document that a credit note takes back, and the other way round
  credits_id uuid,
  credited_by_id uuid,
  made_at timestamptz not null,
  issued_at timestamptz,
  due_on date,
  approved_at timestamptz,
  approved_by uuid,
  -- of what is frozen at issue: the row, its lines, its entries
  hash bytea,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  foreign key (tenant_id, run_id) references billing_runs (tenant_id, id),
  foreign key (tenant_id, file_id) references billing_files (tenant_id, id),
  foreign key (tenant_id, credits_id) references documents (tenant_id, id),
  foreign key (tenant_id, credited_by_id) references documents (tenant_id, id),
  check (total_micros = net_micros + vat_micros),
  check ((number is null) = (series is null)),
  check (state in ('draft', 'awaiting') or (number_text is not null and issued_at is not null and hash is not null)),
  -- never more than it says
  check (abs(settled_micros) <= abs(total_micros))
);
create unique index documents_by_number on documents (tenant_id, series, number) where number is not null;
-- drafts are rebuilt: there is one of an account and currency. A credit note is none: it is issued as it is made, beside one
create unique index document_draft on documents (tenant_id, side, owner_id, currency)
  where state = 'draft' and kind <> 'credit-note';
create unique index document_credited_once on documents (tenant_id, credits_id) where credits_id is not null;
create index documents_in_order on documents (tenant_id, side, id desc);
create index documents_of_owner on documents (tenant_id, owner_id, id desc);
create index documents_due on documents (tenant_id, side, due_on, id) where state in ('issued', 'approved', 'part-paid');
call protect_owned_table('documents');
grant select, insert, update, delete on documents to tributary_app, tributary_worker;

-- What is issued stays as it is, whoever asks: only its standing moves on.
create function keep_issued_document() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.hash is null then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'document % is issued and cannot be deleted', old.number_text;
  end if;
  if (new.side, new.kind, new.owner_id, new.currency, new.period_from, new.period_to, new.series, new.number, new.number_text,
      new.net_micros, new.vat_micros, new.total_micros, new.withheld_micros, new.rounding_micros, new.rate_e12, new.rate_day,
      new.tax, new.credits_id, new.issued_at, new.due_on, new.hash)
    is distinct from
     (old.side, old.kind, old.owner_id, old.currency, old.period_from, old.period_to, old.series, old.number, old.number_text,
      old.net_micros, old.vat_micros, old.total_micros, old.withheld_micros, old.rounding_micros, old.rate_e12, old.rate_day,
      old.tax, old.credits_id, old.issued_at, old.due_on, old.hash) then
    raise exception 'document % is issued and cannot be changed', old.number_text;
  end if;
  return new;
end $$;
create trigger issued_stays before update or delete on documents for each row execute function keep_issued_document();

create table document_lines (
  tenant_id uuid not null,
  document_id uuid not null,
  position integer not null,
  owner_id uuid not null,
  kind text not null check (kind in ('earning', 'adjustment', 'referral', 'rounding', 'vat', 'withholding')),
  -- of an earning: offer × goal × month of the event; a lot of clicks has no goal
  offer_id uuid,
  goal_id uuid,
  month date,
  quantity bigint not null default 0,
  -- a withholding is negative: it is no part of the total
  amount_micros bigint not null,
  -- of vat and withholding, parts in a million
  rate_ppm integer,
  text text not null default '',
  primary key (tenant_id, document_id, position),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
call protect_owned_table('document_lines');
grant select, insert, delete on document_lines to tributary_app, tributary_worker;

-- the claims: a posted transfer stands in one live document
create table document_entries (
  tenant_id uuid not null,
  document_id uuid not null,
  transfer_id uuid not null,
  owner_id uuid not null,
  -- of the line that it is added up in
  position integer not null,
  -- positive: adds to what the document says is owed
  amount_micros bigint not null,
  -- a credit note took the document back
  released_at timestamptz,
  primary key (tenant_id, document_id, transfer_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, transfer_id) references ledger_transfers (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create unique index transfer_claimed_once on document_entries (tenant_id, transfer_id) where released_at is null;
create index entries_of_line on document_entries (tenant_id, document_id, position, transfer_id);
call protect_owned_table('document_entries');
grant select, insert, update (released_at), delete on document_entries to tributary_app, tributary_worker;

-- what a run has found of each account and currency: done once, whoever takes the run up again
create table billing_run_items (
  tenant_id uuid not null,
  run_id uuid not null,
  owner_id uuid not null,
  currency text not null,
  outcome text not null check (outcome in ('draft', 'carried', 'nothing')),
  reason text,
  amount_micros bigint not null default 0,
  document_id uuid,
  at timestamptz not null,
  primary key (tenant_id, run_id, owner_id, currency),
  foreign key (tenant_id, run_id) references billing_runs (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
call protect_owned_table('billing_run_items');
grant select, insert on billing_run_items to tributary_app, tributary_worker;

create table payment_batches (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  number integer not null,
  state text not null default 'open' check (state in ('open', 'first-approved', 'approved', 'instructed', 'closed', 'cancelled')),
  -- what the preview showed; an approval that finds another one is refused
  preview_hash bytea,
  payment_count integer not null default 0,
  -- in the workspace's currency, for the two-person sum
  sum_micros bigint not null default 0,
  note text not null default '',
  created_by uuid,
  created_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  second_by uuid,
  second_at timestamptz,
  instructed_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, number)
);
create index batches_in_order on payment_batches (tenant_id, created_at desc, id desc);
call protect_tenant_table('payment_batches');
call for_whole_workspace('payment_batches');
grant select, insert, update on payment_batches to tributary_app, tributary_worker;

-- the content is sealed in the vault: it names accounts
create table payment_files (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  batch_id uuid not null,
  format text not null check (format in ('pain.001', 'paypal', 'wise', 'csv')),
  currency text not null,
  -- more rows: more files
  part integer not null,
  name text not null,
  payment_count integer not null,
  sum_micros bigint not null,
  sealed text not null,
  sha256 bytea not null,
  created_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, batch_id, format, currency, part),
  foreign key (tenant_id, batch_id) references payment_batches (tenant_id, id)
);
call protect_tenant_table('payment_files');
call for_whole_workspace('payment_files');
grant select, insert on payment_files to tributary_app, tributary_worker;

create table payments (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  batch_id uuid not null,
  document_id uuid not null,
  owner_id uuid not null,
  method_id uuid,
  -- counts the attempts of its document; a failed one is never tried again under its own number
  attempt integer not null,
  end_to_end_id text not null check (char_length(end_to_end_id) <= 35),
  state text not null default 'reserved'
    check (state in ('reserved', 'instructed', 'paid', 'failed', 'returned', 'cancelled')),
  currency text not null,
  -- of the document's total: gross = amount + withheld + fee
  gross_micros bigint not null check (gross_micros > 0),
  withheld_micros bigint not null default 0 check (withheld_micros >= 0),
  fee_micros bigint not null default 0 check (fee_micros >= 0),
  amount_micros bigint not null check (amount_micros >= 0),
  -- what the bank is told, where that is another currency
  pay_currency text not null,
  pay_micros bigint not null check (pay_micros >= 0),
  rate_e12 bigint,
  file_id uuid,
  -- the bank's word for a failure or return
  code text,
  reason text,
  reserved_at timestamptz not null,
  instructed_at timestamptz,
  settled_at timestamptz,
  -- nobody has answered for days: a person was asked
  asked_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, end_to_end_id),
  unique (tenant_id, document_id, attempt),
  foreign key (tenant_id, batch_id) references payment_batches (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  foreign key (tenant_id, method_id) references payout_methods (tenant_id, id),
  foreign key (tenant_id, file_id) references payment_files (tenant_id, id)
);
create unique index payment_under_way on payments (tenant_id, document_id) where state in ('reserved', 'instructed');
create index payments_of_document on payments (tenant_id, document_id);
create index payments_in_order on payments (tenant_id, id desc);
create index payments_of_batch on payments (tenant_id, batch_id, id);
create index payments_of_owner on payments (tenant_id, owner_id, id desc);
create index payments_unanswered on payments (tenant_id, instructed_at) where state = 'instructed';
call protect_owned_table('payments');
grant select, insert, update on payments to tributary_app, tributary_worker;

create table adjustments (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  owner_id uuid not null,
  side text not null check (side in ('publisher', 'advertiser')),
  currency text not null,
  -- positive: a publisher is owed more (bonus), an advertiser owes more (charge)
  amount_micros bigint not null check (amount_micros <> 0),
  reason text not null,
  -- the day that it belongs to, in the workspace's zone
  day date not null,
  -- what it takes back
  reverses_id uuid,
  created_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  foreign key (tenant_id, reverses_id) references adjustments (tenant_id, id)
);
create unique index adjustment_reversed_once on adjustments (tenant_id, reverses_id) where reverses_id is not null;
create index adjustments_in_order on adjustments (tenant_id, side, id desc);
call protect_owned_table('adjustments');
grant select, insert on adjustments to tributary_app, tributary_worker;

create table deposits (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  owner_id uuid not null,
  currency text not null,
  amount_micros bigint not null check (amount_micros > 0),
  reference text not null default '',
  received_on date not null,
  note text not null default '',
  -- pays invoices by itself, the oldest first and each new one at its issue; otherwise a person says which
  by_itself boolean not null default false,
  state text not null default 'received' check (state in ('received', 'returned')),
  created_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create index deposits_in_order on deposits (tenant_id, id desc);
create index deposits_of_owner on deposits (tenant_id, owner_id, id desc);
call protect_owned_table('deposits');
grant select, insert, update on deposits to tributary_app, tributary_worker;

create table deposit_allocations (
  tenant_id uuid not null,
  deposit_id uuid not null,
  -- counts the allocations of the deposit: the revision of its `apply`
  revision integer not null,
  document_id uuid not null,
  owner_id uuid not null,
  -- negative where one is taken back
  amount_micros bigint not null check (amount_micros <> 0),
  created_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, deposit_id, revision),
  foreign key (tenant_id, deposit_id) references deposits (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create index allocations_of_document on deposit_allocations (tenant_id, document_id);
call protect_owned_table('deposit_allocations');
grant select, insert on deposit_allocations to tributary_app, tributary_worker;

-- `owner_id` brought `referred_id`, and earns by what that one earns
create table referral_terms (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  owner_id uuid not null,
  referred_id uuid not null,
  basis text not null check (basis in ('flat', 'payout', 'revenue', 'profit')),
  rate_ppm integer not null default 0 check (rate_ppm between 0 and 1000000),
  flat_micros bigint not null default 0 check (flat_micros >= 0),
  currency text,
  -- how long after `valid_from`; null: without end
  days integer check (days > 0),
  threshold_micros bigint not null default 0 check (threshold_micros >= 0),
  valid_from date not null,
  ended_at timestamptz,
  -- what the two have in common: it earns nothing until a person has looked; null: nothing, or somebody has
  held_for text check (held_for in ('device', 'address', 'payout-account')),
  created_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  foreign key (tenant_id, referred_id) references users (tenant_id, id)
);
create unique index referred_once on referral_terms (tenant_id, referred_id) where ended_at is null;
create index referrals_in_order on referral_terms (tenant_id, id desc);
call protect_owned_table('referral_terms');
grant select, insert, update on referral_terms to tributary_app, tributary_worker;

-- in the workspace's currency; a prepaid account has a limit of nothing
create table credit_limits (
  tenant_id uuid not null references tenants,
  owner_id uuid not null,
  limit_micros bigint not null check (limit_micros >= 0),
  -- the last that was told of: 0, 80, 90 or 100 per cent
  level integer not null default 0 check (level in (0, 80, 90, 100)),
  stopped_at timestamptz,
  version integer not null default 1,
  changed_by uuid,
  changed_at timestamptz not null,
  primary key (tenant_id, owner_id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
call protect_owned_table('credit_limits');
grant select, insert, update on credit_limits to tributary_app, tributary_worker;

create table period_closes (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  -- its first day
  month date not null,
  version integer not null,
  state text not null default 'closed' check (state in ('closed', 'reopened')),
  head_sequence bigint not null,
  head_hash bytea not null,
  balances jsonb not null,
  rates jsonb not null,
  checklist jsonb not null,
  -- against the version before
  difference jsonb,
  -- of all above
  hash bytea not null,
  closed_by uuid,
  closed_at timestamptz not null,
  reopened_by uuid,
  reopened_at timestamptz,
  reason text,
  primary key (tenant_id, id),
  unique (tenant_id, month, version)
);
create unique index month_closed_once on period_closes (tenant_id, month) where state = 'closed';
call protect_tenant_table('period_closes');
call for_whole_workspace('period_closes');
grant select, insert, update on period_closes to tributary_app, tributary_worker;

-- a publisher's appeal and an advertiser's dispute; while one is open, the entries it is about wait
create table appeals (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  side text not null check (side in ('publisher', 'advertiser')),
  owner_id uuid not null,
  subject_kind text not null check (subject_kind in ('conversion', 'lot', 'document')),
  subject_id uuid not null,
  state text not null default 'open' check (state in ('open', 'upheld', 'overturned', 'partly', 'withdrawn')),
  reason text not null,
  due_at timestamptz not null,
  decision text,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  check ((state = 'open') = (decided_at is null))
);
create unique index appeal_open_once on appeals (tenant_id, owner_id, subject_id) where state = 'open';
create index appeals_in_order on appeals (tenant_id, side, id desc);
create index appeals_of_owner on appeals (tenant_id, owner_id, id desc);
create index appeals_of_subject on appeals (tenant_id, subject_id) where state = 'open';
call protect_owned_table('appeals');
grant select, insert, update on appeals to tributary_app, tributary_worker;

create table appeal_messages (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  appeal_id uuid not null,
  owner_id uuid not null,
  author_id uuid,
  author_kind text not null check (author_kind in ('admin', 'publisher', 'advertiser', 'system')),
  text text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, appeal_id) references appeals (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create index messages_of_appeal on appeal_messages (tenant_id, appeal_id, id);
call protect_owned_table('appeal_messages');
grant select, insert on appeal_messages to tributary_app, tributary_worker;

create table appeal_files (
  tenant_id uuid not null,
  message_id uuid not null,
  file_id uuid not null,
  owner_id uuid not null,
  primary key (tenant_id, message_id, file_id),
  foreign key (tenant_id, message_id) references appeal_messages (tenant_id, id),
  foreign key (tenant_id, file_id) references billing_files (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
call protect_owned_table('appeal_files');
grant select, insert on appeal_files to tributary_app, tributary_worker;

-- what a call with an Idempotency-Key was answered, for a day
create table idempotency_keys (
  tenant_id uuid not null references tenants,
  user_id uuid not null,
  key text not null,
  -- of the route and what was sent
  request_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, user_id, key),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index idempotency_keys_by_age on idempotency_keys (tenant_id, created_at);
call protect_tenant_table('idempotency_keys');
call scope_to_actor('idempotency_keys', 'user_id');
call scope_people('idempotency_keys', 'user_id');
grant select, insert, update, delete on idempotency_keys to tributary_app, tributary_worker;
