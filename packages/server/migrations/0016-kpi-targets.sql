-- What an offer demands of traffic: a rate from clicks, or from one goal, to another goal. Read by the KPI report alone;
-- the trackers do not know it.

create table offer_kpi_targets (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  offer_id uuid not null,
  -- as the form orders them
  position integer not null,
  -- null: of clicks
  from_goal_id uuid,
  to_goal_id uuid not null,
  op text not null check (op in ('at_least', 'at_most')),
  -- hundredths of a percent
  rate_basis_points integer not null check (rate_basis_points between 0 and 100000),
  min_sample integer not null check (min_sample > 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, from_goal_id) references offer_goals (tenant_id, id),
  foreign key (tenant_id, to_goal_id) references offer_goals (tenant_id, id)
);
create index kpi_targets_of_offer on offer_kpi_targets (tenant_id, offer_id);
call protect_tenant_table('offer_kpi_targets');
grant select, insert, delete on offer_kpi_targets to tributary_app, tributary_worker;
grant select on offer_kpi_targets to tributary_readonly;
