// What was earned by clicks and impressions themselves (CPC, CPM). Booked days come from their lots; what no lot has yet, of
// days that are still to be booked, from the same counts and prices (provisional). By hour or country, or for part of a day,
// both are spread over quarters of an hour by what was counted in them; what a lot has beyond that (a person's correction)
// stands in the row where hour and country are not known.
import type { DimensionId, Fact } from '@tributary/contract/reports/report-catalogue';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { hourAt, localDay } from '../../../platform/db/local-time.ts';
import { isSameZone } from '../../../platform/zone.ts';
import { cutAt, type LinePiece, linesOf, lotRows, paidCells, stretchesOf } from '../../conversions/index.ts';
import type { ZoneSpan } from '../../tenancy/index.ts';
import { rowsWithin, stretchOf } from './conversion-facts.repo.ts';
import {
  advertisersWhere,
  allOf,
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
import type { Exchange, Money } from './money.ts';
import { daysAround, perOfferAndPublisher, type Span, splitByDays } from './plan.ts';
import type { ReportRequest } from './read-query.ts';
import { idsWithin, type Viewer } from './viewer.ts';

const fineDimensions: readonly DimensionId[] = ['country', 'hour'];
const isKnown = (id: DimensionId): boolean => perOfferAndPublisher.includes(id) || fineDimensions.includes(id);

/** a filter that no lot can meet leaves them all out */
export const lotsCanMatch = ({ filters }: ReportRequest): boolean =>
  filters.every(
    ({ dimension, values }) => isKnown(dimension) || (dimension === 'verdict' && values.includes('accepted')),
  );

const columnOf: Partial<Record<Fact, string>> = { click_revenue: 'revenue', click_payout: 'payout' };

/** whether more must be known of an amount than its day in the zone by whose days it was booked */
function isFine({ dimensions, filters, period }: ReportRequest, home: string): boolean {
  const named = [...dimensions, ...filters.map(({ dimension }) => dimension)];
  const byDay = dimensions.some((id) => id === 'day' || id === 'week' || id === 'month');
  return named.some((id) => fineDimensions.includes(id)) || (byDay && !isSameZone(period.tz, home));
}

/** rows of (currency, begins, offer_id, publisher_id, advertiser_id, bucket, country, revenue, payout) */
async function amounts(tx: Tx, request: ReportRequest, viewer: Viewer, money: Money): Promise<Sql> {
  const { period } = request;
  const parts = viewer.tenant.zones.flatMap((zone) => {
    const span = within(period, zone);
    const fine = (part: Span) => () => fineCells(tx, request, viewer, money, part, zone);
    if (span.start >= span.end) return [];
    return isFine(request, zone.timeZone)
      ? [fine(span)]
      : splitByDays(
          span,
          zone.timeZone,
          (days) => () => wholeDays(tx, request, viewer, money, days),
          (start, end) => (start < end ? [fine({ start, end })] : []),
        );
  });
  const relations: Sql[] = [];
  for (const part of parts) relations.push(sql`(${await part()})`);
  return sql.join(relations, sql` union all `);
}

/** what of it lies in the time in which the zone was in force */
const within = ({ start, end }: Span, { from, until }: ZoneSpan): Span => ({
  start: from !== null && from > start ? from : start,
  end: until !== null && until < end ? until : end,
});

/** when a cell's day began; the first of a zone that came during another's day begins with it */
const begins = (since: Date | null): Sql =>
  sql`greatest(c.day::timestamp at time zone c.time_zone, ${since}::timestamptz)`;

/** what prices them, of the offers and the viewer's own that the report can show */
function piecesFor(request: ReportRequest, viewer: Viewer, { paid }: Money, from: Date, until: Date): LinePiece[] {
  const offers = request.filters.find(({ dimension }) => dimension === 'offer')?.values.map(Number);
  const advertisers = idsWithin(viewer, 'advertisers');
  const versions = paid.filter(
    ({ number, advertiserId }) =>
      (!offers || offers.includes(number)) && (!advertisers || advertisers.includes(advertiserId)),
  );
  return linesOf(stretchesOf(versions, from, until));
}

const lineRelation = (pieces: readonly LinePiece[], isInside: (piece: LinePiece) => boolean): Sql => sql`
  unnest(${pieces.map((_, at) => at)}::int[], ${pieces.map(({ terms }) => terms.offerId)}::uuid[],
    ${pieces.map(({ terms }) => terms.version)}::int[], ${pieces.map(({ terms }) => terms.advertiserId)}::uuid[],
    ${pieces.map(({ terms }) => terms.currency)}::text[], ${pieces.map(isInside)}::boolean[])
    s (piece, offer_id, version, advertiser_id, currency, inside)`;

const ownCells = (tx: Tx, { role, number, tenantId, tenant }: Viewer, pieces: readonly LinePiece[]): Promise<Sql> =>
  paidCells(tx, { tenantId, zones: tenant.zones }, pieces, role === 'publisher' ? number : undefined);

const sameLot = sql`l.day = c.day and l.time_zone = c.time_zone and l.offer_id = s.offer_id and l.publisher_id = c.publisher_id
  and l.terms_version = s.version`;

async function wholeDays(tx: Tx, request: ReportRequest, viewer: Viewer, money: Money, period: Span): Promise<Sql> {
  const lots = sql`select l.currency, l.begins, l.offer_id, l.publisher_id, l.advertiser_id,
      null::timestamptz as bucket, null::text as country, l.revenue_micros::numeric as revenue, l.payout_micros::numeric as payout
    from ${lotRows} l where l.begins >= ${period.start} and l.begins < ${period.end}`;
  const from = new Date(Math.max(period.start.getTime(), money.bookableFrom.getTime()));
  const pieces = from < period.end ? piecesFor(request, viewer, money, from, period.end) : [];
  if (pieces.length === 0) return lots;
  return sql`${lots} union all
    select s.currency, ${begins(null)}, s.offer_id, c.publisher_id, s.advertiser_id, null, null, c.revenue, c.payout
    from (${await ownCells(tx, viewer, pieces)}) c
      join ${lineRelation(pieces, () => true)} on s.piece = c.piece
    where not exists (select from ${lotRows} l where ${sameLot})`;
}

async function fineCells(
  tx: Tx,
  request: ReportRequest,
  viewer: Viewer,
  money: Money,
  period: Span,
  zone: ZoneSpan,
): Promise<Sql> {
  const around = within(daysAround(period, zone.timeZone), zone);
  const whole = piecesFor(request, viewer, money, around.start, around.end);
  const pieces = cutAt(cutAt(whole, period.start), period.end);
  const isInside = ({ from, until }: LinePiece) => from >= period.start && until <= period.end;
  const cells =
    pieces.length === 0
      ? sql`select 0 as piece, null::date as day, null::text as time_zone, null::timestamptz as bucket, null::uuid as publisher_id, null::text as country,
          0::numeric as revenue, 0::numeric as payout where false`
      : await ownCells(tx, viewer, pieces);
  return sql`
    with cells as materialized (
      select s.currency, s.offer_id, s.version, s.advertiser_id, s.inside, ${begins(zone.from)} as begins, c.bucket, c.publisher_id, c.country,
        c.revenue, c.payout, l.id as lot_id
      from (${cells}) c join ${lineRelation(pieces, isInside)} on s.piece = c.piece
        left join ${lotRows} l on ${sameLot}
      where case when l.id is null then c.bucket >= ${money.bookableFrom} else l.lines is not null end)
    select currency, begins, offer_id, publisher_id, advertiser_id, bucket, country, revenue, payout
    from cells where inside
    union all
    select l.currency, l.begins, l.offer_id, l.publisher_id, l.advertiser_id, null, null,
      l.revenue_micros - coalesce(k.revenue, 0), l.payout_micros - coalesce(k.payout, 0)
    from ${lotRows} l
      left join (select lot_id, sum(revenue) as revenue, sum(payout) as payout from cells group by 1) k on k.lot_id = l.id
    where l.begins >= ${period.start} and l.begins < ${period.end}
      and (l.revenue_micros, l.payout_micros) is distinct from (coalesce(k.revenue, 0), coalesce(k.payout, 0))`;
}

export async function lotFacts(
  tx: Tx,
  request: ReportRequest,
  viewer: Viewer,
  exchange: Exchange,
  money: Money,
  facts: readonly Fact[],
  lens: Lens,
): Promise<Sql> {
  const { period } = request;
  const payoutOnly = payoutCondition(sql`l.offer_id`, viewer, lens);
  const conditions = [
    sql`true`,
    ...rowsWithin('l', viewer),
    ...request.filters.flatMap(({ dimension, values }) => {
      if (isOfAdvertiser(dimension)) return [sql`l.advertiser_id = any(array(${advertisersWhere(dimension, values)}))`];
      if (isOfOffer(dimension)) return [sql`l.offer_id = any(array(${offersWhere('id', dimension, values)}))`];
      if (dimension === 'country') {
        return [sql`coalesce(l.country, '') = any(${values.map((text) => text.toUpperCase())}::text[])`];
      }
      return dimension === 'publisher' ? [sql`l.publisher_id = any(array(${publishersAmong(values)}))`] : [];
    }),
  ];
  const sums = facts.map((fact) => {
    const column = columnOf[fact];
    const only = fact === 'click_payout' && payoutOnly ? sql`filter (where ${payoutOnly})` : sql``;
    return sql`${column ? sql`coalesce(sum(${sql.ref(`l.${column}`)}) ${only}, 0)` : sql`0`} as ${sql.ref(fact)}`;
  });
  const byHour = request.dimensions.includes('hour');
  const columns = [
    sql`l.currency`,
    sql`${stretchOf(sql`l.begins`, exchange)} as stretch`,
    sql`l.offer_id`,
    sql`l.publisher_id`,
    sql`l.advertiser_id`,
    sql`${localDay(sql`coalesce(l.bucket, l.begins)`, period.tz, period.shiftDays)} as local_day`,
    ...(byHour ? [sql`${hourAt(sql`l.bucket`, period.tz, period.shiftDays)} as hour_at`] : []),
    ...(request.dimensions.includes('country') ? [sql`coalesce(l.country, '') as country`] : []),
  ];
  const hidden = viewer.role === 'publisher' ? sql`count(*) filter (where ${isHiddenOffer(sql`l.offer_id`)})` : sql`0`;
  const grouped = sql`select ${listOf([...columns, sql`count(*) as counted`, sql`${hidden} as hidden`, ...sums])} from (${await amounts(tx, request, viewer, money)}) l
    where ${allOf(conditions)} group by ${ordinals(columns.length)}`;
  const values = request.dimensions.map((id, at) => sql`${lotValue(id)} as ${sql.ref(`d${at}`)}`);
  const outer = facts.map((fact) =>
    columnOf[fact]
      ? sql`${amountIn(lens, sql.ref(`b.${fact}`))} as ${sql.ref(fact)}`
      : sql`0::numeric as ${sql.ref(fact)}`,
  );
  const marks = [
    sql`case when r.rate is null then b.counted else 0 end::numeric as unpriced`,
    sql`b.hidden::numeric as hidden`,
    sql`(b.counted - b.hidden)::numeric as open`,
    ...(lens.money === 'priced' ? [] : [sql`b.currency as cur`]),
  ];
  return sql`select ${listOf([...values, ...outer, ...marks])}
    from (${grouped}) b ${joinedNames(request.dimensions.filter(isKnown))}
    cross join lateral (select ${rateOf(exchange, money.currencies)} as rate) r`;
}

const rateOf = (exchange: Exchange, currencies: readonly string[]): Sql => {
  const known = currencies.flatMap((currency) =>
    exchange
      .rates(currency)
      .flatMap((rate, at) =>
        rate === null
          ? []
          : [sql`when b.currency = ${currency} and b.stretch = ${sql.lit(at)} then ${String(rate)}::numeric`],
      ),
  );
  return known.length === 0 ? sql`null::numeric` : sql`case ${sql.join(known, sql` `)} end`;
};

function lotValue(id: DimensionId): Sql {
  if (id === 'offer') return sql`o.number::text`;
  if (id === 'publisher') return sql`p.user_sequence_id::text`;
  if (id === 'verdict') return sql`'accepted'::text`;
  return isKnown(id) ? groupValue(id) : sql`null::text`;
}
