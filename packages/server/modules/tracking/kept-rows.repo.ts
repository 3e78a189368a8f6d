// What trackers have kept by their own count, beside what is stored of it.
import type { KeptRows } from '@tributary/contract/tracker/tracker-wire';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { tenantRows } from '../tenancy/index.ts';
import { ALIVE_MS } from './trackers.repo.ts';

/** a report that comes twice, or late, takes nothing back; a workspace that is gone is passed over */
export async function saveKeptRows(
  tx: Tx,
  tenantId: string,
  { tracker, boot, kept }: { tracker: string; boot: string; kept: readonly KeptRows[] },
): Promise<void> {
  const all = <K extends keyof KeptRows>(name: K) => kept.map((one) => one[name]);
  await sql`
    insert into tracker_counts as c (tenant_id, quarter, tracker, boot, clicks, impressions, receipts)
    select t.id, to_timestamp(k.quarter / 1000.0), ${tracker}, ${boot}, k.clicks, k.impressions, k.receipts
    from unnest(${all('quarter')}::bigint[], ${all('clicks')}::bigint[], ${all('impressions')}::bigint[],
      ${all('receipts')}::bigint[]) k (quarter, clicks, impressions, receipts)
    join (${tenantRows}) t on t.id = ${tenantId}
    on conflict (tenant_id, quarter, tracker, boot) do update set clicks = greatest(c.clicks, excluded.clicks),
      impressions = greatest(c.impressions, excluded.impressions), receipts = greatest(c.receipts, excluded.receipts)`.execute(
    tx,
  );
}

export interface KeptByTrackers {
  clicks: number;
  impressions: number;
  receipts: number;
  /** a tracker that is alive has rows of that time on its disk: they are on their way */
  isOnItsWay: boolean;
}

/** of rows that bear a time within */
export async function keptByTrackers(
  tx: Tx,
  { start, end }: { start: Date; end: Date },
  at: Date,
): Promise<KeptByTrackers> {
  const { rows } = await sql<Record<'clicks' | 'impressions' | 'receipts', string> & { waits: boolean }>`
    select coalesce(sum(c.clicks), 0) as clicks, coalesce(sum(c.impressions), 0) as impressions,
      coalesce(sum(c.receipts), 0) as receipts,
      exists (select from trackers t where t.reported_at > ${new Date(at.getTime() - ALIVE_MS)}
        and (t.report #>> '{spool,oldestUnsentAt}')::numeric < ${end.getTime()}) as waits
    from tracker_counts c where c.quarter >= ${start} and c.quarter < ${end}`.execute(tx);
  const [row] = rows;
  return {
    clicks: Number(row?.clicks ?? 0),
    impressions: Number(row?.impressions ?? 0),
    receipts: Number(row?.receipts ?? 0),
    isOnItsWay: row?.waits ?? false,
  };
}

export async function forgetKeptRows(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('tracker_counts').where('quarter', '<', before).execute();
}
