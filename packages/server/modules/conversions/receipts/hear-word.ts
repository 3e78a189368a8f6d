// A word about a conversion that is there already: it takes effect, waits for the hold, becomes a request, or is nothing new.
// Who may say what is decided in authority.ts.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import { formatMoney } from '@tributary/contract/money';
import type { MayOverrule } from '@tributary/contract/offers/offer-terms';
import type { Tx } from '../../../platform/db/database.ts';
import { type AuditedCall, recordAudit } from '../../audit/index.ts';
import { convert } from '../../rates/index.ts';
import type { Zones } from '../../tenancy/index.ts';
import { type Change, changeConversion } from '../change-conversion.ts';
import { type Conversion, lockConversion, standingOf, updateConversion } from '../conversions.repo.ts';
import { priceAgain } from '../pricing/price-conversion.ts';
import { type Authority, ceilingAfter, type Effect, effectOf, type Word } from '../requests/authority.ts';
import { closeRequest, fileRequest, type NewRequest, withdrawPart } from '../requests/requests.repo.ts';
import { setTimer } from '../timers.repo.ts';

export interface Voice {
  authority: Authority;
  loosened: MayOverrule;
  receiptId: string | null;
  userId: string | null;
  /** how the trail calls it: "The advertiser’s postback says approved" */
  says: (what: string) => string;
  overCap?: boolean;
}

export type Heard = 'duplicate' | 'updated' | 'after_hold' | 'requested' | 'over_cap';

export async function hearStatus(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  voice: Voice,
  status: ConversionStatus,
  reason = voice.says(status),
): Promise<Heard> {
  const effect = effectOf({ ...voice, now: by.clock.now() }, standingOf(conversion), { status });
  if (effect === 'same') return (await withdraw(tx, by, conversion, voice, 'status')) ? 'updated' : 'duplicate';
  // a share of a sale that nobody has told is not nothing: only a person approves it so
  const isUnpriced =
    conversion.awaits_sale && effect === 'now' && status === 'approved' && voice.authority !== 'manager';
  if (effect === 'wait' || isUnpriced) return noteAfterHold(tx, by, conversion, voice, status);
  if (effect !== 'now') return ask(tx, by, conversion, voice, { word: status, lowers: effect === 'block', reason });
  return apply(tx, by, conversion, voice, { status, reason });
}

async function apply(tx: Tx, by: AuditedCall, conversion: Conversion, voice: Voice, change: Change): Promise<Heard> {
  const { authority, receiptId, overCap = false } = voice;
  const changed = await changeConversion(tx, by, conversion, { authority, overCap, receiptId, ...change });
  if (changed === 'over_cap') return 'over_cap';
  if (voice.authority !== 'manager') {
    if (change.status) await withdraw(tx, by, { ...conversion, status: change.status }, voice, 'status');
    if (change.sale) await withdraw(tx, by, conversion, voice, 'amount');
    if (change.action === 'refunded')
      await closeRequest(tx, conversion.id, { state: 'withdrawn', at: by.clock.now() }, { askedBy: 'advertiser' });
  }
  return changed === 'changed' ? 'updated' : 'duplicate';
}

/** it says again what is so */
const withdraw = (tx: Tx, by: AuditedCall, conversion: Conversion, voice: Voice, what: 'status' | 'amount') =>
  voice.authority === 'advertiser' || voice.authority === 'refund'
    ? withdrawPart(tx, conversion, what, { notOf: voice.receiptId, at: by.clock.now() })
    : Promise.resolve(false);

async function noteAfterHold(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  voice: Voice,
  status: ConversionStatus,
): Promise<Heard> {
  const reason = `${voice.says(status)}; it takes effect when the hold ends`;
  await updateConversion(tx, conversion.id, { status_after_hold: status });
  await recordAudit(tx, by, {
    action: 'conversion.after_hold',
    objectKind: 'conversion',
    objectId: conversion.id,
    before: { status_after_hold: conversion.status_after_hold },
    after: { status_after_hold: status, reason },
  });
  const waiting = { ...conversion, status_after_hold: status };
  if (conversion.hold_until) {
    // it may have been rejected meanwhile
    const timer = { tenantId: by.tenant.id, conversionId: conversion.id, what: 'hold' as const };
    await setTimer(tx, { ...timer, dueAt: conversion.hold_until });
  }
  if (conversion.status === 'rejected') return apply(tx, by, waiting, voice, { status: 'pending', reason });
  return 'after_hold';
}

type Asked = Pick<NewRequest, 'word' | 'lowers' | 'reason'> &
  Partial<Pick<NewRequest, 'amounts' | 'sale' | 'refunded'>>;

async function ask(tx: Tx, by: AuditedCall, { id }: Conversion, voice: Voice, asked: Asked): Promise<Heard> {
  const request: NewRequest = {
    amounts: null,
    sale: null,
    refunded: null,
    ...asked,
    tenantId: by.tenant.id,
    conversionId: id,
    receiptId: voice.receiptId,
    askedBy: voice.authority === 'advertiser' || voice.authority === 'refund' ? 'advertiser' : 'checks',
    askedUser: voice.userId,
    at: by.clock.now(),
  };
  await fileRequest(tx, request, asked.lowers);
  await recordAudit(tx, by, {
    action: 'conversion.requested',
    objectKind: 'conversion',
    objectId: id,
    after: { word: asked.word, lowers: asked.lowers, reason: asked.reason },
  });
  return 'requested';
}

/** a manager's decision about what is so already makes it the manager's own: nobody below takes it back */
export async function ownDecision(tx: Tx, by: AuditedCall, conversion: Conversion, reason: string): Promise<void> {
  const { id, status } = conversion;
  const ceiling = ceilingAfter(standingOf(conversion), 'manager', status);
  await updateConversion(tx, id, {
    decided_by: 'manager',
    decided_at: by.clock.now(),
    ceiling: ceiling.ceiling,
    ceiling_by: ceiling.ceilingBy,
    hold_until: null,
  });
  await recordAudit(tx, by, {
    action: 'conversion.confirmed',
    objectKind: 'conversion',
    objectId: id,
    after: { status, reason },
  });
}

export interface ToldSale {
  micros: bigint;
  currency: string;
  /** to the offer's currency, on the conversion's own day */
  rate: bigint;
}

/** the order's amount, told again: priced anew by its own terms; the difference is booked */
export async function hearSale(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  voice: Voice,
  sale: ToldSale,
  zones: Zones,
): Promise<Heard> {
  if (conversion.sale === sale.micros && conversion.sale_currency === sale.currency) {
    return (await withdraw(tx, by, conversion, voice, 'amount')) ? 'updated' : 'duplicate';
  }
  const columns = {
    sale_micros: sale.micros,
    sale_currency: sale.currency,
    sale_rate_e12: sale.rate,
    awaits_sale: false,
  };
  const gross = convert(sale.micros, sale.rate);
  const net = gross > conversion.refunded ? gross - conversion.refunded : 0n;
  // what a person set by hand is what the rules' price is held against; of what is rejected the sale is noted, no more
  const byRules = { ...conversion, amounts_by_hand: conversion.amounts_by_hand && conversion.status === 'rejected' };
  const price = (await priceAgain(tx, zones, byRules, { sale: net })) ?? conversion;
  const amounts = { revenue: price.revenue, payout: price.payout };
  const reason = voice.says(`the sale was ${formatMoney(sale.micros)} ${sale.currency}`);
  const effect = amountEffect(by, conversion, voice, amounts, gross);
  if (effect === null) {
    await updateConversion(tx, conversion.id, columns);
    return 'updated';
  }
  if (effect !== 'now') {
    return ask(tx, by, conversion, voice, { word: 'amount', lowers: effect === 'block', reason, amounts, sale });
  }
  const heard = await apply(tx, by, conversion, voice, { ...amounts, reason, sale, columns });
  if (!conversion.awaits_sale || heard === 'over_cap') return heard;
  return release(tx, by, { ...conversion, ...amounts, awaits_sale: false }, voice);
}

/** null: the amounts stay. One may grow while the other shrinks: then the stricter answer counts */
function amountEffect(
  by: AuditedCall,
  conversion: Conversion,
  voice: Voice,
  { revenue, payout }: { revenue: bigint; payout: bigint },
  gross: bigint,
): Effect | null {
  const { sale, sale_rate_e12: rate, amounts_by_hand: isByHand } = conversion;
  const isLarger = revenue > conversion.revenue || payout > conversion.payout;
  const isSmaller = revenue < conversion.revenue || payout < conversion.payout;
  if (!isLarger && !isSmaller) return null;
  // amounts by hand may lie below both: less was sold than was said, all the same
  const isLess = isByHand && sale !== null && rate !== null && gross < convert(sale, BigInt(rate));
  const said: Word[] = [
    ...(isLarger ? [{ amount: 'larger' } as const] : []),
    ...(isSmaller || isLess ? [{ amount: 'smaller' } as const] : []),
  ];
  const effects = said.map((word) => effectOf({ ...voice, now: by.clock.now() }, standingOf(conversion), word));
  return effects.find((effect) => effect === 'block') ?? effects.find((effect) => effect === 'ask') ?? 'now';
}

/** its sale was all that it waited for */
async function release(tx: Tx, by: AuditedCall, conversion: Conversion, voice: Voice): Promise<Heard> {
  const { status_after_hold: status, ceiling, hold_until: until } = conversion;
  if (conversion.status !== 'pending' || ceiling !== null || until !== null || status === null) return 'updated';
  const now = (await lockConversion(tx, conversion.id)) ?? conversion;
  const reason = voice.says('what the sale was');
  const changed = await changeConversion(tx, by, now, { status, reason, authority: 'none' });
  return changed === 'over_cap' ? 'over_cap' : 'updated';
}

/** `total`: of the sale, so far, in the offer's currency; null is the whole */
export async function hearRefund(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  voice: Voice,
  total: bigint | null,
  zones: Zones,
): Promise<Heard> {
  const { sale, sale_rate_e12: rate, refund, refunded } = conversion;
  const gross = sale !== null && rate !== null ? convert(sale, BigInt(rate)) : null;
  const isWhole = total === null || gross === null || total >= gross;
  if (refund === 'whole' || (!isWhole && total <= refunded)) return 'duplicate';
  const effect = effectOf({ ...voice, now: by.clock.now() }, standingOf(conversion), {
    status: 'rejected',
    isRefund: true,
  });
  const reason = voice.says(isWhole ? 'refunded' : `${formatMoney(total)} ${conversion.currency} refunded`);
  if (effect !== 'now') {
    return ask(tx, by, conversion, voice, { word: 'refund', lowers: true, reason, refunded: isWhole ? null : total });
  }
  if (isWhole) {
    const columns = { refund: 'whole', refunded_micros: gross ?? refunded };
    // final for whoever said it: a retried "approved" must not undo it
    const authority = voice.authority === 'advertiser' ? 'refund' : voice.authority;
    return apply(tx, by, conversion, voice, { status: 'rejected', authority, reason, columns, action: 'refunded' });
  }
  const columns = { refund: 'partial', refunded_micros: total };
  const price = await priceAgain(tx, zones, conversion, { sale: gross - total });
  const amounts = price ? { revenue: price.revenue, payout: price.payout } : {};
  return apply(tx, by, conversion, voice, { ...amounts, reason, columns, action: 'refunded' });
}
