-- Impressions that bots, previews and refused requests made are counted, but not billed: where a rollup keeps no verdict,
-- billable impressions stand in a column of their own, as billable clicks do.
alter table rollup_source add column billable_impressions bigint not null default 0;
alter table rollup_offer_publisher add column billable_impressions bigint not null default 0;
alter table rollup_offer add column billable_impressions bigint not null default 0;
alter table rollup_publisher add column billable_impressions bigint not null default 0;
alter table rollup_country add column billable_impressions bigint not null default 0;
alter table rollup_time add column billable_impressions bigint not null default 0;

-- what was taken in before, from the rollups that know verdicts; sources only single rows know. Each tenant in its own name,
-- since row-level security binds the owner too. Accepted is the only verdict that is billed (contract/verdicts.ts).
do $$
declare
  tenant record;
begin
  for tenant in select id, time_zone from tenants loop
    perform set_config('app.tenant_id', tenant.id::text, true), set_config('app.actor_kind', 'system', true);
    update rollup_source r set billable_impressions = s.n
      from (select (at at time zone tenant.time_zone)::date as day, coalesce(offer, 0) as offer,
          coalesce(publisher, 0) as publisher, coalesce(source, '') as source, count(*) as n
        from events where tenant_id = tenant.id and kind = 'impression' and verdict = 'accepted' group by 1, 2, 3, 4) s
      where r.tenant_id = tenant.id
        and (r.day, r.offer, r.publisher, r.source) = (s.day, s.offer, s.publisher, s.source);
    update rollup_offer_publisher r set billable_impressions = s.n
      from (select day, offer, publisher, sum(impressions) as n from rollup_day
        where tenant_id = tenant.id and verdict = 'accepted' and impressions > 0 group by 1, 2, 3) s
      where r.tenant_id = tenant.id and (r.day, r.offer, r.publisher) = (s.day, s.offer, s.publisher);
    update rollup_offer r set billable_impressions = s.n
      from (select day, offer, sum(billable_impressions) as n from rollup_offer_publisher
        where tenant_id = tenant.id and billable_impressions > 0 group by 1, 2) s
      where r.tenant_id = tenant.id and (r.day, r.offer) = (s.day, s.offer);
    update rollup_publisher r set billable_impressions = s.n
      from (select day, publisher, sum(billable_impressions) as n from rollup_offer_publisher
        where tenant_id = tenant.id and billable_impressions > 0 group by 1, 2) s
      where r.tenant_id = tenant.id and (r.day, r.publisher) = (s.day, s.publisher);
    update rollup_country r set billable_impressions = s.n
      from (select day, country, sum(impressions) as n from rollup_day
        where tenant_id = tenant.id and verdict = 'accepted' and impressions > 0 group by 1, 2) s
      where r.tenant_id = tenant.id and (r.day, r.country) = (s.day, s.country);
    update rollup_time r set billable_impressions = s.n
      from (select bucket, sum(impressions) as n from rollup_quarter
        where tenant_id = tenant.id and verdict = 'accepted' and impressions > 0 group by 1) s
      where r.tenant_id = tenant.id and r.bucket = s.bucket;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;
