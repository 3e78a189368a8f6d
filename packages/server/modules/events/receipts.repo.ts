// Postbacks and pixels as they came. A receipt's id is a UUIDv7 of its own time, so its partition is known from it.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
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

export interface ReceiptFilter {
  q?: string | undefined;
  kind?: 'postback' | 'pixel' | undefined;
  /** the offer's number */
  offer?: number | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** older than `after`, newest first */
export async function receiptsAfter(
  tx: Tx,
  filter: ReceiptFilter,
  after: string | null,
  limit: number,
): Promise<StoredReceipt[]> {
  let query = tx.selectFrom('receipts').select(columns);
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  if (filter.offer !== undefined) query = query.where('offer', '=', filter.offer);
  if (filter.from) query = query.where('at', '>=', filter.from);
  if (filter.to) query = query.where('at', '<', filter.to);
  if (filter.q) query = query.where(sql<boolean>`lower(query) like ${likePattern(filter.q)}`);
  if (after) {
    query = query
      .where('at', '<=', new Date(timeOf(after).getTime() + 1_000))
      .where(sql<boolean>`(date_trunc('milliseconds', at), receipt_id) < (${timeOf(after)}, ${after}::uuid)`);
  }
  const rows = await query.orderBy('at', 'desc').orderBy('receipt_id', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...row, params: textsOf(row.params) }));
}
