// What was earned by clicks and impressions themselves (CPC, CPM): one lot per day of the workspace, offer and publisher.
// A lot knows nothing finer: in a report by country or hour it stands in the row where those are not known.
import type { DimensionId, Fact } from '@tributary/contract/report-catalogue';
import { sql } from 'kysely';
import { stretchOf } from './conversion-facts.repo.ts';
import {
  allOf,
  groupValue,
  isOfOffer,
  joinedNames,
  listOf,
  localDay,
  offersWhere,
  ordinals,
  publishersAmong,
  type Sql,
} from './dimension-sql.repo.ts';
import type { Exchange } from './money.ts';
import { perOfferAndPublisher } from './plan.ts';
import type { ReportRequest } from './read-query.ts';
import type { Viewer } from './viewer.ts';

const isKnown = (id: DimensionId): boolean => perOfferAndPublisher.includes(id);

/** a filter that no lot can meet leaves them all out */
export const lotsCanMatch = ({ filters }: ReportRequest): boolean =>
  filters.every(
    ({ dimension, values }) => isKnown(dimension) || (dimension === 'verdict' && values.includes('accepted')),
  );

const columnOf: Partial<Record<Fact, string>> = { click_revenue: 'revenue_micros', click_payout: 'payout_micros' };

export function lotFacts(
  request: ReportRequest,
  viewer: Viewer,
  exchange: Exchange,
  currencies: readonly string[],
  facts: readonly Fact[],
): Sql {
  const { period } = request;
  // the moment at which the lot's day begins decides which of the viewer's days it belongs to
  const begins = sql`(l.day::timestamp at time zone ${viewer.tenant.timeZone})`;
  const conditions = [
    sql`${begins} >= ${period.start} and ${begins} < ${period.end}`,
    ...(viewer.role === 'publisher' ? [sql`l.publisher_id = ${viewer.userId}`] : []),
    ...(viewer.role === 'advertiser'
      ? [sql`l.offer_id = any(array(select o.id from offers o where o.advertiser_id = ${viewer.userId}))`]
      : []),
    ...request.filters.flatMap(({ dimension, values }) => {
      if (isOfOffer(dimension)) return [sql`l.offer_id = any(array(${offersWhere('id', dimension, values)}))`];
      return dimension === 'publisher' ? [sql`l.publisher_id = any(array(${publishersAmong(values)}))`] : [];
    }),
  ];
  const sums = facts.map((fact) => {
    const column = columnOf[fact];
    return sql`${column ? sql`sum(${sql.ref(`l.${column}`)})` : sql`0`} as ${sql.ref(fact)}`;
  });
  const columns = [
    sql`l.currency`,
    sql`${stretchOf(begins, exchange)} as stretch`,
    sql`l.offer_id`,
    sql`l.publisher_id`,
    sql`${localDay(begins, period.tz, period.shiftDays)} as local_day`,
  ];
  const grouped = sql`select ${listOf([...columns, sql`count(*) as counted`, ...sums])} from earning_lots l
    where ${allOf(conditions)} group by ${ordinals(columns.length)}`;
  const values = request.dimensions.map((id, at) => sql`${lotValue(id)} as ${sql.ref(`d${at}`)}`);
  const outer = facts.map((fact) =>
    columnOf[fact]
      ? sql`coalesce(${sql.ref(`b.${fact}`)} * r.rate, 0) as ${sql.ref(fact)}`
      : sql`0::numeric as ${sql.ref(fact)}`,
  );
  return sql`select ${listOf([...values, ...outer, sql`case when r.rate is null then b.counted else 0 end::numeric as unpriced`])}
    from (${grouped}) b ${joinedNames(request.dimensions.filter(isKnown))}
    cross join lateral (select ${rateOf(exchange, currencies)} as rate) r`;
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
