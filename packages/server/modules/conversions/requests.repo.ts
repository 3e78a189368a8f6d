// Words that only an account manager may make true. At most one is open per conversion: a unique key sees to it.
import type { RequestState, RequestWord } from '@tributary/contract/conversions';
import type { Selectable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { ConversionRequests } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { updateConversion } from './conversions.repo.ts';
import { requestsWaiting } from './topics.ts';

export interface NewRequest {
  tenantId: string;
  conversionId: string;
  receiptId: string | null;
  askedBy: 'advertiser' | 'checks';
  askedUser: string | null;
  word: RequestWord;
  amounts: { revenue: bigint; payout: bigint } | null;
  sale: { micros: bigint; currency: string; rate: bigint } | null;
  /** of a partial refund */
  refunded: bigint | null;
  lowers: boolean;
  reason: string;
  at: Date;
}

/**
 * The one before it is replaced; one that takes back what a manager approved keeps it from being paid. Where one call says an
 * amount and a status, the request for the status holds both.
 */
export async function fileRequest(tx: Tx, asked: NewRequest, asksToBlock: boolean): Promise<void> {
  if (await isLessThanRefund(tx, asked)) return;
  const beside = asked.receiptId && asked.word !== 'amount' ? await amountOfCall(tx, asked, asked.receiptId) : null;
  const request = { ...asked, ...beside, lowers: asked.lowers || beside?.lowers === true };
  const blocks = asksToBlock || beside?.lowers === true;
  await closeRequest(tx, request.conversionId, { state: 'replaced', at: request.at });
  await tx
    .insertInto('conversion_requests')
    .values({
      tenant_id: request.tenantId,
      conversion_id: request.conversionId,
      receipt_id: request.receiptId,
      asked_by: request.askedBy,
      asked_user: request.askedUser,
      word: request.word,
      revenue_micros: request.amounts?.revenue ?? null,
      payout_micros: request.amounts?.payout ?? null,
      sale_micros: request.sale?.micros ?? null,
      sale_currency: request.sale?.currency ?? null,
      sale_rate_e12: request.sale?.rate ?? null,
      refunded_micros: request.refunded,
      lowers: request.lowers,
      reason: request.reason,
      at: request.at,
    })
    .execute();
  await updateConversion(tx, request.conversionId, { disputed: blocks });
  await emit(tx, request.tenantId, requestsWaiting, {});
}

/** a refund that waits stays until a manager has answered, or more is given back: a repeated older word must not free the money */
async function isLessThanRefund(tx: Tx, { conversionId, word, refunded }: NewRequest): Promise<boolean> {
  const open = await tx
    .selectFrom('conversion_requests')
    .select('refunded_micros')
    .where('conversion_id', '=', conversionId)
    .where('state', '=', 'open')
    .where('word', '=', 'refund')
    .executeTakeFirst();
  if (!open) return false;
  if (open.refunded_micros === null) return true;
  if (word === 'refund') return refunded !== null && refunded <= BigInt(open.refunded_micros);
  return word !== 'rejected';
}

/** what the same call has just asked for */
async function amountOfCall(
  tx: Tx,
  { conversionId }: NewRequest,
  receiptId: string,
): Promise<Pick<NewRequest, 'amounts' | 'sale' | 'lowers'> | null> {
  const row = await tx
    .selectFrom('conversion_requests')
    .selectAll()
    .where('conversion_id', '=', conversionId)
    .where('state', '=', 'open')
    .where('receipt_id', '=', receiptId)
    .where('word', '=', 'amount')
    .executeTakeFirst();
  if (!row || row.revenue_micros === null || row.payout_micros === null) return null;
  const { sale_micros: micros, sale_currency: currency, sale_rate_e12: rate } = row;
  return {
    amounts: { revenue: BigInt(row.revenue_micros), payout: BigInt(row.payout_micros) },
    sale:
      micros === null || currency === null || rate === null
        ? null
        : { micros: BigInt(micros), currency, rate: BigInt(rate) },
    lowers: row.lowers,
  };
}

export interface Closing {
  state: Exclude<RequestState, 'open'>;
  at: Date;
  by?: string | null;
  reason?: string;
}

/** false where none was open */
export async function closeRequest(
  tx: Tx,
  conversionId: string,
  { state, at, by = null, reason }: Closing,
  of: { askedBy?: 'advertiser'; words?: readonly RequestWord[]; notOf?: string | null; keepsRefund?: boolean } = {},
): Promise<boolean> {
  let query = tx
    .updateTable('conversion_requests')
    .set({ state, decided_at: at, decided_by: by, decision_reason: reason ?? null })
    .where('conversion_id', '=', conversionId)
    .where('state', '=', 'open');
  if (of.askedBy) query = query.where('asked_by', '=', of.askedBy);
  if (of.notOf) query = query.where('receipt_id', 'is distinct from', of.notOf);
  if (of.keepsRefund) query = query.where('word', '<>', 'refund');
  if (of.words) query = query.where('word', 'in', [...of.words]);
  const closed = await query.returning('id').executeTakeFirst();
  if (closed) await updateConversion(tx, conversionId, { disputed: false });
  return closed !== undefined;
}

export type StoredRequest = Selectable<ConversionRequests>;

export async function findRequest(tx: Tx, id: string): Promise<StoredRequest | null> {
  return (await tx.selectFrom('conversion_requests').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** all of them, or those that were asked after a moment */
export async function openRequests(tx: Tx, since: Date | null = null): Promise<number> {
  let query = tx
    .selectFrom('conversion_requests')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('state', '=', 'open');
  if (since) query = query.where('at', '>', since);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** newest first, older than `after` */
export async function requestsAfter(
  tx: Tx,
  filter: { state?: RequestState | undefined; id?: string },
  after: string | null,
  limit: number,
) {
  let query = tx
    .selectFrom('conversion_requests as r')
    .innerJoin('conversions as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.conversion_id'),
    )
    .innerJoin('offers as o', (join) => join.onRef('o.tenant_id', '=', 'c.tenant_id').onRef('o.id', '=', 'c.offer_id'))
    .innerJoin('users as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.publisher_id'),
    )
    .innerJoin('users as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.advertiser_id'),
    )
    .leftJoin('users as d', (join) => join.onRef('d.tenant_id', '=', 'r.tenant_id').onRef('d.id', '=', 'r.decided_by'))
    .selectAll('r')
    .select(['c.status', 'c.reason as status_reason', 'c.currency', 'c.txn_id', 'c.click_id', 'c.disputed'])
    .select(['c.revenue_micros as revenue_now', 'c.payout_micros as payout_now', 'c.decided_by as decision_by'])
    .select(['o.id as offer_id', 'o.number as offer_number', 'o.title as offer_title'])
    .select(['p.id as publisher_id', 'p.user_sequence_id as publisher_number', 'p.first_name as publisher_first'])
    .select(['p.last_name as publisher_last', 'a.id as advertiser_id', 'a.user_sequence_id as advertiser_number'])
    .select(['a.first_name as advertiser_first', 'a.last_name as advertiser_last'])
    .select(['d.first_name as decider_first', 'd.last_name as decider_last']);
  if (filter.id) query = query.where('r.id', '=', filter.id);
  if (filter.state) query = query.where('r.state', '=', filter.state);
  if (after) query = query.where('r.id', '<', after);
  return query.orderBy('r.id', 'desc').limit(limit).execute();
}
export type LoggedRequest = Awaited<ReturnType<typeof requestsAfter>>[number];
