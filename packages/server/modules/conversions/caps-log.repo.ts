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
  'w.window_start',
  'w.window_end',
] as const;

const windows = (tx: Tx) =>
  tx
    .selectFrom('cap_windows as w')
    .innerJoin('offer_caps as k', (join) =>
      join.onRef('k.tenant_id', '=', 'w.tenant_id').onRef('k.id', '=', 'w.cap_id'),
    )
    .innerJoin('offers as o', (join) => join.onRef('o.tenant_id', '=', 'k.tenant_id').onRef('o.id', '=', 'k.offer_id'))
    .leftJoin('users as p', (join) =>
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

export interface ReachedFilter {
  offer_id?: string | undefined;
  publisher_id?: string | undefined;
  metric?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

const reached = (tx: Tx) =>
  windows(tx)
    .innerJoin('caps_reached as r', (join) =>
      join
        .onRef('r.tenant_id', '=', 'w.tenant_id')
        .onRef('r.cap_id', '=', 'w.cap_id')
        .onRef('r.window_start', '=', 'w.window_start'),
    )
    .select(columns)
    .select(['r.id', 'r.at', 'r.value', 'r.limit_value', 'r.affected', 'r.reset_at']);

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
    resetAt: row.reset_at,
  }));
}

export async function findReached(tx: Tx, id: string): Promise<ReachedCap | null> {
  const row = await reached(tx).where('r.id', '=', id).executeTakeFirst();
  if (!row) return null;
  const { at, affected, reset_at: resetAt } = row;
  return { ...shown(row, row.value, row.limit_value), id: row.id, at, affected, resetAt };
}

/** windows that are open now, fullest first; a cap that nothing has counted against yet has none */
export async function openWindows(tx: Tx, offerId: string | null, at: Date): Promise<ShownCap[]> {
  let query = windows(tx)
    .select(columns)
    .select(['w.spent', 'k.limit_value'])
    .where('k.removed_at', 'is', null)
    .where('w.window_start', '<=', at)
    .where('w.window_end', '>', at);
  if (offerId && isId(offerId)) query = query.where('o.id', '=', offerId);
  const rows = await query.orderBy(sql`w.spent::numeric / greatest(k.limit_value, 1)`, 'desc').limit(500).execute();
  return rows.map((row) => shown(row, row.spent, row.limit_value));
}
