-- The whole workspace by quarters of an hour: one row each, so that a dashboard's hours and days of any zone cost nothing.

create table rollup_time (
  tenant_id uuid not null,
  bucket timestamptz not null,
  impressions bigint not null,
  clicks bigint not null,
  unique_clicks bigint not null,
  invalid_clicks bigint not null,
  billable_clicks bigint not null,
  primary key (tenant_id, bucket)
);
call protect_tenant_table('rollup_time');
grant select, insert, update on rollup_time to tributary_intake;
grant select on rollup_time to tributary_app, tributary_worker, tributary_readonly;

-- what was taken in before, as in 0013
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into rollup_time
      select tenant_id, bucket, sum(impressions), sum(clicks), sum(unique_clicks),
        coalesce(sum(clicks) filter (
          where verdict not in ('accepted', 'head', 'prefetch', 'preview', 'bot', 'embedded')), 0),
        coalesce(sum(clicks) filter (where verdict = 'accepted'), 0)
      from rollup_quarter where tenant_id = tenant group by 1, 2;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
