// The domain that a workspace's mails come from: its key, and whether its records are as they must be.
import { z } from 'zod';
import { route, session } from './route.ts';

export const recordKinds = ['dkim', 'spf', 'dmarc'] as const;
/** unknown: no name server answered, which says nothing about the record */
export const recordStates = ['ok', 'missing', 'wrong', 'unknown'] as const;

export const MailRecord = z.object({
  kind: z.enum(recordKinds),
  /** where the TXT record belongs */
  name: z.string(),
  wanted: z.string(),
  found: z.array(z.string()),
  state: z.enum(recordStates),
});
export type MailRecord = z.infer<typeof MailRecord>;

export const MailSender = z
  .object({
    /** null: none is set, mail comes from the platform's address */
    domain: z.string().nullable(),
    /** mail leaves under the domain, signed with its key */
    verified: z.boolean(),
    checked_at: z.int().nullable(),
    /** as readers see it now */
    from: z.string(),
    records: z.array(MailRecord),
  })
  .meta({ id: 'MailSender' });
export type MailSender = z.infer<typeof MailSender>;

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'settings' });

export const mailSenderRoutes = {
  mailSender: route({
    ...plain,
    method: 'GET',
    path: '/api/mail-sender',
    summary: 'Who the workspace’s mails come from, and the records of its domain as they were last seen',
    access,
    reply: MailSender,
    errors: [],
  }),
  checkMailSender: route({
    ...plain,
    method: 'POST',
    path: '/api/mail-sender/check',
    summary: 'Looks at SPF, DKIM and DMARC of the sender’s domain now; makes its key the first time',
    access,
    reply: MailSender,
    errors: [],
    rates: ['call-tests', 'call-tests-tenant'],
  }),
};
