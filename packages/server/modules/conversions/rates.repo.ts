import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { QuotedRate } from './exchange.ts';

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
