-- Two brief day rollups beside the full one: most reports ask by offer and publisher, or by country, and then need not
-- read every device, system and verdict of every day. Kept by the intake like the others.

create table rollup_offer (
  tenant_id uuid not null,
  day date not null,
  offer integer not null,
  publisher integer not null,
  impressions bigint not null,
  clicks bigint not null,
  unique_clicks bigint not null,
  invalid_clicks bigint not null,
  billable_clicks bigint not null,
  primary key (tenant_id, day, offer, publisher)
);
call protect_tenant_table('rollup_offer');
create index rollup_offer_of_publisher on rollup_offer (tenant_id, publisher, day);
create table rollup_country (
  tenant_id uuid not null,
  day date not null,
  country text not null,
  impressions bigint not null,
  clicks bigint not null,
  unique_clicks bigint not null,
  invalid_clicks bigint not null,
  billable_clicks bigint not null,
  primary key (tenant_id, day, country)
);
call protect_tenant_table('rollup_country');
grant select, insert, update on rollup_offer, rollup_country to tributary_intake;
grant select on rollup_offer, rollup_country to tributary_app, tributary_worker, tributary_readonly;

-- what was taken in before: each tenant in its own name, since row-level security binds the owner too. A verdict is
-- refused unless it is one of these (contract/verdicts.ts).
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into rollup_offer
      select tenant_id, day, offer, publisher, sum(impressions), sum(clicks), sum(unique_clicks),
        coalesce(sum(clicks) filter (
          where verdict not in ('accepted', 'head', 'prefetch', 'preview', 'bot', 'embedded')), 0),
        coalesce(sum(clicks) filter (where verdict = 'accepted'), 0)
      from rollup_day where tenant_id = tenant group by 1, 2, 3, 4;
    insert into rollup_country
      select tenant_id, day, country, sum(impressions), sum(clicks), sum(unique_clicks),
        coalesce(sum(clicks) filter (
          where verdict not in ('accepted', 'head', 'prefetch', 'preview', 'bot', 'embedded')), 0),
        coalesce(sum(clicks) filter (where verdict = 'accepted'), 0)
      from rollup_day where tenant_id = tenant group by 1, 2, 3;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
