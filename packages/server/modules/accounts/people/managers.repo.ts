// Who is in charge of an account: the account managers that are assigned to it, the first being the one who was first.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

/**
 * The address of the one in charge of the account that `alias` (of users) names: the first manager's, or the viewer's own where
 * he is among them and `forViewer` asks for it. Where nobody is assigned, what the old text says.
 */
export const managerEmail = (alias: string, forViewer = false): RawBuilder<string | null> => {
  const own = forViewer
    ? sql`am.user_id = nullif(current_setting('app.actor_id', true), '')::uuid desc nulls last, `
    : sql``;
  return sql`coalesce((select m.email from account_managers am
      join users m on m.tenant_id = am.tenant_id and m.id = am.user_id and m.deleted_at is null
      where am.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and am.account_id = ${sql.ref(`${alias}.id`)}
      order by ${own}am.assigned_at, am.user_id limit 1), ${sql.ref(`${alias}.admin_user_email`)})`;
};

/** of the accounts that `alias` names those in his charge */
export const isInChargeOf = (alias: string, userId: string): RawBuilder<boolean> =>
  sql`exists (select from account_managers am where am.tenant_id = ${sql.ref(`${alias}.tenant_id`)}
    and am.account_id = ${sql.ref(`${alias}.id`)} and am.user_id = ${userId})`;

/** the first one first */
export async function managersOf(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('account_managers')
    .select('user_id')
    .where('account_id', '=', accountId)
    .orderBy('assigned_at')
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function assignManager(
  tx: Tx,
  assigned: { tenantId: string; accountId: string; userId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('account_managers')
    .values({
      tenant_id: assigned.tenantId,
      account_id: assigned.accountId,
      user_id: assigned.userId,
      assigned_at: assigned.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
