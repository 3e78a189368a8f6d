-- What partners are told stays true, and what a cap refused is counted.

-- how often a conversion has come to stand otherwise: of two calls about it the one with the higher number is the newer
alter table conversions add column sequence integer not null default 1;
alter table deliveries add column sequence integer not null default 1;
-- superseded: the conversion changed before the call arrived, so what it says is no longer true
alter table deliveries drop constraint deliveries_state_check;
alter table deliveries add constraint deliveries_state_check
  check (state in ('waiting', 'delivered', 'failed', 'cancelled', 'superseded'));

-- clicks that a cap refused, per quarter of an hour: the row of the click names the cap (contract/spool-record.ts)
create table rollup_cap (
  tenant_id uuid not null,
  cap_id uuid not null,
  bucket timestamptz not null,
  clicks bigint not null,
  primary key (tenant_id, cap_id, bucket)
);
call protect_tenant_table('rollup_cap');
grant select, insert, update on rollup_cap to tributary_intake;
grant select on rollup_cap to tributary_app, tributary_worker, tributary_readonly;
