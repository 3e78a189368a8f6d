import type { Tx } from '../../platform/db/database.ts';
import { offerRows } from '../offers/index.ts';

export async function offersByCurrency(tx: Tx): Promise<{ currency: string; offers: number }[]> {
  const rows = await tx
    .selectFrom(offerRows.as('o'))
    .select((eb) => ['o.currency', eb.fn.countAll<string>().as('offers')])
    .groupBy('o.currency')
    .orderBy('o.currency')
    .execute();
  return rows.map(({ currency, offers }) => ({ currency, offers: Number(offers) }));
}
