-- What trackers have put on their disks, by their own count: a recount compares it with the rows that are stored (docs/decisions/0060).
create table tracker_counts (
  tenant_id uuid not null references tenants,
  quarter timestamptz not null,
  tracker text not null,
  -- of one life of it: the next begins at nothing
  boot text not null,
  clicks bigint not null,
  impressions bigint not null,
  receipts bigint not null,
  primary key (tenant_id, quarter, tracker, boot)
);
call protect_tenant_table('tracker_counts');
-- the worker's alone
grant select, insert, update, delete on tracker_counts to tributary_worker;
