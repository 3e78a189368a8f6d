// What the plan counts, by calendar month, UTC: clicks as they are taken in, conversions as they are recorded.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export async function countConversions(tx: Tx, tenantId: string, times: readonly Date[]): Promise<void> {
  if (times.length === 0) return;
  await sql`insert into tenant_usage (tenant_id, month, conversions)
    select ${tenantId}::uuid, date_trunc('month', at at time zone 'UTC')::date, count(*)
    from unnest(${[...times]}::timestamptz[]) t (at) group by 2 order by 2
    on conflict (tenant_id, month) do update set conversions = tenant_usage.conversions + excluded.conversions`.execute(
    tx,
  );
}

/** the intake speaks in texts: `clicks` selects tenant_id, month and count of what it has just stored */
export const addClicks = (clicks: string): string => `insert into tenant_usage (tenant_id, month, clicks) ${clicks}
   on conflict (tenant_id, month) do update set clicks = tenant_usage.clicks + excluded.clicks`;

/** and it has to know whose days its rows fall into */
export const rollupZones = 'select id, rollup_zone from tenants';
