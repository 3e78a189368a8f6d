import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export async function findLot(
  tx: Tx,
  key: { day: string; offerId: string; publisherId: string },
): Promise<{ revenue: bigint; payout: bigint; revision: number } | null> {
  const row = await tx
    .selectFrom('earning_lots')
    .select(['revenue_micros', 'payout_micros', 'revision'])
    .where(sql<boolean>`day = ${key.day}::date`)
    .where('offer_id', '=', key.offerId)
    .where('publisher_id', '=', key.publisherId)
    .forUpdate()
    .executeTakeFirst();
  return row
    ? { revenue: BigInt(row.revenue_micros), payout: BigInt(row.payout_micros), revision: row.revision }
    : null;
}

export interface LotRow {
  day: string;
  offerId: string;
  publisherId: string;
  model: 'CPC' | 'CPM';
  currency: string;
  events: bigint;
  revenue: bigint;
  payout: bigint;
  at: Date;
}

export async function saveLot(tx: Tx, tenantId: string, lot: LotRow): Promise<{ id: string; revision: number }> {
  const amounts = {
    events: lot.events,
    revenue_micros: lot.revenue,
    payout_micros: lot.payout,
    updated_at: lot.at,
  };
  return tx
    .insertInto('earning_lots')
    .values({
      tenant_id: tenantId,
      day: lot.day,
      offer_id: lot.offerId,
      publisher_id: lot.publisherId,
      model: lot.model,
      currency: lot.currency,
      ...amounts,
      revision: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'day', 'offer_id', 'publisher_id'])
        .doUpdateSet((eb) => ({ ...amounts, revision: eb('earning_lots.revision', '+', 1) })),
    )
    .returning(['id', 'revision'])
    .executeTakeFirstOrThrow();
}
