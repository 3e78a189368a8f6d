// Mails as the workspace writes them: for each event and language a template, versioned. Where there is none, or it cannot be used,
// the built-in text goes out.
import { z } from 'zod';
import { languages } from './accounts/profile.ts';
import { fileOf, list, oneOf } from './lists.ts';
import { route, session } from './route.ts';

export const templateStates = ['built-in', 'own', 'broken'] as const;
export const MAX_TEMPLATE_SUBJECT = 200;
/** as it is sent; cleaned, it may have 10 KB */
const MAX_SENT_BODY = 40_000;

const language = z.enum(languages);
const stamp = {
  version: z.int(),
  changed_by: z.string().nullable(),
  changed_by_name: z.string().nullable(),
  changed_at: z.int().nullable(),
};

export const MailTemplateRow = z
  .object({
    /** event and language */
    id: z.string(),
    event: z.string(),
    /** the built-in subject, in the reader's language */
    title: z.string(),
    language,
    state: z.enum(templateStates),
    /** as it goes out now */
    subject: z.string(),
    ...stamp,
  })
  .meta({ id: 'MailTemplateRow' });
export type MailTemplateRow = z.infer<typeof MailTemplateRow>;

export const mailTemplateList = list({
  row: MailTemplateRow,
  filters: { language: oneOf(languages), state: oneOf(templateStates) },
  columns: {
    title: { kind: 'text', value: (row) => row.title, sort: true, file: 'Mail' },
    event: { kind: 'text', value: (row) => row.event, file: 'Event' },
    language: { kind: 'text', value: (row) => row.language, sort: true, file: 'Language' },
    state: { kind: 'status', value: (row) => row.state, sort: true, file: 'State' },
    subject: { kind: 'text', value: (row) => row.subject, file: 'Subject' },
    version: { kind: 'number', value: (row) => row.version, file: 'Version' },
    changed_by: { kind: 'text', value: (row) => row.changed_by_name, file: 'Changed by' },
    changed_at: { kind: 'time', value: (row) => row.changed_at, sort: true, file: 'Changed at' },
  },
});

const Words = z.object({ subject: z.string(), body: z.string() });
const Draft = z.object({
  subject: z
    .string()
    .trim()
    .min(1, 'Please write a subject')
    .max(MAX_TEMPLATE_SUBJECT, `A subject may have at most ${MAX_TEMPLATE_SUBJECT} characters`)
    .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), 'A subject is one line'),
  body: z.string().max(MAX_SENT_BODY, 'A template may have at most 10 KB'),
});

/** as it stands now, what it was before, and what it may say */
export const MailTemplate = Words.extend({
  event: z.string(),
  title: z.string(),
  language,
  state: z.enum(templateStates),
  /** why it could not be used for a mail */
  fault: z.string().nullable(),
  built_in: Words,
  variables: z.array(z.object({ name: z.string(), sample: z.string(), in_subject: z.boolean() })),
  /** the mail leads somewhere, and must go on doing so */
  needs_link: z.boolean(),
  filters: z.array(z.string()),
  /** newest first; the newest is in force */
  versions: z.array(Words.partial().extend({ ...stamp, fault: z.string().nullable(), is_built_in: z.boolean() })),
  ...stamp,
}).meta({ id: 'MailTemplate' });
export type MailTemplate = z.infer<typeof MailTemplate>;

/** an object of the workspace that a preview is made with */
const objects = { person_id: z.string().max(40).optional(), offer_id: z.string().max(40).optional() };

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'settings' });
const readAccess = session(['admin'], { impersonated: 'denied', section: 'settings', needs: 'read' });
const params = z.object({ event: z.string().max(60), language });
const named = { params, names: { noId: 'a mail and a language, each out of a closed list' } } as const;
const version = z.int().min(0);

export const mailTemplateRoutes = {
  mailTemplates: route({
    ...plain,
    method: 'GET',
    path: '/api/mail-templates',
    summary: 'Every mail in every language: built-in, the workspace’s own, or its own and broken',
    access,
    query: mailTemplateList.query,
    reply: mailTemplateList.reply,
    errors: ['invalid_input'],
  }),
  exportMailTemplates: route({
    ...fileOf(mailTemplateList),
    path: '/api/mail-templates/export',
    summary: 'The filtered mail templates as a file',
    access,
  }),
  mailObjects: route({
    ...plain,
    method: 'GET',
    path: '/api/mail-templates/objects',
    summary: 'People or offers to preview a mail with',
    access,
    query: z.object({ kind: z.enum(['person', 'offer']), q: z.string().trim().max(200).optional() }),
    reply: z.object({ rows: z.array(z.object({ id: z.string(), name: z.string() })) }),
    errors: ['invalid_input'],
  }),
  mailTemplate: route({
    ...plain,
    method: 'GET',
    path: '/api/mail-templates/{event}/{language}',
    summary: 'A mail’s template in a language, with its variables and versions',
    access,
    ...named,
    reply: MailTemplate,
    errors: ['not_found'],
  }),
  saveMailTemplate: route({
    ...plain,
    method: 'PUT',
    path: '/api/mail-templates/{event}/{language}',
    summary: 'Saves a template; 409 if somebody else has saved it since',
    access,
    ...named,
    body: Draft.extend({ version }),
    reply: MailTemplate,
    errors: ['invalid_input', 'not_found', 'conflict'],
    rates: ['admin-writes'],
  }),
  restoreMailTemplate: route({
    ...plain,
    method: 'POST',
    path: '/api/mail-templates/{event}/{language}/restore',
    summary: 'Brings a former version back as a new one; version 0 is the built-in text',
    access,
    ...named,
    body: z.object({ version, to: z.int().min(0) }),
    reply: MailTemplate,
    errors: ['invalid_input', 'not_found', 'conflict'],
    rates: ['admin-writes'],
  }),
  previewMailTemplate: route({
    ...plain,
    method: 'POST',
    path: '/api/mail-templates/{event}/{language}/preview',
    summary: 'The mail as it would be read, of a draft or as it stands, about a real object where one is named',
    access: readAccess,
    ...named,
    body: z.object({ draft: Draft.optional(), ...objects }),
    reply: z.object({ subject: z.string(), html: z.string(), text: z.string(), fault: z.string().nullable() }),
    errors: ['invalid_input', 'not_found'],
  }),
  testMailTemplate: route({
    ...plain,
    method: 'POST',
    path: '/api/mail-templates/{event}/{language}/test',
    summary: 'Sends the mail to the caller’s own address, of a draft or as it stands',
    access,
    ...named,
    body: z.object({ draft: Draft.optional(), ...objects }),
    reply: z.object({ sent_to: z.string() }),
    errors: ['invalid_input', 'not_found'],
    rates: ['mail-tests'],
  }),
};
