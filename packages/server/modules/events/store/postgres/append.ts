// Clicks, impressions and their rollups into PostgreSQL, inside the intake's own transaction: INSERT … SELECT from its staging
// tables, per tenant, under that tenant's row-level security.
import { eventColumns } from '@tributary/contract/tracker/spool-record';
import type { IntakeTransaction } from '../../../../platform/db/intake-connection.ts';
import { stageOf } from '../sql.ts';
import type { EventAppender, StagedPiece } from '../store.ts';
import { fromRows, type Rollup, rollups } from './rollups.ts';

/** clicks and impressions of tenant $1, with their quarter of an hour and their day in its zone, $2 */
const staged = `(${(['click', 'impression'] as const)
  .map(
    (
      kind,
    ) => `select '${kind}' as kind, date_bin('15 minutes', at, 'epoch') as bucket, (at at time zone $2)::date as day,
      ${eventColumns.join(', ')} from ${stageOf[kind]} where tenant_id = $1`,
  )
  .join(' union all ')})`;

/** the primary key has the last word against a row that came twice by another way */
const insertEvents = `insert into events (kind, ${eventColumns.join(', ')})
   select kind, ${eventColumns.join(', ')} from ${staged} on conflict do nothing`;
/**
 * Clicks and impressions go into a rollup by one statement, in the order of its key: two transactions that meet there wait
 * for each other instead of deadlocking.
 */
function rollInto({ name, keys, sums }: Rollup): string {
  const counts = fromRows[sums];
  const columns = ['tenant_id', ...Object.keys(keys)];
  const places = columns.map((_, at) => at + 1).join(', ');
  const added = Object.keys(counts).map((count) => `${count} = ${name}.${count} + excluded.${count}`);
  return `insert into ${name} (${[...columns, ...Object.keys(counts)].join(', ')})
   select tenant_id, ${[...Object.values(keys), ...Object.values(counts)].join(', ')} from ${staged}
   group by ${places} order by ${places}
   on conflict (${columns.join(', ')}) do update set ${added.join(', ')}`;
}
const statements = [insertEvents, ...rollups.map(rollInto)];

export const postgresAppender: EventAppender = { joins: true, partitions: 'events', append: appendStaged };

/** always in this order: two intakes of one tenant must not lock across each other */
async function appendStaged(tx: IntakeTransaction, { tenants }: StagedPiece): Promise<void> {
  for (const { id, timeZone } of tenants) {
    await tx.bindTenant(id);
    for (const statement of statements) await tx.query(statement, [id, timeZone]);
  }
}
