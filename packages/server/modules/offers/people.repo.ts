// The people an offer names. Read only: accounts are the accounts module's to change.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { shownUnlessHidden } from '../../platform/db/unless-hidden.ts';
import { type Language, languageOf } from '../../words/sentences.ts';
import { accountRows, isInChargeOf, personLike } from '../accounts/index.ts';

export interface Advertiser {
  id: string;
  number: number;
  status: string;
}

export async function findAdvertiser(tx: Tx, by: { number: number } | { id: string }): Promise<Advertiser | null> {
  const query = tx
    .selectFrom(accountRows.as('users'))
    .select(['id', 'user_sequence_id', 'status'])
    .where('type', '=', 'advertiser');
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('user_sequence_id', '=', by.number).where('deleted_at', 'is', null)
  ).executeTakeFirst();
  return row ? { id: row.id, number: row.user_sequence_id, status: row.status } : null;
}

export async function isManagerOf(tx: Tx, advertiserId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom(accountRows.as('users'))
    .select('id')
    .where('id', '=', advertiserId)
    .where(isInChargeOf('users', userId))
    .executeTakeFirst();
  return row !== undefined;
}

/** whether it may have offers that run: neither deleted nor rejected */
export async function isActiveAdvertiser(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom(accountRows.as('users'))
    .select('id')
    .where('type', '=', 'advertiser')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'rejected')
    .executeTakeFirst();
  return row !== undefined;
}

export interface PersonName {
  id: string;
  number: number;
  name: string;
}

/** an advertiser's is nobody's to read whose role hides it: replies gather names where no schema says whose they are */
const shownName = shownUnlessHidden(
  ['advertiser_name'],
  sql<boolean>`users.type = 'advertiser'`,
  sql<string>`users.first_name || ' ' || users.last_name`,
).as('name');

export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, PersonName>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom(accountRows.as('users'))
    .select(['id', 'user_sequence_id as number', shownName])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** an offer's own fields name its advertiser by number */
export async function advertisersNumbered(tx: Tx, numbers: readonly number[]): Promise<PersonName[]> {
  if (numbers.length === 0) return [];
  return tx
    .selectFrom(accountRows.as('users'))
    .select(['id', 'user_sequence_id as number', shownName])
    .where('type', '=', 'advertiser')
    .where('user_sequence_id', 'in', [...new Set(numbers)])
    .execute();
}

/** those of the ids that are publishers of this tenant */
export async function publishersAmong(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom(accountRows.as('users'))
    .select('id')
    .where('type', '=', 'publisher')
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export interface Addressee {
  number: number;
  firstName: string;
  email: string;
  language: Language;
}

const addresseeColumns = ['user_sequence_id as number', 'first_name as firstName', 'email', 'language'] as const;

export async function addresseeOf(tx: Tx, id: string): Promise<Addressee | null> {
  const row = await tx
    .selectFrom(accountRows.as('users'))
    .select(addresseeColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { ...row, language: languageOf(row.language) } : null;
}

export async function choosePeople(
  tx: Tx,
  choice: {
    type: 'publisher' | 'advertiser';
    q: string | undefined;
    managerId?: string;
    /** where the names are hidden: their order would tell them */
    byNumber?: boolean;
    limit: number;
  },
) {
  let query = tx
    .selectFrom(accountRows.as('users'))
    .select(['id', 'user_sequence_id', 'first_name', 'last_name', 'email'])
    .where('type', '=', choice.type)
    .where('status', '=', 'approved')
    .where('deleted_at', 'is', null);
  const { q, managerId } = choice;
  if (managerId !== undefined) query = query.where(isInChargeOf('users', managerId));
  if (q) {
    query = query.where((eb) =>
      eb.or([personLike('users', q), ...(/^\d{1,9}$/.test(q) ? [eb('user_sequence_id', '=', Number(q))] : [])]),
    );
  }
  const ordered = choice.byNumber
    ? query.orderBy('user_sequence_id')
    : query.orderBy('first_name').orderBy('last_name').orderBy('user_sequence_id');
  const rows = await ordered.limit(choice.limit).execute();
  return rows.map((row) => ({
    id: row.id,
    number: row.user_sequence_id,
    name: `${row.first_name} ${row.last_name}`,
    detail: row.email,
  }));
}
