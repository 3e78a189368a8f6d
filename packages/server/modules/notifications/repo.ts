import type { NotificationKind } from '@tributary/contract/notifications';
import type { Tx } from '../../platform/db/database.ts';
import { inWords, type Sentence } from '../../words/sentences.ts';

const NEWEST = 30;

export interface NewNotification {
  tenantId: string;
  /** the people whose it is */
  to: readonly string[];
  /** what made it due, such as a job's id */
  cause: string;
  kind: NotificationKind;
  text: Sentence;
  path: string;
  at: Date;
}

/** false where all of them have it already: a job that runs again tells nobody twice */
export async function notify(tx: Tx, { tenantId, to, text, ...notification }: NewNotification): Promise<boolean> {
  if (to.length === 0) return false;
  const result = await tx
    .insertInto('notifications')
    .values(
      to.map((userId) => ({
        tenant_id: tenantId,
        user_id: userId,
        ...notification,
        text: inWords('en', text),
        sentence: JSON.stringify(text),
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'cause']).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function newestOf(tx: Tx, userId: string) {
  return tx
    .selectFrom('notifications')
    .select(['id', 'kind', 'text', 'sentence', 'path', 'at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(NEWEST)
    .execute();
}

export async function markRead(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .execute();
}

/** when anybody of the workspace was last told of this kind */
export async function lastNotified(tx: Tx, kind: NotificationKind): Promise<Date | null> {
  const row = await tx
    .selectFrom('notifications')
    .select('at')
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}
