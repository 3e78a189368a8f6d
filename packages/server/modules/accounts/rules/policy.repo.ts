import type { Role } from '@tributary/contract/route';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { hasFactor } from '../factors/factors.repo.ts';

export const roleNames = (tx: Tx): Promise<{ id: string; name: string }[]> =>
  tx.selectFrom('roles').select(['id', 'name']).orderBy('preset').orderBy('name').execute();

/** of each kind of account: how many are open, and how many of those have no second factor */
export async function countFactors(tx: Tx): Promise<{ type: Role; people: number; without: number }[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['type', sql<string>`count(*)`.as('people')])
    .select(sql<string>`count(*) filter (where not ${hasFactor('users')})`.as('without'))
    .where('deleted_at', 'is', null)
    .where('status', '=', 'approved')
    .groupBy('type')
    .execute();
  return rows.map(({ type, people, without }) => ({
    type: type as Role,
    people: Number(people),
    without: Number(without),
  }));
}
