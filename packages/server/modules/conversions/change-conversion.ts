// The one way in which a conversion changes once it exists: row, caps, timer, ledger, trail and news, in one transaction.
import type { ConversionStatus } from '@tributary/contract/conversions';
import { formatMoney } from '@tributary/contract/money';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type AuditedCall, recordAudit } from '../audit/index.ts';
import { record } from '../ledger/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import type { Amounts } from './amounts.ts';
import { isSame, stateFor, transfersBetween } from './booking.ts';
import { recountCaps, releaseCaps } from './caps.ts';
import { type Conversion, lockConversions, nextSequence, updateConversion } from './conversions.repo.ts';
import { priceAgain } from './price-conversion.ts';
import { besideTiers } from './tiers.repo.ts';
import { clearTimer } from './timers.repo.ts';
import { conversionChanged } from './topics.ts';

export interface Change {
  status?: ConversionStatus;
  revenue?: bigint;
  payout?: bigint;
  reason: string;
  /** set by a person: rules no longer change the amounts */
  byHand?: boolean;
}

const shown = ({ status, revenue, payout }: Pick<Conversion, 'status' | 'revenue' | 'payout'>) => ({
  status,
  revenue: formatMoney(revenue),
  payout: formatMoney(payout),
});

/** the row must be locked; false where it has all of that already */
export async function changeConversion(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  change: Change,
): Promise<boolean> {
  const returns = conversion.status === 'rejected' && change.status !== undefined && change.status !== 'rejected';
  // while it was rejected, others moved up: its place in the month, and with it its tier, is asked for again
  const amounts = returns ? await priceNow(tx, by, conversion) : conversion;
  const next = {
    status: change.status ?? conversion.status,
    revenue: change.revenue ?? amounts.revenue,
    payout: change.payout ?? amounts.payout,
  };
  // a share of a sale that nobody has told is not approved at nothing
  if (conversion.awaits_sale && next.status === 'approved') return false;
  const moved = next.revenue !== conversion.revenue || next.payout !== conversion.payout;
  if (next.status === conversion.status && !moved) return false;
  await countAnew(tx, by, conversion, next);
  const { revision } = await book(tx, by, conversion, next, change.reason);
  await updateConversion(tx, conversion.id, {
    status: next.status,
    revenue_micros: next.revenue,
    payout_micros: next.payout,
    ...(next.status === conversion.status ? {} : { reason: change.reason }),
    ...(change.byHand && moved ? { amounts_by_hand: true, awaits_sale: false } : {}),
    hold_until: next.status === 'pending' && conversion.status === 'pending' ? conversion.hold_until : null,
  });
  if (next.status !== 'pending') await clearTimer(tx, conversion.id, 'hold');
  await recordAudit(tx, by, {
    action: next.status === conversion.status ? 'conversion.adjusted' : `conversion.${next.status}`,
    objectKind: 'conversion',
    objectId: conversion.id,
    before: shown(conversion),
    after: { ...shown(next), reason: change.reason },
  });
  await emit(tx, by.tenant.id, conversionChanged, {
    conversion_id: conversion.id,
    change: next.status === conversion.status ? 'amounts' : 'status',
    status: next.status,
    revision,
    sequence: await nextSequence(tx, conversion.id),
    payout_changed: next.payout !== conversion.payout,
  });
  if ((next.status === 'rejected') !== (conversion.status === 'rejected')) await setTiersRight(tx, by, conversion);
  return true;
}

async function priceNow(tx: Tx, by: AuditedCall, conversion: Conversion): Promise<Amounts> {
  const { timeZone } = await termsOfTenant(tx, by.tenant.id);
  return (await priceAgain(tx, timeZone, conversion)) ?? conversion;
}

/** what comes or goes earlier in the month may put others on another tier: they are corrected, by transfers of their own */
export async function setTiersRight(tx: Tx, by: AuditedCall, moved: Conversion): Promise<void> {
  const { timeZone } = await termsOfTenant(tx, by.tenant.id);
  const { id, offer_id: offerId, publisher_id: publisherId, at } = moved;
  const beside = await besideTiers(tx, { id, offerId, publisherId, at, timeZone });
  const places = new Map(beside.map(({ id, earlier }) => [id, earlier]));
  for (const conversion of await lockConversions(tx, [...places.keys()])) {
    const earlier = places.get(conversion.id) ?? 0;
    const price = await priceAgain(tx, timeZone, conversion, { earlier });
    if (!price) continue;
    const { revenue, payout, ruleId } = price;
    if (ruleId !== conversion.payout_rule_id) await updateConversion(tx, conversion.id, { payout_rule_id: ruleId });
    await changeConversion(tx, by, conversion, { revenue, payout, reason: `Its tier: ${earlier} came before it` });
  }
}

type Standing = Pick<Conversion, 'status' | 'revenue' | 'payout'>;

async function countAnew(tx: Tx, by: AuditedCall, conversion: Conversion, next: Standing): Promise<void> {
  if (next.status === 'rejected') return releaseCaps(tx, conversion.id);
  const { timeZone } = await termsOfTenant(tx, by.tenant.id);
  const { offer_id: offerId, publisher_id: publisherId, at } = conversion;
  const thing = { tenantId: by.tenant.id, timeZone, clock: by.clock, offerId, publisherId, at };
  await recountCaps(tx, thing, conversion.id, next);
}

/** brings the ledger to what the conversion says now */
export async function book(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  next: Standing,
  reason: string,
): Promise<{ revision: number }> {
  const from = conversion.held;
  const to = {
    state: stateFor[next.status],
    revenue: next.revenue,
    payout: next.payout,
    revision: from.revision + 1,
  };
  if (isSame(from, to)) return { revision: from.revision };
  const thing = {
    id: conversion.id,
    advertiserId: conversion.advertiser_id,
    publisherId: conversion.publisher_id,
    currency: conversion.currency,
  };
  await record(tx, by.tenant.id, transfersBetween(thing, from, to, reason), by.clock.now());
  await updateConversion(tx, conversion.id, {
    booked: to.state,
    booked_revenue_micros: to.state === 'none' ? 0n : to.revenue,
    booked_payout_micros: to.state === 'none' ? 0n : to.payout,
    revision: to.revision,
  });
  return { revision: to.revision };
}
