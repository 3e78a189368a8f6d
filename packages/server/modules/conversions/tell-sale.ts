// The sale amount of a conversion that waited for it: priced as if it had come with it, and given the status it would have had.
import type { Tx } from '../../platform/db/database.ts';
import type { AuditedCall } from '../audit/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { changeConversion } from './change-conversion.ts';
import { type Conversion, updateConversion } from './conversions.repo.ts';
import { convert, rateOn } from './exchange.ts';
import type { Claim, FirstStatus } from './judge-receipt.ts';
import { priceAgain } from './price-conversion.ts';
import { ratesOf } from './rates.repo.ts';
import { setTimer } from './timers.repo.ts';

/** false where nobody said what its currency is worth; the row must be locked */
export async function tellSale(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  sale: NonNullable<Claim['sale']>,
  first: FirstStatus,
): Promise<boolean> {
  const day = conversion.at.toISOString().slice(0, 10);
  const rate = rateOn(await ratesOf(tx), sale.currency, conversion.currency, day);
  if (rate === null) return false;
  const { timeZone } = await termsOfTenant(tx, by.tenant.id);
  const price = await priceAgain(tx, timeZone, conversion, { sale: convert(sale.micros, rate) });
  const told = { sale_micros: sale.micros, sale_currency: sale.currency, sale_rate_e12: rate, awaits_sale: false };
  await updateConversion(tx, conversion.id, { ...told, ...(price ? { payout_rule_id: price.ruleId } : {}) });
  const { status, hold } = standing(first, conversion, by.clock.now());
  const reason = `The sale amount was told: ${status === 'pending' ? (first.reason ?? 'waiting') : status}`;
  const amounts = price ? { revenue: price.revenue, payout: price.payout } : {};
  await changeConversion(tx, by, { ...conversion, awaits_sale: false }, { ...amounts, status, reason });
  if (hold) {
    await updateConversion(tx, conversion.id, { hold_until: hold.until, status_after_hold: hold.after, reason });
    await setTimer(tx, { tenantId: by.tenant.id, conversionId: conversion.id, what: 'hold', dueAt: hold.until });
  }
  return true;
}

/** somebody may have rejected it meanwhile; a hold that would be over by now is over */
function standing({ status, holdUntil, after }: FirstStatus, conversion: Conversion, now: Date) {
  if (conversion.status !== 'pending') return { status: conversion.status, hold: null };
  if (!holdUntil || !after) return { status, hold: null };
  return holdUntil > now ? { status, hold: { until: holdUntil, after } } : { status: after, hold: null };
}
