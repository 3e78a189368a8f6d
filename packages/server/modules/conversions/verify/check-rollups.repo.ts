// Part of `npm run ledger:verify` and of the nightly recount: the rollups of conversions, which the database keeps by itself, against
// the conversions, of all days or of one; and the way to count a day's anew.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { addDays, startOf } from '../../../platform/zone.ts';

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

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** the rollup's columns as conversions give them, and which of them are its key */
function fromConversions(own: Record<string, RawBuilder<unknown>>, where: RawBuilder<unknown>) {
  const keys: Record<string, RawBuilder<unknown>> = {
    day: sql`c.day`,
    ...own,
    currency: sql`c.currency`,
    home_currency: sql`c.home_currency`,
    home_rate_e12: sql`coalesce(c.home_rate_e12, 0)`,
  };
  const columns = Object.entries({ ...keys, ...sums }).map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  const places = sql.raw(
    Object.keys(keys)
      .map((_, at) => at + 1)
      .join(', '),
  );
  const rows = sql`select ${sql.join(columns)} from conversions c where ${where} group by ${places}`;
  return { keys: Object.keys(keys), rows };
}

/** in a transaction bound to the tenant, as the system */
export async function checkConversionRollups(tx: Tx, day?: string): Promise<string[]> {
  const findings: string[] = [];
  const where = day === undefined ? sql`true` : sql`day = ${day}::date`;
  for (const [rollup, own] of Object.entries(rollups)) {
    const { keys, rows: expected } = fromConversions(own, where);
    const names = refs(keys);
    const listed = (side: string) =>
      sql.join(Object.keys(sums).map((name) => sql`coalesce(${sql.ref(`${side}.${name}`)}, 0)::bigint::text`));
    const { rows } = await sql<{ place: string; has: string; should: string }>`
      select concat_ws(' ', ${names}) as place, concat_ws('/', ${listed('r')}) as has, concat_ws('/', ${listed('e')}) as should
      from (select * from ${sql.table(rollup)} where ${where}) r full join (${expected}) e using (${names})
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

/** the day's rollups from its conversions; whoever calls it holds the head, so that nothing is booked beside it */
export async function recountConversionRollups(tx: Tx, tenantId: string, day: string): Promise<void> {
  for (const [rollup, own] of Object.entries(rollups)) {
    const { keys, rows } = fromConversions(own, sql`day = ${day}::date`);
    const names = refs([...keys, ...Object.keys(sums)]);
    await sql`delete from ${sql.table(rollup)} where day = ${day}::date`.execute(tx);
    await sql`insert into ${sql.table(rollup)} (tenant_id, ${names}) select ${tenantId}::uuid, ${names} from (${rows}) r`.execute(
      tx,
    );
  }
}

export interface RecountedConversions {
  publisherId: string;
  /** all of them */
  counted: number;
  /** approved and pending */
  conversions: number;
  differs: boolean;
}

/** a day's conversions by publisher, and whether what is shown of them says the same */
export async function recountConversions(tx: Tx, day: string): Promise<RecountedConversions[]> {
  const { rows } = await sql<{ publisher_id: string; counted: string; conversions: string; differs: boolean }>`
    with counted as (
      select publisher_id, 0 as place, count(*) filter (where status in ('approved', 'pending')) as shown, count(*) as counted
      from conversions where day = ${day}::date group by 1
      union all select publisher_id, 1, sum(approved_conversions + pending_conversions), sum(counted)
      from rollup_conversions_publisher where day = ${day}::date group by 1
      union all select publisher_id, 2, sum(approved_conversions + pending_conversions), sum(counted)
      from rollup_conversions_offer_publisher where day = ${day}::date group by 1)
    select publisher_id, coalesce(sum(shown) filter (where place = 0), 0) as conversions,
      coalesce(sum(counted) filter (where place = 0), 0) as counted,
      ${sql.join(
        [1, 2].flatMap((place) =>
          ['shown', 'counted'].map(
            (name) => sql`coalesce(sum(${sql.ref(name)}) filter (where place = 0), 0)
              <> coalesce(sum(${sql.ref(name)}) filter (where place = ${sql.lit(place)}), 0)`,
          ),
        ),
        sql` or `,
      )} as differs
    from counted group by 1 order by 1`.execute(tx);
  return rows.map((row) => ({
    publisherId: row.publisher_id,
    counted: Number(row.counted),
    conversions: Number(row.conversions),
    differs: row.differs,
  }));
}

/** each under the day of its own moment: all, or those of one day, by either */
export async function checkConversionDays(tx: Tx, timeZone: string, day?: string): Promise<string[]> {
  const moment = sql`(c.at at time zone ${timeZone})::date`;
  const where =
    day === undefined
      ? sql`true`
      : sql`(c.day = ${day}::date or (c.at >= ${startOf(day, timeZone)} and c.at < ${startOf(addDays(day, 1), timeZone)}))`;
  const { rows } = await sql<{ id: string; has: string; should: string }>`
    select c.id, c.day::text as has, ${moment}::text as should from conversions c
    where ${where} and c.day <> ${moment} order by 1 limit ${FINDINGS_EACH}`.execute(tx);
  return rows.map(({ id, has, should }) => `conversion ${id} counts under ${has}, its moment lies in ${should}`);
}
