// What tiers count: the conversions of one publisher on one offer in a month of the workspace's own zone, as it was in force then,
// that are not rejected, in the order in which they happened.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { oncePerTransaction } from '../../../platform/db/once-per-transaction.ts';
import { termsRows } from '../../offers/index.ts';
import { monthAround, type Zones } from '../../tenancy/index.ts';

export interface PlaceInMonth {
  id: string;
  offerId: string;
  publisherId: string;
  at: Date;
  zones: Zones;
}

const monthOf = ({ offerId, publisherId, at, zones }: PlaceInMonth): RawBuilder<unknown> => {
  const spans = monthAround(zones, at).map(({ start, end }) => sql`(at >= ${start} and at < ${end})`);
  return sql`offer_id = ${offerId} and publisher_id = ${publisherId} and status <> 'rejected'
    and (${sql.join(spans, sql` or `)})`;
};

/** how many came before it, counted no further than the highest tier */
export async function earlierInMonth(tx: Tx, place: PlaceInMonth, limit: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (select from conversions
      where ${monthOf(place)} and (at, id) < (${place.at}, ${place.id}::uuid) limit ${limit}) c`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

/** whether any version of the offer's terms has tiers: most have none, and then nothing else need be asked */
const hasTiers = oncePerTransaction(async (tx, offerId) => {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from ${termsRows} t, jsonb_array_elements(t.payout_rules) r
    where t.offer_id = ${offerId}::uuid and (r ->> 'from_conversions')::int > 0) as found`.execute(tx);
  return rows[0]?.found ?? false;
});

/**
 * Those after it that may stand on another tier since it came or went: the ones on either side of where a tier begins. Any
 * version of the offer's terms may have tiers of its own, and each conversion asks the version of its moment.
 */
export async function besideTiers(tx: Tx, place: PlaceInMonth): Promise<{ id: string; earlier: number }[]> {
  if (!(await hasTiers(tx, place.offerId))) return [];
  const { rows } = await sql<{ id: string; earlier: string }>`
    with tiers as (
      select distinct (r ->> 'from_conversions')::int as begins from ${termsRows} t, jsonb_array_elements(t.payout_rules) r
      where t.offer_id = ${place.offerId} and (r ->> 'from_conversions')::int > 0),
    ranked as (
      select c.id, c.at, row_number() over (order by c.at, c.id) - 1 as earlier from (
        select id, at from conversions where ${monthOf(place)} and exists (select from tiers)
        order by at, id limit (select max(begins) + 1 from tiers)) c)
    select id, earlier from ranked where (at, id) > (${place.at}, ${place.id}::uuid)
      and exists (select from tiers where earlier in (begins, begins - 1)) order by earlier`.execute(tx);
  return rows.map(({ id, earlier }) => ({ id, earlier: Number(earlier) }));
}
