// What the console's shell shows: plan and trial, notifications, quick search.
import { NotificationRecord, type workspaceRoutes } from '@tributary/contract';
import { type Handlers, inTransaction } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { planOf } from '../tenancy/index.ts';
import { markNotificationsRead, newestNotifications, notificationsReadAt } from './notifications.repo.ts';
import { countPending, findPeople } from './people.repo.ts';

const FOUND = 10;

export const workspaceHandlers = (): Handlers<typeof workspaceRoutes> => ({
  workspace: inTransaction(async (_input, call, tx) => ({
    ...(await planOf(tx, call.tenant.id, call.clock.now())),
    read_only: call.tenant.access === 'read-only',
    pending: await countPending(tx),
  })),
  notifications: inTransaction(async (_input, call, tx) => {
    const readAt = await notificationsReadAt(tx, call.principal.userId);
    const rows = (await newestNotifications(tx)).map((row) =>
      NotificationRecord.parse({ ...row, at: unixSeconds(row.at), unread: readAt === null || row.at > readAt }),
    );
    return { rows, unread: rows.filter((row) => row.unread).length };
  }),
  readNotifications: inTransaction(async (_input, call, tx) => {
    await markNotificationsRead(tx, call.principal.userId, call.clock.now());
    return { unread: 0 };
  }),
  quickSearch: inTransaction(async ({ query }, _call, tx) => {
    const people = await findPeople(tx, query.q, FOUND);
    return {
      rows: people.map((row) => ({
        kind: row.type === 'advertiser' ? ('advertiser' as const) : ('publisher' as const),
        id: row.id,
        title: `${row.first_name} ${row.last_name}`,
        detail: `${row.email} · ${row.user_sequence_id}`,
      })),
    };
  }),
});
