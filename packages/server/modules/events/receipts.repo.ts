// Postbacks and pixels as they came. A receipt's id is a UUIDv7 of its own time, so its partition is known from it.
import type { Tx } from '../../platform/db/database.ts';
import { textsOf } from './clicks.repo.ts';

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

const timeOf = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

export async function receiptById(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('receipts')
    .select(columns)
    .where('receipt_id', '=', id)
    .where('at', '>=', new Date(timeOf(id).getTime() - 1_000))
    .where('at', '<=', new Date(timeOf(id).getTime() + 1_000))
    .executeTakeFirst();
  return row ? { ...row, params: textsOf(row.params) } : null;
}
export type StoredReceipt = NonNullable<Awaited<ReturnType<typeof receiptById>>>;
