-- The day that a row counts under is kept with the row, and the zone whose days those are with the tenant, apart from its time
-- zone: that will become a setting, and what was counted must not move because somebody chose another one (docs/decisions/0037).

alter table tenants
  -- whose days the rollups are kept by; only a rebuild changes it once something has been counted
  add column rollup_zone text,
  -- of a rebuild under way: the next day to do, and the last
  add column rebuild_next date,
  add column rebuild_last date,
  add constraint rebuild_is_whole check ((rebuild_next is null) = (rebuild_last is null));
update tenants set rollup_zone = time_zone;
alter table tenants add constraint rollup_zone_is_known check (rollup_zone is not null);

-- until something has been counted, the zone of the days follows the tenant's
create function follow_time_zone() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.rollup_zone := coalesce(new.rollup_zone, new.time_zone);
  elsif not exists (select from rollup_time r where r.tenant_id = new.id)
    and not exists (select from conversions c where c.tenant_id = new.id) then
    new.rollup_zone := new.time_zone;
  end if;
  return new;
end $$;
create trigger rollup_zone_of_new before insert on tenants for each row execute function follow_time_zone();
create trigger rollup_zone_of_empty before update of time_zone on tenants for each row
  when (old.time_zone is distinct from new.time_zone) execute function follow_time_zone();

-- Rows that came before have no day: they count under the one of their moment in the rollups' zone, until a rebuild writes it.
alter table events add column day date;

alter table conversions add column day date;
do $$
declare
  tenant record;
begin
  for tenant in select id, time_zone from tenants loop
    perform set_config('app.tenant_id', tenant.id::text, true), set_config('app.actor_kind', 'system', true);
    update conversions set day = (at at time zone tenant.time_zone)::date where tenant_id = tenant.id;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
alter table conversions add constraint day_is_known check (day is not null);

create function day_of_conversion() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  new.day := (select (new.at at time zone t.rollup_zone)::date from tenants t where t.id = new.tenant_id);
  return new;
end $$;
create trigger conversions_dated before insert or update of at on conversions
  for each row execute function day_of_conversion();

-- what a conversion adds to its rollups and takes away from them stands under its own day
do $$
declare
  was constant text := '(select (c.at at time zone t.time_zone)::date from tenants t where t.id = c.tenant_id)';
  body constant text := pg_get_functiondef('roll_conversion(conversions, integer)'::regprocedure);
begin
  if position(was in body) = 0 then
    raise exception 'roll_conversion is not as it was left';
  end if;
  execute replace(body, was, 'c.day');
end $$;
drop trigger conversions_rolled_again on conversions;
create constraint trigger conversions_rolled_again after update on conversions
  deferrable initially deferred for each row
  when ((old.tenant_id, old.day, old.at, old.click_at, old.status, old.offer_id, old.publisher_id, old.advertiser_id, old.country, old.currency, old.revenue_micros, old.payout_micros, old.home_currency, old.home_rate_e12)
    is distinct from (new.tenant_id, new.day, new.at, new.click_at, new.status, new.offer_id, new.publisher_id, new.advertiser_id, new.country, new.currency, new.revenue_micros, new.payout_micros, new.home_currency, new.home_rate_e12))
  execute function roll_changed_conversion();

-- the rebuild is the worker's; of a row it changes the day and nothing else
grant update (day) on events to tributary_worker;
grant insert, update, delete on rollup_quarter, rollup_time, rollup_day, rollup_source, rollup_offer_publisher, rollup_offer,
  rollup_publisher, rollup_country to tributary_worker;
