-- Links by which one partner sees an explanation without signing in; only the hash of the secret in it is kept.
create table explain_links (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  secret_hash bytea not null,
  subject_kind text not null check (subject_kind in ('click', 'impression', 'receipt', 'conversion')),
  subject_id text not null,
  side text not null check (side in ('publisher', 'advertiser')),
  -- for whom it is
  owner_id uuid not null,
  made_by uuid,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  opens integer not null default 0,
  opened_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  foreign key (tenant_id, made_by) references users (tenant_id, id),
  check (ends_at >= made_at and ends_at <= made_at + interval '30 days')
);
create unique index explain_links_by_secret on explain_links (tenant_id, secret_hash);
create index explain_links_in_order on explain_links (tenant_id, made_at desc, id desc);
create index explain_links_of_subject on explain_links (tenant_id, subject_id);
call protect_owned_table('explain_links');
grant select, insert, update (revoked_at, opens, opened_at), delete on explain_links to tributary_app, tributary_worker;

-- who opened one
create index access_of_shared_links on access_log (tenant_id, detail, at desc) where event = 'shared_link';

-- a thread is put together from its click and its transaction
create index receipts_of_click on receipts (tenant_id, click_id) where click_id is not null;
create index receipts_of_txn on receipts (tenant_id, txn_id) where txn_id is not null;
create index conversions_of_txn on conversions (tenant_id, txn_id) where txn_id is not null;
