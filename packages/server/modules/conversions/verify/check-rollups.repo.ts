// Part of `npm run ledger:verify`: the rollups of conversions, which the database keeps by itself, against the conversions.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

const FINDINGS_EACH = 20;

/** each rollup with its part of the key, as it is computed from a conversion */
const rollups: Record<string, Record<string, RawBuilder<unknown>>> = {
  rollup_conversions_offer_publisher: {
    offer_id: sql`c.offer_id`,
    publisher_id: sql`c.publisher_id`,
    advertiser_id: sql`c.advertiser_id`,
  },
  rollup_conversions_offer: { offer_id: sql`c.offer_id`, advertiser_id: sql`c.advertiser_id` },
  rollup_conversions_publisher: { publisher_id: sql`c.publisher_id` },
  rollup_conversions_country: { country: sql`coalesce(c.country, '')` },
};

const timed = sql`c.status <> 'rejected' and c.click_at is not null`;
const perStatus = (what: string, value: RawBuilder<unknown>): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(
    ['approved', 'pending', 'rejected'].map((status) => [
      `${status}_${what}`,
      sql`coalesce(sum(${value}) filter (where c.status = ${sql.lit(status)}), 0)`,
    ]),
  );
const sums: Record<string, RawBuilder<unknown>> = {
  counted: sql`count(*)`,
  ...perStatus('conversions', sql`1`),
  ...perStatus('revenue', sql`c.revenue_micros`),
  ...perStatus('payout', sql`c.payout_micros`),
  conversion_seconds: sql`coalesce(sum(floor(extract(epoch from c.at - c.click_at))) filter (where ${timed}), 0)`,
  timed_conversions: sql`count(*) filter (where ${timed})`,
};

/** in a transaction bound to the tenant, as the system */
export async function checkConversionRollups(tx: Tx): Promise<string[]> {
  const findings: string[] = [];
  for (const [rollup, own] of Object.entries(rollups)) {
    const keys: Record<string, RawBuilder<unknown>> = {
      day: sql`c.day`,
      ...own,
      currency: sql`c.currency`,
      home_currency: sql`c.home_currency`,
      home_rate_e12: sql`coalesce(c.home_rate_e12, 0)`,
    };
    const names = sql.join(Object.keys(keys).map((name) => sql.ref(name)));
    const columns = Object.entries({ ...keys, ...sums }).map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
    const places = sql.raw(
      Object.keys(keys)
        .map((_, at) => at + 1)
        .join(', '),
    );
    const listed = (side: string) =>
      sql.join(Object.keys(sums).map((name) => sql`coalesce(${sql.ref(`${side}.${name}`)}, 0)::bigint::text`));
    const { rows } = await sql<{ place: string; has: string; should: string }>`
      select concat_ws(' ', ${names}) as place, concat_ws('/', ${listed('r')}) as has, concat_ws('/', ${listed('e')}) as should
      from (select * from ${sql.table(rollup)}) r
        full join (select ${sql.join(columns)} from conversions c group by ${places}) e using (${names})
      where (${listed('r')}) is distinct from (${listed('e')})
      order by 1 limit ${FINDINGS_EACH}`.execute(tx);
    for (const { place, has, should } of rows) {
      findings.push(
        `${rollup} at ${place}: ${Object.keys(sums).join('/')} are ${has}, conversions add up to ${should}`,
      );
    }
  }
  return findings;
}

/** each under the day of its own moment */
export async function checkConversionDays(tx: Tx, timeZone: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; has: string; should: string }>`
    select c.id, c.day::text as has, (c.at at time zone ${timeZone})::date::text as should from conversions c
    where c.day <> (c.at at time zone ${timeZone})::date order by 1 limit ${FINDINGS_EACH}`.execute(tx);
  return rows.map(({ id, has, should }) => `conversion ${id} counts under ${has}, its moment lies in ${should}`);
}
