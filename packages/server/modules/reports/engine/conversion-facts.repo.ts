// Conversions as rows of (dimension values, facts), from the table the plan chose: their day rollups, which carry the same
// columns, or the rows themselves. They are first added up by their base columns and the rates they carry; only the sums
// are turned into the viewer's currency, once and exactly.
import { type DimensionId, type Fact, isClickParameter } from '@tributary/contract/reports/report-catalogue';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { hourAt, localDay } from '../../../platform/db/local-time.ts';
import { conversionRollupRows, conversionRows, knownOffers } from '../../conversions/index.ts';
import { goalRows } from '../../offers/index.ts';
import {
  advertisersWhere,
  allOf,
  type Base,
  baseOf,
  columnName,
  groupValue,
  isOfAdvertiser,
  isOfOffer,
  joinedNames,
  listOf,
  offersWhere,
  ordinals,
  publishersAmong,
  type Sql,
} from './dimension-sql.repo.ts';
import { amountIn, isHiddenOffer, type Lens, payoutCondition } from './lens.repo.ts';
import { type Exchange, RATE_SCALE } from './money.ts';
import type { ConversionPart } from './plan.ts';
import type { ReportFilter, ReportRequest } from './read-query.ts';
import { idsWithin, type Viewer } from './viewer.ts';

const relations = {
  rows: sql`${conversionRows}`,
  offer_publisher: sql`${conversionRollupRows.offer_publisher}`,
  offer: sql`${conversionRollupRows.offer}`,
  publisher: sql`${conversionRollupRows.publisher}`,
  country: sql`${conversionRollupRows.country}`,
} satisfies Record<ConversionPart['table'], Sql>;

/** offers, publishers and goals stay ids until the rows have been added up */
function column(table: ConversionPart['table'], base: Base, { period: { tz, shiftDays } }: ReportRequest): Sql {
  if (base === 'local_day') {
    return table === 'rows' ? localDay(sql`c.at`, tz, shiftDays) : sql`c.day + ${shiftDays}::int`;
  }
  if (base === 'hour_at') return hourAt(sql`c.at`, tz, shiftDays);
  if (isThing(base)) return sql.ref(`c.${base}_id`);
  // a click that was refused makes no conversion that counts
  if (base === 'verdict') return sql`'accepted'::text`;
  if (isClickParameter(base)) return sql`coalesce(c.click_params ->> ${sql.lit(base)}, '')`;
  if (/^sub\d+$/.test(base)) return sql`coalesce(c.params ->> ${sql.lit(base)}, '')`;
  return sql`coalesce(${sql.ref(`c.${columnName(base)}`)}, '')`;
}

const seconds = sql`floor(extract(epoch from c.at - c.click_at))::bigint`;
const timed = sql`c.status <> 'rejected' and c.click_at is not null`;
const counts: Partial<Record<Fact, Sql>> = {
  approved_conversions: sql`count(*) filter (where c.status = 'approved')`,
  pending_conversions: sql`count(*) filter (where c.status = 'pending')`,
  rejected_conversions: sql`count(*) filter (where c.status = 'rejected')`,
  conversion_seconds: sql`coalesce(sum(${seconds}) filter (where ${timed}), 0)`,
  timed_conversions: sql`count(*) filter (where ${timed})`,
};
const amountOf =
  (column: string, status: string) =>
  (only: Sql | null): Sql =>
    sql`coalesce(sum(${sql.ref(`c.${column}`)}) filter (where c.status = ${sql.lit(status)}${only ? sql` and ${only}` : sql``}), 0)`;
const amounts: Partial<Record<Fact, (only: Sql | null) => Sql>> = {
  approved_revenue: amountOf('revenue_micros', 'approved'),
  pending_revenue: amountOf('revenue_micros', 'pending'),
  rejected_revenue: amountOf('revenue_micros', 'rejected'),
  approved_payout: amountOf('payout_micros', 'approved'),
  pending_payout: amountOf('payout_micros', 'pending'),
  rejected_payout: amountOf('payout_micros', 'rejected'),
  sale_amount: () => sql`coalesce(sum(c.sale_micros) filter (where c.status <> 'rejected'), 0)`,
};

/** the rollups call their sums by the facts' own names */
const sumOf = (table: ConversionPart['table'], fact: Fact, payoutOnly: Sql | null): Sql => {
  const amount = amounts[fact];
  const only = fact.endsWith('_payout') ? payoutOnly : null;
  const fromRows = counts[fact] ?? amount?.(only);
  if (!fromRows) return sql`0`;
  if (table === 'rows') return fromRows;
  return sql`coalesce(sum(${sql.ref(`c.${fact}`)}) ${only ? sql`filter (where ${only})` : sql``}, 0)`;
};

function condition(table: ConversionPart['table'], { dimension, values }: ReportFilter, request: ReportRequest): Sql {
  if (isOfAdvertiser(dimension)) return sql`c.advertiser_id = any(array(${advertisersWhere(dimension, values)}))`;
  if (isOfOffer(dimension)) return sql`c.offer_id = any(array(${offersWhere('id', dimension, values)}))`;
  if (dimension === 'publisher') return sql`c.publisher_id = any(array(${publishersAmong(values)}))`;
  if (dimension === 'goal') {
    return sql`c.goal_id = any(array(select g.id from ${goalRows} g where g.name = any(${[...values]}::text[])))`;
  }
  const wanted = dimension === 'country' ? values.map((text) => text.toUpperCase()) : [...values];
  return sql`${column(table, baseOf(dimension), request)} = any(${wanted}::text[])`;
}

/** whose rows of `alias` the viewer is shown; the tables behind say it again for account managers */
export const rowsWithin = (alias: string, viewer: Viewer): Sql[] =>
  (['publisher', 'advertiser'] as const).flatMap((party) => {
    const ids = idsWithin(viewer, `${party}s`);
    return ids ? [sql`${sql.ref(`${alias}.${party}_id`)} = any(${[...ids]}::uuid[])`] : [];
  });

/** a sum from which everything has moved away stays behind as zeros: it is no group */
const where = ({ table, start, end, days }: ConversionPart, request: ReportRequest, viewer: Viewer): Sql =>
  allOf([
    days
      ? sql`c.day >= ${days.from}::date and c.day < ${days.until}::date and c.counted > 0`
      : sql`c.at >= ${start} and c.at < ${end}`,
    ...rowsWithin('c', viewer),
    ...request.filters.map((filter) => condition(table, filter, request)),
  ]);

/** which stretch between quotations an instant lies in */
export const stretchOf = (at: Sql, { cuts }: Exchange): Sql =>
  cuts.length === 0 ? sql`0` : sql`width_bucket(${at}, ${[...cuts]}::timestamptz[])`;
const rateList = (rates: readonly (bigint | null)[]): Sql =>
  sql`(array[${sql.join(rates.map((rate) => (rate === null ? sql`null` : sql.lit(String(rate)))))}]::numeric[])`;

/** an amount in the viewer's own currency is taken as it is; others go by the rate they were booked with */
const rateOf = (exchange: Exchange): Sql => {
  const { currency, home } = exchange;
  const one = sql.lit(String(RATE_SCALE));
  if (currency === home) {
    return sql`case when b.currency = ${currency} then ${one}::numeric when b.home_currency = ${home} then b.home_rate_e12 end`;
  }
  return sql`case when b.currency = ${currency} then ${one}::numeric when b.home_currency = ${home}
    then round(b.home_rate_e12 * ${rateList(exchange.rates(home))}[b.stretch + 1] / ${one}::numeric) end`;
};

export const isMoney = (fact: Fact): boolean => fact in amounts;

/** one relation for each part of the plan */
export async function conversionFacts(
  tx: Tx,
  parts: readonly ConversionPart[],
  request: ReportRequest,
  viewer: Viewer,
  exchange: Exchange,
  facts: readonly Fact[],
  lens: Lens,
): Promise<Sql[]> {
  const values = parts.length > 0 ? await finalValues(tx, request, viewer) : [];
  return parts.map((part) => partFacts(part, request, viewer, exchange, facts, lens, values));
}

function partFacts(
  part: ConversionPart,
  request: ReportRequest,
  viewer: Viewer,
  exchange: Exchange,
  facts: readonly Fact[],
  lens: Lens,
  values: readonly Sql[],
): Sql {
  const { table } = part;
  const payoutOnly = payoutCondition(sql`c.offer_id`, viewer, lens);
  const bases = [...new Set(request.dimensions.map(baseOf))];
  const money = facts.some(isMoney);
  const sale = facts.includes('sale_amount');
  const rates = money
    ? [
        sql`c.currency`,
        sql`c.home_currency`,
        sql`nullif(c.home_rate_e12, 0) as home_rate_e12`,
        // by day only in the workspace's own currency, where no quotation is asked
        sql`${table === 'rows' ? stretchOf(sql`c.at`, exchange) : sql`0`} as stretch`,
        ...(sale ? [sql`c.sale_rate_e12`] : []),
      ]
    : [];
  const columns = [
    ...bases.map((base) => sql`${column(table, base, request)} as ${sql.ref(baseName(base))}`),
    ...rates,
  ];
  const sums = facts.map((fact) => sql`${sumOf(table, fact, payoutOnly)} as ${sql.ref(fact)}`);
  const counted = table === 'rows' ? sql`count(*)` : sql`sum(c.counted)`;
  const hidden =
    viewer.role === 'publisher' && money
      ? sql`coalesce(${counted} filter (where ${isHiddenOffer(sql`c.offer_id`)}), 0)`
      : sql`0`;
  const grouped = sql`select ${listOf([...columns, sql`${counted} as counted`, sql`${hidden} as hidden`, ...sums])} from ${relations[table]} c
    where ${where(part, request, viewer)} ${columns.length > 0 ? sql`group by ${ordinals(columns.length)}` : sql``}`;
  const rate = money ? sql`cross join lateral (select ${rateOf(exchange)} as rate) r` : sql``;
  const outer = facts.map((fact) => sql`${factValue(fact, lens)} as ${sql.ref(fact)}`);
  const unpriced = money ? sql`case when r.rate is null then b.counted else 0 end` : sql`0`;
  const marks = [
    sql`${unpriced}::numeric as unpriced`,
    sql`b.hidden::numeric as hidden`,
    sql`(b.counted - b.hidden)::numeric as open`,
    ...(lens.money === 'priced' ? [] : [sql`b.currency as cur`]),
  ];
  return sql`select ${listOf([...values, ...outer, ...marks])}
    from (${grouped}) b ${joinedNames(request.dimensions)} ${rate}`;
}

/** money leaves as micro-units × 10¹²: whole numbers, rounded only where a figure is shown */
function factValue(fact: Fact, lens: Lens): Sql {
  const value = sql.ref(`b.${fact}`);
  if (fact === 'sale_amount') {
    return amountIn(
      lens,
      sql`round(${value} * coalesce(b.sale_rate_e12, 0) / ${sql.lit(String(RATE_SCALE))}::numeric)`,
    );
  }
  return isMoney(fact) ? amountIn(lens, value) : sql`${value}::numeric`;
}

const isThing = (base: Base): boolean =>
  base === 'offer' || base === 'publisher' || base === 'goal' || base === 'advertiser';
const baseName = (base: Base): string => (isThing(base) ? `${base}_id` : base);

/** d0, d1, … of a group, in the request's order */
async function finalValues(tx: Tx, { dimensions, askedAt }: ReportRequest, viewer: Viewer): Promise<Sql[]> {
  const isKnown = dimensions.includes('goal') ? await knownOffers(tx, viewer, askedAt) : null;
  const finalValue = (id: DimensionId): Sql => {
    if (id === 'offer') return sql`o.number::text`;
    if (id === 'publisher') return sql`p.user_sequence_id::text`;
    if (id === 'goal' && isKnown) return sql`case when ${isKnown(sql`g.offer_id`)} then g.name end`;
    return groupValue(id);
  };
  return dimensions.map((id, at) => sql`${finalValue(id)} as ${sql.ref(`d${at}`)}`);
}

/** one row per conversion with its time from the click: medians cannot be added up */
export async function conversionTimes(tx: Tx, request: ReportRequest, viewer: Viewer): Promise<Sql> {
  const bases = [...new Set(request.dimensions.map(baseOf))];
  const { start, end } = request.period;
  const rows: ConversionPart = { table: 'rows', start, end, days: null };
  const columns = bases.map((base) => sql`${column('rows', base, request)} as ${sql.ref(baseName(base))}`);
  const values = await finalValues(tx, request, viewer);
  return sql`select ${listOf([...values, sql`b.seconds`])} from (
      select ${listOf([...columns, sql`${seconds} as seconds`])} from ${conversionRows} c
      where ${where(rows, request, viewer)} and ${timed}
    ) b ${joinedNames(request.dimensions)}`;
}
