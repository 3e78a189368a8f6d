// Words that only an account manager may make true. At most one is open per conversion: a unique key sees to it.
import {
  type ConversionStatus,
  type RequestState,
  type RequestWord,
  requestLog,
} from '@tributary/contract/conversions/conversions';
import type { Selectable } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { ConversionRequests } from '../../../platform/db/schema.gen.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { offerRows } from '../../offers/index.ts';
import { type Conversion, updateConversion } from '../conversions.repo.ts';
import { requestsWaiting } from '../topics.ts';
import { statusOrder } from './authority.ts';

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

/** what one request may ask for at once; a status and amounts are told by different words, and neither takes the other back */
type Parts = Pick<NewRequest, 'word' | 'amounts' | 'sale' | 'refunded'>;

const isStatus = (word: RequestWord): word is ConversionStatus => word in statusOrder;
const isPartRefund = ({ word, refunded }: Parts): boolean => word === 'refund' || refunded !== null;

/**
 * The one before it is replaced; what that asked for and this one does not speak of stays. One that takes back what a manager
 * approved keeps it from being paid.
 */
export async function fileRequest(tx: Tx, asked: NewRequest, asksToBlock: boolean): Promise<void> {
  const row = await openRequest(tx, asked.conversionId);
  const open = row && partsOf(row);
  if (open && isLessThanRefund(open, asked)) return;
  const isSameVoice = row?.asked_by === asked.askedBy;
  // what a check asks for and what the advertiser does are not one wish, but what was given back stays given back
  const parts = !open
    ? asked
    : isSameVoice
      ? together(open, asked)
      : { ...asked, refunded: asked.refunded ?? open.refunded };
  const keeps = parts !== asked && row?.lowers === true && (isSameVoice || open?.refunded !== null);
  await closeRequest(tx, asked.conversionId, { state: 'replaced', at: asked.at });
  await insertRequest(tx, { ...asked, ...parts, lowers: asked.lowers || keeps }, asksToBlock || keeps);
  await emit(tx, asked.tenantId, requestsWaiting, {});
}

/** a refund that waits stays until a manager has answered, or more is given back: a repeated older word must not free the money */
function isLessThanRefund(open: Parts, { word, refunded }: Parts): boolean {
  if (!isPartRefund(open)) return false;
  if (open.refunded === null) return true;
  if (word === 'refund') return refunded !== null && refunded <= open.refunded;
  return word !== 'rejected' && open.word === 'refund';
}

function together(open: Parts, asked: Parts): Parts {
  // a whole refund leaves nothing to ask for
  if (asked.word === 'refund' && asked.refunded === null) return asked;
  return {
    word: !isStatus(asked.word) && isStatus(open.word) ? open.word : asked.word,
    amounts: asked.amounts ?? open.amounts,
    sale: asked.sale ?? open.sale,
    refunded: asked.refunded ?? open.refunded,
  };
}

/**
 * The advertiser says again what is so: what it asked for of that kind is off the table. Not what the same call asks for, not a
 * refund (a retry of an older call takes nothing back that was given back), and nothing that it did not speak of.
 */
export async function withdrawPart(
  tx: Tx,
  conversion: Pick<Conversion, 'id' | 'status' | 'revenue' | 'payout'>,
  what: 'status' | 'amount',
  { notOf, at }: { notOf: string | null; at: Date },
): Promise<boolean> {
  const row = await openRequest(tx, conversion.id);
  if (row?.asked_by !== 'advertiser' || (notOf !== null && row.receipt_id === notOf)) return false;
  const open = partsOf(row);
  if (what === 'status' ? !isStatus(open.word) : open.amounts === null) return false;
  const rest = what === 'status' ? withoutStatus(open) : withoutAmounts(open);
  await closeRequest(tx, conversion.id, { state: rest ? 'replaced' : 'withdrawn', at });
  if (!rest) return true;
  const lowers = isLower(rest, conversion);
  const { tenant_id: tenantId, receipt_id: receiptId, asked_user: askedUser, reason } = row;
  const request = { tenantId, conversionId: conversion.id, receiptId, askedBy: 'advertiser', askedUser } as const;
  await insertRequest(tx, { ...request, ...rest, lowers, reason, at }, lowers);
  return true;
}

const withoutStatus = (open: Parts): Parts | null => {
  if (open.refunded !== null) return { ...open, word: 'refund' };
  return open.amounts ? { ...open, word: 'amount' } : null;
};
const withoutAmounts = (open: Parts): Parts | null =>
  open.word === 'amount' ? null : { ...open, amounts: null, sale: null };

const isLower = (
  { word, amounts, refunded }: Parts,
  { status, revenue, payout }: Pick<Conversion, 'status' | 'revenue' | 'payout'>,
): boolean =>
  refunded !== null ||
  (isStatus(word) && statusOrder[word] < statusOrder[status]) ||
  (amounts !== null && (amounts.revenue < revenue || amounts.payout < payout));

const openRequest = (tx: Tx, conversionId: string): Promise<StoredRequest | undefined> =>
  tx
    .selectFrom('conversion_requests')
    .selectAll()
    .where('conversion_id', '=', conversionId)
    .where('state', '=', 'open')
    .executeTakeFirst();

function partsOf(row: StoredRequest): Parts {
  const { sale_micros: micros, sale_currency: currency, sale_rate_e12: rate } = row;
  return {
    // the check constraint keeps it within its list
    word: row.word as RequestWord,
    amounts:
      row.revenue_micros === null || row.payout_micros === null
        ? null
        : { revenue: BigInt(row.revenue_micros), payout: BigInt(row.payout_micros) },
    sale:
      micros === null || currency === null || rate === null
        ? null
        : { micros: BigInt(micros), currency, rate: BigInt(rate) },
    refunded: row.refunded_micros === null ? null : BigInt(row.refunded_micros),
  };
}

async function insertRequest(tx: Tx, request: NewRequest, blocks: boolean): Promise<void> {
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
  of: { askedBy?: 'advertiser'; words?: readonly RequestWord[] } = {},
): Promise<boolean> {
  let query = tx
    .updateTable('conversion_requests')
    .set({ state, decided_at: at, decided_by: by, decision_reason: reason ?? null })
    .where('conversion_id', '=', conversionId)
    .where('state', '=', 'open');
  if (of.askedBy) query = query.where('asked_by', '=', of.askedBy);
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

const asked = (tx: Tx) =>
  tx
    .selectFrom('conversion_requests as r')
    .innerJoin('conversions as c', (join) =>
      join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.id', '=', 'r.conversion_id'),
    )
    .innerJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'c.tenant_id').onRef('o.id', '=', 'c.offer_id'),
    )
    .innerJoin(accountRows.as('p'), (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.id', '=', 'c.publisher_id'),
    )
    .innerJoin(accountRows.as('a'), (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.advertiser_id'),
    )
    .leftJoin(accountRows.as('d'), (join) =>
      join.onRef('d.tenant_id', '=', 'r.tenant_id').onRef('d.id', '=', 'r.decided_by'),
    );

const selected = (query: ReturnType<typeof asked>) =>
  query
    .selectAll('r')
    .select(['c.status', 'c.reason as status_reason', 'c.currency', 'c.txn_id', 'c.click_id', 'c.disputed'])
    .select(['c.revenue_micros as revenue_now', 'c.payout_micros as payout_now', 'c.decided_by as decision_by'])
    .select(['o.id as offer_id', 'o.number as offer_number', 'o.title as offer_title'])
    .select(['p.id as publisher_id', 'p.user_sequence_id as publisher_number', 'p.first_name as publisher_first'])
    .select(['p.last_name as publisher_last', 'a.id as advertiser_id', 'a.user_sequence_id as advertiser_number'])
    .select(['a.first_name as advertiser_first', 'a.last_name as advertiser_last'])
    .select(['d.first_name as decider_first', 'd.last_name as decider_last']);

export const requests = keysetList(requestLog, {
  from: asked,
  rows: selected,
  filters: { state: (eb, state) => eb('r.state', '=', state) },
  key: byId('r.id'),
  cursorOf: (row) => row.id,
});

export async function loggedRequest(tx: Tx, id: string) {
  return (await selected(asked(tx)).where('r.id', '=', id).executeTakeFirst()) ?? null;
}
export type LoggedRequest = NonNullable<Awaited<ReturnType<typeof loggedRequest>>>;
