// Caps as the panel shows them: which were reached, and how full the present windows are.
import type { CapAction, capMetrics, capPeriods } from '@tributary/contract/offer-terms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';

interface Named {
  id: string;
  number: number;
  name: string;
}
export interface ShownCap {
  capId: string;
  offer: Named;
  publisher: Named | null;
  metric: (typeof capMetrics)[number];
  period: (typeof capPeriods)[number];
  action: CapAction;
  currency: string;
  limit: bigint;
  value: bigint;
  windowStart: Date;
  windowEnd: Date;
}
export interface ReachedCap extends ShownCap {
  id: string;
  at: Date;
  affected: number;
  refusedClicks: number;
  resetAt: Date | null;
}

const columns = [
  'k.id as cap_id',
  'k.metric',
  'k.period',
  'k.action',
  'o.id as offer_id',
  'o.number as offer_number',
  'o.title',
  'o.currency',
  'p.id as publisher_id',
  'p.user_sequence_id',
  'p.first_name',
  'p.last_name',
] as const;

const caps = (tx: Tx) =>
  tx
    .selectFrom('offer_caps as k')
    .innerJoin('offers as o', (join) => join.onRef('o.tenant_id', '=', 'k.tenant_id').onRef('o.id', '=', 'k.offer_id'))
    .leftJoin('users as p', (join) =>
      join.onRef('p.tenant_id', '=', 'k.tenant_id').onRef('p.id', '=', 'k.publisher_id'),
    )
    .select(columns);

interface Row {
  cap_id: string;
  metric: string;
  period: string;
  action: string;
  offer_id: string;
  offer_number: number;
  title: string;
  currency: string;
  publisher_id: string | null;
  user_sequence_id: number | null;
  first_name: string | null;
  last_name: string | null;
  window_start: Date;
  window_end: Date;
}
/** the check constraints keep metric, period and action within their lists */
const shown = (row: Row, value: string, limit: string): ShownCap => ({
  capId: row.cap_id,
  offer: { id: row.offer_id, number: row.offer_number, name: row.title },
  publisher: row.publisher_id
    ? { id: row.publisher_id, number: row.user_sequence_id ?? 0, name: `${row.first_name} ${row.last_name}` }
    : null,
  metric: row.metric as ShownCap['metric'],
  period: row.period as ShownCap['period'],
  action: row.action as CapAction,
  currency: row.currency,
  value: BigInt(value),
  limit: BigInt(limit),
  windowStart: row.window_start,
  windowEnd: row.window_end,
});

export interface ReachedFilter {
  offer_id?: string | undefined;
  publisher_id?: string | undefined;
  metric?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/**
 * Clicks that the cap refused while this row of the log was in force: from the reset before it to its own reset, to the
 * quarter of an hour in which clicks are counted.
 */
const refused = sql<string>`(select coalesce(sum(f.clicks), 0) from rollup_cap f
  where f.cap_id = r.cap_id and f.bucket >= w.window_start and f.bucket < least(w.window_end, coalesce(r.reset_at, w.window_end))
    and f.bucket >= coalesce((select max(e.reset_at) from caps_reached e
      where e.cap_id = r.cap_id and e.window_start = r.window_start and e.reset_at < r.at), w.window_start))`;

const reached = (tx: Tx) =>
  caps(tx)
    .innerJoin('caps_reached as r', (join) =>
      join.onRef('r.tenant_id', '=', 'k.tenant_id').onRef('r.cap_id', '=', 'k.id'),
    )
    .innerJoin('cap_windows as w', (join) =>
      join
        .onRef('w.tenant_id', '=', 'r.tenant_id')
        .onRef('w.cap_id', '=', 'r.cap_id')
        .onRef('w.window_start', '=', 'r.window_start'),
    )
    .select(['w.window_start', 'w.window_end', 'r.id', 'r.at', 'r.value', 'r.limit_value', 'r.affected', 'r.reset_at'])
    .select(refused.as('refused_clicks'));

export async function reachedAfter(
  tx: Tx,
  filter: ReachedFilter,
  after: string | null,
  limit: number,
): Promise<ReachedCap[]> {
  let query = reached(tx);
  if (filter.offer_id && isId(filter.offer_id)) query = query.where('o.id', '=', filter.offer_id);
  if (filter.publisher_id && isId(filter.publisher_id)) query = query.where('p.id', '=', filter.publisher_id);
  if (filter.metric) query = query.where('k.metric', '=', filter.metric);
  if (filter.from !== undefined) query = query.where('r.at', '>=', new Date(filter.from * 1_000));
  if (filter.to !== undefined) query = query.where('r.at', '<', new Date(filter.to * 1_000));
  if (after) query = query.where('r.id', '<', after);
  const rows = await query.orderBy('r.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    ...shown(row, row.value, row.limit_value),
    id: row.id,
    at: row.at,
    affected: row.affected,
    refusedClicks: Number(row.refused_clicks),
    resetAt: row.reset_at,
  }));
}

export async function findReached(tx: Tx, id: string): Promise<ReachedCap | null> {
  const row = await reached(tx).where('r.id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { at, affected, reset_at: resetAt } = row;
  const refusedClicks = Number(row.refused_clicks);
  return { ...shown(row, row.value, row.limit_value), id: row.id, at, affected, refusedClicks, resetAt };
}

/** every cap with its present window, fullest first; where nothing has counted against it yet there is no row of it */
export async function presentCaps(
  tx: Tx,
  offerId: string | null,
  { at, timeZone }: { at: Date; timeZone: string },
): Promise<ShownCap[]> {
  const start = sql<Date>`case when k.period = 'total' then 'epoch'::timestamptz
    else date_trunc(k.period, ${at}::timestamptz, ${timeZone}) end`;
  const end = sql<Date>`case when k.period = 'total' then '9999-01-01'::timestamptz
    else (${start} at time zone ${timeZone} + ('1 ' || k.period)::interval) at time zone ${timeZone} end`;
  let query = caps(tx)
    .leftJoin('cap_windows as w', (join) =>
      join
        .onRef('w.tenant_id', '=', 'k.tenant_id')
        .onRef('w.cap_id', '=', 'k.id')
        .on('w.window_start', '<=', at)
        .on('w.window_end', '>', at),
    )
    .select([
      sql<Date>`coalesce(w.window_start, ${start})`.as('window_start'),
      sql<Date>`coalesce(w.window_end, ${end})`.as('window_end'),
      sql<string>`coalesce(w.spent, 0)`.as('spent'),
      'k.limit_value',
    ])
    .where('k.removed_at', 'is', null);
  if (offerId && isId(offerId)) query = query.where('o.id', '=', offerId);
  const rows = await query
    .orderBy(sql`coalesce(w.spent, 0)::numeric / greatest(k.limit_value, 1)`, 'desc')
    .orderBy('k.id')
    .limit(500)
    .execute();
  return rows.map((row) => shown(row, row.spent, row.limit_value));
}
