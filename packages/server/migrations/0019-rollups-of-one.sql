-- Rollups of offers alone and of publishers alone, beside those of offers with their publishers, which take their full name:
-- a report by one of them need not read every pair of the two (docs/decisions/0015, docs/sizing.md).

alter table rollup_offer rename to rollup_offer_publisher;
alter index rollup_offer_pkey rename to rollup_offer_publisher_pkey;
alter table rollup_conversions_offer rename to rollup_conversions_offer_publisher;
alter index rollup_conversions_offer_pkey rename to rollup_conversions_offer_publisher_pkey;

create table rollup_offer (like rollup_offer_publisher);
alter table rollup_offer drop column publisher, add primary key (tenant_id, day, offer);
create table rollup_publisher (like rollup_offer_publisher);
alter table rollup_publisher drop column offer, add primary key (tenant_id, day, publisher);
create index rollup_publisher_of_one on rollup_publisher (tenant_id, publisher, day);
call protect_tenant_table('rollup_offer');
call protect_tenant_table('rollup_publisher');
grant select, insert, update on rollup_offer, rollup_publisher to tributary_intake;
grant select on rollup_offer, rollup_publisher to tributary_app, tributary_worker, tributary_readonly;

create table rollup_conversions_offer (like rollup_conversions_offer_publisher);
alter table rollup_conversions_offer drop column publisher_id,
  add primary key (tenant_id, day, offer_id, advertiser_id, currency, home_currency, home_rate_e12);
create table rollup_conversions_publisher (like rollup_conversions_offer_publisher);
alter table rollup_conversions_publisher drop column offer_id, drop column advertiser_id,
  add primary key (tenant_id, day, publisher_id, currency, home_currency, home_rate_e12);
create index rolled_conversions_of_publisher on rollup_conversions_publisher (publisher_id, tenant_id, day);
call protect_tenant_table('rollup_conversions_offer');
call protect_tenant_table('rollup_conversions_publisher');
create policy managers_only on rollup_conversions_offer as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
create policy managers_only on rollup_conversions_publisher as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
grant select, insert, update on rollup_conversions_offer, rollup_conversions_publisher to tributary_app, tributary_worker;
grant select on rollup_conversions_offer, rollup_conversions_publisher to tributary_readonly;

-- What one conversion adds to any rollup, or takes away from it.
create function conversion_sums(c conversions, sign integer, out counted bigint,
  out approved_conversions bigint, out pending_conversions bigint, out rejected_conversions bigint,
  out approved_revenue bigint, out pending_revenue bigint, out rejected_revenue bigint,
  out approved_payout bigint, out pending_payout bigint, out rejected_payout bigint,
  out conversion_seconds bigint, out timed_conversions bigint)
  language sql immutable set search_path = public, pg_temp as $$
  select sign,
    case c.status when 'approved' then sign else 0 end,
    case c.status when 'pending' then sign else 0 end,
    case c.status when 'rejected' then sign else 0 end,
    case c.status when 'approved' then sign * c.revenue_micros else 0 end,
    case c.status when 'pending' then sign * c.revenue_micros else 0 end,
    case c.status when 'rejected' then sign * c.revenue_micros else 0 end,
    case c.status when 'approved' then sign * c.payout_micros else 0 end,
    case c.status when 'pending' then sign * c.payout_micros else 0 end,
    case c.status when 'rejected' then sign * c.payout_micros else 0 end,
    case when c.status <> 'rejected' and c.click_at is not null
      then sign * floor(extract(epoch from c.at - c.click_at))::bigint else 0 end,
    case when c.status <> 'rejected' and c.click_at is not null then sign else 0 end
$$;

-- One statement per rollup, written here from its name and its part of the key; always in this order.
do $$
declare
  sums constant text[] := array['counted', 'approved_conversions', 'pending_conversions', 'rejected_conversions',
    'approved_revenue', 'pending_revenue', 'rejected_revenue', 'approved_payout', 'pending_payout', 'rejected_payout',
    'conversion_seconds', 'timed_conversions'];
  listed constant text := array_to_string(sums, ', ');
  added constant text := (select string_agg(format('%1$s = r.%1$s + excluded.%1$s', sum), ', ') from unnest(sums) sum);
  statements constant text := (
    select string_agg(format(
      'insert into %1$s as r (tenant_id, day, %2$s, currency, home_currency, home_rate_e12, %3$s)
         values (c.tenant_id, day, %4$s, c.currency, c.home_currency, coalesce(c.home_rate_e12, 0), s.%5$s)
         on conflict on constraint %1$s_pkey do update set %6$s;',
      name, array_to_string(keys, ', '), listed, array_to_string(vals, ', '), replace(listed, ', ', ', s.'), added), E'\n')
    from (values
      ('rollup_conversions_offer_publisher', array['offer_id', 'publisher_id', 'advertiser_id'],
        array['c.offer_id', 'c.publisher_id', 'c.advertiser_id']),
      ('rollup_conversions_offer', array['offer_id', 'advertiser_id'], array['c.offer_id', 'c.advertiser_id']),
      ('rollup_conversions_publisher', array['publisher_id'], array['c.publisher_id']),
      ('rollup_conversions_country', array['country'], array['coalesce(c.country, '''')'])) r (name, keys, vals));
begin
  execute format($function$
    create or replace function roll_conversion(c conversions, sign integer) returns void
      language plpgsql set search_path = public, pg_temp as $body$
    declare
      day date := (select (c.at at time zone t.time_zone)::date from tenants t where t.id = c.tenant_id);
      s record := conversion_sums(c, sign);
    begin
      %s
    end $body$ $function$, statements);
end $$;

-- what there is already: each tenant in its own name, since row-level security binds the owner too
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true), set_config('app.actor_kind', 'system', true);
    insert into rollup_offer (tenant_id, day, offer, impressions, clicks, unique_clicks, invalid_clicks, billable_clicks)
      select tenant_id, day, offer, sum(impressions), sum(clicks), sum(unique_clicks), sum(invalid_clicks), sum(billable_clicks)
      from rollup_offer_publisher where tenant_id = tenant group by 1, 2, 3 order by 1, 2, 3;
    insert into rollup_publisher (tenant_id, day, publisher, impressions, clicks, unique_clicks, invalid_clicks, billable_clicks)
      select tenant_id, day, publisher, sum(impressions), sum(clicks), sum(unique_clicks), sum(invalid_clicks), sum(billable_clicks)
      from rollup_offer_publisher where tenant_id = tenant group by 1, 2, 3 order by 1, 2, 3;
    insert into rollup_conversions_offer (tenant_id, day, offer_id, advertiser_id, currency, home_currency, home_rate_e12,
        counted, approved_conversions, pending_conversions, rejected_conversions, approved_revenue, pending_revenue,
        rejected_revenue, approved_payout, pending_payout, rejected_payout, conversion_seconds, timed_conversions)
      select tenant_id, day, offer_id, advertiser_id, currency, home_currency, home_rate_e12,
        sum(counted), sum(approved_conversions), sum(pending_conversions), sum(rejected_conversions),
        sum(approved_revenue), sum(pending_revenue), sum(rejected_revenue), sum(approved_payout), sum(pending_payout),
        sum(rejected_payout), sum(conversion_seconds), sum(timed_conversions)
      from rollup_conversions_offer_publisher where tenant_id = tenant group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3;
    insert into rollup_conversions_publisher (tenant_id, day, publisher_id, currency, home_currency, home_rate_e12,
        counted, approved_conversions, pending_conversions, rejected_conversions, approved_revenue, pending_revenue,
        rejected_revenue, approved_payout, pending_payout, rejected_payout, conversion_seconds, timed_conversions)
      select tenant_id, day, publisher_id, currency, home_currency, home_rate_e12,
        sum(counted), sum(approved_conversions), sum(pending_conversions), sum(rejected_conversions),
        sum(approved_revenue), sum(pending_revenue), sum(rejected_revenue), sum(approved_payout), sum(pending_payout),
        sum(rejected_payout), sum(conversion_seconds), sum(timed_conversions)
      from rollup_conversions_offer_publisher where tenant_id = tenant group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
