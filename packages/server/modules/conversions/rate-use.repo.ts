// What of the booked money stands in other currencies, and the rates that conversions carry.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** of these days (UTC): conversions that a rate of the pair shows in the workspace's currency, and sales that one has turned */
export async function usedBy(
  tx: Tx,
  pair: readonly [string, string],
  from: string,
  until: string | null,
): Promise<{ conversions: number; sales: number }> {
  const both = [...pair];
  const { rows } = await sql<{ conversions: number; sales: number }>`
    select count(*) filter (where currency <> home_currency and currency = any(${both}::text[])
        and home_currency = any(${both}::text[]))::int as conversions,
      count(*) filter (where sale_currency <> currency and sale_currency = any(${both}::text[])
        and currency = any(${both}::text[]))::int as sales
    from conversions where at >= ${from}::date::timestamp at time zone 'UTC'
      ${until === null ? sql`` : sql`and at < ${until}::date::timestamp at time zone 'UTC'`}`.execute(tx);
  return rows[0] ?? { conversions: 0, sales: 0 };
}

/** the first day that clicks or impressions were booked in each currency: a rate that holds then holds for all that follow */
export async function firstLots(tx: Tx): Promise<{ currency: string; day: string }[]> {
  return tx
    .selectFrom('earning_lots')
    .select(['currency', sql<string>`to_char(min(day), 'YYYY-MM-DD')`.as('day')])
    .groupBy('currency')
    .execute();
}

/** the days on which clicks or impressions were booked in these currencies */
export async function lotDays(tx: Tx, currencies: readonly string[]): Promise<{ currency: string; day: string }[]> {
  if (currencies.length === 0) return [];
  return tx
    .selectFrom('earning_lots')
    .select(['currency', sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')])
    .where('currency', 'in', [...currencies])
    .groupBy(['currency', 'day'])
    .execute();
}

/** conversions, which carry their rate, that no rate turns into the workspace's own: their first and last day, UTC */
export async function conversionsWithoutRate(
  tx: Tx,
): Promise<{ currency: string; from: string; to: string; conversions: number }[]> {
  return tx
    .selectFrom('conversions')
    .select([
      'currency',
      sql<string>`to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD')`.as('from'),
      sql<string>`to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD')`.as('to'),
      sql<number>`count(*)::int`.as('conversions'),
    ])
    .where('home_rate_e12', 'is', null)
    .groupBy('currency')
    .execute();
}

export interface Rerating {
  currency: string;
  home: string;
  /** days, UTC; null: until today and beyond */
  from: string;
  until: string | null;
  /** null: there is none any more */
  rate: bigint | null;
  limit: number;
}

/** how many came to carry another rate; none: all of them do */
export async function rerate(tx: Tx, { currency, home, from, until, rate, limit }: Rerating): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update conversions set home_rate_e12 = ${rate}::bigint
    where id in (
      select id from conversions where currency = ${currency} and home_currency = ${home}
        and at >= ${from}::date::timestamp at time zone 'UTC'
        ${until === null ? sql`` : sql`and at < ${until}::date::timestamp at time zone 'UTC'`}
        and home_rate_e12 is distinct from ${rate}::bigint
      order by id limit ${limit})
    returning id`.execute(tx);
  return rows.length;
}

/** of these days (UTC): those in one of the two currencies that have no rate into the other, with their sums */
export async function waitingFor(
  tx: Tx,
  pair: readonly [string, string],
  from: string,
  until: string | null,
): Promise<{ currency: string; conversions: number; revenue: bigint; payout: bigint }[]> {
  const both = [...pair];
  const { rows } = await sql<{ currency: string; conversions: number; revenue: string; payout: string }>`
    select currency, count(*)::int as conversions, sum(revenue_micros)::bigint as revenue, sum(payout_micros)::bigint as payout
    from conversions where home_rate_e12 is null and currency <> home_currency
      and currency = any(${both}::text[]) and home_currency = any(${both}::text[])
      and at >= ${from}::date::timestamp at time zone 'UTC'
      ${until === null ? sql`` : sql`and at < ${until}::date::timestamp at time zone 'UTC'`}
    group by currency order by currency`.execute(tx);
  return rows.map((row) => ({ ...row, revenue: BigInt(row.revenue), payout: BigInt(row.payout) }));
}

/** whether anything was ever booked: from then on amounts stand in the home currency that they were booked with */
export async function hasBooked(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ booked: boolean }>`
    select exists (select from conversions) or exists (select from earning_lots) as booked`.execute(tx);
  return rows[0]?.booked ?? false;
}
