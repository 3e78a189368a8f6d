// A mail server of the workspace's own, by which its mails leave instead of the platform's; and trying out how mails leave.
import { z } from 'zod';
import { hide } from './hiding.ts';
import { route, session } from './route.ts';

export const mailSecurities = ['tls', 'starttls'] as const;
export const mailServerStates = ['untried', 'ok', 'failing', 'taken-over'] as const;

export const MailServer = z
  .object({
    host: z.string(),
    port: z.int(),
    security: z.enum(mailSecurities),
    /** the password is never shown again */
    username: z.string().nullable(),
    version: z.int(),
    changed_at: z.int(),
    /** taken-over: it has failed for so long that mails leave by the platform */
    state: z.enum(mailServerStates),
    failing_since: z.int().nullable(),
    last_ok_at: z.int().nullable(),
    /** in its own words, or why it could not be reached */
    last_error: z.string().nullable(),
  })
  .meta({ id: 'MailServer' });
export type MailServer = z.infer<typeof MailServer>;

export const FailedMail = z.object({
  id: z.string(),
  title: z.string(),
  /** servers like to name the address in it */
  error: hide(['publisher_contact', 'advertiser_name'], z.string()),
  at: z.int(),
});

export const MailServerReply = z.object({
  /** null: mails leave by the platform */
  server: MailServer.nullable(),
  /** the newest mails of the last seven days that could not be delivered */
  failures: z.array(FailedMail),
});

const oneLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

export const MailServerBody = z.object({
  /** as it was read; 0 where there is none yet */
  version: z.int().min(0),
  host: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Please enter the host of your mail server, such as smtp.example.com')
    .max(253, 'Please use at most 253 characters'),
  port: z.int('Please enter a port').min(1, 'Please enter a port').max(65535, 'Please enter a port'),
  security: z.enum(mailSecurities, { error: 'Please choose TLS or STARTTLS' }),
  /** '' where the server asks for no login */
  username: z.string().trim().max(320, 'Please use at most 320 characters').refine(oneLine, 'A user name is one line'),
  /** '' keeps the one that is stored, as long as it goes to the same server and user */
  password: z.string().max(500, 'Please use at most 500 characters').refine(oneLine, 'A password is one line'),
});

/** how mails leave: by the workspace's own server, or by the platform's */
export const mailWays = ['own', 'platform'] as const;

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'settings' });
/** it holds a password, and every mail of the workspace, to whomever, leaves by it */
const guarded = session(['admin'], {
  impersonated: 'denied',
  section: 'settings',
  seesAll: 'required',
  recentPassword: 'required',
});

export const mailServerRoutes = {
  mailServer: route({
    ...plain,
    method: 'GET',
    path: '/api/mail-server',
    summary: 'The workspace’s own mail server and how it goes, and the mails that could not be delivered',
    access,
    reply: MailServerReply,
    errors: [],
  }),
  saveMailServer: route({
    ...plain,
    method: 'PUT',
    path: '/api/mail-server',
    summary: 'Sets the workspace’s own mail server; its mails leave by it from then on',
    access: guarded,
    body: MailServerBody,
    reply: MailServerReply,
    errors: ['invalid_input', 'conflict', 'password_needed'],
    rates: ['admin-writes'],
  }),
  removeMailServer: route({
    ...plain,
    method: 'DELETE',
    path: '/api/mail-server',
    summary: 'Forgets the workspace’s own mail server and its password; mails leave by the platform again',
    access: guarded,
    reply: MailServerReply,
    errors: ['password_needed'],
    rates: ['admin-writes'],
  }),
  testMailServer: route({
    ...plain,
    method: 'POST',
    path: '/api/mail-server/test',
    summary:
      'Sends a test mail to the caller now, by the workspace’s own server or by the platform, and tells what the server answered',
    access,
    body: z.object({ via: z.enum(mailWays) }),
    reply: z.object({
      sent: z.boolean(),
      to: z.string(),
      from: z.string(),
      /** the server’s own words, or why it could not be reached */
      answer: z.string(),
    }),
    errors: ['conflict'],
    rates: ['call-tests', 'call-tests-tenant'],
  }),
};
