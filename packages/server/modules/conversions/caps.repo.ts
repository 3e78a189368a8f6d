// Caps on conversions, revenue and payout: the same windows as click caps have, each locked while it is counted.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { StoredCap } from '../offers/index.ts';

export interface CapWindow {
  cap: StoredCap;
  start: Date;
  spent: bigint;
}

/** the cap's window around that moment, in the tenant's own zone; its row stays locked until the transaction ends */
export async function lockWindow(
  tx: Tx,
  place: { tenantId: string; timeZone: string; at: Date },
  cap: StoredCap,
): Promise<CapWindow> {
  const { at, timeZone, tenantId } = place;
  const { rows } = await sql<{ window_start: Date; spent: string }>`
    insert into cap_windows (tenant_id, cap_id, window_start, window_end)
    select ${tenantId}, ${cap.id}::uuid, w.start,
      case when ${cap.period} = 'total' then '9999-01-01'::timestamptz
        else (w.start at time zone ${timeZone} + ('1 ' || ${cap.period})::interval) at time zone ${timeZone} end
    from (select case when ${cap.period} = 'total' then 'epoch'::timestamptz
      else date_trunc(${cap.period}, ${at}::timestamptz, ${timeZone}) end as start) w
    on conflict (tenant_id, cap_id, window_start) do update set window_end = excluded.window_end
    returning window_start, spent`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('a cap window could not be opened');
  return { cap, start: row.window_start, spent: BigInt(row.spent) };
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

async function moveSpent(tx: Tx, capId: string, windowStart: Date, by: bigint): Promise<void> {
  await sql`update cap_windows set spent = spent + ${by}
    where cap_id = ${capId} and window_start = ${windowStart}`.execute(tx);
}

/** begins the window anew: what was counted so far no longer counts against it */
export async function resetWindow(tx: Tx, reachedId: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('caps_reached')
    .set({ reset_at: at })
    .where('id', '=', reachedId)
    .where('reset_at', 'is', null)
    .returning(['cap_id', 'window_start'])
    .executeTakeFirst();
  if (!row) return false;
  await tx
    .deleteFrom('conversion_caps')
    .where('cap_id', '=', row.cap_id)
    .where('window_start', '=', row.window_start)
    .execute();
  await tx
    .updateTable('cap_windows')
    .set({ spent: 0 })
    .where('cap_id', '=', row.cap_id)
    .where('window_start', '=', row.window_start)
    .execute();
  return true;
}
