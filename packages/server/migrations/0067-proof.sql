-- Proof: a Merkle tree over each tenant's chain, signed checkpoints of it, and the statements that were made from them
-- (docs/decisions/0059). What stands here follows from the ledger and the installation's secret, and is kept to be compared.

-- keys by version: the seed is derived, so only the public half is kept, and for good
create table proof_keys (
  tenant_id uuid not null references tenants,
  version integer not null check (version >= 1),
  public_key bytea not null check (length(public_key) = 32),
  made_at timestamptz not null,
  retired_at timestamptz,
  primary key (tenant_id, version)
);
-- one is in use
create unique index proof_key_in_use on proof_keys (tenant_id) where retired_at is null;
call protect_tenant_table('proof_keys');
grant select, insert, update on proof_keys to tributary_app, tributary_worker;

-- the tree's full nodes, level 0 the leaves: a node is written once its subtree is full, and never again
create table ledger_nodes (
  tenant_id uuid not null references tenants,
  level smallint not null check (level between 0 and 62),
  place bigint not null check (place >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, level, place)
);
call protect_tenant_table('ledger_nodes');
grant select on ledger_nodes to tributary_app;
grant select, insert on ledger_nodes to tributary_worker;

create table checkpoints (
  tenant_id uuid not null references tenants,
  id uuid not null default uuidv7(),
  -- how many entries of the chain it covers
  size bigint not null check (size > 0),
  root bytea not null check (length(root) = 32),
  head bytea not null check (length(head) = 32),
  key_version integer not null,
  cause text not null check (cause in ('hourly', 'close', 'key', 'asked')),
  -- as it was signed
  note text not null,
  made_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, size, key_version),
  foreign key (tenant_id, key_version) references proof_keys (tenant_id, version)
);
call protect_tenant_table('checkpoints');
grant select on checkpoints to tributary_app;
grant select, insert on checkpoints to tributary_worker;

-- which statements an account has: a later one proves that it goes on from each of their checkpoints
create table statements (
  tenant_id uuid not null references tenants,
  id uuid not null,
  owner_id uuid not null,
  size bigint not null,
  entries integer not null,
  -- of the file, whole
  sha256 bytea not null,
  made_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create index statements_of_owner on statements (tenant_id, owner_id, size desc);
call protect_owned_table('statements');
grant select, insert on statements to tributary_app, tributary_worker;
