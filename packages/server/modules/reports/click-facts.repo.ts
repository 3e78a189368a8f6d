// Clicks and impressions, from whichever table the plan chose, as rows of (dimension values, facts).
import { type DimensionId, type Fact, isClickParameter } from '@tributary/contract/report-catalogue';
import { verdictsThatAre } from '@tributary/contract/verdicts';
import { sql } from 'kysely';
import {
  advertisersWhere,
  allOf,
  type Base,
  baseOf,
  columnName,
  groupValue,
  hourAt,
  isOfAdvertiser,
  isOfOffer,
  knownToClicks,
  listOf,
  localDay,
  offersWhere,
  ordinals,
  type Sql,
} from './dimension-sql.repo.ts';
import type { ClickPart, ClickTable } from './plan.ts';
import type { ReportFilter, ReportRequest } from './read-query.ts';
import type { Viewer } from './viewer.ts';

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
} satisfies Record<ClickTable, Sql>;

const isTimed = (table: ClickTable): boolean => table === 'quarter' || table === 'time' || table === 'raw';
const momentOf = (table: ClickTable): Sql => (table === 'raw' ? sql`at` : sql`bucket`);

function column(table: ClickTable, base: Base, { period: { tz, shiftDays } }: ReportRequest): Sql {
  if (base === 'local_day' && !isTimed(table)) {
    return shiftDays === 0 ? sql`day` : sql`day + ${shiftDays}::int`;
  }
  const at = momentOf(table);
  if (base === 'local_day') return localDay(at, tz, shiftDays);
  if (base === 'hour_at') return hourAt(at, tz, shiftDays);
  if (table !== 'raw') return sql.ref(base);
  if (base === 'offer' || base === 'publisher') return sql`coalesce(${sql.ref(base)}, 0)`;
  if (isClickParameter(base)) return sql`coalesce(params ->> ${sql.lit(base)}, '')`;
  return sql`coalesce(${sql.ref(columnName(base))}, '')`;
}

const within = (kept: readonly string[]): Sql => sql`verdict = any(${[...kept]}::text[])`;
const fromRollup: Partial<Record<Fact, Sql>> = {
  gross_impressions: sql`sum(impressions)`,
  impressions: sql`sum(impressions) filter (where ${within(billable)})`,
  gross_clicks: sql`sum(clicks)`,
  unique_clicks: sql`sum(unique_clicks)`,
  invalid_clicks: sql`sum(clicks) filter (where ${within(invalid)})`,
  clicks: sql`sum(clicks) filter (where ${within(billable)})`,
};
const fromBrief = {
  ...fromRollup,
  impressions: sql`sum(billable_impressions)`,
  invalid_clicks: sql`sum(invalid_clicks)`,
  clicks: sql`sum(billable_clicks)`,
};
const factsFrom: Record<ClickTable, Partial<Record<Fact, Sql>>> = {
  day: fromRollup,
  quarter: fromRollup,
  source: fromBrief,
  offer_publisher: fromBrief,
  offer: fromBrief,
  publisher: fromBrief,
  country: fromBrief,
  time: fromBrief,
  raw: {
    gross_impressions: sql`count(*) filter (where kind = 'impression')`,
    impressions: sql`count(*) filter (where kind = 'impression' and ${within(billable)})`,
    gross_clicks: sql`count(*) filter (where kind = 'click')`,
    unique_clicks: sql`count(*) filter (where kind = 'click' and is_unique)`,
    invalid_clicks: sql`count(*) filter (where kind = 'click' and ${within(invalid)})`,
    clicks: sql`count(*) filter (where kind = 'click' and ${within(billable)})`,
  },
};

/** the offers of a part that changed hands, with the time in which each was whose */
function joinedTurns({ table, turns, days }: ClickPart, request: ReportRequest): Sql {
  if (!turns) return sql``;
  const relation = sql`unnest(${turns.map(({ offer }) => offer)}::int[], ${turns.map(({ advertiserId }) => advertiserId)}::uuid[],
    ${turns.map(({ start }) => start)}::timestamptz[], ${turns.map(({ end }) => end)}::timestamptz[],
    ${turns.map((turn) => turn.days?.from ?? null)}::date[], ${turns.map((turn) => turn.days?.until ?? null)}::date[])
    s (turned_offer, advertiser_id, turn_start, turn_end, turn_from, turn_until)`;
  const at = momentOf(table);
  const within = days
    ? sql`day >= s.turn_from and day < s.turn_until`
    : sql`${at} >= s.turn_start and ${at} < s.turn_end`;
  return sql`join ${relation} on ${column(table, 'offer', request)} = s.turned_offer and ${within}`;
}

function span({ table, start, end, days }: ClickPart): Sql {
  if (days) return sql`day >= ${days.from}::date and day < ${days.until}::date`;
  const at = momentOf(table);
  return sql`${at} >= ${start} and ${at} < ${end}`;
}

function condition(part: ClickPart, { dimension, values }: ReportFilter, request: ReportRequest): Sql {
  const { table } = part;
  if (part.turns && isOfAdvertiser(dimension)) {
    return sql`s.advertiser_id = any(array(${advertisersWhere(dimension, values)}))`;
  }
  const target = column(table, isOfOffer(dimension) ? 'offer' : baseOf(dimension), request);
  if (dimension === 'offer' || dimension === 'publisher') {
    return sql`${target} = any(${values.map((text) => Number(text))}::int[])`;
  }
  if (isOfOffer(dimension)) return sql`${target} = any(array(${offersWhere('number', dimension, values)}))`;
  const wanted = dimension === 'country' ? values.map((text) => text.toUpperCase()) : [...values];
  return sql`${target} = any(${wanted}::text[])`;
}

/** a publisher's rows, or those of an advertiser's offers: rollups know no actor, so the wall stands here */
function scope({ table, turns }: ClickPart, viewer: Viewer, request: ReportRequest): Sql[] {
  if (viewer.role === 'admin') return [];
  if (viewer.role === 'publisher') return [sql`${column(table, 'publisher', request)} = ${viewer.number}`];
  if (turns) return [sql`s.advertiser_id = ${viewer.userId}`];
  return [
    sql`${column(table, 'offer', request)} = any(array(select o.number from offers o where o.advertiser_id = ${viewer.userId}))`,
  ];
}

/** an advertiser is found by the offer, unless the offer changed hands: then its turn names it */
const basesOf = (known: readonly DimensionId[], { turns }: ClickPart): Base[] => {
  const named = known.map(baseOf).map((base) => (base === 'advertiser' && !turns ? 'offer' : base));
  return [...new Set(named)];
};

export function clickFacts(part: ClickPart, request: ReportRequest, viewer: Viewer, facts: readonly Fact[]): Sql {
  const { table, except = [] } = part;
  const known = request.dimensions.filter(knownToClicks);
  const bases = basesOf(known, part);
  const columns = bases.map((base) =>
    base === 'advertiser' ? sql`s.advertiser_id` : sql`${column(table, base, request)} as ${sql.ref(base)}`,
  );
  const sums = facts.map((fact) => sql`${factsFrom[table][fact] ?? sql`0`} as ${sql.ref(fact)}`);
  const conditions = [
    span(part),
    ...(except.length > 0 ? [sql`${column(table, 'offer', request)} <> all(${[...except]}::int[])`] : []),
    ...scope(part, viewer, request),
    ...request.filters
      .filter(({ dimension }) => knownToClicks(dimension))
      .map((filter) => condition(part, filter, request)),
  ];
  const grouped = sql`select ${listOf([...columns, ...sums])} from ${tables[table]} ${joinedTurns(part, request)}
    where ${allOf(conditions)} ${bases.length > 0 ? sql`group by ${ordinals(bases.length)}` : sql``}`;
  const values = request.dimensions.map((id, at) => sql`${clickValue(id)} as ${sql.ref(`d${at}`)}`);
  const outer = facts.map((fact) => sql`${sql.ref(`b.${fact}`)}::numeric as ${sql.ref(fact)}`);
  return sql`select ${listOf([...values, ...outer, sql`0::numeric as unpriced`, sql`0::numeric as hidden`, sql`0::numeric as open`])} from (${grouped}) b ${namesFor(known, part)}`;
}

function namesFor(known: readonly DimensionId[], { turns }: ClickPart): Sql {
  const whose = known.some(isOfAdvertiser);
  const needsOffer = known.includes('offer_status') || (whose && !turns);
  return sql`${needsOffer ? sql`left join offers o on o.number = b.offer` : sql``}
    ${whose ? sql`left join users a on a.id = ${turns ? sql`b.advertiser_id` : sql`o.advertiser_id`}` : sql``}`;
}

const clickValue = (id: DimensionId): Sql => (knownToClicks(id) ? groupValue(id) : sql`null::text`);
