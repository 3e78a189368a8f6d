// The rows behind click caps. Invariant, kept by taking turns: spent + outstanding ≤ limit.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { capRows } from '../offers/index.ts';
import { tenantRows } from '../tenancy/index.ts';

export interface CapWindow {
  tenantId: string;
  capId: string;
  start: Date;
  end: Date;
  limit: number;
  spent: number;
  outstanding: number;
}

interface WindowRow {
  tenant_id: string;
  cap_id: string;
  limit_value: string;
  window_start: Date;
  window_end: Date;
  spent: string;
  outstanding: string;
}

const LEASES_LOCK = 7_272_744;

export async function takeTurn(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LEASES_LOCK})`.execute(tx);
}

/** for so long a new cap hears of clicks that trackers let through before they knew of it */
const RECOUNT_MS = 60_000;

/** the present windows of click caps, in each tenant's own zone; a cap that is gone is left out */
export const presentWindows = (capIds: readonly string[], at: Date): RawBuilder<unknown> => sql`
  select c.tenant_id, c.id as cap_id, c.limit_value, w.window_start, w.window_end
  from ${capRows} c join ${tenantRows} t on t.id = c.tenant_id, lateral cap_window(t.zones, c.period, ${at}::timestamptz) w
  where c.id = any(${[...capIds]}::uuid[]) and c.metric = 'clicks' and c.removed_at is null`;

export async function openWindows(tx: Tx, capIds: readonly string[], at: Date): Promise<void> {
  if (capIds.length === 0) return;
  await sql`
    insert into cap_windows (tenant_id, cap_id, window_start, window_end, recount_until)
    select tenant_id, cap_id, window_start, window_end,
      case when k.windows = 0 then ${new Date(at.getTime() + RECOUNT_MS)}::timestamptz else k.until end
    from (${presentWindows(capIds, at)}) p
    cross join lateral (select count(*) as windows, max(w.recount_until) as until from cap_windows w
      where w.tenant_id = p.tenant_id and w.cap_id = p.cap_id) k
    on conflict (tenant_id, cap_id, window_start) do update set window_end = excluded.window_end
      where cap_windows.window_end <> excluded.window_end`.execute(tx);
}

export async function readWindows(tx: Tx, capIds: readonly string[], at: Date): Promise<CapWindow[]> {
  if (capIds.length === 0) return [];
  const { rows } = await sql<WindowRow>`
    select p.*, w.spent, w.outstanding
    from (${presentWindows(capIds, at)}) p join cap_windows w using (tenant_id, cap_id, window_start)`.execute(tx);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    capId: row.cap_id,
    start: row.window_start,
    end: row.window_end,
    limit: Number(row.limit_value),
    spent: Number(row.spent),
    outstanding: Number(row.outstanding),
  }));
}

/**
 * Caps on conversions, revenue and payout are counted where the money is; a tracker is only told whether clicks still make
 * sense. Read without a lock: whoever books holds the row's.
 */
export async function countedElsewhere(
  tx: Tx,
  capIds: readonly string[],
  at: Date,
): Promise<{ capId: string; isFull: boolean; windowEnd: Date }[]> {
  if (capIds.length === 0) return [];
  const { rows } = await sql<{ cap_id: string; is_full: boolean; window_end: Date | null }>`
    select c.id as cap_id, coalesce(w.spent >= c.limit_value, c.limit_value = 0) as is_full, w.window_end
    from ${capRows} c left join cap_windows w on w.tenant_id = c.tenant_id and w.cap_id = c.id
      and w.window_start <= ${at} and w.window_end > ${at}
    where c.id = any(${[...capIds]}::uuid[]) and c.metric <> 'clicks' and c.removed_at is null`.execute(tx);
  return rows.map((row) => ({
    capId: row.cap_id,
    isFull: row.is_full,
    windowEnd: row.window_end ?? new Date(at.getTime() + 3_600_000),
  }));
}

/** those of the windows that the capping log does not know as reached */
export async function notYetReached(tx: Tx, windows: readonly CapWindow[]): Promise<CapWindow[]> {
  if (windows.length === 0) return [];
  const { rows } = await sql<{ cap_id: string; window_start: Date }>`
    select r.cap_id, r.window_start from caps_reached r
    join unnest(${windows.map(({ tenantId }) => tenantId)}::uuid[], ${windows.map(({ capId }) => capId)}::uuid[],
      ${windows.map(({ start }) => start)}::timestamptz[]) w (tenant_id, cap_id, window_start)
      using (tenant_id, cap_id, window_start)
    where r.reset_at is null`.execute(tx);
  const known = new Set(rows.map((row) => `${row.cap_id} ${row.window_start.getTime()}`));
  return windows.filter(({ capId, start }) => !known.has(`${capId} ${start.getTime()}`));
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

export interface NewGrant {
  window: CapWindow;
  name: string;
  granted: number;
}

export async function storeGrants(
  tx: Tx,
  grants: readonly NewGrant[],
  to: { tracker: string; boot: string; expiresAt: Date },
): Promise<void> {
  if (grants.length === 0) return;
  const rows = grants.map(({ window, name, granted }) => ({
    tenant_id: window.tenantId,
    cap_id: window.capId,
    window_start: window.start,
    lot: name,
    tracker: to.tracker,
    boot: to.boot,
    granted,
    expires_at: to.expiresAt,
  }));
  await tx.insertInto('cap_lots').values(rows).execute();
  await sql`
    update cap_windows w set outstanding = w.outstanding + l.granted
    from cap_lots l
    where l.lot = any(${grants.map(({ name }) => name)}::text[])
      and (w.tenant_id, w.cap_id, w.window_start) = (l.tenant_id, l.cap_id, l.window_start)`.execute(tx);
}

export interface SpentReport {
  lot: string;
  /** cumulative */
  spent: number;
  /** it is over: what it did not spend goes back, and it is forgotten */
  returned: boolean;
}

/** a grant that is not the tracker's, or that was returned before, changes nothing */
export async function reportSpent(tx: Tx, tracker: string, reports: readonly SpentReport[]): Promise<void> {
  if (reports.length === 0) return;
  const { rows } = await sql<{ lot: string; is_over: boolean }>`
    with told as (
      select lot, max(spent) as spent, bool_or(returned) as is_over
      from unnest(${reports.map(({ lot }) => lot)}::text[], ${reports.map(({ spent }) => spent)}::bigint[],
        ${reports.map(({ returned }) => returned)}::boolean[]) t (lot, spent, returned)
      group by lot),
    before as (
      select l.tenant_id, l.lot, l.spent, least(l.granted, greatest(l.spent, t.spent)) as total, t.is_over
      from cap_lots l join told t using (lot) where l.tracker = ${tracker}),
    after as (
      update cap_lots l set spent = b.total from before b where (l.tenant_id, l.lot) = (b.tenant_id, b.lot)
      returning l.tenant_id, l.cap_id, l.window_start, l.lot, b.is_over, b.total - b.spent as fresh,
        case when b.is_over then l.granted - b.total else 0 end as released),
    counted as (
      update cap_windows w set spent = w.spent + a.fresh, outstanding = w.outstanding - a.fresh - a.released
      from (select tenant_id, cap_id, window_start, sum(fresh) as fresh, sum(released) as released
            from after group by tenant_id, cap_id, window_start) a
      where (w.tenant_id, w.cap_id, w.window_start) = (a.tenant_id, a.cap_id, a.window_start))
    select lot, is_over from after`.execute(tx);
  const over = rows.filter(({ is_over }) => is_over).map(({ lot }) => lot);
  if (over.length > 0) await sql`delete from cap_lots where lot = any(${over}::text[])`.execute(tx);
}

export interface OpenGrant {
  tenant_id: string;
  lot: string;
  expires_at: Date;
}

/** grants that a former life of this tracker left open */
export const grantsOfFormerBoots = (tx: Tx, tracker: string, boot: string): Promise<OpenGrant[]> =>
  tx
    .selectFrom('cap_lots')
    .select(['tenant_id', 'lot', 'expires_at'])
    .where('tracker', '=', tracker)
    .where('boot', '!=', boot)
    .execute();

export async function bindTenant(tx: Tx, tenantId: string): Promise<void> {
  await sql`select set_config('app.tenant_id', ${tenantId}, true), set_config('app.actor_kind', 'system', true)`.execute(
    tx,
  );
}
