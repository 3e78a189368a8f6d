// What a workspace holds of one person: handed over as a file, or deleted. First what there is is found; a deletion is then
// confirmed by whoever asked for it, with the counts in front of him.
import { z } from 'zod';
import type { FileReply } from '../reports/reports.ts';
import { route, session } from '../route.ts';

/** what a visitor is known by */
export const visitorNames = ['click_id', 'ip', 'device_id', 'email'] as const;
export type VisitorName = (typeof visitorNames)[number];
export const personSubjects = ['account', ...visitorNames] as const;
export const personRequestKinds = ['export', 'erasure'] as const;
export const personRequestStates = ['waiting', 'running', 'found', 'ready', 'done', 'failed', 'withdrawn'] as const;
/** what is typed to delete for good */
export const ERASURE_WORD = 'DELETE';
/** days for which a file is there, and for which counts wait to be confirmed */
export const PERSON_FILE_DAYS = 7;

const value = z.string().trim().min(1, 'Please enter what the person is known by').max(200);
const visitor = <const Name extends VisitorName>(subject: Name, checked: z.ZodType<string>) =>
  z.object({ subject: z.literal(subject), value: checked });

export const PersonRequestBody = z.intersection(
  z.object({ kind: z.enum(personRequestKinds) }),
  z.discriminatedUnion('subject', [
    z.object({ subject: z.literal('account'), email: value.pipe(z.email('Please enter a valid e-mail address')) }),
    visitor('click_id', value),
    visitor('ip', value.pipe(z.union([z.ipv4(), z.ipv6()], 'Please enter an address such as 192.0.2.7'))),
    visitor('device_id', value.pipe(z.string().min(8, 'A device id has at least 8 characters'))),
    visitor('email', value.pipe(z.email('Please enter a valid e-mail address'))),
  ]),
);

export const PersonRequest = z.object({
  id: z.string(),
  kind: z.enum(personRequestKinds),
  subject: z.enum(personSubjects),
  /** of an account: its number, and its name as it stands now */
  account: z.object({ id: z.string(), number: z.int(), name: z.string(), type: z.string() }).nullable(),
  state: z.enum([...personRequestStates, 'expired']),
  /** 0 to 100 */
  progress: z.int(),
  /** kind of row → how many */
  counts: z.record(z.string(), z.int()),
  bytes: z.int().nullable(),
  error: z.string().nullable(),
  asked_by: z.string(),
  asked_at: z.int(),
  expires_at: z.int().nullable(),
});
export type PersonRequest = z.infer<typeof PersonRequest>;

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const owner = { impersonated: 'denied', section: 'settings', ownerOnly: true } as const;
const reading = session(['admin'], { ...owner, needs: 'write' });
const asking = session(['admin'], { ...owner, recentPassword: 'required', whenReadOnly: 'allowed' });
const byId = { params: z.object({ id: z.string().max(100) }), names: 'person-request' } as const;

export const personRequestRoutes = {
  personRequests: route({
    ...plain,
    method: 'GET',
    path: '/api/privacy/requests',
    summary: 'The last fifty times that a person’s data was asked for or deleted, newest first',
    access: reading,
    reply: z.object({ rows: z.array(PersonRequest), total: z.int() }),
    errors: [],
  }),
  askForPerson: route({
    ...plain,
    method: 'POST',
    path: '/api/privacy/requests',
    summary: 'Gathers what there is of a person: as a file, or as counts to be confirmed before it is deleted',
    access: asking,
    body: PersonRequestBody,
    reply: PersonRequest,
    status: 201,
    errors: ['invalid_input', 'not_found', 'conflict', 'busy', 'password_needed'],
    rates: ['admin-writes'],
  }),
  confirmErasure: route({
    ...plain,
    ...byId,
    method: 'POST',
    path: '/api/privacy/requests/{id}/confirm',
    summary: 'Deletes what was found, for good',
    access: asking,
    body: z.object({ word: z.literal(ERASURE_WORD, `Please type ${ERASURE_WORD}`) }),
    reply: PersonRequest,
    errors: ['not_found', 'conflict', 'password_needed'],
    rates: ['admin-writes'],
  }),
  withdrawErasure: route({
    ...plain,
    ...byId,
    method: 'POST',
    path: '/api/privacy/requests/{id}/withdraw',
    summary: 'Leaves everything as it is, and forgets who was looked for',
    access: session(['admin'], { ...owner, whenReadOnly: 'allowed' }),
    reply: PersonRequest,
    errors: ['not_found', 'conflict'],
    rates: ['admin-writes'],
  }),
  personFile: route({
    ...plain,
    ...byId,
    wire: 'file',
    method: 'GET',
    path: '/api/privacy/requests/{id}/file',
    summary: 'The file with a person’s data, while it is there',
    access: session(['admin'], { ...owner, needs: 'write', recentPassword: 'required' }),
    reply: z.custom<FileReply>(),
    errors: ['not_found', 'password_needed'],
  }),
};
