import { CompiledQuery, sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import type { EventUpkeep, RebuiltDay } from '../upkeep.ts';
import { fromQuarters, fromRows, type Rollup, rollups } from './rollups.ts';

export const postgresUpkeep: EventUpkeep = {
  firstQuarter: async (tx) => {
    const { rows } = await sql<{ first: Date | null }>`select min(bucket) as first from rollup_time`.execute(tx);
    return rows[0]?.first ?? null;
  },
  rebuildDay: async (tx, _tenantId, day, what) => {
    const run = (text: string) => tx.executeQuery(CompiledQuery.raw(text, [day.day, day.start, day.end]));
    const isWhole = await rowsAreWhole(tx, day);
    for (const rollup of rollups) {
      if (what === 'days' && !('day' in rollup.keys)) continue;
      if (rollup.from === 'rows' && !isWhole) continue;
      await run(`delete from ${rollup.name} where ${placeOf(rollup)}`);
      await run(rollup.from === 'rows' ? countRows(rollup) : addQuarters(rollup));
    }
    return { sources: isWhole };
  },
};

/** $2 is where the day begins, $3 where it ends; $1 its name, in every statement so that each knows all three */
const during = (moment: string): string =>
  `$1::date is not null and ${moment} >= $2::timestamptz and ${moment} < $3::timestamptz`;
const placeOf = ({ keys }: Rollup): string =>
  'bucket' in keys ? during('bucket') : `day = $1::date and ($2::timestamptz, $3::timestamptz) is not null`;

const inserted = ({ name, keys }: Rollup, sums: Record<string, string>, source: string): string => {
  const columns = ['tenant_id', ...Object.keys(keys)];
  const places = columns.map((_, at) => at + 1).join(', ');
  return `insert into ${name} (${[...columns, ...Object.keys(sums)].join(', ')})
    select tenant_id, ${[...Object.values(keys), ...Object.values(sums)].join(', ')} from (${source}) s
    group by ${places} order by ${places}`;
};

const inDay = '$1::date';
const countRows = (rollup: Rollup): string =>
  inserted(
    { ...rollup, keys: 'day' in rollup.keys ? { ...rollup.keys, day: inDay } : rollup.keys },
    fromRows[rollup.sums],
    `select e.*, date_bin('15 minutes', e.at, 'epoch') as bucket from (select * from events where ${during('at')}) e`,
  );

/** the finest rollup calls its columns as the others do: what is a value to a row is a name to it */
const addQuarters = (rollup: Rollup): string => {
  const keys = Object.fromEntries(Object.keys(rollup.keys).map((key) => [key, key === 'day' ? inDay : key]));
  return inserted(
    { ...rollup, keys },
    fromQuarters[rollup.sums],
    `select * from rollup_quarter where ${during('bucket')}`,
  );
};

/** as many rows as the quarters have counted, or more: where a day's rows were dropped, the few that came late are no day */
async function rowsAreWhole(tx: Tx, { start, end }: RebuiltDay): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`select
    (select count(*) from events where at >= ${start} and at < ${end}) >=
    (select coalesce(sum(clicks + impressions), 0) from rollup_time where bucket >= ${start} and bucket < ${end})
    and ((select min(bucket) from rollup_time) < ${end}
      or (select min(at) from events) < (select min(bucket) + interval '15 minutes' from rollup_time)) as whole`.execute(
    tx,
  );
  return rows[0]?.whole ?? false;
}
