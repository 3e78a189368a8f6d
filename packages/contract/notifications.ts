// What a person should know, at the bell in the header of the console and of both portals. Each person's are their own.
import { z } from 'zod';
import { route, session } from './route.ts';

export const notificationKinds = [
  'signup',
  'offer-request',
  'brief',
  'cap',
  'late-lots',
  /** something was booked in a currency that no rate leads into the workspace's own */
  'rate-missing',
  'requests',
  'postback-disabled',
  /** to a publisher: an account manager has decided about a campaign it asked for */
  'request-decided',
  /** to the owner: an own mail template, or the own mail server, could not be used */
  'mail-trouble',
  /** an advertiser's credit is nearly or wholly used, or open again */
  'credit',
  /** to an advertiser: an invoice is open */
  'invoice',
  /** an appeal or dispute was opened, answered or decided */
  'appeal',
  /** to the owners: a closed month was opened again */
  'period',
  /** to a partner: a document of its own was issued, is awaited or was credited */
  'document',
  /** to whoever pays: a payment failed, came back, or nobody says what became of it */
  'payment',
  /** a recount has found what differs */
  'drift',
  /** calls of an advertiser that become nothing come fast */
  'unmatched',
  /** a file of an advertiser's was applied to its conversions */
  'reconciliation',
  /** a watched link is broken, or well again */
  'link',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const NotificationRecord = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  text: z.string(),
  /** where a click leads: a path of the console or of the portal */
  path: z.string(),
  at: z.number().int(),
  unread: z.boolean(),
});

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const everyone = ['admin', 'publisher', 'advertiser'] as const;

export const notificationRoutes = {
  notifications: route({
    ...plain,
    method: 'GET',
    path: '/api/notifications',
    summary: 'The newest notifications of whoever is signed in',
    access: session(everyone, { section: 'self', impersonated: 'allowed' }),
    reply: z.object({ rows: z.array(NotificationRecord), unread: z.number().int() }),
    errors: [],
  }),
  // not in another's name: what a person has read only that person knows
  readNotifications: route({
    ...plain,
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Marks all notifications of whoever is signed in as read',
    access: session(everyone, { section: 'self', impersonated: 'denied', whenReadOnly: 'allowed' }),
    reply: z.object({ unread: z.literal(0) }),
    errors: [],
  }),
};
