// Offers and people by the numbers that clicks carry; partners that a link is for.
import type { Tx } from '../../../platform/db/database.ts';
import { accountRows } from '../../accounts/index.ts';
import { conversionRows } from '../../conversions/index.ts';
import { offerRows } from '../../offers/index.ts';

export interface NamedThing {
  id: string;
  number: number;
  name: string;
}

export async function offerNumbered(tx: Tx, number: number | null): Promise<NamedThing | null> {
  if (number === null) return null;
  const row = await tx
    .selectFrom(offerRows.as('o'))
    .select(['o.id', 'o.number', 'o.title'])
    .where('o.number', '=', number)
    .executeTakeFirst();
  return row ? { id: row.id, number: row.number, name: row.title } : null;
}

export async function personNumbered(
  tx: Tx,
  type: 'publisher' | 'advertiser',
  number: number | null,
): Promise<NamedThing | null> {
  if (number === null) return null;
  const row = await tx
    .selectFrom(accountRows.as('u'))
    .select(['u.id', 'u.user_sequence_id', 'u.first_name', 'u.last_name'])
    .where('u.type', '=', type)
    .where('u.user_sequence_id', '=', number)
    .executeTakeFirst();
  return row ? { id: row.id, number: row.user_sequence_id, name: `${row.first_name} ${row.last_name}` } : null;
}

/** oldest first */
export async function conversionIdsWith(
  tx: Tx,
  what: { clickId: string } | { txnId: string },
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom(conversionRows.as('c'))
    .select('c.id')
    .where((eb) => ('clickId' in what ? eb('c.click_id', '=', what.clickId) : eb('c.txn_id', '=', what.txnId)))
    .orderBy('c.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function clickOfConversion(
  tx: Tx,
  id: string,
): Promise<{ clickId: string | null; receiptId: string | null } | null> {
  const row = await tx
    .selectFrom(conversionRows.as('c'))
    .select(['c.click_id', 'c.receipt_id'])
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row ? { clickId: row.click_id, receiptId: row.receipt_id } : null;
}

/** of these offers, those whose payout publishers are not shown */
export async function hiddenPayouts(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom(offerRows.as('o'))
    .select('o.id')
    .where('o.id', 'in', [...ids])
    .where('o.hide_payout', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
