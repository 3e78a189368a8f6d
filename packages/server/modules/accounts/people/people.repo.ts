// Publishers and advertisers: their list, and the one person.
import {
  type AccountKind,
  type AccountRecord,
  type AccountStatus,
  accountKinds,
  accountList,
} from '@tributary/contract';
import { type Selectable, sql } from 'kysely';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.gen.ts';
import { byNumber } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { managerEmail } from './managers.repo.ts';
import { personLike } from './person-search.repo.ts';

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
  'tags',
  'deleted_at',
  'email_unconfirmed',
] as const;

type Row = Pick<Selectable<DB['users']>, (typeof recordColumns)[number] | 'admin_user_email'>;
const inCharge = managerEmail('users', true).as('admin_user_email');

export const toRecord = ({ email_unconfirmed, ...row }: Row): AccountRecord => ({
  ...row,
  email_confirmed: !email_unconfirmed,
  status: row.status as AccountStatus,
  created_at: unixSeconds(row.created_at),
  last_login: row.last_login && unixSeconds(row.last_login),
  deleted_at: row.deleted_at && unixSeconds(row.deleted_at),
});

/** one of the two kinds; `restorableSince` for those that were deleted */
interface Whose {
  kind: AccountKind;
  restorableSince: Date;
}

export const accounts = inBatches(
  countedList(accountList, {
    from: (tx: Tx, { kind }: Whose) => tx.selectFrom('users').where('type', '=', kind),
    rows: (query) => query.select(recordColumns).select(inCharge),
    filters: {
      status: (eb, status) => eb('status', 'in', ['', ...status]),
      deleted: (eb, _asked, { restorableSince }) =>
        eb.and([eb('deleted_at', '>', restorableSince), eb('erased_at', 'is', null)]),
      tag: (_eb, tag) => sql<boolean>`tags @> array[${tag}]::text[]`,
      q: (_eb, text) => personLike('users', text),
    },
    unasked: { deleted: (eb) => eb('deleted_at', 'is', null) },
    sorts: {
      user_sequence_id: 'user_sequence_id',
      name: sql`lower(first_name || ' ' || last_name)`,
      company: { by: 'company', empty: 'last' },
      status: 'status',
      created_at: { by: 'created_at', tie: 'along' },
      last_login: { by: 'last_login', empty: 'last' },
      reference_id: { by: 'reference_id', empty: 'last' },
      tax_id: { by: 'tax_id', empty: 'last' },
      referred_by: { by: 'referred_by', empty: 'last' },
      managers: { by: sql`coalesce(nullif(managers, ''), ${managerEmail('users', true)})`, empty: 'last' },
    },
    sort: '-user_sequence_id',
    tie: ['user_sequence_id', 'desc'],
  }),
  { key: byNumber('user_sequence_id', 'asc'), cursorOf: (row) => row.user_sequence_id },
);

/** the account itself, deleted or not; locked where it is about to change */
export async function findPerson(tx: Tx, kind: AccountKind, id: string, lock = false): Promise<AccountRecord | null> {
  const query = tx
    .selectFrom('users')
    .select(recordColumns)
    .select(inCharge)
    .where('type', '=', kind)
    .where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? toRecord(row) : null;
}

export async function findPeople(tx: Tx, text: string, kinds: readonly AccountKind[], limit: number) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null;
  return tx
    .selectFrom('users')
    .select(['id', 'type', 'user_sequence_id', 'first_name', 'last_name', 'email'])
    .where('type', 'in', kinds)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([personLike('users', text), ...(number === null ? [] : [eb('user_sequence_id', '=', number)])]),
    )
    .orderBy('user_sequence_id', 'desc')
    .limit(limit)
    .execute();
}

export async function countPending(
  tx: Tx,
  kinds: readonly AccountKind[],
): Promise<{ publishers?: number; advertisers?: number }> {
  if (kinds.length === 0) return {};
  const rows = await tx
    .selectFrom('users')
    .select((eb) => ['type', eb.fn.countAll<string>().as('count')] as const)
    .where('type', 'in', kinds)
    .where('status', '=', 'pending')
    .where('deleted_at', 'is', null)
    .groupBy('type')
    .execute();
  const of = (kind: AccountKind) =>
    kinds.includes(kind) ? Number(rows.find((row) => row.type === kind)?.count ?? 0) : undefined;
  return { publishers: of('publisher'), advertisers: of('advertiser') };
}

/** null: nobody, or one of the team */
export async function kindOfAccount(tx: Tx, id: string): Promise<AccountKind | null> {
  const row = await tx.selectFrom('users').select('type').where('id', '=', id).executeTakeFirst();
  return accountKinds.find((kind) => kind === row?.type) ?? null;
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
