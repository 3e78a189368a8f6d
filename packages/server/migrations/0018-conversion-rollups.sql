-- What reports need to stay quick at hundreds of thousands of conversions (docs/decisions/0015, docs/sizing.md).

-- Conversions by day: per offer and publisher, and per country. Kept by the database itself, whoever writes a conversion:
-- what it was is taken away, what it is is added, in the same transaction.
create table rollup_conversions_offer (
  tenant_id uuid not null,
  day date not null,
  offer_id uuid not null,
  publisher_id uuid not null,
  advertiser_id uuid not null,
  currency text not null,
  home_currency text not null,
  -- 0 where there was none: a key cannot be null
  home_rate_e12 bigint not null,
  counted bigint not null,
  approved_conversions bigint not null,
  pending_conversions bigint not null,
  rejected_conversions bigint not null,
  approved_revenue bigint not null,
  pending_revenue bigint not null,
  rejected_revenue bigint not null,
  approved_payout bigint not null,
  pending_payout bigint not null,
  rejected_payout bigint not null,
  -- from click to conversion, of those that are not rejected and know their click
  conversion_seconds bigint not null,
  timed_conversions bigint not null,
  primary key (tenant_id, day, offer_id, publisher_id, advertiser_id, currency, home_currency, home_rate_e12)
);
create index conversions_offer_of_publisher on rollup_conversions_offer (publisher_id, tenant_id, day);
create table rollup_conversions_country (
  tenant_id uuid not null,
  day date not null,
  country text not null,
  currency text not null,
  home_currency text not null,
  -- 0 where there was none: a key cannot be null
  home_rate_e12 bigint not null,
  counted bigint not null,
  approved_conversions bigint not null,
  pending_conversions bigint not null,
  rejected_conversions bigint not null,
  approved_revenue bigint not null,
  pending_revenue bigint not null,
  rejected_revenue bigint not null,
  approved_payout bigint not null,
  pending_payout bigint not null,
  rejected_payout bigint not null,
  -- from click to conversion, of those that are not rejected and know their click
  conversion_seconds bigint not null,
  timed_conversions bigint not null,
  primary key (tenant_id, day, country, currency, home_currency, home_rate_e12)
);
call protect_tenant_table('rollup_conversions_offer');
call protect_tenant_table('rollup_conversions_country');
-- reports are read by the system in the viewer's name; people's own transactions see none of these rows. Who is looking is
-- asked once per statement: asked per row it took longer than reading them, and the planner guessed a hundredth of them
create policy managers_only on rollup_conversions_offer as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
grant select, insert, update on rollup_conversions_offer, rollup_conversions_country to tributary_app, tributary_worker;
grant select on rollup_conversions_offer, rollup_conversions_country to tributary_readonly;

create function roll_conversion(c conversions, sign integer) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  day date := (select (c.at at time zone t.time_zone)::date from tenants t where t.id = c.tenant_id);
  timed boolean := c.status <> 'rejected' and c.click_at is not null;
begin
  insert into rollup_conversions_offer as r
    values (c.tenant_id, day, c.offer_id, c.publisher_id, c.advertiser_id, c.currency, c.home_currency,
      coalesce(c.home_rate_e12, 0), sign,
      case c.status when 'approved' then sign else 0 end,
      case c.status when 'pending' then sign else 0 end,
      case c.status when 'rejected' then sign else 0 end,
      case c.status when 'approved' then sign * c.revenue_micros else 0 end,
      case c.status when 'pending' then sign * c.revenue_micros else 0 end,
      case c.status when 'rejected' then sign * c.revenue_micros else 0 end,
      case c.status when 'approved' then sign * c.payout_micros else 0 end,
      case c.status when 'pending' then sign * c.payout_micros else 0 end,
      case c.status when 'rejected' then sign * c.payout_micros else 0 end,
      case when timed then sign * floor(extract(epoch from c.at - c.click_at))::bigint else 0 end,
      case when timed then sign else 0 end)
    on conflict on constraint rollup_conversions_offer_pkey do update set
      counted = r.counted + excluded.counted,
      approved_conversions = r.approved_conversions + excluded.approved_conversions,
      pending_conversions = r.pending_conversions + excluded.pending_conversions,
      rejected_conversions = r.rejected_conversions + excluded.rejected_conversions,
      approved_revenue = r.approved_revenue + excluded.approved_revenue,
      pending_revenue = r.pending_revenue + excluded.pending_revenue,
      rejected_revenue = r.rejected_revenue + excluded.rejected_revenue,
      approved_payout = r.approved_payout + excluded.approved_payout,
      pending_payout = r.pending_payout + excluded.pending_payout,
      rejected_payout = r.rejected_payout + excluded.rejected_payout,
      conversion_seconds = r.conversion_seconds + excluded.conversion_seconds,
      timed_conversions = r.timed_conversions + excluded.timed_conversions;
  insert into rollup_conversions_country as r
    values (c.tenant_id, day, coalesce(c.country, ''), c.currency, c.home_currency, coalesce(c.home_rate_e12, 0),
      sign,
      case c.status when 'approved' then sign else 0 end,
      case c.status when 'pending' then sign else 0 end,
      case c.status when 'rejected' then sign else 0 end,
      case c.status when 'approved' then sign * c.revenue_micros else 0 end,
      case c.status when 'pending' then sign * c.revenue_micros else 0 end,
      case c.status when 'rejected' then sign * c.revenue_micros else 0 end,
      case c.status when 'approved' then sign * c.payout_micros else 0 end,
      case c.status when 'pending' then sign * c.payout_micros else 0 end,
      case c.status when 'rejected' then sign * c.payout_micros else 0 end,
      case when timed then sign * floor(extract(epoch from c.at - c.click_at))::bigint else 0 end,
      case when timed then sign else 0 end)
    on conflict on constraint rollup_conversions_country_pkey do update set
      counted = r.counted + excluded.counted,
      approved_conversions = r.approved_conversions + excluded.approved_conversions,
      pending_conversions = r.pending_conversions + excluded.pending_conversions,
      rejected_conversions = r.rejected_conversions + excluded.rejected_conversions,
      approved_revenue = r.approved_revenue + excluded.approved_revenue,
      pending_revenue = r.pending_revenue + excluded.pending_revenue,
      rejected_revenue = r.rejected_revenue + excluded.rejected_revenue,
      approved_payout = r.approved_payout + excluded.approved_payout,
      pending_payout = r.pending_payout + excluded.pending_payout,
      rejected_payout = r.rejected_payout + excluded.rejected_payout,
      conversion_seconds = r.conversion_seconds + excluded.conversion_seconds,
      timed_conversions = r.timed_conversions + excluded.timed_conversions;
end $$;

-- At commit, one transaction of a tenant after the other: a row lock taken earlier and held across the ledger's would
-- make bulk decisions and the worker wait for each other in a circle.
create function roll_changed_conversion() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7272744, hashtext(coalesce(new.tenant_id, old.tenant_id)::text));
  if tg_op <> 'INSERT' then
    perform roll_conversion(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform roll_conversion(new, 1);
  end if;
  return null;
end $$;
create constraint trigger conversions_rolled after insert or delete on conversions
  deferrable initially deferred for each row execute function roll_changed_conversion();
create constraint trigger conversions_rolled_again after update on conversions
  deferrable initially deferred for each row
  when ((old.tenant_id, old.at, old.click_at, old.status, old.offer_id, old.publisher_id, old.advertiser_id, old.country, old.currency, old.revenue_micros, old.payout_micros, old.home_currency, old.home_rate_e12)
    is distinct from (new.tenant_id, new.at, new.click_at, new.status, new.offer_id, new.publisher_id, new.advertiser_id, new.country, new.currency, new.revenue_micros, new.payout_micros, new.home_currency, new.home_rate_e12))
  execute function roll_changed_conversion();

-- what there is already: each tenant in its own name, since row-level security binds the owner too
do $$
declare
  tenant record;
begin
  for tenant in select id, time_zone from tenants loop
    perform set_config('app.tenant_id', tenant.id::text, true), set_config('app.actor_kind', 'system', true);
    insert into rollup_conversions_offer
      select tenant_id, (at at time zone tenant.time_zone)::date, offer_id, publisher_id, advertiser_id, currency,
        home_currency, coalesce(home_rate_e12, 0), count(*),
        count(*) filter (where status = 'approved'),
        count(*) filter (where status = 'pending'),
        count(*) filter (where status = 'rejected'),
        coalesce(sum(revenue_micros) filter (where status = 'approved'), 0),
        coalesce(sum(revenue_micros) filter (where status = 'pending'), 0),
        coalesce(sum(revenue_micros) filter (where status = 'rejected'), 0),
        coalesce(sum(payout_micros) filter (where status = 'approved'), 0),
        coalesce(sum(payout_micros) filter (where status = 'pending'), 0),
        coalesce(sum(payout_micros) filter (where status = 'rejected'), 0),
        coalesce(sum(floor(extract(epoch from at - click_at))::bigint) filter (where status <> 'rejected' and click_at is not null), 0),
        count(*) filter (where status <> 'rejected' and click_at is not null)
      from conversions where tenant_id = tenant.id group by 1, 2, 3, 4, 5, 6, 7, 8;
    insert into rollup_conversions_country
      select tenant_id, (at at time zone tenant.time_zone)::date, coalesce(country, ''), currency, home_currency,
        coalesce(home_rate_e12, 0), count(*),
        count(*) filter (where status = 'approved'),
        count(*) filter (where status = 'pending'),
        count(*) filter (where status = 'rejected'),
        coalesce(sum(revenue_micros) filter (where status = 'approved'), 0),
        coalesce(sum(revenue_micros) filter (where status = 'pending'), 0),
        coalesce(sum(revenue_micros) filter (where status = 'rejected'), 0),
        coalesce(sum(payout_micros) filter (where status = 'approved'), 0),
        coalesce(sum(payout_micros) filter (where status = 'pending'), 0),
        coalesce(sum(payout_micros) filter (where status = 'rejected'), 0),
        coalesce(sum(floor(extract(epoch from at - click_at))::bigint) filter (where status <> 'rejected' and click_at is not null), 0),
        count(*) filter (where status <> 'rejected' and click_at is not null)
      from conversions where tenant_id = tenant.id group by 1, 2, 3, 4, 5, 6;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;

-- where conversions are still read one by one: likewise
alter policy actor_scope on conversions using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin'))
  or publisher_id = (select nullif(current_setting('app.actor_id', true), '')::uuid)
  or advertiser_id = (select nullif(current_setting('app.actor_id', true), '')::uuid));

-- a publisher's own rows are found by the publisher; for everybody else's the index looked as good as the key, and was not
drop index rollup_offer_of_publisher;
create index rollup_offer_of_publisher on rollup_offer (publisher, tenant_id, day);

-- the dashboard counts them; whose they are stands in the index, so that row-level security need not look at the rows
create index conversions_undecided on conversions (tenant_id) include (publisher_id, advertiser_id)
  where status = 'pending' and hold_until is null;
