// A click cap that is set, changed or put back finds its window as full as it is. The windows after its first begin empty,
// since every click was paid from a grant by then.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { accountRows } from '../accounts/index.ts';
import { events } from '../events/index.ts';
import { capRows, offerRows } from '../offers/index.ts';
import { tenantRows } from '../tenancy/index.ts';
import { bindTenant, presentWindows } from './leases.repo.ts';

interface FreshWindow {
  tenant_id: string;
  cap_id: string;
  window_start: Date;
  window_end: Date;
}

export interface HeldClicks {
  capId: string;
  start: Date;
  clicks: bigint;
}

/** what the store holds of the windows of caps that are new; read before one's turn at the leases, so that nobody waits for it */
export async function clicksHeld(tx: Tx, capIds: readonly string[], at: Date): Promise<HeldClicks[]> {
  if (capIds.length === 0) return [];
  const { rows } = await sql<FreshWindow>`
    select p.tenant_id, p.cap_id, p.window_start, p.window_end from (${presentWindows(capIds, at)}) p
    cross join lateral (select count(*) as windows, max(w.recount_until) as until from cap_windows w
      where w.tenant_id = p.tenant_id and w.cap_id = p.cap_id) k
    where k.windows = 0 or k.until > ${at}`.execute(tx);
  const held: HeldClicks[] = [];
  for (const tenantId of new Set(rows.map(({ tenant_id }) => tenant_id))) {
    await bindTenant(tx, tenantId);
    held.push(
      ...(await countWindows(
        tx,
        tenantId,
        rows.filter(({ tenant_id }) => tenant_id === tenantId),
      )),
    );
  }
  return held;
}

interface WindowOfCap {
  cap_id: string;
  window_start: Date;
  window_end: Date;
  offer: number;
  publisher: number | null;
  /** also where the rollups' days are not the tenant's, or being counted anew, or the window is not made of whole ones */
  by_quarters: boolean;
  first_day: string;
  until_day: string;
}

async function countWindows(tx: Tx, tenantId: string, windows: readonly FreshWindow[]): Promise<HeldClicks[]> {
  const day = (moment: 'window_start' | 'window_end') =>
    sql`to_char(f.${sql.ref(moment)} at time zone t.time_zone, 'YYYY-MM-DD')`;
  const { rows } = await sql<WindowOfCap>`
    select c.id as cap_id, f.window_start, f.window_end, o.number as offer, p.user_sequence_id as publisher,
      c.period = 'hour' or t.rebuild_next is not null or t.rollup_zone <> t.time_zone
        or (c.period <> 'total' and (f.window_start <> date_trunc('day', f.window_start, t.time_zone)
          or f.window_end <> date_trunc('day', f.window_end, t.time_zone))) as by_quarters, ${day('window_start')} as first_day, ${day('window_end')} as until_day
    from unnest(${windows.map(({ cap_id }) => cap_id)}::uuid[], ${windows.map(({ window_start }) => window_start)}::timestamptz[],
      ${windows.map(({ window_end }) => window_end)}::timestamptz[]) f (cap_id, window_start, window_end)
    join ${capRows} c on c.id = f.cap_id
    join ${tenantRows} t on t.id = c.tenant_id
    join ${offerRows} o on o.tenant_id = c.tenant_id and o.id = c.offer_id
    left join ${accountRows} p on p.tenant_id = c.tenant_id and p.id = c.publisher_id`.execute(tx);
  const counts = await events().dailyCounts(
    tx,
    tenantId,
    rows.map(({ offer, publisher, ...row }) => ({
      offer,
      publisher,
      span: row.by_quarters
        ? { start: row.window_start, end: row.window_end }
        : { from: row.first_day, until: row.until_day },
    })),
  );
  return rows.map((row, at) => ({ capId: row.cap_id, start: row.window_start, clicks: counts[at] ?? 0n }));
}

/**
 * Clicks that nobody has counted yet: those of the store beyond what is spent or out in grants. What is out may be spent and in
 * the store already, so that this never counts one twice; what it leaves, it finds when the grants have come back.
 */
export async function countHeld(tx: Tx, held: readonly HeldClicks[], at: Date): Promise<void> {
  if (held.length === 0) return;
  await sql`
    update cap_windows w set spent = h.clicks - w.outstanding
    from unnest(${held.map(({ capId }) => capId)}::uuid[], ${held.map(({ start }) => start)}::timestamptz[],
      ${held.map(({ clicks }) => String(clicks))}::bigint[]) h (cap_id, window_start, clicks)
    where w.cap_id = h.cap_id and w.window_start = h.window_start and w.recount_until > ${at}
      and h.clicks > w.spent + w.outstanding`.execute(tx);
}
