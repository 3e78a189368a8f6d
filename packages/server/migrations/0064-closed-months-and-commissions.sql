-- Which months are closed, for everybody who might write into one; what a close says stands in period_closes, for whom that is.
create table closed_months (
  tenant_id uuid not null references tenants,
  -- its first day
  month date not null,
  closed_at timestamptz not null,
  primary key (tenant_id, month)
);
call protect_tenant_table('closed_months');
grant select, insert, delete on closed_months to tributary_app, tributary_worker;

-- what a referrer has earned by whom it brought, of one month of events: the sum of its ledger's `referral` entries
create table referral_commissions (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  term_id uuid not null,
  owner_id uuid not null,
  referred_id uuid not null,
  month date not null,
  currency text not null,
  -- what it is a part of
  base_micros bigint not null,
  amount_micros bigint not null,
  -- counts what was booked for it
  revision integer not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, term_id, month, currency),
  foreign key (tenant_id, term_id) references referral_terms (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  foreign key (tenant_id, referred_id) references users (tenant_id, id)
);
create index commissions_of_owner on referral_commissions (tenant_id, owner_id, id desc);
call protect_owned_table('referral_commissions');
grant select, insert, update on referral_commissions to tributary_app, tributary_worker;

