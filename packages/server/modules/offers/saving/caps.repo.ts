// An offer's caps. One that is saved again keeps its row: leases and capping logs name it.
import type { CapAction, capMetrics, capPeriods } from '@tributary/contract/offers/offer-terms';
import type { Tx } from '../../../platform/db/database.ts';
import { grouped, type Place } from './goals-and-pages.repo.ts';
import { reconcile } from './reconcile.ts';

export interface Cap {
  publisherId: string | null;
  metric: (typeof capMetrics)[number];
  period: (typeof capPeriods)[number];
  /** a count, or micro-units for revenue and payout */
  limit: bigint;
  action: CapAction;
}
export type StoredCap = Cap & { id: string };

const capRows = (tx: Tx) =>
  tx
    .selectFrom('offer_caps')
    .select(['id', 'offer_id', 'publisher_id', 'metric', 'period', 'limit_value', 'action'])
    .orderBy('id');

const toCap = (row: Awaited<ReturnType<ReturnType<typeof capRows>['execute']>>[number]): StoredCap => ({
  id: row.id,
  publisherId: row.publisher_id,
  // the check constraints keep these within their lists
  metric: row.metric as Cap['metric'],
  period: row.period as Cap['period'],
  action: row.action as CapAction,
  limit: BigInt(row.limit_value),
});

export async function capsOf(tx: Tx, offerIds: readonly string[]): Promise<Map<string, StoredCap[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await capRows(tx)
    .where('offer_id', 'in', [...offerIds])
    .where('removed_at', 'is', null)
    .execute();
  return grouped(rows.map((row) => ({ offerId: row.offer_id, row: toCap(row) })));
}

async function removedCaps(tx: Tx, offerId: string, ids: ReadonlySet<string>): Promise<StoredCap[]> {
  if (ids.size === 0) return [];
  const removed = capRows(tx).where('offer_id', '=', offerId).where('removed_at', 'is not', null);
  return (await removed.where('id', 'in', [...ids]).execute()).map(toCap);
}

export const capKey = ({ publisherId, metric, period, action }: Cap): string =>
  [publisherId, metric, period, action].join('|');

/** `returning`: rows that were removed and come back where the same is wanted, in place of new ones */
export async function saveCaps(
  tx: Tx,
  { tenantId, offerId, at }: Place,
  wanted: readonly Cap[],
  returning: ReadonlySet<string> = new Set(),
): Promise<void> {
  const live = (await capsOf(tx, [offerId])).get(offerId) ?? [];
  const removed = await removedCaps(tx, offerId, returning);
  const isLive = (row: StoredCap): boolean => live.includes(row);
  const isSame = (row: StoredCap, want: Cap): boolean => capKey(row) === capKey(want);
  const { kept, added, left } = reconcile([...live, ...removed], wanted, [
    (row, want) => isLive(row) && isSame(row, want),
    isSame,
  ]);
  for (const { id } of left.filter(isLive)) {
    await tx.updateTable('offer_caps').set({ removed_at: at }).where('id', '=', id).execute();
  }
  for (const [row, want] of kept) {
    if (row.limit === want.limit && isLive(row)) continue;
    const change = { limit_value: want.limit, removed_at: null };
    await tx.updateTable('offer_caps').set(change).where('id', '=', row.id).execute();
  }
  if (added.length === 0) return;
  await tx
    .insertInto('offer_caps')
    .values(
      added.map(({ publisherId, metric, period, limit, action }) => ({
        tenant_id: tenantId,
        offer_id: offerId,
        publisher_id: publisherId,
        metric,
        period,
        limit_value: limit,
        action,
      })),
    )
    .execute();
}
