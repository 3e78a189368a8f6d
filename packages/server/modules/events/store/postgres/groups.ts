// Clicks and impressions added up for a report, from the table of the grain that its plan chose.
import { isClickParameter } from '@tributary/contract/reports/report-catalogue';
import { verdictsThatAre } from '@tributary/contract/tracker/verdicts';
import { type RawBuilder, sql } from 'kysely';
import { hourAt, localDay } from '../../../../platform/db/local-time.ts';
import type { ClickBase, ClickCondition, ClickFact, ClickGrain, ClickQuestion, EventReader } from '../reader.ts';

type Sql = RawBuilder<unknown>;
const billable = verdictsThatAre('billable');
const invalid = verdictsThatAre('invalid');

const tables = {
  day: sql`rollup_day`,
  offer_publisher: sql`rollup_offer_publisher`,
  offer: sql`rollup_offer`,
  publisher: sql`rollup_publisher`,
  country: sql`rollup_country`,
  quarter: sql`rollup_quarter`,
  time: sql`rollup_time`,
  source: sql`rollup_source`,
  raw: sql`events`,
} satisfies Record<ClickGrain, Sql>;

const isTimed = (grain: ClickGrain): boolean => grain === 'quarter' || grain === 'time' || grain === 'raw';
const momentOf = (grain: ClickGrain): Sql => (grain === 'raw' ? sql`at` : sql`bucket`);
/** single rows name one thing otherwise than the rollups do */
const rawColumn = (base: ClickBase): string => (base === 'device' ? 'device_type' : base);

function column({ grain, tz, shiftDays }: ClickQuestion, base: ClickBase): Sql {
  if (base === 'local_day' && !isTimed(grain)) {
    return shiftDays === 0 ? sql`day` : sql`day + ${shiftDays}::int`;
  }
  const at = momentOf(grain);
  if (base === 'local_day') return localDay(at, tz, shiftDays);
  if (base === 'hour_at') return hourAt(at, tz, shiftDays);
  if (grain !== 'raw') return sql.ref(base);
  if (base === 'offer' || base === 'publisher') return sql`coalesce(${sql.ref(base)}, 0)`;
  if (isClickParameter(base)) return sql`coalesce(params ->> ${sql.lit(base)}, '')`;
  return sql`coalesce(${sql.ref(rawColumn(base))}, '')`;
}

const within = (kept: readonly string[]): Sql => sql`verdict = any(${[...kept]}::text[])`;
const fromRollup: Record<ClickFact, Sql> = {
  gross_impressions: sql`sum(impressions)`,
  impressions: sql`sum(impressions) filter (where ${within(billable)})`,
  gross_clicks: sql`sum(clicks)`,
  unique_clicks: sql`sum(unique_clicks)`,
  invalid_clicks: sql`sum(clicks) filter (where ${within(invalid)})`,
  clicks: sql`sum(clicks) filter (where ${within(billable)})`,
};
/** where a rollup keeps no verdict */
const fromNarrow: Record<ClickFact, Sql> = {
  ...fromRollup,
  impressions: sql`sum(billable_impressions)`,
  invalid_clicks: sql`sum(invalid_clicks)`,
  clicks: sql`sum(billable_clicks)`,
};
const fromRows: Record<ClickFact, Sql> = {
  gross_impressions: sql`count(*) filter (where kind = 'impression')`,
  impressions: sql`count(*) filter (where kind = 'impression' and ${within(billable)})`,
  gross_clicks: sql`count(*) filter (where kind = 'click')`,
  unique_clicks: sql`count(*) filter (where kind = 'click' and is_unique)`,
  invalid_clicks: sql`count(*) filter (where kind = 'click' and ${within(invalid)})`,
  clicks: sql`count(*) filter (where kind = 'click' and ${within(billable)})`,
};
const factsFrom: Record<ClickGrain, Record<ClickFact, Sql>> = {
  day: fromRollup,
  quarter: fromRollup,
  source: fromNarrow,
  offer_publisher: fromNarrow,
  offer: fromNarrow,
  publisher: fromNarrow,
  country: fromNarrow,
  time: fromNarrow,
  raw: fromRows,
};

/** the offers that changed hands, with the time in which each was whose */
function joinedTurns(question: ClickQuestion): Sql {
  const { grain, turns, days } = question;
  if (!turns) return sql``;
  const relation = sql`unnest(${turns.map(({ offer }) => offer)}::int[], ${turns.map(({ advertiserId }) => advertiserId)}::uuid[],
    ${turns.map(({ start }) => start)}::timestamptz[], ${turns.map(({ end }) => end)}::timestamptz[],
    ${turns.map((turn) => turn.days?.from ?? null)}::date[], ${turns.map((turn) => turn.days?.until ?? null)}::date[])
    s (turned_offer, advertiser_id, turn_start, turn_end, turn_from, turn_until)`;
  const at = momentOf(grain);
  const during = days
    ? sql`day >= s.turn_from and day < s.turn_until`
    : sql`${at} >= s.turn_start and ${at} < s.turn_end`;
  return sql`join ${relation} on ${column(question, 'offer')} = s.turned_offer and ${during}`;
}

function span({ grain, start, end, days }: ClickQuestion): Sql {
  if (days) return sql`day >= ${days.from}::date and day < ${days.until}::date`;
  const at = momentOf(grain);
  return sql`${at} >= ${start} and ${at} < ${end}`;
}

function conditionOf(question: ClickQuestion, condition: ClickCondition): Sql {
  if ('advertisers' in condition) return sql`s.advertiser_id = any(${[...condition.advertisers]}::uuid[])`;
  const target = column(question, condition.of);
  return 'numbers' in condition
    ? sql`${target} = any(${[...condition.numbers]}::int[])`
    : sql`${target} = any(${[...condition.values]}::text[])`;
}

export const clickGroups: EventReader['clickGroups'] = async (_tx, _tenantId, question) => {
  const { grain, by, facts, except, where } = question;
  const columns = by.map((base) =>
    base === 'advertiser' ? sql`s.advertiser_id` : sql`${column(question, base)} as ${sql.ref(base)}`,
  );
  const sums = facts.map((fact) => sql`${factsFrom[grain][fact]} as ${sql.ref(fact)}`);
  const conditions = [
    span(question),
    ...(except.length > 0 ? [sql`${column(question, 'offer')} <> all(${[...except]}::int[])`] : []),
    ...where.map((condition) => conditionOf(question, condition)),
  ];
  // "1, 2, 3": a repeated expression would carry parameters of its own and be another one to PostgreSQL
  const places = sql.raw(by.map((_, at) => at + 1).join(', '));
  return sql`select ${sql.join([...columns, ...sums])} from ${tables[grain]} ${joinedTurns(question)}
    where ${sql.join(conditions, sql` and `)} ${by.length > 0 ? sql`group by ${places}` : sql``}`;
};
