// Do the caps leave room? Decided under the locks of their windows, so that any number of conversions at once stay within
// the limit. A conversion that is not rejected holds a place in every window of its moment; only a person goes over
// (docs/decisions/0020). A publisher's own caps are asked before the offer's.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import { formatMoney } from '@tributary/contract/money';
import type { CapAction } from '@tributary/contract/offers/offer-terms';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { capsOf, type StoredCap } from '../../offers/index.ts';
import type { Zones } from '../../tenancy/index.ts';
import { capReached, markReached } from '../../tracking/index.ts';
import type { Amounts } from '../pricing/amounts.ts';
import { statusOrder } from '../requests/authority.ts';
import { addCharge, approvedIn, type CapWindow, changeCharge, chargesOf, dropCharge, lockWindow } from './caps.repo.ts';

export interface CappedThing {
  tenantId: string;
  zones: Zones;
  clock: Clock;
  publisherId: string;
  /** when it happened: the window it falls into */
  at: Date;
  offerId: string;
  /** those in force at that moment, and whether they are still */
  caps: readonly StoredCap[];
  isCurrent: boolean;
}

export interface Counted extends Amounts {
  status: ConversionStatus;
}

const isMoney = (metric: string): boolean => metric === 'revenue' || metric === 'payout';
export const capValueText = (metric: string, value: bigint): string =>
  isMoney(metric) ? formatMoney(value) : String(value);

/** what it takes of the cap; a cap that only unpays counts what is paid */
function countOf({ metric, action }: StoredCap, { revenue, payout }: Amounts): bigint {
  if (action === 'zero_payout' && payout === 0n) return 0n;
  return metric === 'revenue' ? revenue : metric === 'payout' ? payout : 1n;
}

/** a window, the place that the conversion has in it already, and what it would take if it is as before */
interface Place extends CapWindow {
  /** a cap that was set since does not refuse what came before it, but counts it; who speaks up after it asks for room in it */
  isAsked: boolean;
  held: bigint | null;
  before: bigint | null;
  /** of a window that holds more than its limit, since it was set later: what is approved in it, where that decides */
  approved: bigint | null;
}

type Known = (Counted & { id: string }) | null;

async function placesFor(tx: Tx, thing: CappedThing, next: Counted, known: Known): Promise<Place[]> {
  const present = thing.isCurrent ? [] : ((await capsOf(tx, [thing.offerId])).get(thing.offerId) ?? []);
  const own = new Set(thing.caps.map(({ id }) => id));
  // always in the same order, so that two transactions wait for each other instead of deadlocking
  const caps = [...thing.caps, ...present.filter(({ id }) => !own.has(id))]
    .filter(
      ({ metric, publisherId }) => metric !== 'clicks' && (publisherId === null || publisherId === thing.publisherId),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const windows: (CapWindow & { isAsked: boolean })[] = [];
  for (const cap of caps) {
    const isOwn = own.has(cap.id);
    const window = await lockWindow(tx, thing, cap, isOwn ? thing.at : thing.clock.now());
    if (window) windows.push({ ...window, isAsked: isOwn || known !== null });
  }
  const held = new Map((known ? await chargesOf(tx, known.id) : []).map(({ capId, amount }) => [capId, amount]));
  // one that comes to count for more asks for all of it; else a window that began anew goes on without it
  const isSettled = known !== null && statusOrder[next.status] <= statusOrder[known.status];
  const approves = known !== null && next.status === 'approved' && known.status !== 'approved';
  const places: Place[] = [];
  for (const window of windows) {
    places.push({
      ...window,
      held: held.get(window.cap.id) ?? null,
      before: isSettled ? countOf(window.cap, known) : null,
      approved: approves && window.spent > window.cap.limit ? await approvedIn(tx, window) : null,
    });
  }
  return places.sort((a, b) => Number(a.cap.publisherId === null) - Number(b.cap.publisherId === null));
}

export interface CapVerdict {
  places: Place[];
  /** the cap that has no room left, and what it says to do */
  met: { capId: string; action: CapAction; text: string; figures: string } | null;
}

/** looks, and locks; nothing is counted yet. `known` is the conversion as it stands, where there is one */
export async function askCaps(tx: Tx, thing: CappedThing, next: Counted, known: Known): Promise<CapVerdict> {
  const places = await placesFor(tx, thing, next, known);
  const isFull = (place: Place, amounts: Amounts): boolean => {
    const { cap, spent, held, approved } = place;
    const need = countOf(cap, amounts);
    if (!place.isAsked || cap.action === 'notify') return false;
    // what waited before the cap was set has its place, but no more of them are approved than fit
    if (approved !== null && need > 0n && approved + need > cap.limit) return true;
    return asksFor(place, need) && spent - (held ?? 0n) + need > cap.limit;
  };
  const unpaid = places.find((place) => place.cap.action === 'zero_payout' && isFull(place, next));
  const left = unpaid ? { ...next, payout: 0n } : next;
  const full = places.filter((place) => place.cap.action !== 'zero_payout' && isFull(place, left));
  const first = full.find(({ cap }) => cap.action === 'reject') ?? full[0] ?? unpaid;
  if (!first) return { places, met: null };
  const { cap, spent } = first;
  await noteReached(tx, thing, first, spent, 1);
  const text = `${cap.period} cap on ${cap.metric}`;
  const figures = `${text}: ${capValueText(cap.metric, spent)} of ${capValueText(cap.metric, cap.limit)} used`;
  // its words are kept where each side reads them: one's payout is the other's secret
  const met = { capId: cap.id, action: cap.action, text: isMoney(cap.metric) ? text : figures, figures };
  return { places, met };
}

const asksFor = ({ held, before }: Place, need: bigint): boolean =>
  need > (held ?? 0n) && (before === null || need > before);

export interface CapOutcome {
  status: ConversionStatus;
  payout: bigint;
  /** parked: it counts nowhere until somebody approves it */
  hasPlaces: boolean;
  reason: string;
}

/** what the action of a full cap makes of it */
export function outcomeOf({ action, text }: NonNullable<CapVerdict['met']>, { status, payout }: Counted): CapOutcome {
  if (action === 'zero_payout') return { status, payout: 0n, hasPlaces: true, reason: `Without payout: ${text}` };
  const over = action === 'reject' ? 'rejected' : 'pending';
  return { status: over, payout, hasPlaces: false, reason: `Over the ${text}` };
}

/** counts it as it is now; what takes less than before gives the rest back */
export async function takePlaces(
  tx: Tx,
  thing: CappedThing,
  conversionId: string,
  amounts: Amounts,
  { places }: CapVerdict,
): Promise<void> {
  for (const place of places) {
    const { cap, start, spent, held } = place;
    const amount = countOf(cap, amounts);
    const charge = { capId: cap.id, windowStart: start };
    if (held === null && asksFor(place, amount)) {
      await addCharge(tx, { tenantId: thing.tenantId, conversionId }, { ...charge, amount });
    }
    if (held !== null && held !== amount) await changeCharge(tx, conversionId, { ...charge, amount: held }, amount);
    const after = spent - (held ?? 0n) + amount;
    if (after >= cap.limit && amount > (held ?? 0n)) await noteReached(tx, thing, place, after, 0);
  }
}

/** the first time in a window it is an event: the job that hears of it tells people, and pauses where that is the action */
async function noteReached(
  tx: Tx,
  { tenantId, clock }: CappedThing,
  { cap, start }: CapWindow,
  value: bigint,
  affected: number,
): Promise<void> {
  const window = { tenantId, capId: cap.id, start, limit: cap.limit };
  const { id, isNew } = await markReached(tx, window, { value, at: clock.now(), affected });
  if (isNew) await emit(tx, tenantId, capReached, { reached_id: id });
}

/** what is rejected or parked counts against nothing */
export async function releaseCaps(tx: Tx, conversionId: string): Promise<void> {
  for (const charge of await chargesOf(tx, conversionId)) await dropCharge(tx, conversionId, charge);
}
