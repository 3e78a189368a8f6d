import type { Tx } from '../../platform/db/database.ts';

/** of these advertisers, those whose credit is used up */
export async function creditStopsOf(tx: Tx, advertiserIds: readonly string[]): Promise<Set<string>> {
  if (advertiserIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('credit_stops')
    .select('advertiser_id')
    .where('advertiser_id', 'in', [...advertiserIds])
    .execute();
  return new Set(rows.map((row) => row.advertiser_id));
}

/** false where it stood so already */
export async function saveCreditStop(
  tx: Tx,
  tenantId: string,
  advertiserId: string,
  stoppedAt: Date | null,
): Promise<boolean> {
  const result = stoppedAt
    ? await tx
        .insertInto('credit_stops')
        .values({ tenant_id: tenantId, advertiser_id: advertiserId, stopped_at: stoppedAt })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'advertiser_id']).doNothing())
        .executeTakeFirst()
    : await tx.deleteFrom('credit_stops').where('advertiser_id', '=', advertiserId).executeTakeFirst();
  return ('numDeletedRows' in result ? result.numDeletedRows : (result.numInsertedOrUpdatedRows ?? 0n)) > 0n;
}
