-- The time zone becomes a setting that changes at a moment (docs/decisions/0052). What was in force when is kept with the tenant:
-- its zones before this one, each with the moment in which it ended, and the one that is to come.
alter table tenants
  add column former_zones jsonb not null default '[]' check (jsonb_typeof(former_zones) = 'array'),
  add column next_zone text,
  add column next_zone_at timestamptz,
  -- of a rebuild under way: where it began, so that one can see how far it has come
  add column rebuild_from date,
  -- sources of days before this one stand under the days of a zone that was left: their rows were gone when days were counted anew
  add column sources_since date,
  add constraint next_zone_is_whole check ((next_zone is null) = (next_zone_at is null));

-- [{time_zone, until}], the oldest first; the last has no end. The first has always been in force.
create function zones_of(t tenants) returns jsonb
  language sql stable set search_path = public, pg_temp as $$
  select t.former_zones || jsonb_build_array(jsonb_build_object('time_zone', t.time_zone, 'until', t.next_zone_at))
    || case when t.next_zone is null then '[]'::jsonb
         else jsonb_build_array(jsonb_build_object('time_zone', t.next_zone, 'until', null)) end
$$;

-- where a window ends that begins then; an hour has sixty minutes, also in the night in which one comes twice
create function end_of_window(begins timestamptz, period text, zone text) returns timestamptz
  language sql immutable set search_path = public, pg_temp as $$
  select case when period = 'hour' then begins + interval '1 hour'
    else (begins at time zone zone + ('1 ' || period)::interval) at time zone zone end
$$;

-- A window of a cap is finished in the zone in which it began; the next begins where it ends, and ends where the zone of that
-- moment says. What is left to it then may be less than half of a window: that joins the one after it, so that no limit is given
-- twice for a few hours.
create function cap_window(zones jsonb, period text, at timestamptz, out window_start timestamptz, out window_end timestamptz)
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  zone record;
  begins timestamptz;
  -- where the last window of the zones before ended
  free timestamptz;
begin
  if period = 'total' then
    window_start := 'epoch';
    window_end := '9999-01-01';
    return;
  end if;
  for zone in
    select value ->> 'time_zone' as name, (value ->> 'until')::timestamptz as until
    from jsonb_array_elements(zones) with ordinality as z (value, place) order by place
  loop
    if free is not null then
      -- over before the window under way was
      continue when zone.until <= free;
      begins := date_trunc(period, free, zone.name);
      window_start := free;
      window_end := end_of_window(begins, period, zone.name);
      if (window_end - free) * 2 < window_end - begins then
        window_end := end_of_window(window_end, period, zone.name);
      end if;
      if at < window_end then
        return;
      end if;
      if window_end >= zone.until then
        free := window_end;
        continue;
      end if;
    end if;
    window_start := date_trunc(period, case when at < zone.until or zone.until is null then at
      else zone.until - interval '1 microsecond' end, zone.name);
    window_end := end_of_window(window_start, period, zone.name);
    if at < window_end then
      return;
    end if;
    free := window_end;
  end loop;
end $$;

-- A lot's day is one of the zone in which it was booked, however often the zone changes: it says which, and when it began. Where a zone
-- ended during the day, two days of that name may follow each other.
alter table earning_lots add column time_zone text, add column begins timestamptz;
alter table late_lots add column time_zone text, add column begins timestamptz;
do $$
declare
  tenant record;
begin
  for tenant in select id, time_zone from tenants loop
    perform set_config('app.tenant_id', tenant.id::text, true), set_config('app.actor_kind', 'system', true);
    update earning_lots set time_zone = tenant.time_zone, begins = day::timestamp at time zone tenant.time_zone
      where tenant_id = tenant.id;
    update late_lots set time_zone = tenant.time_zone, begins = day::timestamp at time zone tenant.time_zone
      where tenant_id = tenant.id;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;

-- whoever names no zone means the tenant's own
create function zone_of_lot() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  new.time_zone := coalesce(new.time_zone, (select t.time_zone from tenants t where t.id = new.tenant_id));
  new.begins := coalesce(new.begins, new.day::timestamp at time zone new.time_zone);
  return new;
end $$;
create trigger lots_zoned before insert on earning_lots for each row execute function zone_of_lot();
create trigger late_lots_zoned before insert on late_lots for each row execute function zone_of_lot();

alter table earning_lots
  drop constraint earning_lots_tenant_id_day_offer_id_publisher_id_terms_vers_key,
  add constraint zone_is_known check (time_zone is not null and begins is not null),
  add constraint one_lot_of_a_day unique (tenant_id, day, time_zone, offer_id, publisher_id, terms_version);
create index earning_lots_begun on earning_lots (tenant_id, begins);
alter table late_lots add constraint zone_is_known check (time_zone is not null and begins is not null);
drop index late_lots_waiting;
create unique index late_lots_waiting on late_lots (tenant_id, day, time_zone, offer_id, publisher_id, terms_version)
  where state = 'waiting';
