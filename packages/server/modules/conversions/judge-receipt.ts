// Everything that can be wrong with a receipt, in the order in which it makes sense to put it right. Each look is a line of
// the trace; the first refusal names the outcome.

import { type ClickIdFields, decodeClickId } from '@tributary/contract/click-id';
import type { ConversionStatus, ReceiptOutcome, TraceStep } from '@tributary/contract/conversions';
import { formatMoney, parseMoney } from '@tributary/contract/money';
import type { MacKey } from '@tributary/contract/siphash';
import { verdicts } from '@tributary/contract/verdicts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findPartner, type Partner } from '../accounts/index.ts';
import { clickById, type StoredClick, type StoredReceipt } from '../events/index.ts';
import { type ConversionTerms, goalOf, termsAt } from '../offers/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { ownerFault, senderFault } from './check-sender.ts';

/** a sale beyond this is a mistake or an attack, whatever the currency: no payout is computed from it */
export const MAX_SALE_MICROS = 10_000_000n * 1_000_000n;

export interface Claim {
  terms: ConversionTerms;
  goal: ConversionTerms['goals'][number];
  publisher: Partner;
  click: { id: string; at: Date; row: StoredClick | null };
  sale: { micros: bigint; currency: string } | null;
  /** what the advertiser says; a visitor's pixel is not asked */
  said: ConversionStatus | null;
}

export type Judgement = { refused: ReceiptOutcome } | { refused: null; claim: Claim };

/** what many receipts ask for: read once for all that are decided together */
export interface Reads {
  tenantNumber(): Promise<number>;
  /** as they were at that moment */
  terms(offer: number, at: Date): Promise<ConversionTerms | null>;
  publisher(number: number): Promise<Partner | null>;
  advertiser(id: string): Promise<Partner | null>;
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
    publisher: memo((number: number) => findPartner(tx, 'publisher', { number })),
    advertiser: memo((id: string) => findPartner(tx, 'advertiser', { id })),
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
  if (fields?.kind !== 'click') return refuse('broken_click', 'Click id', clickId);
  if (fields.tenant !== (await place.reads.tenantNumber())) return refuse('foreign_click', 'Click id', clickId);
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
  const orphaned = ownerFault(await reads.advertiser(terms.advertiserId), trusted);
  if (orphaned) return refuse(orphaned, 'Advertiser', `of ${terms.title} (${terms.number}): not active`);
  const named = namedOffer(receipt);
  if (named !== '' && named !== String(terms.number)) return refuse('offer_mismatch', 'Offer', `camp_id ${named}`);
  // a paused offer takes no clicks any more, but what was clicked before still counts
  if (terms.status === 'pending') return refuse('offer_disabled', 'Offer', `${terms.title}: ${terms.status}`);
  look('Offer', `${terms.title} (${terms.number}), ${terms.status}`);
  if (receipt.kind === 'pixel' && terms.tracking === 'Server Postback') {
    return refuse('pixel_not_enabled', 'Tracking', terms.tracking);
  }
  look('Tracking', `${receipt.kind}, the offer asks for ${terms.tracking}`);
  const publisher = await reads.publisher(fields.publisher);
  if (!publisher) return refuse('publisher_unknown', 'Publisher', String(fields.publisher));
  look('Publisher', `${publisher.name} (${publisher.number}), ${publisher.status}`);
  const clickAt = new Date(fields.timeMs);
  const ageMs = receipt.at.getTime() - clickAt.getTime();
  const age = `${Math.round(ageMs / 1_000)} s after the click`;
  if (ageMs > terms.clickLifeDays * DAY_MS) {
    return refuse('click_expired', 'Click lifetime', `${age}; clicks live ${terms.clickLifeDays} days`);
  }
  look('Click lifetime', `${age}; clicks live ${terms.clickLifeDays} days`);
  const goal = await goalOf(tx, terms, { token: receipt.goal ?? '' });
  if (!goal) return refuse('goal_unknown', 'Goal', receipt.goal ?? 'the default one');
  look('Goal', `${goal.name} (${receipt.goal ?? 'the default one'})`);
  const sale = readSale(receipt, terms.currency);
  if (sale === 'malformed') return refuse('malformed_amount', 'Amount', receipt.sale_amount ?? '');
  if (sale && (sale.micros < 0n || sale.micros > MAX_SALE_MICROS)) {
    return refuse('amount_out_of_bounds', 'Amount', receipt.sale_amount ?? '');
  }
  look('Amount', sale ? `sale of ${formatMoney(sale.micros)} ${sale.currency}` : 'no sale amount');
  const row = await clickById(tx, id, clickAt);
  look('Click', row ? clickText(row) : 'its own row has not arrived yet');
  const said = receipt.kind === 'postback' ? readStatus(receipt.status) : null;
  return { refused: null, claim: { terms, goal, publisher, click: { id, at: clickAt, row }, sale, said } };
}

/** which offer the call names; rows of older trackers say it only in their query */
const namedOffer = ({ params, query }: StoredReceipt): string =>
  params.camp_id ?? new URLSearchParams(query ?? '').get('camp_id') ?? '';

const clickText = (row: StoredClick): string =>
  [verdictOf(row)?.label ?? row.verdict, row.country, row.device_type, row.source].filter(Boolean).join(', ');

export const verdictOf = ({ verdict }: Pick<StoredClick, 'verdict'>): { label: string; invalid: boolean } | null =>
  Object.hasOwn(verdicts, verdict) ? verdicts[verdict as keyof typeof verdicts] : null;

function readSale(
  receipt: StoredReceipt,
  offerCurrency: string,
): { micros: bigint; currency: string } | 'malformed' | null {
  if (receipt.sale_amount === null) return null;
  const micros = parseMoney(receipt.sale_amount);
  if (micros === null) return 'malformed';
  const currency = receipt.currency?.trim().toUpperCase();
  return { micros, currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : offerCurrency };
}

/** the words that other systems use, too */
const statusWords: Record<string, ConversionStatus> = {
  approved: 'approved',
  approve: 'approved',
  confirmed: 'approved',
  '1': 'approved',
  pending: 'pending',
  hold: 'pending',
  '2': 'pending',
  rejected: 'rejected',
  reject: 'rejected',
  declined: 'rejected',
  cancelled: 'rejected',
  '3': 'rejected',
};
const readStatus = (text: string | null): ConversionStatus | null =>
  statusWords[text?.trim().toLowerCase() ?? ''] ?? null;

export interface FirstStatus {
  status: ConversionStatus;
  reason: string | null;
  holdUntil: Date | null;
  /** what it becomes when the hold ends */
  after?: ConversionStatus;
  outcome: ReceiptOutcome;
}

/** clicks that were answered like good ones, but that no person may have made */
const doubtful = ['bot', 'embedded', 'preview'];

/** with what status it begins: too fast and refused clicks are rejected with the reason kept, doubt waits for a person */
export function firstStatus({ terms, publisher, click, said }: Claim, at: Date, trace: TraceStep[]): FirstStatus {
  const decided = (
    status: ConversionStatus,
    reason: string | null,
    outcome: ReceiptOutcome = 'recorded',
  ): FirstStatus => {
    trace.push({
      step: 'Status',
      saw: said ? `the advertiser says ${said}` : 'no status sent',
      result: reason ?? status,
    });
    return { status, reason, holdUntil: null, outcome };
  };
  const seconds = Math.floor((at.getTime() - click.at.getTime()) / 1_000);
  if (seconds < terms.minCtitSeconds) {
    const reason = `${seconds} s after the click; this offer asks for at least ${terms.minCtitSeconds} s`;
    return decided('rejected', reason, 'too_fast');
  }
  const verdict = click.row && verdictOf(click.row);
  if (verdict?.invalid) return decided('rejected', `The click was refused: ${verdict.label}`, 'click_refused');
  if (said === 'rejected') return decided('rejected', 'Rejected by the advertiser');
  if (click.row && doubtful.includes(click.row.verdict)) {
    return decided('pending', `The click needs a look: ${verdict?.label}`);
  }
  if (publisher.status !== 'approved') return decided('pending', 'The publisher is not active');
  if (said) return decided(said, said === 'approved' ? 'Approved by the advertiser' : null);
  if (terms.holdMinutes === 0) return decided(terms.statusAfterHold, null);
  return {
    ...decided('pending', `On hold for ${terms.holdMinutes} minutes`),
    holdUntil: new Date(at.getTime() + terms.holdMinutes * MINUTE_MS),
    after: terms.statusAfterHold,
  };
}
