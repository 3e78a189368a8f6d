import type { Tx } from '../../../platform/db/database.ts';

export interface Became {
  id: string;
  status: string;
  reason: string | null;
  revenue_micros: string;
  currency: string;
}

/** of this advertiser's alone: a receipt may have met a conversion that was another's */
export async function conversionsOf(
  tx: Tx,
  advertiserId: string,
  ids: readonly string[],
): Promise<Map<string, Became>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('conversions')
    .select(['id', 'status', 'reason', 'revenue_micros', 'currency'])
    .where('id', 'in', [...ids])
    .where('advertiser_id', '=', advertiserId)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
