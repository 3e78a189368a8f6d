// What a team member's role gives him now: for what is done in his name while he is not there (schedules, exports, mails), and so
// after his session, where his role came with the call.
import type { Powers } from '@tributary/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { powersOf } from './team-role.ts';

/** null: he is none of the team */
export async function powersOfMember(tx: Tx, userId: string): Promise<Powers | null> {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 'u.tenant_id').onRef('r.id', '=', 'u.role_id'))
    .select(['r.preset', 'r.sections', 'r.scope', 'r.hidden'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row ? powersOf(row) : null;
}

/** the accounts that he is in charge of, by id and by the number that events know */
export async function accountsInCharge(tx: Tx, userId: string): Promise<AccountInCharge[]> {
  const rows = await tx
    .selectFrom('account_managers as m')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'm.tenant_id').onRef('u.id', '=', 'm.account_id'))
    .select(['u.id', 'u.user_sequence_id as number', 'u.type'])
    .where('m.user_id', '=', userId)
    .execute();
  return rows;
}
export interface AccountInCharge {
  id: string;
  number: number;
  type: string;
}
