// Part of `npm run ledger:verify`: rollups against the rows they were counted from. Rows are added up once by quarter hour and
// once by source; the shorter rollups must equal the sums of the quarters. Each comparison is one statement, so that what is
// taken in meanwhile stands on both sides or on neither.
import { verdictsThatAre } from '@tributary/contract/tracker/verdicts';
import { type RawBuilder, sql } from 'kysely';
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
}

const names = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)));

const fromRows = (keys: RawBuilder<unknown>, width: number): RawBuilder<unknown> => sql`
  select ${keys},
    count(*) filter (where kind = 'impression') as impressions,
    count(*) filter (where kind = 'click') as clicks,
    count(*) filter (where kind = 'click' and is_unique) as unique_clicks,
    count(*) filter (where kind = 'click' and verdict in (${thatAre('invalid')})) as invalid_clicks,
    count(*) filter (where kind = 'click' and verdict in (${thatAre('billable')})) as billable_clicks,
    count(*) filter (where kind = 'impression' and verdict in (${thatAre('billable')})) as billable_impressions
  from events group by ${sql.raw(Array.from({ length: width }, (_, at) => at + 1).join(', '))}`;

/** a rollup of days in the tenant's zone, or of quarters, from the one that knows everything */
const fromQuarters = (keys: readonly string[], timeZone: string): RawBuilder<unknown> => sql`
  select ${sql.join(keys.map((key) => (key === 'day' ? sql`(bucket at time zone ${timeZone})::date as day` : sql.ref(key))))},
    sum(impressions) as impressions, sum(clicks) as clicks, sum(unique_clicks) as unique_clicks,
    coalesce(sum(clicks) filter (where verdict in (${thatAre('invalid')})), 0) as invalid_clicks,
    coalesce(sum(clicks) filter (where verdict in (${thatAre('billable')})), 0) as billable_clicks,
    coalesce(sum(impressions) filter (where verdict in (${thatAre('billable')})), 0) as billable_impressions
  from rollup_quarter group by ${sql.raw(keys.map((_, at) => at + 1).join(', '))}`;

function comparisons(timeZone: string): Comparison[] {
  const quarter = sql`date_bin('15 minutes', at, 'epoch') as bucket, coalesce(offer, 0) as offer,
    coalesce(publisher, 0) as publisher, coalesce(country, '') as country, coalesce(device_type, '') as device,
    coalesce(os, '') as os, verdict`;
  const source = sql`(at at time zone ${timeZone})::date as day, coalesce(offer, 0) as offer,
    coalesce(publisher, 0) as publisher, coalesce(source, '') as source`;
  const narrow = (rollup: string, keys: readonly string[]): Comparison => ({
    rollup,
    keys,
    sums: narrowCounts,
    expected: fromQuarters(keys, timeZone),
  });
  return [
    { rollup: 'rollup_quarter', keys: ['bucket', ...full], sums: counts, expected: fromRows(quarter, 7) },
    {
      rollup: 'rollup_source',
      keys: ['day', 'offer', 'publisher', 'source'],
      sums: narrowCounts,
      expected: fromRows(source, 4),
    },
    { rollup: 'rollup_day', keys: ['day', ...full], sums: counts, expected: fromQuarters(['day', ...full], timeZone) },
    narrow('rollup_offer_publisher', ['day', 'offer', 'publisher']),
    narrow('rollup_publisher', ['day', 'publisher']),
    narrow('rollup_offer', ['day', 'offer']),
    narrow('rollup_country', ['day', 'country']),
    narrow('rollup_time', ['bucket']),
  ];
}

export const checkRollups: EventReader['checkRollups'] = async (tx, _tenantId, timeZone) => {
  const findings: string[] = [];
  for (const { rollup, keys, sums, expected } of comparisons(timeZone)) {
    const listed = (side: string) =>
      sql.join(sums.map((name) => sql`coalesce(${sql.ref(`${side}.${name}`)}, 0)::text`));
    const { rows } = await sql<{ place: string; has: string; should: string }>`
      select concat_ws(' ', ${names(keys)}) as place,
        concat_ws('/', ${listed('r')}) as has, concat_ws('/', ${listed('e')}) as should
      from (select * from ${sql.table(rollup)}) r full join (${expected}) e using (${names(keys)})
      where (${listed('r')}) is distinct from (${listed('e')})
      order by 1 limit ${FINDINGS_EACH}`.execute(tx);
    for (const { place, has, should } of rows) {
      findings.push(`${rollup} at ${place}: ${sums.join('/')} are ${has}, its rows add up to ${should}`);
    }
  }
  return findings;
};
