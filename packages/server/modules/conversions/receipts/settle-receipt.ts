// What a receipt without fault comes to: a new conversion, a word about one that is there, or something that waits.
import type { ReceiptOutcome, TraceStep } from '@tributary/contract/conversions/conversions';
import type { GoalCount } from '@tributary/contract/offers/offer-terms';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type AuditedCall, recordAudit } from '../../audit/index.ts';
import type { StoredReceipt } from '../../events/index.ts';
import { convert, rateOn, ratesInTurn } from '../../rates/index.ts';
import { termsOfTenant, type Zones } from '../../tenancy/index.ts';
import {
  type Conversion,
  countPixels,
  findByClick,
  findByTxn,
  findOnAnyGoal,
  lockConversion,
  updateConversion,
} from '../conversions.repo.ts';
import { type Order, recordConversion } from '../record-conversion.ts';
import { currencyOfRefunds, keepRefund, takeRefunds, type WaitingRefund } from '../refunds.repo.ts';
import { type Heard, hearRefund, hearSale, hearStatus, type Voice } from './hear-word.ts';
import { firstStatus, type Reading, type ToldAmount } from './judge-receipt.ts';
import { networkOf, PIXELS_PER_CLICK, PIXELS_PER_NETWORK } from './pixel-limits.ts';

export interface Decision {
  outcome: ReceiptOutcome;
  conversion: Conversion | null;
  /** a conversion that was not there before */
  isNew?: true;
}

/** one per click and goal, or one per transaction: the goal's own setting, else by what is paid for */
export const countedBy = ({ terms, words, goal }: Pick<Reading, 'terms' | 'words' | 'goal'>): GoalCount =>
  words.countedBy.get(goal.id) ??
  (terms.type === 'CPS' || goal.revenueBasisPoints !== null || goal.payoutBasisPoints !== null ? 'order' : 'click');

export async function settleReceipt(
  tx: Tx,
  by: AuditedCall,
  receipt: StoredReceipt,
  reading: Reading,
  trace: TraceStep[],
): Promise<Decision> {
  const isPixel = receipt.kind === 'pixel';
  const found = await findKnown(tx, by, receipt, reading);
  if (found.outcome) {
    trace.push({ step: 'Duplicate', saw: found.saw, result: found.outcome });
    return { outcome: found.outcome, conversion: null };
  }
  if (found.known) return meetKnown(tx, by, receipt, reading, found.known, trace);
  if (reading.closed) {
    const { outcome, step, saw } = reading.closed;
    trace.push({ step, saw, result: outcome });
    return { outcome, conversion: null };
  }
  trace.push({ step: 'Duplicate', saw: reading.txn?.id ?? 'no transaction id', result: 'new' });
  if (reading.refund) return parkRefund(tx, by, receipt, reading);
  const network = isPixel ? networkOf(receipt.ip) : null;
  if (isPixel && (await isOverPixels(tx, receipt, reading, network, trace)))
    return { outcome: 'pixel_limit', conversion: null };
  const first = firstStatus(reading, receipt.at, isPixel, trace);
  const currency = reading.currency ?? (await currencyOfRefunds(tx, reading));
  const sale = reading.sale && { ...reading.sale, currency: currency ?? reading.sale.currency };
  const recorded = await recordConversion(tx, by, {
    kind: isPixel ? 'pixel' : 'postback',
    receiptId: receipt.receipt_id,
    terms: reading.terms,
    goal: reading.goal,
    publisherId: reading.publisher.id,
    click: reading.click,
    order: orderOf(reading),
    at: receipt.at,
    sale,
    // a visitor's browser says nothing about what the advertiser's server means
    currency: isPixel ? null : (currency ?? sale?.currency ?? null),
    first,
    amounts: { revenue: null, payout: null },
    byHand: null,
    overCap: false,
    pixelNetwork: network,
    params: receipt.params,
    ip: receipt.ip,
    country: null,
    trace,
  });
  if (recorded.result === 'no-rate') {
    trace.push({ step: 'Exchange rate', saw: `${sale?.currency} to ${reading.terms.currency}`, result: 'unknown' });
    return { outcome: 'currency_unknown', conversion: null };
  }
  if (recorded.result !== 'recorded') return { outcome: 'duplicate', conversion: null };
  const { conversion, overCap } = recorded;
  await applyWaiting(tx, by, reading, conversion);
  return { outcome: overCap ? 'over_cap' : first.outcome, conversion, isNew: true };
}

export const orderOf = (
  reading: Pick<Reading, 'terms' | 'words' | 'goal' | 'txn'> & { click: { id: string } | null },
): Order => ({
  txnId: reading.txn?.id ?? null,
  txnKey: reading.txn?.key ?? null,
  txnVariant: reading.txn?.variant ?? '',
  clickKey: reading.txn === null || countedBy(reading) === 'click' ? (reading.click?.id ?? null) : null,
});

interface Found {
  known?: Conversion;
  outcome?: ReceiptOutcome;
  saw: string;
}

/** by its transaction, else by its click and goal: docs/decisions/0020 */
async function findKnown(tx: Tx, by: AuditedCall, receipt: StoredReceipt, reading: Reading): Promise<Found> {
  const { terms, goal, click, txn } = reading;
  const isPixel = receipt.kind === 'pixel';
  const order = { offerId: terms.id, goalId: goal.id };
  const byTxn = txn && (await findByTxn(tx, { ...order, txnId: txn.id, txnKey: txn.key, txnVariant: txn.variant }));
  if (byTxn === 'several') return { outcome: 'txn_needed', saw: 'several orders that differ in case alone' };
  if (byTxn && !isContested(byTxn, reading)) return { known: byTxn, saw: byTxn.id };
  const outcome = byTxn && (await contest(tx, by, receipt, reading, byTxn));
  if (outcome) return { outcome, saw: `conversion ${byTxn?.id} of another click` };
  const ofClick = await findByClick(tx, click.id, goal.id);
  const [first] = ofClick;
  if (!first) {
    const only = takesBack(reading) && goal.token === '' && txn ? await findOnAnyGoal(tx, click.id, txn.key) : null;
    return only ? { known: only, saw: only.id } : { saw: '' };
  }
  if (!txn) {
    return ofClick.length === 1
      ? { known: first, saw: first.id }
      : { outcome: 'txn_needed', saw: 'several orders on this click' };
  }
  const free = ofClick.find((conversion) => mayAdopt(conversion, isPixel));
  if (free) return { known: await adopt(tx, free, txn), saw: free.id };
  if (countedBy(reading) === 'order') return { saw: '' };
  return { outcome: 'click_converted', saw: `conversion ${first.id}, transaction ${first.txn_id ?? 'none'}` };
}

const takesBack = ({ said, refund }: Reading): boolean => said === 'rejected' || refund !== null;

/** only a browser has said that the order is this click's, and now another click is named for it */
const isContested = (known: Conversion, { click, terms }: Reading): boolean =>
  known.kind === 'pixel' &&
  known.click_id !== click.id &&
  known.advertiser_id === terms.advertiserId &&
  known.decided_by !== 'advertiser' &&
  known.decided_by !== 'refund';

/**
 * Anyone can fire a pixel with a number that he guessed. The advertiser's server says whose the order is; of two browsers
 * neither does, so a person does. null: the order is free for the click that claims it now.
 */
async function contest(
  tx: Tx,
  by: AuditedCall,
  receipt: StoredReceipt,
  reading: Reading,
  known: Conversion,
): Promise<'order_contested' | 'requested' | null> {
  const reason = `Order ${known.txn_id} is claimed for another click, too`;
  if (known.status !== 'rejected' && receipt.kind === 'pixel') {
    await updateConversion(tx, known.id, { reason });
    await recordAudit(tx, by, {
      action: 'conversion.contested',
      objectKind: 'conversion',
      objectId: known.id,
      after: { reason, receipt: receipt.receipt_id },
    });
    return 'order_contested';
  }
  if (known.status !== 'rejected') {
    const voice = advertiserSays(receipt, reading);
    const heard = await hearStatus(tx, by, known, voice, 'rejected', voice.says('the order is another click’s'));
    if (heard === 'requested') return 'requested';
  }
  await updateConversion(tx, known.id, { txn_key: null });
  return null;
}

/** a visitor gives no id to what a server said; a server's word stands for a pixel that nobody has decided about */
const mayAdopt = (known: Conversion, isPixel: boolean): boolean =>
  known.txn_id === null
    ? !isPixel || known.kind === 'pixel'
    : !isPixel && known.kind === 'pixel' && known.status === 'pending' && known.decided_by === 'none';

async function adopt(tx: Tx, known: Conversion, txn: NonNullable<Reading['txn']>): Promise<Conversion> {
  const columns = { txn_id: txn.id, txn_key: txn.key, txn_variant: txn.variant };
  await updateConversion(tx, known.id, columns);
  return { ...known, ...columns };
}

async function isOverPixels(
  tx: Tx,
  receipt: StoredReceipt,
  { terms, click }: Reading,
  network: string | null,
  trace: TraceStep[],
): Promise<boolean> {
  const since = new Date(receipt.at.getTime() - DAY_MS);
  const { ofClick, ofNetwork } = await countPixels(tx, { offerId: terms.id, clickId: click.id, network, since });
  const isOver = ofClick >= PIXELS_PER_CLICK || ofNetwork >= PIXELS_PER_NETWORK;
  const saw = `${ofClick} of this click, ${ofNetwork} from ${network ?? 'an unknown address'} in 24 hours`;
  trace.push({ step: 'Pixels', saw, result: isOver ? 'pixel_limit' : 'ok' });
  return isOver;
}

const advertiserSays = (receipt: Pick<StoredReceipt, 'receipt_id'>, { words }: Reading): Voice => ({
  authority: 'advertiser',
  loosened: words.mayOverrule,
  receiptId: receipt.receipt_id,
  userId: null,
  says: (what) => `The advertiser’s postback says ${what}`,
});

/** nobody but a person raises what is owed to a publisher that was rejected or has left */
const underReview = (known: Conversion, { publisher }: Reading): Conversion =>
  known.ceiling !== null || (publisher.status === 'approved' && !publisher.isDeleted)
    ? known
    : { ...known, ceiling: 'pending', ceiling_by: 'review' };

/** the same again is a duplicate; anything else is the advertiser's word about the one we know */
async function meetKnown(
  tx: Tx,
  by: AuditedCall,
  receipt: StoredReceipt,
  reading: Reading,
  known: Conversion,
  trace: TraceStep[],
): Promise<Decision> {
  const heard = await hear(tx, by, receipt, reading, underReview(known, reading));
  trace.push({ step: 'Duplicate', saw: `conversion ${known.id}, ${known.status}`, result: heard });
  const waiting = await applyWaiting(tx, by, reading, known);
  return { outcome: waiting && heard === 'duplicate' ? 'updated' : heard, conversion: known };
}

async function hear(
  tx: Tx,
  by: AuditedCall,
  receipt: StoredReceipt,
  reading: Reading,
  known: Conversion,
): Promise<Heard | 'currency_unknown'> {
  // the offer's advertiser of today may be another one than this conversion's
  const isTheirs = reading.senderId === null || known.advertiser_id === reading.senderId;
  if (receipt.kind !== 'postback' || !isTheirs) return 'duplicate';
  const voice = advertiserSays(receipt, reading);
  await noteCurrency(tx, known, reading);
  const { zones } = await termsOfTenant(tx, by.tenant.id);
  if (reading.refund) return hearTotal(tx, by, known, voice, reading.refund.total, zones);
  let [current, heard]: [Conversion, Heard] = [known, 'duplicate'];
  if (reading.sale && reading.said !== 'rejected') {
    const { micros, currency } = inItsOwn(known, reading.sale);
    const rate = await rateFor(tx, known, currency);
    if (rate === null) return 'currency_unknown';
    heard = await hearSale(tx, by, known, voice, { micros, currency, rate }, zones);
    current = (await lockConversion(tx, known.id)) ?? known;
  }
  if (reading.said === null) return heard;
  return weightier(heard, await hearStatus(tx, by, current, voice, reading.said));
}

/** of what two words came to, the one to tell */
const weights: readonly Heard[] = ['duplicate', 'after_hold', 'updated', 'over_cap', 'requested'];
const weightier = (a: Heard, b: Heard): Heard => (weights.indexOf(a) > weights.indexOf(b) ? a : b);

/** an amount without a currency is in the order's own, whatever the offer's is by now */
const inItsOwn = (known: Conversion, told: ToldAmount): ToldAmount =>
  told.isAssumed ? { ...told, currency: known.order_currency ?? known.sale_currency ?? known.currency } : told;

/** the first that is told for an order is its own, with an amount or without */
async function noteCurrency(tx: Tx, known: Conversion, { currency, sale, refund }: Reading): Promise<void> {
  const amount = sale ?? refund?.total ?? null;
  const own = currency ?? (amount && inItsOwn(known, amount).currency);
  if (known.order_currency === null && own !== null) await updateConversion(tx, known.id, { order_currency: own });
}

async function rateFor(tx: Tx, conversion: Conversion, currency: string): Promise<bigint | null> {
  return rateOn(await ratesInTurn(tx), currency, conversion.currency, conversion.at.toISOString().slice(0, 10));
}

async function hearTotal(
  tx: Tx,
  by: AuditedCall,
  known: Conversion,
  voice: Voice,
  told: ToldAmount | null,
  zones: Zones,
): Promise<Heard | 'currency_unknown'> {
  if (!told) return hearRefund(tx, by, known, voice, null, zones);
  const total = inItsOwn(known, told);
  const rate = await rateFor(tx, known, total.currency);
  if (rate === null) return 'currency_unknown';
  return hearRefund(tx, by, known, voice, convert(total.micros, rate), zones);
}

/** of an order that has not come yet */
async function parkRefund(tx: Tx, by: AuditedCall, receipt: StoredReceipt, reading: Reading): Promise<Decision> {
  await keepRefund(tx, {
    tenantId: by.tenant.id,
    receiptId: receipt.receipt_id,
    offerId: reading.terms.id,
    goalId: reading.goal.id,
    clickId: reading.click.id,
    txn: reading.txn,
    at: receipt.at,
    total: reading.refund?.total ?? null,
  });
  return { outcome: 'refund_waits', conversion: null };
}

/** refunds that came before their order, in the order in which they came */
async function applyWaiting(tx: Tx, by: AuditedCall, reading: Reading, conversion: Conversion): Promise<boolean> {
  const { zones } = await termsOfTenant(tx, by.tenant.id);
  const waiting: WaitingRefund[] = await takeRefunds(tx, conversion, by.clock.now());
  for (const { receiptId, total } of waiting) {
    const now = await lockConversion(tx, conversion.id);
    if (now) await hearTotal(tx, by, now, advertiserSays({ receipt_id: receiptId }, reading), total, zones);
  }
  return waiting.length > 0;
}
