// Windows of the caps that are counted where the money is: conversions, revenue and payout. The same rows as those of click caps.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type Zones, zonesAsJson } from '../tenancy/index.ts';

/**
 * The cap's window around that moment, in the tenant's own zone as it was then; its row stays locked until the transaction ends. Only one
 * that holds the moment `around` as well, else null.
 */
export async function openWindow(
  tx: Tx,
  place: { tenantId: string; zones: Zones; at: Date },
  cap: { id: string; period: string },
  around: Date,
): Promise<{ start: Date; end: Date; spent: bigint; isNew: boolean } | null> {
  const { at, zones, tenantId } = place;
  const windowAt = (moment: Date) =>
    sql`cap_window(${zonesAsJson(zones)}::jsonb, ${cap.period}, ${moment}::timestamptz)`;
  const { rows } = await sql<{ window_start: Date; window_end: Date; spent: string; is_new: boolean }>`
    insert into cap_windows (tenant_id, cap_id, window_start, window_end)
    select ${tenantId}, ${cap.id}::uuid, w.window_start, w.window_end
    from ${windowAt(at)} w where ${around}::timestamptz >= w.window_start and ${around}::timestamptz < w.window_end
    on conflict (tenant_id, cap_id, window_start) do update set window_end = excluded.window_end
    returning window_start, window_end, spent, xmax = 0 as is_new`.execute(tx);
  const row = rows[0];
  return row ? { start: row.window_start, end: row.window_end, spent: BigInt(row.spent), isNew: row.is_new } : null;
}

export async function setSpent(tx: Tx, capId: string, start: Date, spent: bigint): Promise<void> {
  await tx
    .updateTable('cap_windows')
    .set({ spent })
    .where('cap_id', '=', capId)
    .where('window_start', '=', start)
    .execute();
}

export async function moveSpent(tx: Tx, capId: string, start: Date, by: bigint): Promise<void> {
  await sql`update cap_windows set spent = spent + ${by} where cap_id = ${capId} and window_start = ${start}`.execute(
    tx,
  );
}

/** the window of a cap that was reached begins anew; null where it did already */
export async function resetReached(
  tx: Tx,
  reachedId: string,
  at: Date,
): Promise<{ capId: string; start: Date } | null> {
  const row = await tx
    .updateTable('caps_reached')
    .set({ reset_at: at })
    .where('id', '=', reachedId)
    .where('reset_at', 'is', null)
    .returning(['cap_id', 'window_start'])
    .executeTakeFirst();
  if (!row) return null;
  await tx
    .updateTable('cap_windows')
    .set({ spent: 0, recount_until: null })
    .where('cap_id', '=', row.cap_id)
    .where('window_start', '=', row.window_start)
    .execute();
  return { capId: row.cap_id, start: row.window_start };
}
