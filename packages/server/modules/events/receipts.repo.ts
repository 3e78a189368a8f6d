// Postbacks and pixels as they came.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { textsOf, type Visitor } from './store/reader.ts';
import { ofVisitor } from './store/visitor.ts';

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
    .select([...columns, 'token_digest'])
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
/** pixels come from the visitor himself; the address of a postback is a machine's, and may be its proof */
const isOfVisitor = ofVisitor({
  click: 'click_id',
  ip: sql`kind = 'pixel'`,
  holds: ['params'],
  within: ['query', 'referer'],
});

export async function receiptsOfVisitor(tx: Tx, visitor: Visitor, range: { start: Date; end: Date }) {
  const rows = await tx
    .selectFrom('receipts')
    .select(columns)
    .where('at', '>=', range.start)
    .where('at', '<', range.end)
    .where(isOfVisitor(visitor))
    .orderBy('at')
    .execute();
  return rows.map((row) => ({ ...row, params: textsOf(row.params) }));
}

export async function blankReceipts(tx: Tx, rows: readonly { receipt_id: string; at: Date }[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update receipts set ip = case when kind = 'postback' then ip end, user_agent = null, referer = null, params = null,
      query = null
    from unnest(${rows.map(({ receipt_id }) => receipt_id)}::uuid[], ${rows.map(({ at }) => at)}::timestamptz[]) r (receipt_id, at)
    where receipts.receipt_id = r.receipt_id and receipts.at = r.at`.execute(tx);
}

/** calls and tests that were kept as they came, whole: those in which it stands go */
export async function removeSideRowsWith(tx: Tx, values: readonly string[]): Promise<number> {
  const holds = (text: string) =>
    sql`exists (select from unnest(${[...values]}::text[]) v where position(v in lower(${sql.raw(text)})) > 0)`;
  const { numAffectedRows: hooks } = await sql`
    delete from received_hooks where ${holds('concat(headers, body, host(ip))')}`.execute(tx);
  const { numAffectedRows: tests } = await sql`delete from test_events where ${holds('"row"::text')}`.execute(tx);
  return Number(hooks ?? 0) + Number(tests ?? 0);
}

/** the oldest from before that moment, so many at most: which they were. What still waits to be decided about stays */
export async function removeReceipts(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ receipt_id: string }>`
    delete from receipts where (tenant_id, receipt_id, at) in (
      select r.tenant_id, r.receipt_id, r.at from receipts r where r.at < ${before} and not exists (
        select from receipt_queue q where q.tenant_id = r.tenant_id and q.receipt_id = r.receipt_id)
      order by r.at limit ${limit})
    and at < ${before} returning receipt_id`.execute(tx);
  return rows.map(({ receipt_id }) => receipt_id);
}

/** what came from outside beside clicks and receipts, as it came */
export async function removeSideRows(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows: hooks } = await sql`
    delete from received_hooks where (tenant_id, hook_id) in (
      select tenant_id, hook_id from received_hooks where at < ${before} limit ${limit})`.execute(tx);
  const { numAffectedRows: tests } = await sql`
    delete from test_events where (tenant_id, row_id) in (
      select tenant_id, row_id from test_events where at < ${before} limit ${limit})`.execute(tx);
  return Number(hooks ?? 0) + Number(tests ?? 0);
}
export type StoredReceipt = Awaited<ReturnType<typeof receiptsByIds>>[number];
/** without what proves it, which is no person's */
export type VisitorReceipt = Omit<StoredReceipt, 'token_digest'>;

export async function countReceipts(tx: Tx, { start, end }: { start: Date; end: Date }): Promise<number> {
  const row = await tx
    .selectFrom('receipts')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('at', '>=', start)
    .where('at', '<', end)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
