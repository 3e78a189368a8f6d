// Single rows that a workspace does not keep any longer. From the first moment on everybody is told that they are gone, and no day
// before it is counted from rows any more; then they go, lot by lot. Whoever dies on the way is followed by one who goes on.
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { setRowsSince } from '../tenancy/index.ts';
import { holdBooking } from './hold-booking.repo.ts';
import { upkeep } from './reading.ts';
import { removeReceipts, removeSideRows } from './receipts.repo.ts';
import type { RowsKept } from './store/upkeep.ts';

const LOT = 5_000;

interface Removal {
  before: Date;
  kept: readonly RowsKept[];
  /** what others keep about receipts, in the transaction in which these go */
  forget(tx: Tx, receiptIds: readonly string[]): Promise<void>;
}

export async function removeOldRows(
  database: Database,
  tenantId: string,
  { before, kept, forget }: Removal,
): Promise<{ events: number; receipts: number }> {
  const inTenant = <R>(run: (tx: Tx) => Promise<R>): Promise<R> => database.withTenant(tenantId, systemActor, run);
  await inTenant(async (tx) => {
    // whoever counts a day anew has read its rows, or will hear that they are gone
    await holdBooking(tx, tenantId);
    await setRowsSince(tx, tenantId, before);
  });
  const lots = async (take: (tx: Tx) => Promise<number>): Promise<number> => {
    let sum = 0;
    for (let taken = LOT; taken > 0; sum += taken) taken = await inTenant(take);
    return sum;
  };
  const events = await lots((tx) => upkeep().removeRows(tx, tenantId, before, kept, LOT));
  const receipts = await lots(async (tx) => {
    const ids = await removeReceipts(tx, before, LOT);
    await forget(tx, ids);
    return ids.length;
  });
  await lots((tx) => removeSideRows(tx, before, LOT));
  return { events, receipts };
}
