// Which accounts somebody of the team can be put in charge of, and is. A reader sees the kinds that his role opens, and where it
// reaches to his own accounts alone, those.
import { type AccountKind, type AssignableAccount, assignableList } from '@tributary/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { countedList } from '../../../platform/lists/sql-list.ts';
import { isInChargeOf } from '../people/managers.repo.ts';
import { personLike } from '../people/person-search.repo.ts';

/** whose accounts, and who reads: of each kind all, his own, or none */
export interface Reader {
  id: string;
  sees: Readonly<Record<AccountKind, 'all' | 'assigned' | 'none'>>;
}
interface Asked {
  memberId: string;
  reader: Reader;
}

const isSeenBy = ({ id, sees }: Reader) => {
  const kinds = (reach: 'all' | 'assigned') =>
    (['publisher', 'advertiser'] as const).filter((kind) => sees[kind] === reach);
  return sql<boolean>`(u.type = any(${kinds('all')}::text[])
    or (u.type = any(${kinds('assigned')}::text[]) and ${isInChargeOf('u', id)}))`;
};

const seenAccounts = (tx: Tx, reader: Reader) =>
  tx
    .selectFrom('users as u')
    .where('u.type', 'in', ['publisher', 'advertiser'])
    .where('u.deleted_at', 'is', null)
    .where(isSeenBy(reader));

export const assignable = countedList(assignableList, {
  from: (tx: Tx, { reader }: Asked) => seenAccounts(tx, reader),
  rows: (query, { memberId }) =>
    query
      .select(['u.id', 'u.type', 'u.user_sequence_id', 'u.first_name', 'u.last_name', 'u.company'])
      .select(isInChargeOf('u', memberId).as('assigned')),
  filters: {
    kind: (eb, kind) => eb('u.type', '=', kind),
    assigned: (_eb, _asked, { memberId }) => isInChargeOf('u', memberId),
    q: (_eb, text) => personLike('u', text),
  },
  sorts: {
    user_sequence_id: 'u.user_sequence_id',
    name: sql`lower(u.first_name || ' ' || u.last_name)`,
    company: { by: 'u.company', empty: 'last' },
  },
  sort: '-user_sequence_id',
  tie: ['u.user_sequence_id', 'desc'],
});

interface Row {
  id: string;
  type: string;
  user_sequence_id: number;
  first_name: string;
  last_name: string;
  company: string | null;
  assigned: boolean;
}
export const toAssignable = ({ type, first_name, last_name, ...row }: Row): AssignableAccount => ({
  ...row,
  kind: type === 'advertiser' ? 'advertiser' : 'publisher',
  name: `${first_name} ${last_name}`,
});

/** those of the ids that the reader sees */
export async function seenOf(tx: Tx, reader: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await seenAccounts(tx, reader)
    .select('u.id')
    .where('u.id', 'in', [...new Set(ids)])
    .execute();
  return rows.map(({ id }) => id);
}

/** those of which he was not in charge before */
export async function assignAll(
  tx: Tx,
  { tenantId, memberId, ids, at }: { tenantId: string; memberId: string; ids: readonly string[]; at: Date },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .insertInto('account_managers')
    .values(ids.map((id) => ({ tenant_id: tenantId, account_id: id, user_id: memberId, assigned_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** those of which he was in charge */
export async function unassignSome(tx: Tx, memberId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .deleteFrom('account_managers')
    .where('user_id', '=', memberId)
    .where('account_id', 'in', [...ids])
    .returning('account_id')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

export async function unassignAll(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('account_managers').where('user_id', '=', memberId).execute();
}
