// The rows behind click caps. Invariant, kept by taking turns at the desk: spent + outstanding ≤ limit.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface CapWindow {
  tenantId: string;
  capId: string;
  start: Date;
  end: Date;
  limit: number;
  spent: number;
  outstanding: number;
}

const DESK_LOCK = 7_272_744;

export async function takeTurn(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DESK_LOCK})`.execute(tx);
}

/** the cap's present window, in the tenant's own zone; null for a cap that is gone */
export async function openWindow(tx: Tx, capId: string, at: Date): Promise<CapWindow | null> {
  const { rows } = await sql<{ tenant_id: string; limit_value: string; start: Date; end: Date }>`
    select c.tenant_id, c.limit_value,
      case when c.period = 'total' then 'epoch'::timestamptz
        else date_trunc(c.period, ${at}::timestamptz, t.time_zone) end as start,
      case when c.period = 'total' then '9999-01-01'::timestamptz
        else (date_trunc(c.period, ${at}::timestamptz, t.time_zone) at time zone t.time_zone + ('1 ' || c.period)::interval) at time zone t.time_zone
      end as end
    from offer_caps c join tenants t on t.id = c.tenant_id
    where c.id = ${capId}::uuid and c.metric = 'clicks' and c.removed_at is null`.execute(tx);
  const cap = rows[0];
  if (!cap) return null;
  const window = await tx
    .insertInto('cap_windows')
    .values({ tenant_id: cap.tenant_id, cap_id: capId, window_start: cap.start, window_end: cap.end })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'cap_id', 'window_start']).doUpdateSet({ window_end: cap.end }),
    )
    .returning(['spent', 'outstanding'])
    .executeTakeFirstOrThrow();
  return {
    tenantId: cap.tenant_id,
    capId,
    start: cap.start,
    end: cap.end,
    limit: Number(cap.limit_value),
    spent: Number(window.spent),
    outstanding: Number(window.outstanding),
  };
}

/**
 * Caps on conversions, revenue and payout are counted where the money is; a tracker is only told whether clicks still make
 * sense. Read without a lock: whoever books holds the row's.
 */
export async function countedElsewhere(
  tx: Tx,
  capId: string,
  at: Date,
): Promise<{ isFull: boolean; windowEnd: Date } | null> {
  const { rows } = await sql<{ is_full: boolean; window_end: Date | null }>`
    select coalesce(w.spent >= c.limit_value, c.limit_value = 0) as is_full, w.window_end
    from offer_caps c left join cap_windows w on w.tenant_id = c.tenant_id and w.cap_id = c.id
      and w.window_start <= ${at} and w.window_end > ${at}
    where c.id = ${capId}::uuid and c.metric <> 'clicks' and c.removed_at is null`.execute(tx);
  const row = rows[0];
  return row ? { isFull: row.is_full, windowEnd: row.window_end ?? new Date(at.getTime() + 3_600_000) } : null;
}

/** the log's row of this window; `isNew` the first time. `affected` counts conversions that met the cap afterwards */
export async function markReached(
  tx: Tx,
  window: { tenantId: string; capId: string; start: Date; limit: bigint },
  reached: { value: bigint; at: Date; affected: number },
): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into caps_reached (tenant_id, cap_id, window_start, at, value, limit_value, affected)
    values (${window.tenantId}, ${window.capId}, ${window.start}, ${reached.at}, ${reached.value}, ${window.limit}, ${reached.affected})
    on conflict (tenant_id, cap_id, window_start) where reset_at is null
      do update set affected = caps_reached.affected + excluded.affected
    returning id, xmax = 0 as is_new`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error('a reached cap could not be noted');
  return { id: row.id, isNew: row.is_new };
}

export async function grantLot(
  tx: Tx,
  window: CapWindow,
  lot: { name: string; tracker: string; boot: string; granted: number; expiresAt: Date },
): Promise<void> {
  const key = { tenant_id: window.tenantId, cap_id: window.capId, window_start: window.start };
  await tx
    .insertInto('cap_lots')
    .values({
      ...key,
      lot: lot.name,
      tracker: lot.tracker,
      boot: lot.boot,
      granted: lot.granted,
      expires_at: lot.expiresAt,
    })
    .execute();
  await tx
    .updateTable('cap_windows')
    .set((eb) => ({ outstanding: eb('outstanding', '+', String(lot.granted)) }))
    .where('tenant_id', '=', key.tenant_id)
    .where('cap_id', '=', key.cap_id)
    .where('window_start', '=', key.window_start)
    .execute();
}

export interface OpenLot {
  tenant_id: string;
  lot: string;
  cap_id: string;
  window_start: Date;
  granted: number;
  spent: number;
  expires_at: Date;
}

export async function findLot(tx: Tx, name: string, tracker: string): Promise<OpenLot | null> {
  const row = await tx
    .selectFrom('cap_lots')
    .select(['tenant_id', 'lot', 'cap_id', 'window_start', 'granted', 'spent', 'expires_at'])
    .where('lot', '=', name)
    .where('tracker', '=', tracker)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return row ? { ...row, granted: Number(row.granted), spent: Number(row.spent) } : null;
}

/** `spent` is cumulative; a settled lot gives back what it did not spend */
export async function reportLot(tx: Tx, lot: OpenLot, spent: number, settledAt: Date | null): Promise<void> {
  const total = Math.min(lot.granted, Math.max(lot.spent, spent));
  const fresh = total - lot.spent;
  const released = settledAt ? lot.granted - total : 0;
  await tx.updateTable('cap_lots').set({ spent: total, settled_at: settledAt }).where('lot', '=', lot.lot).execute();
  await sql`update cap_windows set spent = spent + ${fresh}, outstanding = outstanding - ${fresh + released}
    where tenant_id = ${lot.tenant_id} and cap_id = ${lot.cap_id} and window_start = ${lot.window_start}`.execute(tx);
}

/** lots that a former life of this tracker left open */
export async function lotsOfFormerBoots(tx: Tx, tracker: string, boot: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('cap_lots')
    .select('lot')
    .where('tracker', '=', tracker)
    .where('boot', '!=', boot)
    .where('settled_at', 'is', null)
    .execute();
  return rows.map((row) => row.lot);
}

/** how many clicks name the lot; they are all in once its tracker has shipped everything older */
export async function clicksOfLot(tx: Tx, lot: OpenLot): Promise<number> {
  const { rows } = await sql<{ spent: string }>`
    select count(*) as spent from events
    where tenant_id = ${lot.tenant_id} and kind = 'click' and at > ${new Date(lot.expires_at.getTime() - 3_600_000)}
      and at < ${new Date(lot.expires_at.getTime() + 3_600_000)} and ${lot.lot} = any(string_to_array(cap_lots, ','))`.execute(
    tx,
  );
  return Number(rows[0]?.spent ?? 0);
}

export async function bindTenant(tx: Tx, tenantId: string): Promise<void> {
  await sql`select set_config('app.tenant_id', ${tenantId}, true)`.execute(tx);
}
