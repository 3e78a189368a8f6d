// A conversion comes to be: rates, amounts, caps, row, timers, ledger and news, in the transaction of whatever caused it.
import type { ConversionKind, ConversionStatus, TraceStep } from '@tributary/contract/conversions';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import type { AuditedCall } from '../audit/index.ts';
import type { StoredClick } from '../events/index.ts';
import type { ConversionTerms } from '../offers/index.ts';
import { type TenantTerms, termsOfTenant } from '../tenancy/index.ts';
import { type Amounts, AWAITS_SALE, amountsOf, explainAmounts, needsSale, type Priced } from './amounts.ts';
import { askCaps, type CapVerdict, chargeCaps } from './caps.ts';
import { book, setTiersRight } from './change-conversion.ts';
import { detailsOf } from './click-details.ts';
import { type Conversion, insertConversion } from './conversions.repo.ts';
import { convert, type QuotedRate, rateOn } from './exchange.ts';
import { priceOf } from './price-conversion.ts';
import { ratesOf } from './rates.repo.ts';
import { setTimer } from './timers.repo.ts';
import { conversionChanged } from './topics.ts';

export interface Draft {
  kind: ConversionKind;
  receiptId: string | null;
  terms: ConversionTerms;
  goal: ConversionTerms['goals'][number];
  publisherId: string;
  click: { id: string; at: Date; row: StoredClick | null } | null;
  txnId: string | null;
  at: Date;
  sale: { micros: bigint; currency: string } | null;
  first: { status: ConversionStatus; reason: string | null; holdUntil: Date | null };
  /** given by hand; null follows the rules */
  amounts: { revenue: bigint | null; payout: bigint | null };
  /** a person adds it: caps count it, but do not stop it */
  byHand: string | null;
  /** sub1–sub15, …, as the advertiser sent them */
  params: Record<string, string>;
  ip: string | null;
  country: string | null;
  trace: TraceStep[];
}

export type Recorded =
  | { result: 'recorded'; conversion: Conversion; overCap: boolean }
  | { result: 'duplicate' }
  | { result: 'no-rate' };

/** how long to wait for the click's own row before each further look */
export const CLICK_WAIT_MS = [5_000, 30_000, 300_000, 3_600_000, 6 * 3_600_000, DAY_MS] as const;

export async function recordConversion(tx: Tx, by: AuditedCall, draft: Draft): Promise<Recorded> {
  const tenant = await termsOfTenant(tx, by.tenant.id);
  const rates = await ratesOf(tx);
  const day = draft.at.toISOString().slice(0, 10);
  const { terms, sale, trace } = draft;
  const saleRate = sale ? rateOn(rates, sale.currency, terms.currency, day) : null;
  if (sale && saleRate === null) return { result: 'no-rate' };
  const id = newId(draft.at.getTime());
  const priced = await priceOf(tx, tenant.timeZone, terms, {
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
    timeZone: tenant.timeZone,
    clock: by.clock,
    offerId: terms.id,
    publisherId: draft.publisherId,
    at: draft.at,
  };
  const caps: CapVerdict =
    draft.first.status === 'rejected' ? { windows: [], met: null } : await askCaps(tx, thing, computed);
  const { status, reason, holdUntil, amounts } = afterCaps(draft, priced, computed, caps, trace);
  const row = rowOf(id, by, tenant, draft, priced, { status, reason, holdUntil, amounts }, saleRate, rates, day, caps);
  const conversion = await insertConversion(tx, row);
  if (!conversion) return { result: 'duplicate' };
  if (status !== 'rejected') await chargeCaps(tx, thing, conversion.id, amounts, caps.windows);
  await setTimers(tx, by, conversion, draft);
  const { revision } = await book(tx, by, conversion, conversion, reason ?? 'Conversion recorded');
  if (status !== 'rejected') await setTiersRight(tx, by, conversion);
  await emit(tx, by.tenant.id, conversionChanged, {
    conversion_id: conversion.id,
    change: 'created',
    status,
    revision,
    sequence: conversion.sequence,
  });
  return { result: 'recorded', conversion, overCap: caps.met !== null && draft.byHand === null };
}

const withHand = (amounts: Amounts, { amounts: hand }: Draft): Amounts => ({
  revenue: hand.revenue ?? amounts.revenue,
  payout: hand.payout ?? amounts.payout,
});

interface Standing {
  status: ConversionStatus;
  reason: string | null;
  holdUntil: Date | null;
  amounts: Amounts;
}

/** what the cap's action makes of it; a share of a sale that outgrows what we earn waits for a person */
function afterCaps(draft: Draft, priced: Priced, amounts: Amounts, { met }: CapVerdict, trace: TraceStep[]): Standing {
  const { first, byHand } = draft;
  const unchanged = { ...first, amounts };
  trace.push({
    step: 'Caps',
    saw: met?.text ?? 'all caps have room',
    result: met && byHand === null ? met.action : 'counted',
  });
  if (byHand !== null || first.status === 'rejected') return unchanged;
  const parked = (reason: string): Standing => ({ status: 'pending', reason, holdUntil: null, amounts });
  if (met?.action === 'reject') return { status: 'rejected', reason: `Over the ${met.text}`, holdUntil: null, amounts };
  if (met?.action === 'zero_payout') {
    return { ...first, reason: `Without payout: ${met.text}`, amounts: { ...amounts, payout: 0n } };
  }
  if (met) return parked(`Over the ${met.text}`);
  if (needsSale(priced)) return parked(AWAITS_SALE);
  if (draft.sale && amounts.revenue > 0n && amounts.payout > amounts.revenue) {
    return parked('The payout is more than the revenue: an account manager must look at it');
  }
  return unchanged;
}

function rowOf(
  id: string,
  by: AuditedCall,
  tenant: TenantTerms,
  draft: Draft,
  priced: Priced,
  { status, reason, holdUntil, amounts }: Standing,
  saleRate: bigint | null,
  rates: readonly QuotedRate[],
  day: string,
  { met }: CapVerdict,
) {
  const { terms, goal, click, sale } = draft;
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
    txn_id: draft.txnId,
    click_at: click?.at ?? null,
    at: draft.at,
    recorded_at: by.clock.now(),
    status,
    reason,
    hold_until: holdUntil,
    status_after_hold: holdUntil ? terms.statusAfterHold : null,
    currency: terms.currency,
    revenue_micros: amounts.revenue,
    payout_micros: amounts.payout,
    amounts_by_hand: draft.amounts.revenue !== null || draft.amounts.payout !== null,
    sale_micros: sale?.micros ?? null,
    sale_currency: sale?.currency ?? null,
    sale_rate_e12: saleRate,
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

async function setTimers(tx: Tx, by: AuditedCall, conversion: Conversion, draft: Draft): Promise<void> {
  const timer = { tenantId: by.tenant.id, conversionId: conversion.id };
  if (conversion.hold_until) await setTimer(tx, { ...timer, what: 'hold', dueAt: conversion.hold_until });
  if (draft.click && !draft.click.row) {
    const dueAt = new Date(by.clock.now().getTime() + CLICK_WAIT_MS[0]);
    await setTimer(tx, { ...timer, what: 'click', dueAt });
  }
}
