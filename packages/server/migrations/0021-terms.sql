-- What prices a click or a conversion is dated: each state of an offer's type, currency, advertiser, goals, payout rules and
-- caps is a version, in force from a moment until the next one begins. Versions are written once and never altered
-- (docs/decisions/0019).

-- shares of the sale, in hundredths of a percent, in place of an amount
alter table offer_goals
  add column revenue_basis_points integer check (revenue_basis_points between 0 and 10000),
  add column payout_basis_points integer check (payout_basis_points between 0 and 10000),
  add check (revenue_basis_points is null or revenue_micros = 0),
  add check (payout_basis_points is null or payout_micros = 0);
alter table offer_payout_rules
  add column revenue_basis_points integer check (revenue_basis_points between 0 and 10000),
  add check (revenue_basis_points is null or revenue_micros is null);

create table offer_terms (
  tenant_id uuid not null,
  offer_id uuid not null,
  -- 1, 2, 3, …; a higher one stands before a lower one that begins at the same moment
  version integer not null check (version > 0),
  in_force_from timestamptz not null,
  offer_type text not null,
  currency text not null,
  advertiser_id uuid not null,
  -- as modules/offers/terms.repo.ts reads them; amounts are micro-units as text
  goals jsonb not null,
  payout_rules jsonb not null,
  caps jsonb not null,
  primary key (tenant_id, offer_id, version),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id)
);
create index terms_in_force on offer_terms (tenant_id, offer_id, in_force_from);
create index terms_of_advertiser on offer_terms (tenant_id, advertiser_id);
call protect_tenant_table('offer_terms');
create policy managers_only on offer_terms as restrictive for select using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
grant select, insert on offer_terms to tributary_app, tributary_worker;
grant select on offer_terms to tributary_readonly;

-- The offer as it is now, where it differs from its last version, becomes the next one. It begins when the offer says that it
-- was changed, never before the last one; the first one has always been in force.
create function file_offer_terms(tenant uuid, offer uuid) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  last offer_terms;
  present offer_terms;
begin
  -- an offer is written in one transaction with many rows: the first of them has seen all of it
  if current_setting('app.terms_filed', true) = offer::text then
    return;
  end if;
  perform set_config('app.terms_filed', offer::text, true);
  select o.tenant_id, o.id, 0, o.updated_at, o.offer_type, o.currency, o.advertiser_id,
    (select jsonb_agg(jsonb_build_object('id', g.id, 'number', g.number, 'name', g.name, 'token', g.token,
        'revenue', g.revenue_micros::text, 'revenue_basis_points', g.revenue_basis_points,
        'payout', g.payout_micros::text, 'payout_basis_points', g.payout_basis_points) order by g.number)
      from offer_goals g where g.tenant_id = tenant and g.offer_id = offer and g.removed_at is null),
    coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'publisher_id', r.publisher_id,
        'goal_id', r.goal_id, 'countries', r.countries, 'source', r.source, 'from_conversions', r.from_conversions,
        'starts_at', r.starts_at, 'ends_at', r.ends_at,
        'revenue', r.revenue_micros::text, 'revenue_basis_points', r.revenue_basis_points,
        'payout', r.payout_micros::text, 'payout_basis_points', r.payout_basis_points) order by r.number, r.id)
      from offer_payout_rules r where r.tenant_id = tenant and r.offer_id = offer and r.removed_at is null), '[]'),
    coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'publisher_id', c.publisher_id, 'metric', c.metric,
        'period', c.period, 'limit', c.limit_value::text, 'action', c.action) order by c.id)
      from offer_caps c where c.tenant_id = tenant and c.offer_id = offer and c.removed_at is null), '[]')
    into present from offers o where o.tenant_id = tenant and o.id = offer;
  -- without its default goal an offer is not whole yet
  if present.goals is null then
    return;
  end if;
  select * into last from offer_terms t where t.tenant_id = tenant and t.offer_id = offer order by version desc limit 1;
  if last.version is not null
    and (last.offer_type, last.currency, last.advertiser_id, last.goals, last.payout_rules, last.caps)
      = (present.offer_type, present.currency, present.advertiser_id, present.goals, present.payout_rules, present.caps) then
    return;
  end if;
  present.version := coalesce(last.version, 0) + 1;
  present.in_force_from := case when last.version is null then 'epoch'::timestamptz
    else greatest(present.in_force_from, last.in_force_from) end;
  insert into offer_terms select (present).*;
end $$;

create function file_changed_terms() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  -- a column of one of the four tables only: the rows are told apart by what they call the offer
  if tg_table_name = 'offers' then
    perform file_offer_terms(new.tenant_id, new.id);
  else
    perform file_offer_terms(new.tenant_id, new.offer_id);
  end if;
  return null;
end $$;
-- at commit, so that every way of changing an offer, by whatever number of statements, makes one version
create constraint trigger terms_filed after insert or update of offer_type, currency, advertiser_id on offers
  deferrable initially deferred for each row execute function file_changed_terms();
create constraint trigger terms_filed after insert or update on offer_goals
  deferrable initially deferred for each row execute function file_changed_terms();
create constraint trigger terms_filed after insert or update on offer_payout_rules
  deferrable initially deferred for each row execute function file_changed_terms();
create constraint trigger terms_filed after insert or update on offer_caps
  deferrable initially deferred for each row execute function file_changed_terms();

-- null: priced before terms were dated. A share of a sale that has not been told waits.
alter table conversions
  add column terms_version integer,
  add column awaits_sale boolean not null default false,
  add foreign key (tenant_id, offer_id, terms_version) references offer_terms (tenant_id, offer_id, version);
-- tiers count what is not rejected, in the order in which it happened
drop index conversions_for_tiers;
create index conversions_for_tiers on conversions (tenant_id, offer_id, publisher_id, at, id) where status <> 'rejected';

alter table earning_lots
  add column terms_version integer not null default 1,
  add column advertiser_id uuid,
  -- what it is made of: [{from, country, events, revenue, payout}]; null: booked before terms were dated, and closed
  add column lines jsonb,
  -- what people's corrections have added to the lines' sum
  add column corrected_revenue_micros bigint not null default 0,
  add column corrected_payout_micros bigint not null default 0;

-- what there is already: each tenant in its own name, since row-level security binds the owner too
do $$
declare
  tenant uuid;
  offer uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true), set_config('app.actor_kind', 'system', true);
    for offer in select id from offers where tenant_id = tenant loop
      perform file_offer_terms(tenant, offer);
    end loop;
    -- whoever the first entry of a lot was booked to
    update earning_lots l set advertiser_id = coalesce(
      (select t.owner_id from ledger_transfers t
        where t.tenant_id = l.tenant_id and t.subject_id = l.id and t.leg = 'revenue' order by t.sequence limit 1),
      (select o.advertiser_id from offers o where o.tenant_id = l.tenant_id and o.id = l.offer_id))
      where l.tenant_id = tenant;
  end loop;
  perform set_config('app.tenant_id', '', true), set_config('app.actor_kind', '', true);
end $$;

alter table earning_lots
  alter column advertiser_id set not null,
  alter column terms_version drop default,
  drop constraint earning_lots_tenant_id_day_offer_id_publisher_id_key,
  add unique (tenant_id, day, offer_id, publisher_id, terms_version),
  add foreign key (tenant_id, advertiser_id) references users (tenant_id, id),
  add foreign key (tenant_id, offer_id, terms_version) references offer_terms (tenant_id, offer_id, version);

-- Clicks and impressions that came later than lots are booked by themselves wait here for a person.
create table late_lots (
  tenant_id uuid not null,
  id uuid not null unique default uuidv7(),
  day date not null,
  offer_id uuid not null,
  publisher_id uuid not null,
  terms_version integer not null,
  advertiser_id uuid not null,
  model text not null check (model in ('CPC', 'CPM')),
  currency text not null,
  -- what would be added to the lot, and of what lines
  events bigint not null check (events > 0),
  revenue_micros bigint not null,
  payout_micros bigint not null,
  lines jsonb not null,
  found_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'booked', 'dismissed')),
  reason text,
  decided_at timestamptz,
  decided_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, offer_id, terms_version) references offer_terms (tenant_id, offer_id, version),
  foreign key (tenant_id, publisher_id) references users (tenant_id, id),
  foreign key (tenant_id, advertiser_id) references users (tenant_id, id),
  foreign key (tenant_id, decided_by) references users (tenant_id, id),
  check ((state = 'waiting') = (decided_at is null))
);
create unique index late_lots_waiting on late_lots (tenant_id, day, offer_id, publisher_id, terms_version)
  where state = 'waiting';
create index late_lots_listed on late_lots (tenant_id, day desc, id desc);
call protect_tenant_table('late_lots');
create policy managers_only on late_lots as restrictive using (
  (select coalesce(current_setting('app.actor_kind', true), '') in ('system', 'admin')));
grant select, insert, update on late_lots to tributary_app, tributary_worker;
grant select on late_lots, earning_lots to tributary_readonly;
