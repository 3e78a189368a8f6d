import { CompiledQuery, sql } from 'kysely';
import type { Tx } from '../../../../platform/db/database.ts';
import { rowsSinceOf } from '../../../tenancy/index.ts';
import type { EventUpkeep, RebuiltDay, RowsKept } from '../upkeep.ts';
import { fromQuarters, fromRows, type Rollup, rollups } from './rollups.ts';

export const postgresUpkeep: EventUpkeep = {
  firstQuarter: async (tx) => {
    const { rows } = await sql<{ first: Date | null }>`select min(bucket) as first from rollup_time`.execute(tx);
    return rows[0]?.first ?? null;
  },
  rebuildDay: async (tx, tenantId, day, what) => {
    const run = (text: string) => tx.executeQuery(CompiledQuery.raw(text, [day.day, day.start, day.end]));
    const isWhole = what === 'rows' ? await rowsAreKept(tx, tenantId, day) : await rowsAreWhole(tx, tenantId, day);
    for (const rollup of rollups) {
      if (what === 'days' && !('day' in rollup.keys)) continue;
      if (rollup.from === 'rows' && !isWhole) continue;
      await run(`delete from ${rollup.name} where ${placeOf(rollup)}`);
      await run(rollup.from === 'rows' ? countRows(rollup) : addQuarters(rollup));
    }
    return { sources: isWhole };
  },
  blankRows: async (tx, _tenantId, rows) => {
    if (rows.length === 0) return;
    await sql`update events set ${blanks}
      from unnest(${rows.map(({ eventId }) => eventId)}::text[], ${rows.map(({ at }) => at)}::timestamptz[]) r (event_id, at)
      where events.event_id = r.event_id and events.at = r.at`.execute(tx);
  },
  removeRows: async (tx, _tenantId, before, kept, limit) =>
    (await removed(tx, before, kept, limit)) || blanked(tx, before, kept, limit),
};

/** whatever tells of the person who clicked; what rollups count by stays */
export const personal = ['ip', 'user_agent', 'referer', 'params', 'sub_source', 'city', 'zip', 'isp'] as const;
export const blanks = sql.join(personal.map((name) => sql`${sql.ref(name)} = null`));
const isPersonal = sql`(${sql.join(personal.map((name) => sql.ref(name)))}) is distinct from (${sql.join(personal.map(() => sql`null`))})`;

const isKept = (kept: readonly RowsKept[]) => sql`exists (
  select from unnest(${kept.map(({ offer }) => offer)}::int[], ${kept.map(({ from }) => from)}::timestamptz[],
    ${kept.map(({ until }) => until)}::timestamptz[]) k (offer, from_at, until_at)
  where k.offer = events.offer and events.at >= k.from_at and events.at < k.until_at)`;

async function removed(tx: Tx, before: Date, kept: readonly RowsKept[], limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events where (tenant_id, event_id, at) in (
      select tenant_id, event_id, at from events where at < ${before} and not ${isKept(kept)} order by at limit ${limit})
    and at < ${before}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

async function blanked(tx: Tx, before: Date, kept: readonly RowsKept[], limit: number): Promise<number> {
  if (kept.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update events set ${blanks} where (tenant_id, event_id, at) in (
      select tenant_id, event_id, at from events where at < ${before} and ${isPersonal} order by at limit ${limit})
    and at < ${before}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

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

/** none of them was removed by the workspace's retention */
async function rowsAreKept(tx: Tx, tenantId: string, { start }: Pick<RebuiltDay, 'start'>): Promise<boolean> {
  const since = await rowsSinceOf(tx, tenantId);
  return since === null || start >= since;
}

/** as many rows as the quarters have counted, or more: where a day's rows were dropped, the few that came late are no day */
async function rowsAreWhole(tx: Tx, tenantId: string, { start, end }: RebuiltDay): Promise<boolean> {
  if (!(await rowsAreKept(tx, tenantId, { start }))) return false;
  const { rows } = await sql<{ whole: boolean }>`select
    (select count(*) from events where at >= ${start} and at < ${end}) >=
    (select coalesce(sum(clicks + impressions), 0) from rollup_time where bucket >= ${start} and bucket < ${end})
    and ((select min(bucket) from rollup_time) < ${end}
      or (select min(at) from events) < (select min(bucket) + interval '15 minutes' from rollup_time)) as whole`.execute(
    tx,
  );
  return rows[0]?.whole ?? false;
}
