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

export async function saveRates(tx: Tx, tenantId: string, rates: readonly QuotedRate[]): Promise<void> {
  await tx
    .insertInto('exchange_rates')
    .values(
      rates.map((rate) => ({
        tenant_id: tenantId,
        base: rate.base,
        quote: rate.quote,
        valid_from: rate.from,
        rate_micros: rate.rateMicros,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'base', 'quote', 'valid_from'])
        .doUpdateSet((eb) => ({ rate_micros: eb.ref('excluded.rate_micros') })),
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
