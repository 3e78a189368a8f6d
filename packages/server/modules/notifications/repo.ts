import type { NotificationKind } from '@tributary/contract/notifications';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { type IdLot, lotAfter, within } from '../../platform/db/id-lots.ts';
import { inWords, type Sentence } from '../../words/sentences.ts';

const NEWEST = 30;
/** stands where a reader's role hides what would */
export const BLANKED = '…';

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
export const notify = (tx: Tx, { to, text, ...news }: NewNotification): Promise<boolean> =>
  notifyEach(
    tx,
    news,
    to.map((id) => ({ id })),
    () => text,
  );

/** to each in words of his own: not everybody's role shows the same of it */
export async function notifyEach<Person extends { id: string }>(
  tx: Tx,
  { tenantId, ...notification }: Omit<NewNotification, 'to' | 'text'>,
  people: readonly Person[],
  textFor: (person: Person) => Sentence,
): Promise<boolean> {
  if (people.length === 0) return false;
  const result = await tx
    .insertInto('notifications')
    .values(
      people.map((person) => {
        const text = textFor(person);
        return {
          tenant_id: tenantId,
          user_id: person.id,
          ...notification,
          text: inWords('en', text),
          sentence: JSON.stringify(text),
        };
      }),
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

/** the person's own, and what others were told of him by name or address */
export const notificationsAfter = (tx: Tx, after: string): Promise<IdLot | null> =>
  lotAfter(tx, 'notifications', after);
export async function eraseNotifications(
  tx: Tx,
  person: { id: string; name: string; email: string },
  lot: IdLot,
): Promise<void> {
  const told = sql`concat(text, sentence)`;
  await tx
    .deleteFrom('notifications')
    .where(sql<boolean>`(user_id = ${person.id} or position(${person.email} in ${told}) > 0
      or position(${person.name} in ${told}) > 0)`)
    .where(within(lot))
    .execute();
}
