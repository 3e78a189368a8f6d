import { rateList } from '@tributary/contract/conversions/rates';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { oncePerTransaction } from '../../platform/db/once-per-transaction.ts';
import { countedList } from '../../platform/lists/sql-list.ts';
import { firstRate, type QuotedRate } from './exchange.ts';

const remembered = oncePerTransaction((tx) => ratesOf(tx));
/** for many conversions that are decided together */
export const ratesInTurn = (tx: Tx): Promise<QuotedRate[]> => remembered(tx, '');

/** the tenant's own quotations, oldest first */
export async function ratesOf(tx: Tx): Promise<QuotedRate[]> {
  const rows = await tx
    .selectFrom('exchange_rates')
    .select(['base', 'quote', 'rate_micros', sql<string>`valid_from::text`.as('from')])
    .orderBy('valid_from')
    .execute();
  return rows.map((row) => ({
    base: row.base,
    quote: row.quote,
    from: row.from,
    rateMicros: BigInt(row.rate_micros),
  }));
}

export interface ListedRate {
  id: string;
  base: string;
  quote: string;
  from: string;
  rate_micros: string;
  is_first: boolean;
}

/** with the one that every workspace begins with */
const allRates = sql<ListedRate>`(
  select (base || '-' || quote || '-' || from_day) collate "C" as id, base, quote, from_day as "from", rate_micros, is_first
  from (
    select base, quote, valid_from::text as from_day, rate_micros, false as is_first from exchange_rates
    union all
    select ${firstRate.base}, ${firstRate.quote}, ${firstRate.from}, ${firstRate.rateMicros}::bigint, true
  ) as quoted)`.as('r');

/** newest first */
export const listedRates = countedList(rateList, {
  from: (tx: Tx) => tx.selectFrom(allRates),
  rows: (query) => query.selectAll('r'),
  filters: {
    // each word is found in a currency or in the day
    q: (eb, text) =>
      eb.and(
        text
          .split(/[\s/]+/)
          .filter(Boolean)
          .map((word) => sql<boolean>`lower(r.base || ' ' || r.quote || ' ' || r."from") like ${likePattern(word)}`),
      ),
  },
  sorts: { base: 'r.base', quote: 'r.quote', from: 'r.from' },
  sort: '-from',
  tie: ['r.id', 'asc'],
});

export async function saveRate(tx: Tx, tenantId: string, rate: QuotedRate): Promise<void> {
  await tx
    .insertInto('exchange_rates')
    .values({
      tenant_id: tenantId,
      base: rate.base,
      quote: rate.quote,
      valid_from: rate.from,
      rate_micros: rate.rateMicros,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'base', 'quote', 'valid_from']).doUpdateSet({ rate_micros: rate.rateMicros }),
    )
    .execute();
}

export async function removeRate(tx: Tx, { base, quote, from }: Omit<QuotedRate, 'rateMicros'>): Promise<void> {
  await tx
    .deleteFrom('exchange_rates')
    .where('base', '=', base)
    .where('quote', '=', quote)
    .where('valid_from', '=', sql<Date>`${from}::date`)
    .execute();
}

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
export async function conversionsWithoutRate(tx: Tx): Promise<{ currency: string; from: string; to: string }[]> {
  return tx
    .selectFrom('conversions')
    .select([
      'currency',
      sql<string>`to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD')`.as('from'),
      sql<string>`to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD')`.as('to'),
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
