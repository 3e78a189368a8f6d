// Billable clicks and impressions of stretches of time that begin and end at any moment: whole quarters of an hour from their
// rollup, the minutes beside them from single rows. A price that changes at 10:07 is counted to the second.
import { verdictsThatAre } from '@tributary/contract/verdicts';
import { type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../../platform/clock.ts';

const billable = verdictsThatAre('billable');
const QUARTER_MS = 15 * MINUTE_MS;

export interface PaidStretch {
  /** the offer's number */
  offer: number;
  kind: 'click' | 'impression';
  from: Date;
  until: Date;
}

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

/** of all publishers or of one: rows of (stretch, bucket, publisher, country, events); countries as the rollup has them: upper case, '' where unknown */
export function paidEvents(stretches: readonly PaidStretch[], publisher?: number): RawBuilder<unknown> {
  const whose = publisher === undefined ? sql`publisher > 0` : sql`publisher = ${publisher}`;
  const pieces = stretches.map(piecesOf);
  const [whole, single] = [pieces.flatMap((piece) => piece.whole), pieces.flatMap((piece) => piece.single)];
  const edge = (times: readonly Date[], pick: (...values: number[]) => number) =>
    new Date(times.length === 0 ? 0 : pick(...times.map((time) => time.getTime())));
  return sql`
    select s.stretch, r.bucket, r.publisher, r.country,
      sum(case s.kind when 'click' then r.clicks else r.impressions end)::bigint as events
    from ${relation(whole)} join rollup_quarter r on r.offer = s.offer and r.bucket >= s.from_at and r.bucket < s.until_at
    where r.bucket >= ${edge(
      whole.map(({ from }) => from),
      Math.min,
    )}
      and r.bucket < ${edge(
        whole.map(({ until }) => until),
        Math.max,
      )}
      and r.${whose} and r.verdict = any(${billable}::text[])
    group by 1, 2, 3, 4 having sum(case s.kind when 'click' then r.clicks else r.impressions end) > 0
    union all
    select s.stretch, e.* from ${relation(single)} cross join lateral (
      select date_bin('15 minutes', at, 'epoch') as bucket, publisher, coalesce(country, '') as country, count(*) as events
      from events where at >= s.from_at and at < s.until_at and offer = s.offer and kind = s.kind and ${whose}
        and verdict = any(${billable}::text[])
      group by 1, 2, 3) e`;
}
