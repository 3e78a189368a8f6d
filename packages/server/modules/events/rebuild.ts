// Counts a tenant's rollups anew, under the days of its zone or of another. Each day is a transaction of its own and says how far
// it has come: whoever dies on the way is followed by one who goes on. From the first moment on rows are booked by the new days, so
// that what comes meanwhile, however late, is counted once: with the day when it is rebuilt, or on top of it afterwards.
import type { Clock } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { addDays, dayOf, isSameZone, startOf } from '../../platform/zone.ts';
import { type RollupDays, rollupDaysOf, rowsSinceOf, setRollupDays, setSourcesSince } from '../tenancy/index.ts';
import { holdBooking } from './hold-booking.repo.ts';
import { upkeep } from './reading.ts';
import type { Rebuilt } from './store/upkeep.ts';

export interface RebuildDeps {
  database: Database;
  clock: Clock;
  /** hears each day that has been done */
  progress?(day: string, last: string): Promise<void>;
}

/** when the first click or impression was counted; null where none was */
export const firstCounted = (tx: Tx, tenantId: string): Promise<Date | null> => upkeep().firstQuarter(tx, tenantId);

/** until `finishRebuild` reports go on reading what knows no days */
export async function rebuildClicks(
  deps: RebuildDeps,
  tenantId: string,
  timeZone: string,
  what: Rebuilt,
): Promise<void> {
  const inTurn = <R>(run: (tx: Tx) => Promise<R>): Promise<R> =>
    deps.database.withTenant(tenantId, systemActor, async (tx) => {
      await holdBooking(tx, tenantId);
      return run(tx);
    });
  await inTurn((tx) => begin(tx, tenantId, timeZone, what, deps.clock.now()));
  for (;;) {
    const done = await inTurn((tx) => rebuildNext(tx, tenantId, what));
    if (!done) return;
    await deps.progress?.(done.day, done.last);
  }
}

/** one day alone, from its rows; false while all are being counted anew, or where rows were removed: nothing was done then */
export const rebuildClicksOfDay = ({ database }: Pick<RebuildDeps, 'database'>, tenantId: string, day: string) =>
  database.withTenant(tenantId, systemActor, async (tx): Promise<boolean> => {
    await holdBooking(tx, tenantId);
    const { timeZone, rebuild } = await rollupDaysOf(tx, tenantId);
    if (rebuild) return false;
    const start = startOf(day, timeZone);
    const removed = await rowsSinceOf(tx, tenantId);
    if (removed && start < removed) return false;
    await upkeep().rebuildDay(tx, tenantId, { day, start, end: startOf(addDays(day, 1), timeZone) }, 'rows');
    return true;
  });

/** one that is under way for the same zone is gone on with; one for another zone is overtaken, and begun anew */
async function begin(tx: Tx, tenantId: string, timeZone: string, what: Rebuilt, now: Date): Promise<void> {
  const known = await rollupDaysOf(tx, tenantId);
  const isSame = isSameZone(known.timeZone, timeZone);
  if (isSame && (known.rebuild || what === 'days')) return;
  if (!isSame) await setSourcesSince(tx, tenantId, null);
  const first = (await upkeep().firstQuarter(tx, tenantId)) ?? now;
  const zones = [known.timeZone, timeZone];
  const days = zones.flatMap((zone) => [dayOf(first, zone), addDays(dayOf(now, zone), 1)]).sort();
  const [next = '', last = ''] = [days[0], days.at(-1)];
  await setRollupDays(tx, tenantId, { timeZone, rebuild: around(known, { next, last }) });
}

/** what an overtaken rebuild had begun with and what it had still to do stays to be done */
function around({ rebuild }: RollupDays, asked: { next: string; last: string }) {
  const from = rebuild && rebuild.from < asked.next ? rebuild.from : asked.next;
  return { from, next: from, last: rebuild && rebuild.last > asked.last ? rebuild.last : asked.last };
}

async function rebuildNext(tx: Tx, tenantId: string, what: Rebuilt): Promise<{ day: string; last: string } | null> {
  const { timeZone, rebuild } = await rollupDaysOf(tx, tenantId);
  if (!rebuild || rebuild.next > rebuild.last) return null;
  const { from, next: day, last } = rebuild;
  const next = addDays(day, 1);
  const span = { day, start: startOf(day, timeZone), end: startOf(next, timeZone) };
  const done = await upkeep().rebuildDay(tx, tenantId, span, what);
  if (what === 'days' && !done.sources) await setSourcesSince(tx, tenantId, next);
  await setRollupDays(tx, tenantId, { timeZone, rebuild: { from, next, last } });
  return { day, last };
}

/** in the transaction that has seen everything else done; where another zone has overtaken it meanwhile, nothing is over yet */
export async function finishRebuild(tx: Tx, tenantId: string): Promise<void> {
  const { timeZone, rebuild } = await rollupDaysOf(tx, tenantId);
  if (rebuild && rebuild.next > rebuild.last) await setRollupDays(tx, tenantId, { timeZone, rebuild: null });
}
