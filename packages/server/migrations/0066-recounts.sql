-- Every day counted again, by code that shares nothing with the reports (docs/decisions/0060).
create table recounts (
  tenant_id uuid not null references tenants,
  -- in the zone of the workspace's rollups
  day date not null,
  state text not null check (state in ('agrees', 'differs', 'waiting')),
  -- its turn, the rollups that are all being counted anew, or the rebuilding of its own
  waits_for text check (waits_for in ('turn', 'rollups', 'rebuild')),
  -- null until it was counted for the first time; what was found then stays while it waits
  at timestamptz,
  took_ms integer not null default 0,
  counted bigint not null default 0,
  differences integer not null default 0,
  -- {part, counted, differences, findings}
  parts jsonb not null default '[]',
  primary key (tenant_id, day),
  check ((state = 'waiting') = (waits_for is not null))
);
call protect_tenant_table('recounts');
-- what differs is told by its place, whoever's it is: for those who see all accounts
create policy managers_only on recounts as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
call scope_rows('recounts', 'false', 'false');
create index recounts_by_counted on recounts (tenant_id, counted, day);
create index recounts_by_differences on recounts (tenant_id, differences, day);
grant select, insert, update on recounts to tributary_app;
grant select, insert, update, delete on recounts to tributary_worker;

-- the same for each publisher, in its own figures
create table recount_publishers (
  tenant_id uuid not null references tenants,
  day date not null,
  publisher_id uuid not null,
  at timestamptz not null,
  clicks bigint not null,
  conversions bigint not null,
  differs boolean not null,
  primary key (tenant_id, publisher_id, day),
  foreign key (tenant_id, day) references recounts (tenant_id, day) on delete cascade,
  foreign key (tenant_id, publisher_id) references users (tenant_id, id)
);
create index publishers_of_recount on recount_publishers (tenant_id, day);
call protect_tenant_table('recount_publishers');
call scope_to_actor('recount_publishers', 'publisher_id');
call scope_people('recount_publishers', 'publisher_id');
grant select on recount_publishers to tributary_app;
grant select, insert, update, delete on recount_publishers to tributary_worker;

-- a day of them is counted anew
grant delete on rollup_conversions_offer, rollup_conversions_offer_publisher, rollup_conversions_publisher,
  rollup_conversions_country to tributary_worker;
