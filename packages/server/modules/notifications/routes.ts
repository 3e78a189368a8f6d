import { NotificationRecord, type notificationRoutes } from '@tributary/contract/notifications';
import { type Handlers, inTransaction } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { markRead, newestOf } from './repo.ts';

export const notificationHandlers = (): Handlers<typeof notificationRoutes> => ({
  notifications: inTransaction(async (_input, call, tx) => {
    const rows = (await newestOf(tx, call.principal.userId)).map((row) =>
      NotificationRecord.parse({ ...row, at: unixSeconds(row.at), unread: row.read_at === null }),
    );
    return { rows, unread: rows.filter((row) => row.unread).length };
  }),
  readNotifications: inTransaction(async (_input, call, tx) => {
    await markRead(tx, call.principal.userId, call.clock.now());
    return { unread: 0 };
  }),
});
