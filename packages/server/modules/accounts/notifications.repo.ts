import type { notificationKinds } from '@tributary/contract/workspace';
import type { Tx } from '../../platform/db/database.ts';

const NEWEST = 30;

export async function newestNotifications(tx: Tx) {
  return tx
    .selectFrom('notifications')
    .select(['id', 'kind', 'text', 'path', 'at'])
    .orderBy('at', 'desc')
    .limit(NEWEST)
    .execute();
}

export async function lastNotified(tx: Tx, kind: (typeof notificationKinds)[number]): Promise<Date | null> {
  const row = await tx
    .selectFrom('notifications')
    .select('at')
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function notificationsReadAt(tx: Tx, userId: string): Promise<Date | null> {
  const row = await tx.selectFrom('users').select('notifications_read_at').where('id', '=', userId).executeTakeFirst();
  return row?.notifications_read_at ?? null;
}

export async function markNotificationsRead(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.updateTable('users').set({ notifications_read_at: at }).where('id', '=', userId).execute();
}
