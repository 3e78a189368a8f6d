// Everything that can be wrong with a receipt, in the order in which it makes sense to put it right. Each look is a line of
// the trace; the first refusal names the outcome.

import { type ClickIdFields, decodeClickId } from '@tributary/contract/click-id';
import type { ConversionStatus, ReceiptOutcome, TraceStep } from '@tributary/contract/conversions';
import { formatMoney } from '@tributary/contract/money';
import {
  isRefundWord,
  type OwnWords,
  plainText,
  type ReadText,
  type ReceiptText,
  readAmount,
  readCurrency,
  readStatus,
  receiptFault,
  txnKey,
  unclearParameter,
  unfilled,
} from '@tributary/contract/receipt-rules';
import type { MacKey } from '@tributary/contract/siphash';
import { isVerdict, verdicts } from '@tributary/contract/verdicts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findPartner, type Partner } from '../accounts/index.ts';
import { events, type StoredClick, type StoredReceipt } from '../events/index.ts';
import { type ConversionTerms, formerGoal, goalOf, type ReceiptTerms, receiptTerms, termsAt } from '../offers/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { postbackAuthOf } from '../tracking/index.ts';
import type { Authority } from './authority.ts';
import { ownerFault, senderFault } from './check-sender.ts';
import type { First } from './record-conversion.ts';

export interface ToldAmount {
  micros: bigint;
  /** the offer's, where none was said */
  currency: string;
  isAssumed: boolean;
}

export interface Claim {
  terms: ConversionTerms;
  words: ReceiptTerms;
  goal: ConversionTerms['goals'][number];
  publisher: Partner;
  /** who speaks: the offer's advertiser, or one whose it was before; null where an account manager vouches */
  senderId: string | null;
  click: { id: string; at: Date; row: StoredClick | null };
  sale: ToldAmount | null;
  /** in which the call's amounts are, if it says so, with an amount or without */
  currency: string | null;
  /** what the advertiser says; a visitor's pixel is not asked */
  said: ConversionStatus | null;
  /** given back of the order, in total so far; without an amount all of it */
  refund: { total: ToldAmount | null } | null;
  txn: { id: string; key: string; variant: string } | null;
  /** why nothing new may come of it; a word about an order that is there is heard all the same */
  closed: Closed | null;
}

interface Closed {
  outcome: ReceiptOutcome;
  step: string;
  saw: string;
}

export type Judgement = { refused: ReceiptOutcome } | { refused: null; claim: Claim };

/** what many receipts ask for: read once for all that are decided together */
export interface Reads {
  tenantNumber(): Promise<number>;
  /** as they were at that moment */
  terms(offer: number, at: Date): Promise<ConversionTerms | null>;
  publisher(number: number): Promise<Partner | null>;
  advertiser(id: string): Promise<Partner | null>;
  sender(number: number): Promise<Partner | null>;
  words(offerId: string): Promise<ReceiptTerms>;
  /** status words of an advertiser's own */
  ownWords(advertiserId: string): Promise<OwnWords>;
  click(id: string, at: Date): Promise<StoredClick | null>;
}

export function readOnce(tx: Tx, tenantId: string): Reads {
  const memo = <Key, Value>(read: (key: Key) => Promise<Value>) => {
    const known = new Map<Key, Promise<Value>>();
    return (key: Key): Promise<Value> => {
      const value = known.get(key) ?? read(key);
      known.set(key, value);
      return value;
    };
  };
  const tenant = memo((_one: 0) => termsOfTenant(tx, tenantId));
  const versions = versionsRead(tx);
  return {
    tenantNumber: async () => (await tenant(0)).number,
    terms: (number, at) => versions.at(number, at),
    publisher: memo((number: number) => findPartner(tx, 'publisher', { number }, { deletedToo: true })),
    advertiser: memo((id: string) => findPartner(tx, 'advertiser', { id })),
    sender: memo((number: number) => findPartner(tx, 'advertiser', { number })),
    words: memo((offerId: string) => receiptTerms(tx, offerId)),
    ownWords: memo(async (id: string) => (await postbackAuthOf(tx, [id])).get(id)?.statusWords ?? {}),
    click: (id, at) => events().clickById(tx, tenantId, id, at),
  };
}

/** receipts of one moment mostly meet the same version */
function versionsRead(tx: Tx) {
  const known = new Map<number, ConversionTerms[]>();
  return {
    at: async (number: number, at: Date): Promise<ConversionTerms | null> => {
      const read = known.get(number) ?? [];
      const found = read.find(
        ({ inForceFrom, inForceUntil }) => inForceFrom <= at && (inForceUntil === null || at < inForceUntil),
      );
      if (found) return found;
      const terms = await termsAt(tx, { number }, { at });
      if (terms) known.set(number, [...read, terms]);
      return terms;
    },
  };
}

export async function judgeReceipt(
  tx: Tx,
  place: { reads: Reads; key: MacKey },
  receipt: StoredReceipt,
  trusted: boolean,
  trace: TraceStep[],
): Promise<Judgement> {
  const look = (step: string, saw: string, result = 'ok') => trace.push({ step, saw, result });
  const refuse = (outcome: ReceiptOutcome, step: string, saw: string): Judgement => {
    look(step, saw, outcome);
    return { refused: outcome };
  };
  const { click_id: clickId } = receipt;
  const fault = senderFault(receipt, trusted);
  if (fault) return refuse(fault, 'Sender', receipt.ip ?? 'unknown address');
  look('Sender', receipt.ip ?? 'unknown address', trusted ? 'vouched for by an account manager' : 'ok');
  if (!clickId) return refuse('missing_click', 'Click id', 'none');
  const fields = decodeClickId(clickId, place.key);
  if (fields?.kind !== 'click') {
    return refuse(unfilled(clickId) ? 'macro_unfilled' : 'broken_click', 'Click id', clickId);
  }
  if (fields.tenant !== (await place.reads.tenantNumber())) return refuse('foreign_click', 'Click id', clickId);
  const unclear = unclearOf(receipt);
  if (unclear) return refuse('parameter_unclear', 'Parameters', unclear);
  look('Click id', `${clickId}: offer ${fields.offer}, publisher ${fields.publisher}`);
  return judgeClaim(tx, place.reads, receipt, { id: clickId, fields, trusted }, look, refuse);
}

type Look = (step: string, saw: string, result?: string) => void;
type Refuse = (outcome: ReceiptOutcome, step: string, saw: string) => Judgement;

async function judgeClaim(
  tx: Tx,
  reads: Reads,
  receipt: StoredReceipt,
  { id, fields, trusted }: { id: string; fields: ClickIdFields; trusted: boolean },
  look: Look,
  refuse: Refuse,
): Promise<Judgement> {
  const terms = await reads.terms(fields.offer, receipt.at);
  if (!terms) return refuse('offer_unknown', 'Offer', String(fields.offer));
  const owner = await reads.advertiser(terms.advertiserId);
  const isFormer = receipt.kind === 'postback' && receipt.advertiser !== null && receipt.advertiser !== owner?.number;
  const sender = isFormer && !trusted ? await reads.sender(receipt.advertiser ?? 0) : owner;
  const orphaned = ownerFault(sender, trusted);
  if (orphaned) return refuse(orphaned, 'Advertiser', `of ${terms.title} (${terms.number}): not active`);
  const named = namedOffer(receipt);
  if (named !== '' && named !== String(terms.number)) return refuse('offer_mismatch', 'Offer', `camp_id ${named}`);
  look('Offer', `${terms.title} (${terms.number}), ${terms.status}`);
  if (receipt.kind === 'pixel' && terms.tracking === 'Server Postback') {
    return refuse('pixel_not_enabled', 'Tracking', terms.tracking);
  }
  look('Tracking', `${receipt.kind}, the offer asks for ${terms.tracking}`);
  const publisher = await reads.publisher(fields.publisher);
  if (!publisher) return refuse('publisher_unknown', 'Publisher', String(fields.publisher));
  look('Publisher', `${publisher.name} (${publisher.number}), ${publisher.isDeleted ? 'deleted' : publisher.status}`);
  const clickAt = new Date(fields.timeMs);
  const ageMs = receipt.at.getTime() - clickAt.getTime();
  const clickLifeMs = terms.clickLifeDays * DAY_MS;
  const read = readerOf(receipt);
  const token = plainText(read('goal'));
  const present = await goalOf(tx, terms, { token });
  const goal = present ?? (await formerGoal(tx, terms, token));
  const ownWords = await reads.ownWords((sender ?? owner)?.id ?? terms.advertiserId);
  const place = { kind: kindOf(receipt), ageMs, clickLifeMs, offerCurrency: terms.currency, ownWords };
  const fault = receiptFault(read, { ...place, isGoal: () => present !== null, wasGoal: () => goal !== null });
  const age = `${Math.round(ageMs / 1_000)} s after the click; clicks live ${terms.clickLifeDays} days`;
  if (fault?.outcome === 'click_expired') return refuse(fault.outcome, 'Click lifetime', age);
  if (fault) return refuse(fault.outcome, stepOf[fault.name], `${fault.name} is “${fault.value}”`);
  if (!goal) return refuse('goal_unknown', 'Goal', token || 'the default one');
  look('Click lifetime', age);
  look('Goal', `${goal.name} (${token || 'the default one'})`);
  const closed = [
    sender !== owner && closedBy('token_mismatch', 'Sender', `${sender?.name}: the offer is another’s by now`),
    // a paused offer takes no clicks any more, but what was clicked before still counts
    terms.status === 'pending' && closedBy('offer_disabled', 'Offer', `${terms.title}: ${terms.status}`),
    publisher.isDeleted && closedBy('publisher_unknown', 'Publisher', `${publisher.name}: deleted`),
    ageMs > clickLifeMs && closedBy('click_expired', 'Click lifetime', age),
    !present && closedBy('goal_unknown', 'Goal', `${token}: removed`),
  ].find((one) => one !== false);
  if (closed && receipt.kind === 'pixel') return refuse(closed.outcome, closed.step, closed.saw);
  const words = await reads.words(terms.id);
  const { sale, currency, said, refund, txn } = readWords(receipt, terms.currency, words, ownWords);
  look('Amount', sale ? `sale of ${formatMoney(sale.micros)} ${sale.currency}` : 'no sale amount');
  const row = await reads.click(id, clickAt);
  look('Click', row ? clickText(row) : 'its own row has not arrived yet');
  const click = { id, at: clickAt, row };
  return {
    refused: null,
    claim: {
      terms,
      words,
      goal,
      publisher,
      senderId: trusted ? null : (sender?.id ?? null),
      click,
      sale,
      currency,
      said,
      refund,
      txn,
      closed: closed ?? null,
    },
  };
}

const closedBy = (outcome: ReceiptOutcome, step: string, saw: string): Closed => ({ outcome, step, saw });

/** nothing that is put right on our side makes such a call clearer; whoever vouches for the sender does not, either */
function unclearOf(receipt: StoredReceipt): string | null {
  const found = unclearParameter(receipt.query ?? '', kindOf(receipt));
  if (found) return `${found.name} is “${found.value}”`;
  return receipt.outcome === 'parameter_unclear' ? 'a body that is no form' : null;
}

const kindOf = ({ kind }: StoredReceipt): 'postback' | 'pixel' => (kind === 'pixel' ? 'pixel' : 'postback');
const readerOf =
  (receipt: StoredReceipt): ReadText =>
  (name) =>
    (name === 'refund_amount' ? receipt.params.refund_amount : receipt[name]) ?? '';
const stepOf: Record<ReceiptText, string> = {
  click_id: 'Click id',
  txn_id: 'Transaction id',
  goal: 'Goal',
  status: 'Status',
  sale_amount: 'Amount',
  refund_amount: 'Amount',
  currency: 'Currency',
};

/** of a receipt without fault */
function readWords(
  receipt: StoredReceipt,
  offerCurrency: string,
  { txnCaseMatters }: ReceiptTerms,
  ownWords: OwnWords,
) {
  const read = readerOf(receipt);
  const told = readCurrency(read('currency'));
  const currency = told ?? offerCurrency;
  const amountOf = (name: 'sale_amount' | 'refund_amount'): ToldAmount | null => {
    const micros = readAmount(read(name), currency);
    return typeof micros === 'bigint' ? { micros, currency, isAssumed: told === null } : null;
  };
  const word = kindOf(receipt) === 'postback' ? readStatus(read('status'), ownWords) : null;
  const [sale, back] = [amountOf('sale_amount'), amountOf('refund_amount')];
  const isRefund = isRefundWord(word) || (word === null && back !== null && back.micros > 0n);
  const id = plainText(read('txn_id'));
  return {
    // beside a refund, the amount is what was given back
    sale: isRefund ? null : sale,
    currency: told,
    said: isRefundWord(word) || word === 'unknown' ? null : word,
    refund: isRefund ? { total: back ?? sale } : null,
    txn: id === '' ? null : { id, key: txnKey(id), variant: txnCaseMatters ? id : '' },
  };
}

/** which offer the call names; rows of older trackers say it only in their query */
const namedOffer = ({ params, query }: StoredReceipt): string =>
  params.camp_id ?? new URLSearchParams(query ?? '').get('camp_id') ?? '';

const clickText = (row: StoredClick): string =>
  [isVerdict(row.verdict) ? verdicts[row.verdict].label : row.verdict, row.country, row.device_type, row.source]
    .filter(Boolean)
    .join(', ');

/** doubt: answered like a good click, but not billed, or called what nobody here knows */
export interface ClickJudged {
  standing: 'good' | 'doubtful' | 'refused';
  reason: string;
}

export function judgeClick({ verdict: name }: Pick<StoredClick, 'verdict'>): ClickJudged {
  const verdict = isVerdict(name) ? verdicts[name] : null;
  if (verdict?.invalid) return { standing: 'refused', reason: `The click was refused: ${verdict.label}` };
  if (verdict?.billable) return { standing: 'good', reason: verdict.label };
  return { standing: 'doubtful', reason: `The click needs a look: ${verdict?.label ?? name}` };
}

export interface FirstStatus extends First {
  outcome: ReceiptOutcome;
}

/** with what status it begins: too fast and refused clicks are rejected with the reason kept, doubt waits for a person */
export function firstStatus(claim: Claim, at: Date, isPixel: boolean, trace: TraceStep[]): FirstStatus {
  const { terms, words, publisher, click, said } = claim;
  const afterHold = said ?? terms.statusAfterHold;
  const isHeld = terms.holdMinutes > 0 && (said === null || words.mayOverrule === 'none');
  const holdUntil = isHeld ? new Date(at.getTime() + terms.holdMinutes * MINUTE_MS) : null;
  const decided = (
    status: ConversionStatus,
    decidedBy: Authority,
    reason: string | null,
    outcome: ReceiptOutcome = 'recorded',
  ): FirstStatus => {
    trace.push({
      step: 'Status',
      saw: said ? `the advertiser says ${said}` : 'no status sent',
      result: reason ?? status,
    });
    return { status, decidedBy, reason, holdUntil: null, afterHold, outcome };
  };
  const seconds = Math.floor((at.getTime() - click.at.getTime()) / 1_000);
  if (seconds < terms.minCtitSeconds) {
    const reason = `${seconds} s after the click; this offer asks for at least ${terms.minCtitSeconds} s`;
    return decided('rejected', 'too_fast', reason, 'too_fast');
  }
  const judged = click.row && judgeClick(click.row);
  if (judged?.standing === 'refused') return decided('rejected', 'fraud', judged.reason, 'click_refused');
  const isDoubtful = judged?.standing === 'doubtful';
  if (said === 'rejected') {
    // the hold runs all the same: "approved" after it is no way around
    return { ...decided('rejected', 'advertiser', 'Rejected by the advertiser'), isDoubtful, holdUntil };
  }
  if (isDoubtful) return decided('pending', 'fraud', judged.reason);
  if (publisher.status !== 'approved') return decided('pending', 'review', 'The publisher is not active');
  if (isPixel && words.pixelStatus === 'pending') {
    return decided('pending', 'none', 'Anyone can fire a pixel: it waits to be confirmed');
  }
  // the advertiser's word is what the hold ends with, not a way around it
  if (holdUntil) {
    return { ...decided('pending', 'hold', `On hold for ${terms.holdMinutes} minutes`), holdUntil };
  }
  if (said) return decided(said, 'advertiser', said === 'approved' ? 'Approved by the advertiser' : null);
  return decided(terms.statusAfterHold, 'none', null);
}
