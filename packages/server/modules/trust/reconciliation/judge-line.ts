// What a line of a file is, held against what we have by the same key: one case, and what is proposed. Pure: no row is read here.
import type {
  ReconciliationChoice,
  ReconciliationFinding,
  RejectCode,
} from '@tributary/contract/trust/reconciliations';
import { convert, type QuotedRate, RATE_SCALE, rateOn } from '../../rates/index.ts';

export interface Ours {
  id: string;
  status: 'pending' | 'approved' | 'rejected';
  at: Date;
  offerId: string;
  publisherId: string;
  txnKey: string | null;
  clickId: string | null;
  currency: string;
  revenue: bigint;
  sale: bigint | null;
  saleCurrency: string | null;
  awaitsSale: boolean;
}
export interface Theirs {
  txnKey: string | null;
  clickId: string | null;
  status: 'approved' | 'rejected' | 'pending' | null;
  code: RejectCode | null;
  micros: bigint | null;
  currency: string | null;
  at: Date | null;
  fault: 'unreadable' | 'twice' | null;
}
/** what the click id of a line tells by itself */
export type ClickKnown = 'none' | 'ours' | 'unknown';

export interface Comparison {
  offerId: string | null;
  /** the first moment of the period, and the first after it */
  from: Date;
  until: Date;
  amountIs: 'sale' | 'revenue';
  tolerance: bigint;
  rates: readonly QuotedRate[];
}
export interface Judged {
  finding: ReconciliationFinding;
  ours: Ours | null;
  oursMicros: bigint | null;
  oursCurrency: string | null;
  turned: bigint | null;
  rate: bigint | null;
  proposal: ReconciliationChoice;
  note: string | null;
}

/** by transaction, else by click; a click's conversion of another order is not this one */
export function ofKey(theirs: Pick<Theirs, 'txnKey' | 'clickId'>, known: readonly Ours[]): Ours[] {
  const byTxn = theirs.txnKey === null ? [] : known.filter(({ txnKey }) => txnKey === theirs.txnKey);
  if (byTxn.length > 0) {
    const narrowed = byTxn.filter(({ clickId }) => clickId !== null && clickId === theirs.clickId);
    return narrowed.length > 0 ? narrowed : byTxn;
  }
  if (theirs.clickId === null) return [];
  return known.filter(
    ({ clickId, txnKey }) => clickId === theirs.clickId && (theirs.txnKey === null || txnKey === null),
  );
}

const isWithin = (at: Date, { from, until }: Comparison): boolean => at >= from && at < until;

export function judgeLine(theirs: Theirs, known: readonly Ours[], click: ClickKnown, by: Comparison): Judged {
  const found = ofKey(theirs, known);
  const inOffer = by.offerId === null ? found : found.filter(({ offerId }) => offerId === by.offerId);
  const [ours = null, another] = inOffer.length > 0 ? inOffer : found;
  const amounts = ours && !another ? compared(theirs, ours, by) : null;
  const nothing = (finding: ReconciliationFinding, note: string | null = null): Judged => ({
    finding,
    ours: another ? null : ours,
    oursMicros: amounts?.ours ?? null,
    oursCurrency: amounts?.currency ?? null,
    turned: amounts?.turned ?? null,
    rate: amounts?.rate ?? null,
    proposal: 'none',
    note,
  });
  const propose = (finding: ReconciliationFinding, proposal: ReconciliationChoice): Judged => ({
    ...nothing(finding),
    proposal,
  });
  if (theirs.fault !== null) return nothing(theirs.fault);
  if (another) return nothing('several', `${Math.max(inOffer.length, found.length)} conversions have this key.`);
  const at = theirs.at ?? ours?.at ?? null;
  if (at !== null && !isWithin(at, by)) return nothing('outside_period');
  if (ours === null) return nothing(click === 'unknown' ? 'unknown_id' : 'only_theirs');
  if (inOffer.length === 0) return nothing('outside_period', 'It is of another offer than the one that was chosen.');
  if (theirs.status === 'pending') return nothing('undecided');
  if (theirs.status === 'rejected') {
    return ours.status === 'rejected' ? nothing('agree') : propose('theirs_rejected', 'reject');
  }
  if (ours.status === 'rejected') return nothing('we_rejected');
  if (amounts === null) {
    return nothing('unreadable', `No exchange rate leads from ${theirs.currency} to ${ours.currency} on that day.`);
  }
  if (amounts.differs) return propose('amount_differs', 'adjust');
  return propose('agree', ours.status === 'pending' ? 'approve' : 'none');
}

interface Amounts {
  ours: bigint | null;
  currency: string;
  turned: bigint | null;
  rate: bigint | null;
  differs: boolean;
}

/** null: no rate leads from their currency to ours */
function compared(
  { micros, currency }: Theirs,
  ours: Ours,
  { amountIs, tolerance, rates }: Comparison,
): Amounts | null {
  const isSale = amountIs === 'sale';
  const held = isSale ? ours.sale : ours.revenue;
  const inCurrency = isSale ? (ours.saleCurrency ?? ours.currency) : ours.currency;
  const bare = { ours: held, currency: inCurrency, turned: null, rate: null, differs: false };
  if (micros === null || currency === null) return bare;
  // of an action at a fixed price the order's value changes nothing
  if (isSale && held === null && !ours.awaitsSale) return bare;
  const rate = currency === inCurrency ? RATE_SCALE : rateOn(rates, currency, inCurrency, dayOf(ours.at));
  if (rate === null) return null;
  const turned = convert(micros, rate);
  const allowed = convert(tolerance, rate);
  const off = held === null ? null : turned > held ? turned - held : held - turned;
  return { ours: held, currency: inCurrency, turned, rate, differs: off === null || off > allowed };
}

/** rates are of UTC days, as where conversions are priced */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
