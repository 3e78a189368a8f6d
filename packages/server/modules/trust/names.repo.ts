// What the objects of a page of changes are called, and whom their fields name: a query for each kind, not for each row.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import { accountRows, personLike } from '../accounts/index.ts';
import { goalRows, offerRows } from '../offers/index.ts';

export interface Named {
  name: string;
  /** publisher, advertiser or admin */
  accountKind: string | null;
  currency: string | null;
}

const within = (ids: Iterable<string>): string[] => [...new Set(ids)].filter(isId);

export async function accountsNamed(tx: Tx, ids: Iterable<string>): Promise<Map<string, Named>> {
  const wanted = within(ids);
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .selectFrom(accountRows.as('u'))
    .select(['u.id', 'u.type', 'u.first_name', 'u.last_name'])
    .where('u.id', 'in', wanted)
    .execute();
  return new Map(
    rows.map((row) => [row.id, { name: `${row.first_name} ${row.last_name}`, accountKind: row.type, currency: null }]),
  );
}

export async function offersNamed(tx: Tx, ids: Iterable<string>): Promise<Map<string, Named>> {
  const wanted = within(ids);
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .selectFrom(offerRows.as('o'))
    .select(['o.id', 'o.number', 'o.title', 'o.currency'])
    .where('o.id', 'in', wanted)
    .execute();
  return new Map(
    rows.map((row) => [row.id, { name: `${row.title} (${row.number})`, accountKind: null, currency: row.currency }]),
  );
}

/** the team first */
export const peopleLike = (tx: Tx, text: string, limit: number) =>
  tx
    .selectFrom(accountRows.as('u'))
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email'])
    .where(personLike('u', text))
    .orderBy(sql`u.type <> 'admin'`)
    .orderBy('u.user_sequence_id', 'desc')
    .limit(limit)
    .execute();

export async function goalsNamed(tx: Tx, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = within(ids);
  if (wanted.length === 0) return new Map();
  const rows = await tx.selectFrom(goalRows.as('g')).select(['g.id', 'g.name']).where('g.id', 'in', wanted).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
