// By whose days a tenant's rollups are kept, and how far a rebuild of them has come.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface RollupDays {
  timeZone: string;
  /** where a rebuild began, and the days still to be done; null where none is under way */
  rebuild: { from: string; next: string; last: string } | null;
}

const dayText = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

export async function rollupDaysOf(tx: Tx, tenantId: string): Promise<RollupDays> {
  const row = await tx
    .selectFrom('tenants')
    .select(['rollup_zone', 'time_zone', dayText('rebuild_next').as('next'), dayText('rebuild_last').as('last')])
    .select(dayText('rebuild_from').as('from'))
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const { from, next, last } = row;
  return {
    timeZone: row.rollup_zone ?? row.time_zone,
    rebuild: next && last ? { from: from ?? next, next, last } : null,
  };
}

export async function setRollupDays(tx: Tx, tenantId: string, { timeZone, rebuild }: RollupDays): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({
      rollup_zone: timeZone,
      rebuild_from: rebuild?.from ?? null,
      rebuild_next: rebuild?.next ?? null,
      rebuild_last: rebuild?.last ?? null,
    })
    .where('id', '=', tenantId)
    .execute();
}

/** the first day from which on sources stand under the days of the rollups' zone; null: all of them do */
export async function setSourcesSince(tx: Tx, tenantId: string, day: string | null): Promise<void> {
  await tx.updateTable('tenants').set({ sources_since: day }).where('id', '=', tenantId).execute();
}
