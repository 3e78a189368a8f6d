// Publishers and advertisers as lists: one filter for the page, its count, the bare array and the export.
import type { AccountKind, AccountListQuery, AccountRecord, AccountStatus } from '@tributary/contract';
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import type { DB } from '../../platform/db/schema.gen.ts';

export type AccountFilter = z.output<typeof AccountListQuery>;

const recordColumns = [
  'id',
  'user_sequence_id',
  'first_name',
  'last_name',
  'email',
  'company',
  'status',
  'created_at',
  'last_login',
  'reference_id',
  'tax_id',
  'referred_by',
  'managers',
  'admin_user_email',
  'tags',
  'deleted_at',
  'email_unconfirmed',
] as const;

type Row = Pick<Selectable<DB['users']>, (typeof recordColumns)[number]>;

export const toRecord = ({ email_unconfirmed, ...row }: Row): AccountRecord => ({
  ...row,
  email_confirmed: !email_unconfirmed,
  status: row.status as AccountStatus,
  created_at: unixSeconds(row.created_at),
  last_login: row.last_login && unixSeconds(row.last_login),
  deleted_at: row.deleted_at && unixSeconds(row.deleted_at),
});

const filtered = (tx: Tx, kind: AccountKind, filter: AccountFilter, restorableSince: Date) => {
  let query = tx.selectFrom('users').where('type', '=', kind);
  query = filter.deleted ? query.where('deleted_at', '>', restorableSince) : query.where('deleted_at', 'is', null);
  if (filter.status) query = query.where('status', 'in', filter.status.length > 0 ? filter.status : ['']);
  if (filter.tag) query = query.where(sql<boolean>`tags @> array[${filter.tag}]::text[]`);
  if (filter.q) query = query.where('search_text', 'like', likePattern(filter.q));
  return query;
};

const sortExpressions: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(first_name || ' ' || last_name)`,
};

/** the column was checked against the contract's list; empty values come last either way */
function sorted<Q extends SelectQueryBuilder<DB, 'users', object>>(query: Q, sort = '-user_sequence_id') {
  const column = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  // what is never empty is read in the order of an index
  if (column === 'user_sequence_id') return query.orderBy(column, direction);
  if (column === 'created_at') return query.orderBy(column, direction).orderBy('user_sequence_id', direction);
  return query
    .orderBy(sortExpressions[column] ?? sql.ref(column), (order) =>
      (direction === 'desc' ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('user_sequence_id', 'desc');
}

export async function listAccounts(
  tx: Tx,
  kind: AccountKind,
  filter: AccountFilter,
  restorableSince: Date,
): Promise<AccountRecord[]> {
  const rows = await sorted(filtered(tx, kind, filter, restorableSince), filter.sort)
    .select(recordColumns)
    .execute();
  return rows.map(toRecord);
}

export async function pageOfAccounts(
  tx: Tx,
  kind: AccountKind,
  filter: AccountFilter,
  restorableSince: Date,
): Promise<{ rows: AccountRecord[]; total: number }> {
  const size = filter.page_size ?? 25;
  const { total } = await filtered(tx, kind, filter, restorableSince)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await sorted(filtered(tx, kind, filter, restorableSince), filter.sort)
    .select(recordColumns)
    .limit(size)
    .offset(((filter.page ?? 1) - 1) * size)
    .execute();
  return { rows: rows.map(toRecord), total: Number(total) };
}

/** the next rows of an export, by keyset */
export async function accountsAfter(
  tx: Tx,
  kind: AccountKind,
  filter: AccountFilter,
  restorableSince: Date,
  after: number,
  limit: number,
): Promise<AccountRecord[]> {
  const rows = await filtered(tx, kind, filter, restorableSince)
    .select(recordColumns)
    .where('user_sequence_id', '>', after)
    .orderBy('user_sequence_id')
    .limit(limit)
    .execute();
  return rows.map(toRecord);
}

/** the account itself, deleted or not; locked where it is about to change */
export async function findPerson(tx: Tx, kind: AccountKind, id: string, lock = false): Promise<AccountRecord | null> {
  const query = tx.selectFrom('users').select(recordColumns).where('type', '=', kind).where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? toRecord(row) : null;
}

export async function findPeople(tx: Tx, text: string, limit: number) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null;
  return tx
    .selectFrom('users')
    .select(['id', 'type', 'user_sequence_id', 'first_name', 'last_name', 'email'])
    .where('type', 'in', ['publisher', 'advertiser'])
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('search_text', 'like', likePattern(text)),
        ...(number === null ? [] : [eb('user_sequence_id', '=', number)]),
      ]),
    )
    .orderBy('user_sequence_id', 'desc')
    .limit(limit)
    .execute();
}

export async function countPending(tx: Tx): Promise<{ publishers: number; advertisers: number }> {
  const rows = await tx
    .selectFrom('users')
    .select((eb) => ['type', eb.fn.countAll<string>().as('count')] as const)
    .where('type', 'in', ['publisher', 'advertiser'])
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .groupBy('type')
    .execute();
  const of = (type: string) => Number(rows.find((row) => row.type === type)?.count ?? 0);
  return { publishers: of('publisher'), advertisers: of('advertiser') };
}

export interface PersonChange {
  status?: AccountStatus;
  deleted_at?: Date | null;
  first_name?: string;
  last_name?: string;
  email?: string;
  email_unconfirmed?: boolean;
  company?: string | null;
  reference_id?: string | null;
  tax_id?: string | null;
  referred_by?: string | null;
  managers?: string | null;
  tags?: string[];
  phone?: string | null;
  time_zone?: string;
  language?: string;
}

export async function changePerson(tx: Tx, id: string, change: PersonChange): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', id).execute();
}

/** an address belongs to one account of the tenant; the unique index has the last word */
export const isTakenAddress = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'users_email';
