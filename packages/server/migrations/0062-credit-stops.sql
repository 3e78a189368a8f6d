-- Advertisers whose credit is used up: their offers take no traffic, and what was clicked before waits for a person. Billing says
-- who; the trackers are told through the snapshot.
create table credit_stops (
  tenant_id uuid not null,
  advertiser_id uuid not null,
  stopped_at timestamptz not null,
  primary key (tenant_id, advertiser_id),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id)
);
call protect_tenant_table('credit_stops');
call scope_to_actor('credit_stops', 'advertiser_id');
call scope_rows('credit_stops', null, 'advertiser_id in (select accounts_in_charge())');
grant select, insert, delete on credit_stops to tributary_app, tributary_worker;
