// Which months are closed.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

export const isMonthClosed = async (tx: Tx, first: string): Promise<boolean> =>
  (await tx
    .selectFrom('closed_months')
    .select('month')
    .where('month', '=', sql<Date>`${first}::date`)
    .executeTakeFirst()) !== undefined;

export async function lastClosedMonth(tx: Tx): Promise<string | null> {
  const row = await tx
    .selectFrom('closed_months')
    .select(sql<string | null>`max(month)::text`.as('month'))
    .executeTakeFirst();
  return row?.month ?? null;
}
