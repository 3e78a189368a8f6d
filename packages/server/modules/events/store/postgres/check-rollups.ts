// Part of `npm run ledger:verify` and of the nightly recount: rollups against the rows they were counted from, of all days or of one.
// Rows are added up once by quarter hour and once by source; the shorter rollups must equal the sums of the quarters. Each comparison
// is one statement, so that what is taken in meanwhile stands on both sides or on neither.
import { verdictsThatAre } from '@tributary/contract/tracker/verdicts';
import { type RawBuilder, sql } from 'kysely';
import { addDays, dayOf, startOf } from '../../../../platform/zone.ts';
import { rowsSinceOf } from '../../../tenancy/index.ts';
import type { EventReader } from '../reader.ts';

const FINDINGS_EACH = 20;

const thatAre = (what: 'billable' | 'invalid'): RawBuilder<unknown> =>
  sql.join(verdictsThatAre(what).map((name) => sql.lit(name)));

const full = ['offer', 'publisher', 'country', 'device', 'os', 'verdict'] as const;
const counts = ['impressions', 'clicks', 'unique_clicks'] as const;
const narrowCounts = [...counts, 'invalid_clicks', 'billable_clicks', 'billable_impressions'] as const;

interface Comparison {
  rollup: string;
  keys: readonly string[];
  sums: readonly string[];
  /** a relation with the same columns, added up from what lies below */
  expected: RawBuilder<unknown>;
  /** of the rollup, what can be compared */
  where: RawBuilder<unknown>;
}

/** what was removed by the workspace's retention cannot be added up: rows from these two on are all there */
interface Since {
  moment: Date;
  day: string;
}
const everything = sql`true`;

/** what is looked at of each: one day, or all there is */
interface Within {
  at: RawBuilder<unknown>;
  bucket: RawBuilder<unknown>;
  day: RawBuilder<unknown>;
}
const always: Within = { at: everything, bucket: everything, day: everything };
function withinDay(day: string, timeZone: string): Within {
  const [start, end] = [startOf(day, timeZone), startOf(addDays(day, 1), timeZone)];
  return {
    at: sql`at >= ${start} and at < ${end}`,
    bucket: sql`bucket >= ${start} and bucket < ${end}`,
    day: sql`day = ${day}::date`,
  };
}

const names = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)));

const fromRows = (keys: RawBuilder<unknown>, width: number, where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${keys},
    count(*) filter (where kind = 'impression') as impressions,
    count(*) filter (where kind = 'click') as clicks,
    count(*) filter (where kind = 'click' and is_unique) as unique_clicks,
    count(*) filter (where kind = 'click' and verdict in (${thatAre('invalid')})) as invalid_clicks,
    count(*) filter (where kind = 'click' and verdict in (${thatAre('billable')})) as billable_clicks,
    count(*) filter (where kind = 'impression' and verdict in (${thatAre('billable')})) as billable_impressions
  from events where ${where} group by ${sql.raw(Array.from({ length: width }, (_, at) => at + 1).join(', '))}`;

/** a rollup of days in the tenant's zone, or of quarters, from the one that knows everything */
const fromQuarters = (
  keys: readonly string[],
  timeZone: string,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  select ${sql.join(keys.map((key) => (key === 'day' ? sql`(bucket at time zone ${timeZone})::date as day` : sql.ref(key))))},
    sum(impressions) as impressions, sum(clicks) as clicks, sum(unique_clicks) as unique_clicks,
    coalesce(sum(clicks) filter (where verdict in (${thatAre('invalid')})), 0) as invalid_clicks,
    coalesce(sum(clicks) filter (where verdict in (${thatAre('billable')})), 0) as billable_clicks,
    coalesce(sum(impressions) filter (where verdict in (${thatAre('billable')})), 0) as billable_impressions
  from rollup_quarter where ${where} group by ${sql.raw(keys.map((_, at) => at + 1).join(', '))}`;

function comparisons(timeZone: string, since: Since | null, within: Within): Comparison[] {
  const localDay = sql`(at at time zone ${timeZone})::date`;
  const quarter = sql`date_bin('15 minutes', at, 'epoch') as bucket, coalesce(offer, 0) as offer,
    coalesce(publisher, 0) as publisher, coalesce(country, '') as country, coalesce(device_type, '') as device,
    coalesce(os, '') as os, verdict`;
  const source = sql`${localDay} as day, coalesce(offer, 0) as offer,
    coalesce(publisher, 0) as publisher, coalesce(source, '') as source`;
  const narrow = (rollup: string, keys: readonly string[]): Comparison => ({
    rollup,
    keys,
    sums: narrowCounts,
    expected: fromQuarters(keys, timeZone, within.bucket),
    where: keys.includes('day') ? within.day : within.bucket,
  });
  const both = (one: RawBuilder<unknown>, other: RawBuilder<unknown> | null) =>
    other ? sql`${one} and ${other}` : one;
  return [
    {
      rollup: 'rollup_quarter',
      keys: ['bucket', ...full],
      sums: counts,
      expected: fromRows(quarter, 7, both(within.at, since && sql`at >= ${since.moment}`)),
      where: both(within.bucket, since && sql`bucket >= ${since.moment}`),
    },
    {
      rollup: 'rollup_source',
      keys: ['day', 'offer', 'publisher', 'source'],
      sums: narrowCounts,
      expected: fromRows(source, 4, both(within.at, since && sql`${localDay} >= ${since.day}::date`)),
      where: both(within.day, since && sql`day >= ${since.day}::date`),
    },
    {
      rollup: 'rollup_day',
      keys: ['day', ...full],
      sums: counts,
      expected: fromQuarters(['day', ...full], timeZone, within.bucket),
      where: within.day,
    },
    narrow('rollup_offer_publisher', ['day', 'offer', 'publisher']),
    narrow('rollup_publisher', ['day', 'publisher']),
    narrow('rollup_offer', ['day', 'offer']),
    narrow('rollup_country', ['day', 'country']),
    narrow('rollup_time', ['bucket']),
  ];
}

/** the first whole day of this zone after what was removed */
function sinceIn(timeZone: string, moment: Date): Since {
  const day = dayOf(moment, timeZone);
  const isMidnight = startOf(day, timeZone).getTime() === moment.getTime();
  return { moment, day: isMidnight ? day : addDays(day, 1) };
}

export const checkRollups: EventReader['checkRollups'] = async (tx, tenantId, timeZone, day) => {
  const findings: string[] = [];
  const removed = await rowsSinceOf(tx, tenantId);
  const since = removed && sinceIn(timeZone, removed);
  for (const { rollup, keys, sums, expected, where } of comparisons(
    timeZone,
    since,
    day === undefined ? always : withinDay(day, timeZone),
  )) {
    const listed = (side: string) =>
      sql.join(sums.map((name) => sql`coalesce(${sql.ref(`${side}.${name}`)}, 0)::text`));
    const { rows } = await sql<{ place: string; has: string; should: string }>`
      select concat_ws(' ', ${names(keys)}) as place,
        concat_ws('/', ${listed('r')}) as has, concat_ws('/', ${listed('e')}) as should
      from (select * from ${sql.table(rollup)} where ${where}) r full join (${expected}) e using (${names(keys)})
      where (${listed('r')}) is distinct from (${listed('e')})
      order by 1 limit ${FINDINGS_EACH}`.execute(tx);
    for (const { place, has, should } of rows) {
      findings.push(`${rollup} at ${place}: ${sums.join('/')} are ${has}, its rows add up to ${should}`);
    }
  }
  return findings;
};

/** one statement: rows and rollups of the same moment */
export const recountPublishers: EventReader['recountPublishers'] = async (tx, _tenantId, timeZone, day) => {
  const within = withinDay(day, timeZone);
  const { rows } = await sql<
    Record<'publisher' | 'clicks' | 'billable' | 'impressions', string> & { differs: boolean }
  >`
    with counted as (
      select coalesce(publisher, 0) as publisher, 0 as place,
        count(*) filter (where kind = 'click') as clicks, count(*) filter (where kind = 'impression') as impressions,
        count(*) filter (where kind = 'click' and verdict in (${thatAre('billable')})) as billable
      from events where ${within.at} group by 1
      union all select publisher, 1, clicks, impressions, billable_clicks from rollup_publisher where ${within.day}
      union all select publisher, 2, sum(clicks), sum(impressions), sum(billable_clicks)
      from rollup_offer_publisher where ${within.day} group by 1
      union all select publisher, 3, sum(clicks), sum(impressions), sum(clicks) filter (where verdict in (${thatAre('billable')}))
      from rollup_day where ${within.day} group by 1)
    select publisher, coalesce(sum(clicks) filter (where place = 0), 0) as clicks,
      coalesce(sum(billable) filter (where place = 0), 0) as billable,
      coalesce(sum(impressions) filter (where place = 0), 0) as impressions,
      ${sql.join(
        [1, 2, 3].flatMap((place) =>
          ['clicks', 'impressions', 'billable'].map(
            (name) => sql`coalesce(sum(${sql.ref(name)}) filter (where place = 0), 0)
              <> coalesce(sum(${sql.ref(name)}) filter (where place = ${sql.lit(place)}), 0)`,
          ),
        ),
        sql` or `,
      )} as differs
    from counted group by publisher order by publisher`.execute(tx);
  return rows.map(({ publisher, clicks, billable, impressions, differs }) => ({
    publisher: Number(publisher),
    clicks: Number(clicks),
    billable: Number(billable),
    impressions: Number(impressions),
    differs,
  }));
};
