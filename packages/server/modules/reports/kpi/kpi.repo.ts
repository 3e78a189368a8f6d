// The KPI report's one statement: clicks and conversions of the report engine by offer, publisher, source and goal,
// beside the rates that each offer demands. States are decided here, so that they can be filtered and sorted by.

import type { SortOf } from '@tributary/contract/lists';
import type { KpiOp, KpiState, kpiList } from '@tributary/contract/offers/kpi';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { orderOf } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { goalRows, kpiTargetRows, offerRows, permissionRows } from '../../offers/index.ts';
import type { Sql } from '../engine/dimension-sql.repo.ts';
import { allFacts, type ReportSources } from '../engine/report.repo.ts';

export interface KpiFilter {
  q: string | undefined;
  state: KpiState | undefined;
  sort: string;
  limit: number;
  offset: number;
}

export interface StoredTarget {
  from: string | null;
  to: string;
  op: KpiOp;
  rate: number;
  min_sample: number;
  sample: number;
  hits: number;
  state: 'breached' | 'few' | 'met';
}
export interface StoredKpi {
  offer: { id: string; number: number; name: string } | null;
  publisher: { id: string; number: number; name: string } | null;
  blocked: boolean;
  source: string | null;
  clicks: number;
  conversions: number;
  /** conversions by the goal's name */
  goals: Record<string, number>;
  targets: StoredTarget[];
  state: KpiState;
}
export interface KpiPage {
  rows: StoredKpi[];
  total: number;
  breached: number;
  /** the goals' names over all pages, for columns */
  names: string[];
  /** the goals of the offers on this page, in each offer's order */
  goals: { offer: number; name: string }[];
}

const columns: Readonly<Record<SortOf<typeof kpiList.columns>, Sql>> = {
  // breached, too few, met, none
  state: sql`m.severity`,
  offer: sql`lower(m.title)`,
  publisher: sql`lower(m.publisher_name)`,
  source: sql`m.source`,
  clicks: sql`m.clicks`,
  conversions: sql`m.conversions`,
};

const GOAL_COLUMNS = 30;

const searched = (q: string | undefined): Sql =>
  q
    ? sql`(lower(concat_ws(' ', o.number, o.title, p.user_sequence_id, p.first_name || ' ' || p.last_name, r.source))
        like ${likePattern(q)})`
    : sql`true`;

const targets = sql`
  select coalesce(jsonb_agg(jsonb_build_object('from', f.name, 'to', t.name, 'op', k.op, 'rate', k.rate_basis_points,
      'min_sample', k.min_sample, 'sample', s.sample, 'hits', s.hits, 'state', v.state) order by f.number nulls first, t.number, k.op), '[]') as list,
    coalesce(max(case v.state when 'breached' then 3 when 'few' then 2 else 1 end), 0) as severity
  from ${kpiTargetRows} k join ${goalRows} t on t.id = k.to_goal_id left join ${goalRows} f on f.id = k.from_goal_id
  cross join lateral (select
    case when k.from_goal_id is null then r.clicks else coalesce((r.goals ->> f.name)::numeric, 0) end as sample,
    coalesce((r.goals ->> t.name)::numeric, 0) as hits) s
  cross join lateral (select case
    when s.sample < k.min_sample then 'few'
    when k.op = 'at_least' and s.hits * 10000 < s.sample * k.rate_basis_points then 'breached'
    when k.op = 'at_most' and s.hits * 10000 > s.sample * k.rate_basis_points then 'breached'
    else 'met' end as state) v
  where k.offer_id = o.id and t.removed_at is null and f.removed_at is null`;

/** `sources` are of a request by offer, publisher, source and goal, in this order */
export async function kpiPage(tx: Tx, sources: ReportSources, filter: KpiFilter): Promise<KpiPage> {
  const order = orderOf(columns, filter.sort);
  const { rows } = await sql<{ page: KpiPage }>`
    with f as (${await allFacts(tx, sources, ['clicks', 'approved_conversions', 'pending_conversions'])}),
    g as (select d0, d1, d2, d3, sum(clicks) as clicks, sum(approved_conversions + pending_conversions) as conversions
      from f group by 1, 2, 3, 4),
    r as (select d0::int as offer, d1::int as publisher, d2 as source, sum(clicks) as clicks,
        sum(conversions) as conversions,
        coalesce(jsonb_object_agg(d3, conversions) filter (where d3 is not null), '{}') as goals
      from g group by 1, 2, 3 having sum(clicks) + sum(conversions) > 0),
    m as (select r.*, o.id as offer_id, o.title, p.id as publisher_id, p.first_name || ' ' || p.last_name as publisher_name,
        exists (select from ${permissionRows} x
          where x.offer_id = o.id and x.publisher_id = p.id and x.state = 'blocked') as blocked,
        k.list, k.severity, (array['none', 'met', 'few', 'breached'])[k.severity + 1] as state
      from r left join ${offerRows} o on o.number = r.offer left join ${accountRows} p on p.user_sequence_id = r.publisher
      cross join lateral (${targets}) k where ${searched(filter.q)}),
    n as (select * from m where ${filter.state ? sql`state = ${filter.state}` : sql`true`}),
    w as (select m.*, row_number() over (order by ${order}, m.clicks desc, m.conversions desc, m.offer, m.publisher, m.source)
        as pos from n m),
    v as (select * from w where pos > ${filter.offset} and pos <= ${filter.offset + filter.limit})
    select jsonb_build_object(
      'total', (select count(*) from n),
      'breached', (select count(*) from n where state = 'breached'),
      'names', (select coalesce(jsonb_agg(x.name order by x.number, x.name), '[]') from (
        select og.name, min(og.number) as number from ${goalRows} og
        where og.removed_at is null and og.offer_id in (select offer_id from n) group by 1 order by 2, 1 limit ${GOAL_COLUMNS}) x),
      'goals', (select coalesce(jsonb_agg(jsonb_build_object('offer', o.number, 'name', og.name) order by og.number), '[]')
        from ${offerRows} o join ${goalRows} og on og.offer_id = o.id and og.removed_at is null
        where o.id in (select offer_id from v)),
      'rows', (select coalesce(jsonb_agg(jsonb_build_object(
          'offer', case when v.offer_id is not null
            then jsonb_build_object('id', v.offer_id, 'number', v.offer, 'name', v.title) end,
          'publisher', case when v.publisher_id is not null
            then jsonb_build_object('id', v.publisher_id, 'number', v.publisher, 'name', v.publisher_name) end,
          'blocked', v.blocked, 'source', v.source, 'clicks', v.clicks, 'conversions', v.conversions, 'goals', v.goals,
          'targets', v.list, 'state', v.state) order by v.pos), '[]') from v)) as page`.execute(tx);
  const page = rows[0]?.page;
  if (!page) throw new Error('a report has one page at least');
  return page;
}
