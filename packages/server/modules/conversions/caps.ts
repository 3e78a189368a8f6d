// Do the caps leave room? Decided under the locks of their windows, so that any number of conversions at once stay within
// the limit. A publisher's own caps are asked before the offer's; the first that is full decides what happens.
import { formatMoney } from '@tributary/contract/money';
import type { CapAction } from '@tributary/contract/offer-terms';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { capsOf, type StoredCap } from '../offers/index.ts';
import { capReached, markReached } from '../tracking/index.ts';
import type { Amounts } from './amounts.ts';
import { addCharge, type CapWindow, changeCharge, chargesOf, dropCharge, lockWindow } from './caps.repo.ts';

export interface CappedThing {
  tenantId: string;
  timeZone: string;
  clock: Clock;
  offerId: string;
  publisherId: string;
  /** when it happened: the window it falls into */
  at: Date;
}

const countOf = ({ metric }: StoredCap, { revenue, payout }: Amounts): bigint =>
  metric === 'revenue' ? revenue : metric === 'payout' ? payout : 1n;

export const capValueText = (metric: string, value: bigint): string =>
  metric === 'revenue' || metric === 'payout' ? formatMoney(value) : String(value);

async function windowsFor(tx: Tx, thing: CappedThing): Promise<CapWindow[]> {
  const caps = ((await capsOf(tx, [thing.offerId])).get(thing.offerId) ?? []).filter(
    ({ metric, publisherId }) => metric !== 'clicks' && (publisherId === null || publisherId === thing.publisherId),
  );
  // always in the same order, so that two transactions wait for each other instead of deadlocking
  const windows: CapWindow[] = [];
  for (const cap of caps) windows.push(await lockWindow(tx, thing, cap));
  return windows.sort((a, b) => Number(a.cap.publisherId === null) - Number(b.cap.publisherId === null));
}

export interface CapVerdict {
  windows: CapWindow[];
  /** the cap that has no room left, and what it says to do */
  met: { capId: string; action: CapAction; text: string } | null;
}

/** looks, and locks; nothing is counted yet */
export async function askCaps(tx: Tx, thing: CappedThing, amounts: Amounts): Promise<CapVerdict> {
  const windows = await windowsFor(tx, thing);
  const full = windows.find(({ cap, spent }) => {
    const value = countOf(cap, amounts);
    return cap.action !== 'notify' && value > 0n && spent + value > cap.limit;
  });
  if (!full) return { windows, met: null };
  const { cap, spent } = full;
  await noteReached(tx, thing, full, spent, 1);
  const text = `${cap.period} cap on ${cap.metric}: ${capValueText(cap.metric, spent)} of ${capValueText(cap.metric, cap.limit)} used`;
  return { windows, met: { capId: cap.id, action: cap.action, text } };
}

/** counts a conversion that was recorded; a cap without room for it is left as it is */
export async function chargeCaps(
  tx: Tx,
  thing: CappedThing,
  conversionId: string,
  amounts: Amounts,
  windows: readonly CapWindow[],
): Promise<void> {
  for (const window of windows) {
    const { cap, spent, start } = window;
    const value = countOf(cap, amounts);
    const after = spent + value;
    if (cap.action !== 'notify' && after > cap.limit) continue;
    await addCharge(
      tx,
      { tenantId: thing.tenantId, conversionId },
      { capId: cap.id, windowStart: start, amount: value },
    );
    if (after >= cap.limit && value > 0n) await noteReached(tx, thing, window, after, 0);
  }
}

/** the first time in a window it is news: the job that hears of it tells people, and pauses where that is the action */
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

/** a rejected conversion counts against nothing */
export async function releaseCaps(tx: Tx, conversionId: string): Promise<void> {
  for (const charge of await chargesOf(tx, conversionId)) await dropCharge(tx, conversionId, charge);
}

/** a person's decision counts against every cap, with or without room: what was decided is decided */
export async function recountCaps(tx: Tx, thing: CappedThing, conversionId: string, amounts: Amounts): Promise<void> {
  const windows = await windowsFor(tx, thing);
  const charges = new Map((await chargesOf(tx, conversionId)).map((charge) => [charge.capId, charge]));
  for (const { cap, start } of windows) {
    const charge = charges.get(cap.id);
    const amount = countOf(cap, amounts);
    if (charge && charge.amount !== amount) await changeCharge(tx, conversionId, charge, amount);
    if (!charge) {
      await addCharge(tx, { tenantId: thing.tenantId, conversionId }, { capId: cap.id, windowStart: start, amount });
    }
  }
}
