// Postbacks and pixels as they came.
import type { Tx } from '../../platform/db/database.ts';
import { textsOf } from './store/reader.ts';

const columns = [
  'receipt_id',
  'kind',
  'at',
  'outcome',
  'click_id',
  'click_at',
  'offer',
  'publisher',
  'advertiser',
  'txn_id',
  'goal',
  'status',
  'sale_amount',
  'currency',
  'ip',
  'country',
  'user_agent',
  'referer',
  'method',
  'query',
  'params',
] as const;

/** in no particular order; only the days in which they lie are looked at */
export async function receiptsByIds(tx: Tx, wanted: readonly { id: string; at: Date }[]) {
  if (wanted.length === 0) return [];
  const times = wanted.map(({ at }) => at.getTime());
  const rows = await tx
    .selectFrom('receipts')
    .select(columns)
    .where(
      'receipt_id',
      'in',
      wanted.map(({ id }) => id),
    )
    .where('at', '>=', new Date(Math.min(...times)))
    .where('at', '<=', new Date(Math.max(...times) + 1))
    .execute();
  return rows.map((row) => ({ ...row, params: textsOf(row.params) }));
}
export type StoredReceipt = Awaited<ReturnType<typeof receiptsByIds>>[number];
