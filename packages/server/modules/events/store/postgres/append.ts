// Clicks, impressions and their rollups into PostgreSQL, inside the intake's own transaction: INSERT … SELECT from its staging
// tables, per tenant, under that tenant's row-level security.
import { eventColumns } from '@tributary/contract/spool-record';
import { verdictsThatAre } from '@tributary/contract/verdicts';
import type { IntakeTransaction } from '../../../../platform/db/intake-connection.ts';
import { stageOf } from '../sql.ts';
import type { EventAppender, StagedPiece } from '../store.ts';

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
const namesOf = (want: 'billable' | 'invalid'): string =>
  verdictsThatAre(want)
    .map((name) => `'${name}'`)
    .join(', ');
const clicksThat = (condition: string): string => `count(*) filter (where kind = 'click' and ${condition})`;
const isBillable = `verdict in (${namesOf('billable')})`;
const counts = {
  impressions: `count(*) filter (where kind = 'impression')`,
  clicks: `count(*) filter (where kind = 'click')`,
  unique_clicks: clicksThat('is_unique'),
};
/** where a rollup keeps no verdict, what was refused and what is billable stand in columns of their own */
const briefCounts = {
  ...counts,
  invalid_clicks: clicksThat(`verdict in (${namesOf('invalid')})`),
  billable_clicks: clicksThat(isBillable),
  billable_impressions: `count(*) filter (where kind = 'impression' and ${isBillable})`,
};

/**
 * Clicks and impressions go into a rollup by one statement, in the order of its key: two transactions that meet there wait
 * for each other instead of deadlocking.
 */
function rollInto(rollup: string, keys: Record<string, string>, sums: Record<string, string>): string {
  const columns = ['tenant_id', ...Object.keys(keys)];
  const places = columns.map((_, at) => at + 1).join(', ');
  const added = Object.keys(sums).map((name) => `${name} = ${rollup}.${name} + excluded.${name}`);
  return `insert into ${rollup} (${[...columns, ...Object.keys(sums)].join(', ')})
   select tenant_id, ${[...Object.values(keys), ...Object.values(sums)].join(', ')} from ${staged}
   group by ${places} order by ${places}
   on conflict (${columns.join(', ')}) do update set ${added.join(', ')}`;
}

const offer = { offer: 'coalesce(offer, 0)' };
const publisher = { publisher: 'coalesce(publisher, 0)' };
const country = { country: `coalesce(country, '')` };
const all = {
  ...offer,
  ...publisher,
  ...country,
  device: `coalesce(device_type, '')`,
  os: `coalesce(os, '')`,
  verdict: 'verdict',
};
const [bucket, day] = [{ bucket: 'bucket' }, { day: 'day' }];

/** the rows that most transactions meet in come last, so that they are held for the shortest time */
const rollups = [
  rollInto('rollup_quarter', { ...bucket, ...all }, counts),
  rollInto('rollup_day', { ...day, ...all }, counts),
  rollInto('rollup_source', { ...day, ...offer, ...publisher, source: `coalesce(source, '')` }, briefCounts),
  rollInto('rollup_offer_publisher', { ...day, ...offer, ...publisher }, briefCounts),
  rollInto('rollup_publisher', { ...day, ...publisher }, briefCounts),
  rollInto('rollup_offer', { ...day, ...offer }, briefCounts),
  rollInto('rollup_country', { ...day, ...country }, briefCounts),
  rollInto('rollup_time', bucket, briefCounts),
];

export const postgresAppender: EventAppender = { joins: true, partitions: 'events', append: appendStaged };

/** always in this order: two intakes of one tenant must not lock across each other */
async function appendStaged(tx: IntakeTransaction, { tenants }: StagedPiece): Promise<void> {
  for (const { id, timeZone } of tenants) {
    await tx.bindTenant(id);
    for (const statement of [insertEvents, ...rollups]) await tx.query(statement, [id, timeZone]);
  }
}
