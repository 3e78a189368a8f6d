// Counts from the rollups, for caps, lots, portals and the live view.
import { verdictsThatAre } from '@tributary/contract/tracker/verdicts';
import { type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../../../../platform/clock.ts';
import type { ClickWindow, EventReader, PaidStretch } from '../reader.ts';

const billable = verdictsThatAre('billable');
const QUARTER_MS = 15 * MINUTE_MS;

export const dailyCounts: EventReader['dailyCounts'] = async (tx, _tenantId, windows) => {
  const days = ({ span }: ClickWindow) => ('from' in span ? span : null);
  const quarters = ({ span }: ClickWindow) => ('start' in span ? span : null);
  const { rows } = await sql<{ clicks: string }>`
    select case when w.first is null
      then (select coalesce(sum(r.clicks), 0)::bigint from rollup_quarter r
        where r.offer = w.offer and (w.publisher is null or r.publisher = w.publisher)
          and r.bucket >= w.start_at and r.bucket < w.end_at and r.verdict = any(${billable}::text[]))
      when w.publisher is null
      then (select coalesce(sum(r.billable_clicks), 0)::bigint from rollup_offer r
        where r.offer = w.offer and r.day >= w.first and r.day < w.until)
      else (select coalesce(sum(r.billable_clicks), 0)::bigint from rollup_offer_publisher r
        where r.offer = w.offer and r.publisher = w.publisher and r.day >= w.first and r.day < w.until) end as clicks
    from unnest(${windows.map(({ offer }) => offer)}::int[], ${windows.map(({ publisher }) => publisher)}::int[],
      ${windows.map((window) => days(window)?.from ?? null)}::date[], ${windows.map((window) => days(window)?.until ?? null)}::date[],
      ${windows.map((window) => quarters(window)?.start ?? null)}::timestamptz[],
      ${windows.map((window) => quarters(window)?.end ?? null)}::timestamptz[])
      with ordinality w (offer, publisher, first, until, start_at, end_at, place) order by w.place`.execute(tx);
  return rows.map(({ clicks }) => BigInt(clicks));
};

interface Piece extends PaidStretch {
  /** its place in the list of stretches */
  stretch: number;
}

function piecesOf(stretch: PaidStretch, at: number): { whole: Piece[]; single: Piece[] } {
  const [from, until] = [stretch.from.getTime(), stretch.until.getTime()];
  const piece = (start: number, end: number): Piece[] =>
    start < end ? [{ ...stretch, stretch: at, from: new Date(start), until: new Date(end) }] : [];
  const first = Math.ceil(from / QUARTER_MS) * QUARTER_MS;
  const last = Math.floor(until / QUARTER_MS) * QUARTER_MS;
  if (first >= last) return { whole: [], single: piece(from, until) };
  return { whole: piece(first, last), single: [...piece(from, first), ...piece(last, until)] };
}

const relation = (pieces: readonly Piece[]): RawBuilder<unknown> => sql`
  unnest(${pieces.map(({ stretch }) => stretch)}::int[], ${pieces.map(({ offer }) => offer)}::int[],
    ${pieces.map(({ kind }) => kind)}::text[], ${pieces.map(({ from }) => from)}::timestamptz[],
    ${pieces.map(({ until }) => until)}::timestamptz[]) s (stretch, offer, kind, from_at, until_at)`;

const edge = (times: readonly Date[], pick: (...values: number[]) => number) =>
  new Date(times.length === 0 ? 0 : pick(...times.map((time) => time.getTime())));

/**
 * Stretches begin and end at any moment: whole quarters of an hour come from their rollup, the minutes beside them from single
 * rows. A price that changes at 10:07 is counted to the second.
 */
export const paidCounts: EventReader['paidCounts'] = async (_tx, _tenantId, stretches, publisher) => {
  const whose = publisher === undefined ? sql`publisher > 0` : sql`publisher = ${publisher}`;
  const pieces = stretches.map(piecesOf);
  const [whole, single] = [pieces.flatMap((piece) => piece.whole), pieces.flatMap((piece) => piece.single)];
  const counted = sql`sum(case s.kind when 'click' then r.clicks else r.impressions end)`;
  const first = edge(
    whole.map(({ from }) => from),
    Math.min,
  );
  const last = edge(
    whole.map(({ until }) => until),
    Math.max,
  );
  return sql`
    select s.stretch, r.bucket, r.publisher, r.country, ${counted}::bigint as events
    from ${relation(whole)} join rollup_quarter r on r.offer = s.offer and r.bucket >= s.from_at and r.bucket < s.until_at
    where r.bucket >= ${first} and r.bucket < ${last} and r.${whose} and r.verdict = any(${billable}::text[])
    group by 1, 2, 3, 4 having ${counted} > 0
    union all
    select s.stretch, e.* from ${relation(single)} cross join lateral (
      select date_bin('15 minutes', at, 'epoch') as bucket, publisher, coalesce(country, '') as country, count(*) as events
      from events where at >= s.from_at and at < s.until_at and offer = s.offer and kind = s.kind and ${whose}
        and verdict = any(${billable}::text[])
      group by 1, 2, 3) e`;
};

export const recentHours: EventReader['recentHours'] = async (_tx, _tenantId, whose, at) => sql`
  select q.offer, date_trunc('hour', q.bucket) as hour,
    least(max(q.bucket) + interval '15 minutes', ${at}::timestamptz) as at, sum(q.clicks) as clicks,
    sum(q.impressions) as impressions
  from rollup_quarter q where q.bucket > ${at}::timestamptz - interval '12 hours'
    and ${'publisher' in whose ? sql`q.publisher = ${whose.publisher}` : sql`q.offer = any(${[...whose.offers]}::int[])`}
    and q.verdict = any(${billable}::text[]) group by 1, 2`;

export const offersWithTraffic: EventReader['offersWithTraffic'] = async (_tx, _tenantId, filter) => {
  const { publishers, offers, since } = filter;
  const conditions = [
    ...(publishers ? [sql`d.publisher = any(${[...publishers]}::int[])`] : []),
    ...(offers ? [sql`d.offer = any(${[...offers]}::int[])`] : []),
    ...(since ? [sql`d.day > ${since}::timestamptz::date`] : []),
    filter.billable ? sql`d.billable_clicks > 0` : sql`true`,
  ];
  return sql`select d.offer, d.publisher from rollup_offer_publisher d where ${sql.join(conditions, sql` and `)}`;
};

export const pulse: EventReader['pulse'] = async (tx, _tenantId, at) => {
  const { rows } = await sql<{ pulse: string | null }>`
    select sum(clicks + impressions) as pulse from rollup_time
    where bucket > ${at}::timestamptz - interval '45 minutes'`.execute(tx);
  return rows[0]?.pulse ?? '';
};

export const billableClicks: EventReader['billableClicks'] = async (_tx, _tenantId, { start, end }) => sql`
  select coalesce(sum(billable_clicks), 0)::bigint as clicks from rollup_time where bucket >= ${start} and bucket < ${end}`;
