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

export async function capsOf(tx: Tx, offerIds: readonly string[]): Promise<Map<string, StoredCap[]>> {
  if (offerIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('offer_caps')
    .select(['id', 'offer_id', 'publisher_id', 'metric', 'period', 'limit_value', 'action'])
    .where('offer_id', 'in', [...offerIds])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return grouped(
    rows.map((row) => ({
      offerId: row.offer_id,
      row: {
        id: row.id,
        publisherId: row.publisher_id,
        // the check constraints keep these within their lists
        metric: row.metric as Cap['metric'],
        period: row.period as Cap['period'],
        action: row.action as CapAction,
        limit: BigInt(row.limit_value),
      },
    })),
  );
}

export const capKey = ({ publisherId, metric, period, action }: Cap): string =>
  [publisherId, metric, period, action].join('|');

export async function saveCaps(tx: Tx, { tenantId, offerId, at }: Place, wanted: readonly Cap[]): Promise<void> {
  const rows = (await capsOf(tx, [offerId])).get(offerId) ?? [];
  const { kept, added, left } = reconcile(rows, wanted, [(row, want) => capKey(row) === capKey(want)]);
  for (const { id } of left) {
    await tx.updateTable('offer_caps').set({ removed_at: at }).where('id', '=', id).execute();
  }
  for (const [row, want] of kept) {
    if (row.limit === want.limit) continue;
    await tx.updateTable('offer_caps').set({ limit_value: want.limit }).where('id', '=', row.id).execute();
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
