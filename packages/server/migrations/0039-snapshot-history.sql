-- What trackers have known: a row for each value that an entity of the snapshot took, from that version on until the next of its
-- rows. A click's row names the version it was decided by, so its configuration can be put together again. Holds hashes of tokens:
-- the worker's alone.
create table snapshot_history (
  tenant_id uuid not null references tenants,
  entity text not null,
  entity_key text not null,
  version bigint not null,
  -- when the version was made, by the database's clock
  at timestamptz not null default now(),
  -- null: removed
  value jsonb,
  -- there was a value before it that is not kept any more, or never was
  before_unknown boolean not null default false,
  primary key (tenant_id, entity, entity_key, version)
);
create index snapshot_history_by_version on snapshot_history (tenant_id, version);
create index snapshot_history_by_time on snapshot_history (at);
call protect_tenant_table('snapshot_history');
create policy publishing on snapshot_history to tributary_worker using (true) with check (true);
grant select, insert, update, delete on snapshot_history to tributary_worker;

insert into snapshot_history (tenant_id, entity, entity_key, version, value, before_unknown)
  select tenant_id, entity, entity_key, version, value, true from snapshot_entities;
