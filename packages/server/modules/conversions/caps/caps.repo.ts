// Caps on conversions, revenue and payout: the same windows as click caps have, each locked while it is counted.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { lowestId } from '../../../platform/ids.ts';
import type { StoredCap } from '../../offers/index.ts';

export interface CapWindow {
  cap: StoredCap;
  start: Date;
  spent: bigint;
}

/**
 * The cap's window around that moment, in the tenant's own zone; its row stays locked until the transaction ends. With
 * `around` only one that holds that moment as well, else null.
 */
export async function lockWindow(
  tx: Tx,
  place: { tenantId: string; timeZone: string; at: Date },
  cap: StoredCap,
  around = place.at,
): Promise<CapWindow | null> {
  const { at, timeZone, tenantId } = place;
  const startOf = (moment: Date) => sql`case when ${cap.period} = 'total' then 'epoch'::timestamptz
    else date_trunc(${cap.period}, ${moment}::timestamptz, ${timeZone}) end`;
  const { rows } = await sql<{ window_start: Date; window_end: Date; spent: string; is_new: boolean }>`
    insert into cap_windows (tenant_id, cap_id, window_start, window_end)
    select ${tenantId}, ${cap.id}::uuid, w.start,
      case when ${cap.period} = 'total' then '9999-01-01'::timestamptz
        else (w.start at time zone ${timeZone} + ('1 ' || ${cap.period})::interval) at time zone ${timeZone} end
    from (select ${startOf(at)} as start where ${startOf(at)} = ${startOf(around)}) w
    on conflict (tenant_id, cap_id, window_start) do update set window_end = excluded.window_end
    returning window_start, window_end, spent, xmax = 0 as is_new`.execute(tx);
  const row = rows[0];
  if (!row) return null;
  const window = { cap, start: row.window_start, spent: BigInt(row.spent) };
  return row.is_new ? { ...window, spent: await countAnew(tx, window, row.window_end) } : window;
}

/** a cap that is new, or was put back, finds the window as full as it is: whatever is not rejected or parked has its place */
async function countAnew(tx: Tx, { cap, start }: CapWindow, end: Date): Promise<bigint> {
  const amount = { clicks: sql`0`, conversions: sql`1`, revenue: sql`c.revenue_micros`, payout: sql`c.payout_micros` };
  await sql`
    insert into conversion_caps (tenant_id, conversion_id, cap_id, window_start, amount)
    select c.tenant_id, c.id, k.id, ${start}, ${amount[cap.metric]}
    from offer_caps k join conversions c on c.offer_id = k.offer_id and c.publisher_id = coalesce(k.publisher_id, c.publisher_id)
    where k.id = ${cap.id} and c.id >= ${lowestId(start)}::uuid and c.at >= ${start} and c.at < ${end}
      and c.status <> 'rejected' and not (c.status = 'pending' and c.cap_id is not null)
      and (k.action <> 'zero_payout' or c.payout_micros > 0)`.execute(tx);
  const { rows } = await sql<{ spent: string }>`
    update cap_windows set spent = (select coalesce(sum(amount), 0) from conversion_caps
      where cap_id = ${cap.id} and window_start = ${start})
    where cap_id = ${cap.id} and window_start = ${start} returning spent`.execute(tx);
  return BigInt(rows[0]?.spent ?? 0);
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
    .set({ spent: 0, recount_until: null })
    .where('cap_id', '=', row.cap_id)
    .where('window_start', '=', row.window_start)
    .execute();
  return true;
}
