// Everything that can be wrong with a receipt, in the order in which it makes sense to put it right. Each look is a line of
// the trace; the first refusal names the outcome.

import type { ConversionStatus, ReceiptOutcome, TraceStep } from '@tributary/contract/conversions/conversions';
import { formatMoney } from '@tributary/contract/money';
import type { ClickIdFields } from '@tributary/contract/tracker/click-id';
import type { PostbackMapping } from '@tributary/contract/tracker/postback-mapping';
import { type CallFault, callFault, type ReceiptCall } from '@tributary/contract/tracker/receipt-check';
import {
  isRefundWord,
  type OwnWords,
  plainText,
  readAmount,
  readCurrency,
  readStatus,
  txnKey,
} from '@tributary/contract/tracker/receipt-rules';
import { isVerdict, verdicts } from '@tributary/contract/tracker/verdicts';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Partner } from '../../accounts/index.ts';
import type { StoredClick, StoredReceipt } from '../../events/index.ts';
import type { ConversionTerms, ReceiptTerms } from '../../offers/index.ts';
import { CREDIT_USED_UP } from '../credit-waiting.repo.ts';
import type { First } from '../record-conversion.ts';
import type { Authority } from '../requests/authority.ts';
import { senderFault } from './check-sender.ts';
import { type Facts, factsOf, type JudgePlace, type Reads } from './receipt-facts.ts';

export interface ToldAmount {
  micros: bigint;
  /** the offer's, where none was said */
  currency: string;
  isAssumed: boolean;
}

export interface Reading {
  terms: ConversionTerms;
  words: ReceiptTerms;
  goal: ConversionTerms['goals'][number];
  publisher: Partner;
  /** who speaks: the offer's advertiser, or one whose it was before; null where an account manager vouches */
  senderId: string | null;
  /** `isRemoved`: its row is gone for good, and nobody can say any more what the tracker made of it */
  click: { id: string; at: Date; row: StoredClick | null; isRemoved: boolean };
  sale: ToldAmount | null;
  /** in which the call's amounts are, if it says so, with an amount or without */
  currency: string | null;
  /** what the advertiser says; a visitor's pixel is not asked */
  said: ConversionStatus | null;
  /** given back of the order, in total so far; without an amount all of it */
  refund: { total: ToldAmount | null } | null;
  txn: { id: string; key: string; variant: string } | null;
  /** the advertiser's credit is used up */
  isCreditStopped: boolean;
  /** why nothing new may come of it; a word about an order that is there is heard all the same */
  closed: Closed | null;
}

interface Closed {
  outcome: ReceiptOutcome;
  step: string;
  saw: string;
}

export type Judgement = { refused: ReceiptOutcome } | { refused: null; reading: Reading };

type Look = (step: string, saw: string, result?: string) => void;

export async function judgeReceipt(
  tx: Tx,
  place: JudgePlace,
  receipt: StoredReceipt,
  trusted: boolean,
  trace: TraceStep[],
): Promise<Judgement> {
  const look: Look = (step, saw, result = 'ok') => trace.push({ step, saw, result });
  const refuse = (outcome: ReceiptOutcome, step: string, saw: string): Judgement => {
    look(step, saw, outcome);
    return { refused: outcome };
  };
  const facts = await factsOf(tx, place, receipt, trusted);
  const fault = callFault(facts.call, facts);
  if (fault || !facts.terms || !facts.click) return refuseCall(fault, facts, receipt, trusted, look, refuse);
  passCall(facts, receipt, trusted, look);
  return judgeClaim(place.reads, receipt, { ...facts, terms: facts.terms, click: facts.click, trusted }, look, refuse);
}

const ageText = ({ click, terms }: Facts, receipt: StoredReceipt): string =>
  `${Math.round((receipt.at.getTime() - (click?.timeMs ?? 0)) / 1_000)} s after the click; clicks live ${terms?.clickLifeDays} days`;
const offerText = ({ terms }: Facts): string => `${terms?.title} (${terms?.number}), ${terms?.status}`;

/** what went well up to there, and what did not */
function refuseCall(
  fault: CallFault | null,
  facts: Facts,
  receipt: StoredReceipt,
  trusted: boolean,
  look: Look,
  refuse: (outcome: ReceiptOutcome, step: string, saw: string) => Judgement,
): Judgement {
  const { outcome, about, name, value } = fault ?? { outcome: 'offer_unknown', about: 'offer', name: null, value: '' };
  const stored = senderFault(receipt, trusted);
  if (stored) return refuse(stored, 'Sender', receipt.ip ?? 'unknown address');
  if (about === 'sender' && facts.unproven) {
    return refuse(outcome, 'Sender', `${receipt.ip ?? 'unknown address'}: what was kept of the call does not prove it`);
  }
  lookAtSender(receipt, trusted, look);
  if (about === 'click') return refuse(outcome, 'Click id', receipt.click_id || 'none');
  lookAtClick(facts, look);
  if (outcome === 'offer_unknown') return refuse(outcome, 'Offer', String(facts.click?.offer));
  if (about === 'sender') {
    return refuse(outcome, 'Advertiser', `of ${facts.terms?.title} (${facts.terms?.number}): not active`);
  }
  if (about === 'offer') return refuse(outcome, 'Offer', `camp_id ${value}`);
  look('Offer', offerText(facts));
  if (outcome === 'click_expired') return refuse(outcome, 'Click lifetime', ageText(facts, receipt));
  if (name === 'body') return refuse(outcome, 'Parameters', 'a body that is no form');
  const step = outcome === 'parameter_unclear' ? 'Parameters' : (stepOf[name ?? ''] ?? 'Parameters');
  return refuse(outcome, step, `${name} is “${value}”`);
}

const lookAtSender = (receipt: StoredReceipt, trusted: boolean, look: Look): void =>
  look('Sender', receipt.ip ?? 'unknown address', trusted ? 'vouched for by an account manager' : 'ok');
const lookAtClick = ({ click, call, mapping }: Facts, look: Look): void => {
  look('Click id', `${call.clickId}: offer ${click?.offer}, publisher ${click?.publisher}`);
  if (mapping) look('Mapping', mappingText(mapping));
};
const mappingText = ({ parameters, goals, numbers }: PostbackMapping): string =>
  [
    ...Object.entries(parameters).map(([theirs, ours]) => `${theirs} is read as ${ours}`),
    ...Object.entries(goals).map(([theirs, ours]) => `goal “${theirs}” as “${ours}”`),
    ...(numbers ? [`amounts as ${numbers === 'comma' ? '1.234,56' : '1,234.56'}`] : []),
  ].join(', ');

function passCall(facts: Facts, receipt: StoredReceipt, trusted: boolean, look: Look): void {
  lookAtSender(receipt, trusted, look);
  lookAtClick(facts, look);
  look('Offer', offerText(facts));
}

async function judgeClaim(
  reads: Reads,
  receipt: StoredReceipt,
  facts: Facts & { terms: ConversionTerms; click: ClickIdFields; trusted: boolean },
  look: Look,
  refuse: (outcome: ReceiptOutcome, step: string, saw: string) => Judgement,
): Promise<Judgement> {
  const { terms, owner, sender, goal, ownWords, trusted } = facts;
  if (receipt.kind === 'pixel' && terms.tracking === 'Server Postback') {
    return refuse('pixel_not_enabled', 'Tracking', terms.tracking);
  }
  look('Tracking', `${receipt.kind}, the offer asks for ${terms.tracking}`);
  const publisher = await reads.publisher(facts.click.publisher);
  if (!publisher) return refuse('publisher_unknown', 'Publisher', String(facts.click.publisher));
  look('Publisher', `${publisher.name} (${publisher.number}), ${publisher.isDeleted ? 'deleted' : publisher.status}`);
  const clickAt = new Date(facts.click.timeMs);
  const isExpired = receipt.at.getTime() - facts.click.timeMs > terms.clickLifeDays * DAY_MS;
  const age = ageText(facts, receipt);
  const token = plainText(facts.call.read('goal'));
  if (!goal) return refuse('goal_unknown', 'Goal', token || 'the default one');
  look('Click lifetime', age);
  look('Goal', `${goal.name} (${token || 'the default one'})`);
  const closed = [
    sender !== owner && closedBy('token_mismatch', 'Sender', `${sender?.name}: the offer is another’s by now`),
    // a paused offer takes no clicks any more, but what was clicked before still counts
    terms.status === 'pending' && closedBy('offer_disabled', 'Offer', `${terms.title}: ${terms.status}`),
    publisher.isDeleted && closedBy('publisher_unknown', 'Publisher', `${publisher.name}: deleted`),
    isExpired && closedBy('click_expired', 'Click lifetime', age),
    !facts.isPresent && closedBy('goal_unknown', 'Goal', `${token}: removed`),
  ].find((one) => one !== false);
  if (closed && receipt.kind === 'pixel') return refuse(closed.outcome, closed.step, closed.saw);
  const words = await reads.words(terms.id);
  const { sale, currency, said, refund, txn } = readWords(facts.call, terms.currency, words, ownWords);
  look('Amount', sale ? `sale of ${formatMoney(sale.micros)} ${sale.currency}` : 'no sale amount');
  const id = facts.call.clickId;
  const row = await reads.click(id, clickAt);
  const rowsSince = await reads.rowsSince();
  const isRemoved = row === null && rowsSince !== null && clickAt < rowsSince;
  look('Click', row ? clickText(row) : isRemoved ? REMOVED : 'its own row has not arrived yet');
  const click = { id, at: clickAt, row, isRemoved };
  return {
    refused: null,
    reading: {
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
      isCreditStopped: await reads.isCreditStopped(terms.advertiserId),
      closed: closed ?? null,
    },
  };
}

const REMOVED = 'its own row was removed by this workspace’s retention';
const closedBy = (outcome: ReceiptOutcome, step: string, saw: string): Closed => ({ outcome, step, saw });

const stepOf: Partial<Record<string, string>> = {
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
  { kind, numbers, read }: ReceiptCall,
  offerCurrency: string,
  { txnCaseMatters }: ReceiptTerms,
  ownWords: OwnWords,
) {
  const told = readCurrency(read('currency'));
  const currency = told ?? offerCurrency;
  const amountOf = (name: 'sale_amount' | 'refund_amount'): ToldAmount | null => {
    const micros = readAmount(read(name), currency, numbers);
    return typeof micros === 'bigint' ? { micros, currency, isAssumed: told === null } : null;
  };
  const word = kind === 'postback' ? readStatus(read('status'), ownWords) : null;
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

const removedClick: ClickJudged = { standing: 'doubtful', reason: `The click needs a look: ${REMOVED}` };

export interface FirstStatus extends First {
  outcome: ReceiptOutcome;
}

/** with what status it begins: too fast and refused clicks are rejected with the reason kept, doubt waits for a person */
export function firstStatus(reading: Reading, at: Date, isPixel: boolean, trace: TraceStep[]): FirstStatus {
  const { terms, words, publisher, click, said } = reading;
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
  const judged = click.row ? judgeClick(click.row) : click.isRemoved ? removedClick : null;
  if (judged?.standing === 'refused') return decided('rejected', 'fraud', judged.reason, 'click_refused');
  const isDoubtful = judged?.standing === 'doubtful';
  if (said === 'rejected') {
    // the hold runs all the same: "approved" after it is no way around
    return { ...decided('rejected', 'advertiser', 'Rejected by the advertiser'), isDoubtful, holdUntil };
  }
  if (isDoubtful) return decided('pending', 'fraud', judged.reason);
  if (publisher.status !== 'approved') return decided('pending', 'review', 'The publisher is not active');
  if (reading.isCreditStopped) return decided('pending', 'review', CREDIT_USED_UP);
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
