// Caps as the panel shows them: which were reached, and how full the present windows are.
import { cappingLog } from '@tributary/contract/conversions/conversions';
import type { CapAction, capMetrics, capPeriods } from '@tributary/contract/offers/offer-terms';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { isId } from '../../../platform/ids.ts';
import { atSeconds, idOr } from '../../../platform/lists/conditions.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { refusedRows } from '../../events/index.ts';
import { capRows, offerRows } from '../../offers/index.ts';
import { type Zones, zonesAsJson } from '../../tenancy/index.ts';
import { capWindowRows, reachedRows } from '../../tracking/index.ts';

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
    .selectFrom(capRows.as('k'))
    .innerJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'k.tenant_id').onRef('o.id', '=', 'k.offer_id'),
    )
    .leftJoin(accountRows.as('p'), (join) =>
      join.onRef('p.tenant_id', '=', 'k.tenant_id').onRef('p.id', '=', 'k.publisher_id'),
    );

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

/**
 * Clicks that the cap refused while this row of the log was in force: from the reset before it to its own reset, to the
 * quarter of an hour in which clicks are counted.
 */
const refused = sql<string>`(select coalesce(sum(f.clicks), 0) from ${refusedRows} f
  where f.cap_id = r.cap_id and f.bucket >= w.window_start and f.bucket < least(w.window_end, coalesce(r.reset_at, w.window_end))
    and f.bucket >= coalesce((select max(e.reset_at) from ${reachedRows} e
      where e.cap_id = r.cap_id and e.window_start = r.window_start and e.reset_at < r.at), w.window_start))`;

const reached = (tx: Tx) =>
  caps(tx)
    .innerJoin(reachedRows.as('r'), (join) =>
      join.onRef('r.tenant_id', '=', 'k.tenant_id').onRef('r.cap_id', '=', 'k.id'),
    )
    .innerJoin(capWindowRows.as('w'), (join) =>
      join
        .onRef('w.tenant_id', '=', 'r.tenant_id')
        .onRef('w.cap_id', '=', 'r.cap_id')
        .onRef('w.window_start', '=', 'r.window_start'),
    );

const selected = (query: ReturnType<typeof reached>) =>
  query
    .select(columns)
    .select(['w.window_start', 'w.window_end', 'r.id', 'r.at', 'r.value', 'r.limit_value', 'r.affected', 'r.reset_at'])
    .select(refused.as('refused_clicks'));

export const capsReached = keysetList(cappingLog, {
  from: reached,
  rows: selected,
  filters: {
    offer_id: (eb, id) => eb('o.id', '=', idOr(id)),
    publisher_id: (eb, id) => eb('p.id', '=', idOr(id)),
    metric: (eb, metric) => eb('k.metric', '=', metric),
    from: (eb, seconds) => eb('r.at', '>=', atSeconds(seconds)),
    to: (eb, seconds) => eb('r.at', '<', atSeconds(seconds)),
  },
  key: byId('r.id'),
  cursorOf: (row) => row.id,
});

type Reached = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
export const readReached = (row: Reached): ReachedCap => ({
  ...shown(row, row.value, row.limit_value),
  id: row.id,
  at: row.at,
  affected: row.affected,
  refusedClicks: Number(row.refused_clicks),
  resetAt: row.reset_at,
});

export async function findReached(tx: Tx, id: string): Promise<ReachedCap | null> {
  const row = await selected(reached(tx)).where('r.id', '=', id).executeTakeFirst();
  return row ? readReached(row) : null;
}

/** every cap with its present window, fullest first; where nothing has counted against it yet there is no row of it */
export async function presentCaps(
  tx: Tx,
  offerId: string | null,
  { at, zones }: { at: Date; zones: Zones },
): Promise<ShownCap[]> {
  const present = sql`cap_window(${zonesAsJson(zones)}::jsonb, k.period, ${at}::timestamptz)`;
  let query = caps(tx)
    .leftJoin(capWindowRows.as('w'), (join) =>
      join
        .onRef('w.tenant_id', '=', 'k.tenant_id')
        .onRef('w.cap_id', '=', 'k.id')
        .on('w.window_start', '<=', at)
        .on('w.window_end', '>', at),
    )
    .select(columns)
    .select([
      sql<Date>`coalesce(w.window_start, (${present}).window_start)`.as('window_start'),
      sql<Date>`coalesce(w.window_end, (${present}).window_end)`.as('window_end'),
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
