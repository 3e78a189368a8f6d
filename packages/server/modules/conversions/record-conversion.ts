// A conversion comes to be: rates, amounts, caps, row, timers, ledger and outbox events, in the transaction of whatever caused it.
import type { ConversionKind, ConversionStatus, TraceStep } from '@tributary/contract/conversions/conversions';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import type { AuditedCall } from '../audit/index.ts';
import type { StoredClick } from '../events/index.ts';
import { record } from '../ledger/index.ts';
import type { ConversionTerms } from '../offers/index.ts';
import { convert, type QuotedRate, rateOn, ratesInTurn } from '../rates/index.ts';
import { type TenantTerms, termsOfTenant } from '../tenancy/index.ts';
import { stateFor, transfersBetween, UNBOOKED } from './booking.ts';
import { askCaps, type CapVerdict, outcomeOf, takePlaces } from './caps/caps.ts';
import { setTiersRight } from './change-conversion.ts';
import { detailsOf } from './click-details.ts';
import { type Conversion, insertConversion } from './conversions.repo.ts';
import { type Amounts, AWAITS_SALE, amountsOf, explainAmounts, needsSale, type Priced } from './pricing/amounts.ts';
import { priceOf } from './pricing/price-conversion.ts';
import { type Authority, ceilingAfter } from './requests/authority.ts';
import { setTimer } from './timers.repo.ts';
import { conversionChanged } from './topics.ts';

/** what makes it one order: contract/tracker/receipt-rules.ts */
export interface Order {
  txnId: string | null;
  txnKey: string | null;
  txnVariant: string;
  /** null: the click may have others like it on the goal */
  clickKey: string | null;
}

export interface First {
  status: ConversionStatus;
  reason: string | null;
  holdUntil: Date | null;
  /** what it becomes when the hold ends, or its sale is told */
  afterHold: ConversionStatus;
  decidedBy: Authority;
  /** rejected by the advertiser on a doubtful click: its next word lifts it no higher than to pending */
  isDoubtful?: boolean;
}

export interface Draft {
  kind: ConversionKind;
  receiptId: string | null;
  terms: ConversionTerms;
  goal: ConversionTerms['goals'][number];
  publisherId: string;
  click: { id: string; at: Date; row: StoredClick | null } | null;
  order: Order;
  at: Date;
  sale: { micros: bigint; currency: string } | null;
  /** in which amounts are that come without one */
  currency: string | null;
  first: First;
  /** given by hand; null follows the rules */
  amounts: { revenue: bigint | null; payout: bigint | null };
  /** a person adds it */
  byHand: string | null;
  /** that person goes over a full cap */
  overCap: boolean;
  /** who fired the pixel */
  pixelNetwork: string | null;
  /** sub1–sub15, …, as the advertiser sent them */
  params: Record<string, string>;
  ip: string | null;
  country: string | null;
  trace: TraceStep[];
}

export type Recorded =
  | { result: 'recorded'; conversion: Conversion; overCap: boolean }
  | { result: 'duplicate' }
  | { result: 'no-rate' }
  /** by hand, and a full cap stands in the way */
  | { result: 'no-room'; text: string };

/** how long to wait for the click's own row before each further look */
export const CLICK_WAIT_MS = [5_000, 30_000, 300_000, 3_600_000, 6 * 3_600_000, DAY_MS] as const;

export async function recordConversion(tx: Tx, by: AuditedCall, draft: Draft): Promise<Recorded> {
  const tenant = await termsOfTenant(tx, by.tenant.id);
  const rates = await ratesInTurn(tx);
  const day = draft.at.toISOString().slice(0, 10);
  const { terms, sale, trace } = draft;
  const saleRate = sale ? rateOn(rates, sale.currency, terms.currency, day) : null;
  if (sale && saleRate === null) return { result: 'no-rate' };
  const id = newId(draft.at.getTime());
  const priced = await priceOf(tx, tenant.zones, terms, {
    id,
    offerId: terms.id,
    publisherId: draft.publisherId,
    goal: draft.goal,
    at: draft.at,
    country: draft.click?.row?.country ?? draft.country,
    source: draft.click?.row?.source ?? null,
    sale: sale && saleRate ? convert(sale.micros, saleRate) : null,
  });
  const computed = withHand(amountsOf(priced), draft);
  trace.push({
    step: 'Amounts',
    saw: `${terms.type}, ${terms.currency}, terms ${terms.version} of the offer`,
    result: explainAmounts(priced, computed, terms.currency),
  });
  const thing = {
    tenantId: by.tenant.id,
    zones: tenant.zones,
    clock: by.clock,
    publisherId: draft.publisherId,
    at: draft.at,
    offerId: terms.id,
    caps: terms.caps,
    isCurrent: terms.inForceUntil === null,
  };
  const caps: CapVerdict =
    draft.first.status === 'rejected'
      ? { places: [], met: null }
      : await askCaps(tx, thing, { ...computed, status: draft.first.status }, null);
  if (caps.met && draft.byHand !== null && !draft.overCap) return { result: 'no-room', text: caps.met.text };
  const standing = afterCaps(draft, priced, computed, caps, trace);
  const { status, reason, amounts } = standing;
  const row = rowOf(id, by, tenant, draft, priced, standing, saleRate, rates, day, caps);
  const conversion = await insertConversion(tx, row);
  if (!conversion) return { result: 'duplicate' };
  if (standing.hasPlaces && status !== 'rejected') await takePlaces(tx, thing, conversion.id, amounts, caps);
  await setTimers(tx, by, conversion, draft);
  const { held } = conversion;
  const named = { id, advertiserId: terms.advertiserId, publisherId: draft.publisherId, currency: terms.currency };
  const transfers = transfersBetween(named, UNBOOKED, held, reason ?? 'Conversion recorded');
  await record(tx, by.tenant.id, transfers, by.clock.now());
  if (status !== 'rejected') await setTiersRight(tx, by, conversion);
  await emit(tx, by.tenant.id, conversionChanged, {
    conversion_id: conversion.id,
    change: 'created',
    status,
    revision: held.revision,
    sequence: conversion.sequence,
  });
  return { result: 'recorded', conversion, overCap: caps.met !== null && draft.byHand === null };
}

const withHand = (amounts: Amounts, { amounts: hand }: Draft): Amounts => ({
  revenue: hand.revenue ?? amounts.revenue,
  payout: hand.payout ?? amounts.payout,
});

interface Standing extends First {
  amounts: Amounts;
  hasPlaces: boolean;
}

/** what the cap's action makes of it; a share of a sale that outgrows what we earn waits for a person */
function afterCaps(draft: Draft, priced: Priced, amounts: Amounts, { met }: CapVerdict, trace: TraceStep[]): Standing {
  const { first, byHand } = draft;
  const unchanged = { ...first, amounts, hasPlaces: true };
  trace.push({
    step: 'Caps',
    saw: met?.figures ?? 'all caps have room',
    result: met && byHand === null ? met.action : 'counted',
  });
  if (byHand !== null || first.status === 'rejected') return unchanged;
  const parked = (change: Partial<Standing>): Standing => ({ ...unchanged, status: 'pending', ...change });
  if (met) {
    const { payout, ...over } = outcomeOf(met, { ...amounts, status: first.status });
    // whatever else holds it back goes on doing so
    const decidedBy = over.hasPlaces || isLimit(first) ? first.decidedBy : 'cap';
    return { ...unchanged, ...over, decidedBy, amounts: { ...amounts, payout } };
  }
  if (needsSale(priced)) return parked({ reason: AWAITS_SALE });
  if (draft.sale && amounts.revenue > 0n && amounts.payout > amounts.revenue) {
    const reason = 'The payout is more than the revenue: an account manager must look at it';
    return parked(
      isLimit(first) && first.decidedBy !== 'hold' ? { reason } : { reason, decidedBy: 'review', holdUntil: null },
    );
  }
  return unchanged;
}

const isLimit = ({ decidedBy, status }: First): boolean =>
  decidedBy === 'hold' || ceilingAfter(OPEN, decidedBy, status).ceiling !== null;
const OPEN = { ceiling: null, ceilingBy: null } as const;

function limitOf({ decidedBy, status, holdUntil, isDoubtful }: First) {
  if (isDoubtful) return { ceiling: 'pending', ceiling_by: 'fraud' };
  if (holdUntil) return { ceiling: 'pending', ceiling_by: 'hold' };
  const { ceiling, ceilingBy } = ceilingAfter(OPEN, decidedBy, status);
  return { ceiling, ceiling_by: ceilingBy };
}

function rowOf(
  id: string,
  by: AuditedCall,
  tenant: TenantTerms,
  draft: Draft,
  priced: Priced,
  standing: Standing,
  saleRate: bigint | null,
  rates: readonly QuotedRate[],
  day: string,
  { met }: CapVerdict,
) {
  const { terms, goal, click, sale, order } = draft;
  const { status, reason, holdUntil, amounts } = standing;
  return {
    tenant_id: by.tenant.id,
    id,
    kind: draft.kind,
    receipt_id: draft.receiptId,
    offer_id: terms.id,
    goal_id: goal.id,
    publisher_id: draft.publisherId,
    advertiser_id: terms.advertiserId,
    click_id: click?.id ?? null,
    txn_id: order.txnId,
    txn_key: order.txnKey,
    txn_variant: order.txnVariant,
    click_key: order.clickKey,
    pixel_network: draft.pixelNetwork,
    click_at: click?.at ?? null,
    at: draft.at,
    recorded_at: by.clock.now(),
    status,
    reason,
    hold_until: holdUntil,
    status_after_hold: standing.afterHold,
    decided_by: standing.decidedBy,
    decided_at: by.clock.now(),
    ...limitOf(standing),
    currency: terms.currency,
    revenue_micros: amounts.revenue,
    payout_micros: amounts.payout,
    ...bookingOf(status, amounts),
    amounts_by_hand: draft.amounts.revenue !== null || draft.amounts.payout !== null,
    sale_micros: sale?.micros ?? null,
    sale_currency: sale?.currency ?? null,
    sale_rate_e12: saleRate,
    order_currency: draft.currency,
    home_currency: tenant.currency,
    home_rate_e12: rateOn(rates, terms.currency, tenant.currency, day),
    terms_version: terms.version,
    awaits_sale: draft.byHand === null && needsSale(priced),
    payout_rule_id: priced.rule?.id ?? null,
    cap_id: draft.byHand === null ? (met?.capId ?? null) : null,
    cap_action: draft.byHand === null ? (met?.action ?? null) : null,
    ...(click?.row ? detailsOf(click.row) : { ip: draft.ip, country: draft.country }),
    params: JSON.stringify(draft.params),
    trace: JSON.stringify(draft.trace),
    created_by: draft.byHand,
  };
}

/** what is booked for it in the same transaction */
function bookingOf(status: ConversionStatus, { revenue, payout }: Amounts) {
  const booked = stateFor[status];
  return booked === 'none'
    ? { booked, revision: UNBOOKED.revision }
    : {
        booked,
        booked_revenue_micros: revenue,
        booked_payout_micros: payout,
        revision: UNBOOKED.revision + 1,
      };
}

async function setTimers(tx: Tx, by: AuditedCall, conversion: Conversion, draft: Draft): Promise<void> {
  const timer = { tenantId: by.tenant.id, conversionId: conversion.id };
  if (conversion.hold_until) await setTimer(tx, { ...timer, what: 'hold', dueAt: conversion.hold_until });
  if (draft.click && !draft.click.row) {
    const dueAt = new Date(by.clock.now().getTime() + CLICK_WAIT_MS[0]);
    await setTimer(tx, { ...timer, what: 'click', dueAt });
  }
}
