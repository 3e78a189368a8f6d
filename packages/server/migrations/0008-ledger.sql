-- The ledger: append-only double entry. A transfer moves an amount from one account to another and is never altered; a
-- pending one is resolved once, by a post or a void that names it. Balances stand on the accounts, moved in the same
-- transaction, and can be re-added from the transfers at any time. Each tenant's transfers form a hash chain.

-- one per kind, counterparty and currency; the tenant's own side is kept per counterparty too
create table ledger_accounts (
  tenant_id uuid not null references tenants,
  id uuid not null unique default uuidv7(),
  kind text not null check (kind in ('advertiser_receivable', 'publisher_payable', 'tenant_revenue', 'tenant_payout_cost')),
  -- the publisher or advertiser it is kept for
  owner_id uuid not null,
  currency text not null,
  debits_pending bigint not null default 0 check (debits_pending >= 0),
  credits_pending bigint not null default 0 check (credits_pending >= 0),
  debits_posted bigint not null default 0 check (debits_posted >= 0),
  credits_posted bigint not null default 0 check (credits_posted >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, kind, owner_id, currency),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
call protect_tenant_table('ledger_accounts');
-- people see the account that is kept with them, never the tenant's own side
create policy actor_scope on ledger_accounts as restrictive using (
  coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')
  or (owner_id = nullif(current_setting('app.actor_id', true), '')::uuid
      and kind in ('advertiser_receivable', 'publisher_payable')));
grant select, insert, update on ledger_accounts to tributary_app, tributary_worker;
grant select on ledger_accounts to tributary_readonly;

create table ledger_transfers (
  tenant_id uuid not null references tenants,
  -- made from what it is for (conversion, leg, revision, phase): writing it again is no second transfer
  id uuid not null,
  sequence bigint not null,
  at timestamptz not null,
  phase text not null check (phase in ('pending', 'post', 'void', 'direct')),
  -- the pending transfer that a post or void resolves
  pending_id uuid,
  leg text not null check (leg in ('revenue', 'payout')),
  owner_id uuid not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_micros bigint not null check (amount_micros > 0),
  currency text not null,
  reason text not null,
  -- what it is about: a conversion, or a day's lot of clicks or impressions
  subject_kind text not null check (subject_kind in ('conversion', 'lot')),
  subject_id uuid not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, id),
  unique (tenant_id, sequence),
  unique (tenant_id, pending_id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  foreign key (tenant_id, debit_account_id) references ledger_accounts (tenant_id, id),
  foreign key (tenant_id, credit_account_id) references ledger_accounts (tenant_id, id),
  foreign key (tenant_id, pending_id) references ledger_transfers (tenant_id, id),
  check ((pending_id is null) = (phase in ('pending', 'direct')))
);
create index transfers_of_subject on ledger_transfers (tenant_id, subject_id, sequence);
create index transfers_of_owner on ledger_transfers (tenant_id, owner_id, sequence);
call protect_tenant_table('ledger_transfers');
call scope_to_actor('ledger_transfers', 'owner_id');
grant select, insert on ledger_transfers to tributary_app, tributary_worker;
grant select on ledger_transfers to tributary_readonly;

-- the end of a tenant's chain; whoever writes holds its lock
create table ledger_heads (
  tenant_id uuid primary key references tenants,
  sequence bigint not null,
  hash bytea not null
);
call protect_tenant_table('ledger_heads');
grant select, insert, update on ledger_heads to tributary_app, tributary_worker;
grant select on ledger_heads to tributary_readonly;
