// Months as the workspace's zone has them, and whether one is closed.
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { addDays, startOf } from '../../../platform/zone.ts';
import { takeHead } from '../../ledger/index.ts';
import { bookedDayAt, monthAround, termsOfTenant, type Zones, zoneAt } from '../../tenancy/index.ts';
import { isMonthClosed, lastClosedMonth } from './closed-months.repo.ts';

/** lots still move for three days */
const DAYS_AFTER = 3;

export const firstDay = (month: string): string => `${month}-01`;
export const monthAfter = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7);
export const monthBefore = (month: string): string => addDays(firstDay(month), -1).slice(0, 7);
export const monthOf = (zones: Zones, at: Date): string => bookedDayAt(zones, at).day.slice(0, 7);

/** its stretches of time: two where the zone was changed within it */
export const spansOf = (zones: Zones, month: string): { start: Date; end: Date }[] =>
  monthAround(zones, startOf(`${month}-15`, zoneAt(zones, new Date(`${month}-15T12:00:00Z`))));

export const closableOn = (month: string): string => addDays(firstDay(monthAfter(month)), DAYS_AFTER);
export const closableFrom = (zones: Zones, month: string): Date => {
  const day = closableOn(month);
  return startOf(day, zoneAt(zones, new Date(`${day}T12:00:00Z`)));
};

/** a conversion by hand; under the ledger's turn, so that no close comes in between */
export async function refuseClosedMonth(tx: Tx, tenantId: string, at: Date): Promise<void> {
  await takeHead(tx, tenantId);
  const { zones } = await termsOfTenant(tx, tenantId);
  await refuseClosedDay(tx, bookedDayAt(zones, at).day);
}

/** what is dated by its day alone; whoever asks has the ledger's turn */
export async function refuseClosedDay(tx: Tx, day: string): Promise<void> {
  const month = day.slice(0, 7);
  if (await isMonthClosed(tx, firstDay(month))) {
    throw new Fault(
      'conflict',
      `${month} is closed. Please date it in an open month, or have the owner open it again.`,
    );
  }
}

/** a rate holds from its day on: one that begins in a closed month, or before it, would change what was closed */
export async function refuseRateOfClosed(tx: Tx, tenantId: string, days: readonly string[]): Promise<void> {
  await takeHead(tx, tenantId);
  const last = await lastClosedMonth(tx);
  if (last === null) return;
  const closed = last.slice(0, 7);
  const open = firstDay(monthAfter(closed));
  if (days.some((day) => day < open)) {
    throw new Fault('conflict', `${closed} is closed: a rate can begin on ${open} or later.`);
  }
}
