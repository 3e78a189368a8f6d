// Paid clicks and impressions with what they are worth, by quarter of an hour: what is booked in lots is the sum of these, and
// what reports show of them by hour and country are these. A day's line (one price, one publisher, one country) is rounded
// once; its quarters are the steps of the running, rounded sum, so that any split adds up to what is booked.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { accountRows } from '../../accounts/index.ts';
import { events } from '../../events/index.ts';
import type { Zones } from '../../tenancy/index.ts';
import type { PricedStretch } from './event-prices.ts';

/** a stretch may be cut in two where a report's period ends: both halves belong to one line */
export interface LinePiece extends PricedStretch {
  line: number;
}

export const linesOf = (stretches: readonly PricedStretch[]): LinePiece[] =>
  stretches.map((stretch, line) => ({ ...stretch, line }));

export const cutAt = (pieces: readonly LinePiece[], moment: Date): LinePiece[] =>
  pieces.flatMap((piece) =>
    moment > piece.from && moment < piece.until
      ? [
          { ...piece, until: moment },
          { ...piece, from: moment },
        ]
      : [piece],
  );

/**
 * Rows of (piece, line, day, time_zone, bucket, publisher_id, country, events, revenue, payout): `piece` is the place in the list,
 * `day` the tenant's own in the zone that was in force then, `country` upper case and '' where it is unknown.
 */
export async function paidCells(
  tx: Tx,
  { tenantId, zones }: { tenantId: string; zones: Zones },
  pieces: readonly LinePiece[],
  publisher?: number,
): Promise<RawBuilder<unknown>> {
  const paid = await events().paidCounts(tx, tenantId, pieces, publisher);
  const byLine = new Map(pieces.map((piece) => [piece.line, piece]));
  const prices = [...byLine].flatMap(([line, { prices: list }]) =>
    list.map((price, rank) => ({
      line,
      rank,
      publisher_id: price.publisherId,
      countries: price.countries.map((code) => code.toUpperCase()),
      revenue: String(price.revenue),
      payout: String(price.payout),
    })),
  );
  const step = (price: string) => sql`
    div(${sql.ref(price)} * n + per / 2, per) - div(${sql.ref(price)} * (n - events) + per / 2, per)`;
  return sql`
    with prices as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
        as p (line int, rank int, publisher_id uuid, countries text[], revenue numeric, payout numeric)),
    counted as materialized (
      select c.stretch as piece, s.line, s.per, (c.bucket at time zone z.time_zone)::date as day, z.time_zone, c.bucket,
        u.id as publisher_id, c.country, c.events
      from (${paid}) c
        join unnest(${pieces.map((_, at) => at)}::int[], ${pieces.map(({ line }) => line)}::int[],
          ${pieces.map(({ per }) => per)}::numeric[]) s (piece, line, per) on s.piece = c.stretch
        join unnest(${zones.map(({ timeZone }) => timeZone)}::text[], ${zones.map(({ from }) => from)}::timestamptz[],
          ${zones.map(({ until }) => until)}::timestamptz[]) z (time_zone, since, until)
          on (z.since is null or c.bucket >= z.since) and (z.until is null or c.bucket < z.until)
        join ${accountRows} u on u.user_sequence_id = c.publisher and u.type = 'publisher'),
    priced as materialized (
      select k.*, p.revenue as revenue_price, p.payout as payout_price
      from (select distinct line, publisher_id, country from counted) k cross join lateral (
        select revenue, payout from prices p where p.line = k.line
          and (p.publisher_id is null or p.publisher_id = k.publisher_id)
          and (cardinality(p.countries) = 0 or k.country = any(p.countries))
        order by p.rank limit 1) p)
    select piece, line, day, time_zone, bucket, publisher_id, country, events, ${step('revenue_price')} as revenue,
      ${step('payout_price')} as payout
    from (select c.*, p.revenue_price, p.payout_price,
        sum(c.events) over (partition by c.line, c.day, c.time_zone, c.publisher_id, c.country order by c.bucket, c.piece) as n
      from counted c join priced p using (line, publisher_id, country)) r`;
}

export interface CountedLine {
  line: number;
  day: string;
  timeZone: string;
  publisherId: string;
  /** lower case; null where it is unknown */
  country: string | null;
  events: bigint;
  revenue: bigint;
  payout: bigint;
}

/** the cells added up to the lines of lots */
export async function countLines(
  tx: Tx,
  home: { tenantId: string; zones: Zones },
  pieces: readonly LinePiece[],
): Promise<CountedLine[]> {
  if (pieces.length === 0) return [];
  type Row = Record<'day' | 'time_zone' | 'publisher_id' | 'country' | 'events' | 'revenue' | 'payout', string> & {
    line: number;
  };
  const { rows } = await sql<Row>`
    select line, to_char(day, 'YYYY-MM-DD') as day, time_zone, publisher_id, country, sum(events)::text as events,
      sum(revenue)::numeric(40, 0)::text as revenue, sum(payout)::numeric(40, 0)::text as payout
    from (${await paidCells(tx, home, pieces)}) c group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(tx);
  return rows.map((row) => ({
    line: row.line,
    day: row.day,
    timeZone: row.time_zone,
    publisherId: row.publisher_id,
    country: row.country === '' ? null : row.country.toLowerCase(),
    events: BigInt(row.events),
    revenue: BigInt(row.revenue),
    payout: BigInt(row.payout),
  }));
}
