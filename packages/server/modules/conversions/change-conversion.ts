// The one way in which a conversion changes once it exists: row, caps, timer, ledger, trail and outbox events, in one transaction.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import { formatMoney } from '@tributary/contract/money';
import type { Updateable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Conversions } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type AuditedCall, recordAudit } from '../audit/index.ts';
import { record } from '../ledger/index.ts';
import { termsAt } from '../offers/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { isSame, stateFor, transfersBetween } from './booking.ts';
import { askCaps, type CappedThing, type CapVerdict, outcomeOf, releaseCaps, takePlaces } from './caps/caps.ts';
import { type Conversion, lockConversions, nextSequence, standingOf, updateConversion } from './conversions.repo.ts';
import type { Amounts } from './pricing/amounts.ts';
import { priceAgain } from './pricing/price-conversion.ts';
import { besideTiers } from './pricing/tiers.repo.ts';
import { type Authority, ceilingAfter, statusOrder } from './requests/authority.ts';
import { fileRequest } from './requests/requests.repo.ts';
import { clearTimer } from './timers.repo.ts';
import { conversionChanged } from './topics.ts';

export interface Change {
  status?: ConversionStatus;
  revenue?: bigint;
  payout?: bigint;
  reason: string;
  /** set by a person: rules no longer change the amounts */
  byHand?: boolean;
  /** whose word it is; without one, rules correct an amount */
  authority?: Authority;
  /** a person goes over a full cap */
  overCap?: boolean;
  receiptId?: string | null;
  /** the sale that the amounts were priced by, where it was told with them */
  sale?: { micros: bigint; currency: string; rate: bigint } | null;
  /** what else the row takes over */
  columns?: Updateable<Conversions>;
  /** how the trail calls it, where not by its status */
  action?: 'refunded';
}

/** over_cap: a full cap stood in the way; what its action says has been done */
export type Changed = 'same' | 'changed' | 'over_cap';

type Counted = Pick<Conversion, 'status' | 'revenue' | 'payout'>;
const shown = ({ status, revenue, payout }: Counted) => ({
  status,
  revenue: formatMoney(revenue),
  payout: formatMoney(payout),
});

/** the row must be locked */
export async function changeConversion(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  change: Change,
): Promise<Changed> {
  const returns = conversion.status === 'rejected' && change.status !== undefined && change.status !== 'rejected';
  // while it was rejected, others moved up: its place in the month, and with it its tier, is asked for again
  const amounts = returns ? await priceNow(tx, by, conversion) : conversion;
  const next: Counted = {
    status: change.status ?? conversion.status,
    revenue: change.revenue ?? amounts.revenue,
    payout: change.payout ?? amounts.payout,
  };
  // a share of a sale that nobody has told is not approved at nothing
  if (conversion.awaits_sale && next.status === 'approved') return 'same';
  if (isAlike(next, conversion)) {
    if (!change.columns) return 'same';
    await settle(tx, by, conversion, next, change);
    return 'changed';
  }
  const thing = await cappedThing(tx, by, conversion);
  const caps = next.status === 'rejected' ? null : await askCaps(tx, thing, next, conversion);
  if (caps?.met && !change.overCap) return meetCap(tx, by, conversion, next, change, { thing, caps, met: caps.met });
  if (caps) await takePlaces(tx, thing, conversion.id, next, caps);
  else await releaseCaps(tx, conversion.id);
  await settle(tx, by, conversion, next, change);
  return 'changed';
}

const isAlike = (a: Counted, b: Counted): boolean =>
  a.status === b.status && a.revenue === b.revenue && a.payout === b.payout;

async function cappedThing(tx: Tx, by: AuditedCall, conversion: Conversion): Promise<CappedThing> {
  const { zones } = await termsOfTenant(tx, by.tenant.id);
  const { offer_id: id, publisher_id: publisherId, at, terms_version: version } = conversion;
  const terms = await termsAt(tx, { id }, version === null ? { at } : { version });
  return {
    tenantId: by.tenant.id,
    zones,
    clock: by.clock,
    publisherId,
    at,
    offerId: id,
    caps: terms?.caps ?? [],
    isCurrent: terms?.inForceUntil === null,
  };
}

/** a person is told and decides; a larger amount becomes a request; a status becomes what the cap's action says */
async function meetCap(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  next: Counted,
  change: Change,
  { thing, caps, met }: { thing: CappedThing; caps: CapVerdict; met: NonNullable<CapVerdict['met']> },
): Promise<Changed> {
  if (change.authority === 'manager') return 'over_cap';
  if (statusOrder[next.status] <= statusOrder[conversion.status]) {
    await askForAmounts(tx, by, conversion, next, change, `${change.reason}; over the ${met.text}`);
    return 'over_cap';
  }
  const { status, payout, hasPlaces, reason } = outcomeOf(met, next);
  const left = { ...next, status, payout };
  const columns = { ...change.columns, cap_id: met.capId, cap_action: met.action };
  if (hasPlaces) await takePlaces(tx, thing, conversion.id, left, caps);
  else await releaseCaps(tx, conversion.id);
  const authority = hasPlaces ? (change.authority ?? 'none') : 'cap';
  await settle(tx, by, conversion, left, { ...change, columns: { ...columns, reason }, reason, authority });
  return 'over_cap';
}

async function askForAmounts(
  tx: Tx,
  by: AuditedCall,
  { id }: Conversion,
  { revenue, payout }: Amounts,
  { authority, receiptId = null, sale = null }: Change,
  reason: string,
): Promise<void> {
  const askedBy = authority === 'advertiser' ? ('advertiser' as const) : ('checks' as const);
  const asked = { askedBy, askedUser: null, word: 'amount' as const, amounts: { revenue, payout } };
  const request = { tenantId: by.tenant.id, conversionId: id, receiptId, sale, refunded: null, lowers: false };
  await fileRequest(tx, { ...request, ...asked, reason, at: by.clock.now() }, false);
}

/** the row, the ledger, the trail and the outbox events */
async function settle(tx: Tx, by: AuditedCall, conversion: Conversion, next: Counted, change: Change): Promise<void> {
  const isDecided = next.status !== conversion.status;
  const moved = next.revenue !== conversion.revenue || next.payout !== conversion.payout;
  const { revision } = await book(tx, by, conversion, next, change.reason);
  await updateConversion(tx, conversion.id, {
    status: next.status,
    revenue_micros: next.revenue,
    payout_micros: next.payout,
    ...(isDecided ? { reason: change.reason } : {}),
    ...(change.byHand && moved ? { amounts_by_hand: true, awaits_sale: false } : {}),
    ...(isDecided || change.authority === 'refund' ? decisionOf(by, conversion, next.status, change) : {}),
    ...(isDecided && conversion.refund === 'whole' ? { refund: null, refunded_micros: 0n } : {}),
    ...change.columns,
  });
  if (isDecided && !keepsHold(conversion, next.status, change)) await clearTimer(tx, conversion.id, 'hold');
  const statusAction = isDecided ? next.status : 'adjusted';
  await recordAudit(tx, by, {
    action: `conversion.${change.action ?? statusAction}`,
    objectKind: 'conversion',
    objectId: conversion.id,
    before: shown(conversion),
    after: { ...shown(next), reason: change.reason },
  });
  if (!isDecided && !moved) return;
  await emit(tx, by.tenant.id, conversionChanged, {
    conversion_id: conversion.id,
    change: isDecided ? 'status' : 'amounts',
    status: next.status,
    revision,
    sequence: await nextSequence(tx, conversion.id),
    payout_changed: next.payout !== conversion.payout,
  });
  if ((next.status === 'rejected') !== (conversion.status === 'rejected')) await setTiersRight(tx, by, conversion);
}

/** a hold goes on under whoever lowers what is on it: rejecting first must not be a way around it */
function keepsHold(conversion: Conversion, status: ConversionStatus, { authority = 'none' }: Change): boolean {
  const { ceilingBy } = ceilingAfter(standingOf(conversion), authority, status);
  return conversion.hold_until !== null && ceilingBy === 'hold' && authority !== 'hold' && status !== 'approved';
}

function decisionOf(by: AuditedCall, conversion: Conversion, status: ConversionStatus, change: Change) {
  const { authority = 'none' } = change;
  const hold = keepsHold(conversion, status, change);
  const limit = ceilingAfter(standingOf(conversion), authority, status);
  const isLifted = limit.ceiling !== null && statusOrder[status] > statusOrder[limit.ceiling];
  const isOver = limit.ceilingBy === 'hold' && !hold;
  // a hold that ends as rejected has decided; whatever else it ends as is open
  const ended = authority === 'hold' && status === 'rejected' ? { ceiling: status, ceilingBy: authority } : null;
  const { ceiling, ceilingBy } = ended ?? (isLifted || isOver ? { ceiling: null, ceilingBy: null } : limit);
  return {
    decided_by: authority,
    decided_at: by.clock.now(),
    ceiling,
    ceiling_by: ceilingBy,
    hold_until: hold ? conversion.hold_until : null,
    ...(status === 'approved' ? { cap_id: null, cap_action: null } : {}),
  };
}

async function priceNow(tx: Tx, by: AuditedCall, conversion: Conversion): Promise<Amounts> {
  const { zones } = await termsOfTenant(tx, by.tenant.id);
  // what was refunded whole is asked for again as a whole
  const refunded = conversion.refund === 'whole' ? 0n : conversion.refunded;
  return (await priceAgain(tx, zones, { ...conversion, refunded })) ?? conversion;
}

/** what comes or goes earlier in the month may put others on another tier: they are corrected, by transfers of their own */
export async function setTiersRight(tx: Tx, by: AuditedCall, moved: Conversion): Promise<void> {
  const { zones } = await termsOfTenant(tx, by.tenant.id);
  const { id, offer_id: offerId, publisher_id: publisherId, at } = moved;
  const beside = await besideTiers(tx, { id, offerId, publisherId, at, zones });
  const places = new Map(beside.map(({ id, earlier }) => [id, earlier]));
  for (const conversion of await lockConversions(tx, [...places.keys()])) {
    const earlier = places.get(conversion.id) ?? 0;
    const price = await priceAgain(tx, zones, conversion, { earlier });
    if (!price) continue;
    const { revenue, payout, ruleId } = price;
    if (ruleId !== conversion.payout_rule_id) await updateConversion(tx, conversion.id, { payout_rule_id: ruleId });
    await changeConversion(tx, by, conversion, { revenue, payout, reason: `Its tier: ${earlier} came before it` });
  }
}

/** brings the ledger to what the conversion says now */
export async function book(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  next: Counted,
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
