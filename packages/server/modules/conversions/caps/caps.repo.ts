// Caps on conversions, revenue and payout: the same windows as click caps have, each locked while it is counted.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { lowestId } from '../../../platform/ids.ts';
import { capRows, type StoredCap } from '../../offers/index.ts';
import type { Zones } from '../../tenancy/index.ts';
import { moveSpent, openWindow, resetReached, setSpent } from '../../tracking/index.ts';

export interface CapWindow {
  cap: StoredCap;
  start: Date;
  spent: bigint;
}

/** the cap's window around that moment, locked (see openWindow); one that is new finds out how full it is */
export async function lockWindow(
  tx: Tx,
  place: { tenantId: string; zones: Zones; at: Date },
  cap: StoredCap,
  around = place.at,
): Promise<CapWindow | null> {
  const opened = await openWindow(tx, place, cap, around);
  if (!opened) return null;
  const window = { cap, start: opened.start, spent: opened.spent };
  return opened.isNew ? { ...window, spent: await countAnew(tx, window, opened.end) } : window;
}

/** a cap that is new, or was put back, finds the window as full as it is: whatever is not rejected or parked has its place */
async function countAnew(tx: Tx, { cap, start }: CapWindow, end: Date): Promise<bigint> {
  const amount = { clicks: sql`0`, conversions: sql`1`, revenue: sql`c.revenue_micros`, payout: sql`c.payout_micros` };
  await sql`
    insert into conversion_caps (tenant_id, conversion_id, cap_id, window_start, amount)
    select c.tenant_id, c.id, k.id, ${start}, ${amount[cap.metric]}
    from ${capRows} k join conversions c on c.offer_id = k.offer_id and c.publisher_id = coalesce(k.publisher_id, c.publisher_id)
    where k.id = ${cap.id} and c.id >= ${lowestId(start)}::uuid and c.at >= ${start} and c.at < ${end}
      and c.status <> 'rejected' and not (c.status = 'pending' and c.cap_id is not null)
      and (k.action <> 'zero_payout' or c.payout_micros > 0)`.execute(tx);
  const { rows } = await sql<{ spent: string }>`select coalesce(sum(amount), 0)::bigint as spent from conversion_caps
    where cap_id = ${cap.id} and window_start = ${start}`.execute(tx);
  const spent = BigInt(rows[0]?.spent ?? 0);
  await setSpent(tx, cap.id, start, spent);
  return spent;
}

/** what those that are approved take of a window */
export async function approvedIn(tx: Tx, { cap, start }: CapWindow): Promise<bigint> {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(k.amount), 0)::bigint as amount from conversion_caps k
    join conversions c on c.tenant_id = k.tenant_id and c.id = k.conversion_id
    where k.cap_id = ${cap.id} and k.window_start = ${start} and c.status = 'approved'`.execute(tx);
  return BigInt(rows[0]?.amount ?? 0);
}

export interface Charge {
  capId: string;
  windowStart: Date;
  amount: bigint;
}

export async function addCharge(
  tx: Tx,
  { tenantId, conversionId }: { tenantId: string; conversionId: string },
  { capId, windowStart, amount }: Charge,
): Promise<void> {
  await tx
    .insertInto('conversion_caps')
    .values({
      tenant_id: tenantId,
      conversion_id: conversionId,
      cap_id: capId,
      window_start: windowStart,
      amount,
    })
    .execute();
  await moveSpent(tx, capId, windowStart, amount);
}

export async function chargesOf(tx: Tx, conversionId: string): Promise<Charge[]> {
  const rows = await tx
    .selectFrom('conversion_caps')
    .select(['cap_id', 'window_start', 'amount'])
    .where('conversion_id', '=', conversionId)
    .orderBy('cap_id')
    .execute();
  return rows.map((row) => ({ capId: row.cap_id, windowStart: row.window_start, amount: BigInt(row.amount) }));
}

export async function changeCharge(tx: Tx, conversionId: string, charge: Charge, amount: bigint): Promise<void> {
  await tx
    .updateTable('conversion_caps')
    .set({ amount })
    .where('conversion_id', '=', conversionId)
    .where('cap_id', '=', charge.capId)
    .execute();
  await moveSpent(tx, charge.capId, charge.windowStart, amount - charge.amount);
}

export async function dropCharge(tx: Tx, conversionId: string, charge: Charge): Promise<void> {
  await tx
    .deleteFrom('conversion_caps')
    .where('conversion_id', '=', conversionId)
    .where('cap_id', '=', charge.capId)
    .execute();
  await moveSpent(tx, charge.capId, charge.windowStart, -charge.amount);
}

/** begins the window anew: what was counted so far no longer counts against it */
export async function resetWindow(tx: Tx, reachedId: string, at: Date): Promise<boolean> {
  const window = await resetReached(tx, reachedId, at);
  if (!window) return false;
  await tx
    .deleteFrom('conversion_caps')
    .where('cap_id', '=', window.capId)
    .where('window_start', '=', window.start)
    .execute();
  return true;
}
