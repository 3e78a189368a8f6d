// The terms that publishers and advertisers accept: versions with the day from which they hold, who accepted which, and when.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { languages } from '../languages.ts';
import { fileOf, list, oneOf } from '../lists.ts';
import { route, session } from '../route.ts';
import { partnerKinds, TermsText } from './signup.ts';

const seconds = z.int();
const text = z.string().max(100_000, 'The terms may have at most 100,000 characters of markup').nullish();
const isEmpty = (html: string | null | undefined): boolean =>
  !html || html.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() === '';

export const TermsDraft = z.object({
  audience: z.enum(partnerKinds, { error: 'Please choose for whom the terms are' }),
  /** rich text; the English is read where another language has none */
  texts: z
    .object({ en: text, es: text, hi: text })
    .refine(({ en }) => !isEmpty(en), { path: ['en'], message: 'The terms need a text in English' })
    .transform(({ en, es, hi }) => ({
      en: en ?? '',
      es: isEmpty(es) ? '' : (es ?? ''),
      hi: isEmpty(hi) ? '' : (hi ?? ''),
    })),
  /** unix seconds; null: from the moment of publication */
  effective_at: seconds.min(0).max(4_102_444_800, 'Please choose a day before 2100').nullish(),
});
export type TermsDraft = z.output<typeof TermsDraft>;

export const termsStates = ['draft', 'scheduled', 'in_force', 'past'] as const;
export const TermsVersion = z
  .object({
    id: z.string(),
    audience: z.enum(partnerKinds),
    /** null in a draft */
    number: z.int().nullable(),
    state: z.enum(termsStates),
    languages: z.array(z.enum(languages)),
    effective_at: seconds,
    published_at: seconds.nullable(),
    published_by: z.string().nullable(),
    accepted: z.int(),
  })
  .meta({ id: 'TermsVersion' });
export type TermsVersion = z.output<typeof TermsVersion>;
export const TermsDetails = TermsVersion.extend({
  texts: z.object({ en: z.string(), es: z.string(), hi: z.string() }),
});

export const termsList = list({
  row: TermsVersion,
  filters: { audience: oneOf(partnerKinds) },
  columns: {
    audience: { kind: 'text', value: (row) => row.audience, file: 'Audience' },
    number: { kind: 'number', value: (row) => row.number, sort: true, file: 'Version' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    languages: { kind: 'tags', value: (row) => row.languages, file: 'Languages' },
    effective_at: { kind: 'time', value: (row) => row.effective_at, sort: true, file: 'Effective (UTC)' },
    published_at: { kind: 'time', value: (row) => row.published_at, sort: true, file: 'Published (UTC)' },
    published_by: { kind: 'text', value: (row) => row.published_by, file: 'Published by' },
    accepted: { kind: 'number', value: (row) => row.accepted, file: 'Accepted' },
  },
});

export const Acceptance = z
  .object({
    id: z.string(),
    at: seconds,
    user_id: z.string(),
    user_number: z.int(),
    name: hide('advertiser_name', z.string()),
    email: hide(['publisher_contact', 'advertiser_name'], z.string()),
    audience: z.enum(partnerKinds),
    number: z.int(),
    language: z.enum(languages),
    place: z.enum(['signup', 'portal']),
    /** null once the person's data was deleted */
    ip: hide('ip', z.string().nullable()),
  })
  .meta({ id: 'TermsAcceptance' });
export type Acceptance = z.output<typeof Acceptance>;

export const acceptanceList = list({
  row: Acceptance,
  filters: { audience: oneOf(partnerKinds), terms_id: z.string().max(40).optional() },
  columns: {
    at: { kind: 'time', value: (row) => row.at, sort: true, file: 'Accepted (UTC)' },
    name: { kind: 'named', value: (row) => ({ number: row.user_number, name: row.name }), sort: true, file: 'Account' },
    email: { kind: 'text', hide: 'publisher_contact', value: (row) => row.email, sort: true, file: 'Email' },
    audience: { kind: 'text', value: (row) => row.audience, file: 'Audience' },
    number: { kind: 'number', value: (row) => row.number, sort: true, file: 'Version' },
    language: { kind: 'text', value: (row) => row.language, file: 'Language' },
    place: { kind: 'text', value: (row) => row.place, file: 'Where' },
    ip: { kind: 'text', hide: 'ip', value: (row) => row.ip, file: 'IP' },
  },
});

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'settings' });
const byId = z.object({ id: z.string().max(100) });
const onTerms = { ...plain, access, params: byId, names: 'terms', rates: ['admin-writes'] } as const;

export const termsRoutes = {
  terms: route({
    ...plain,
    method: 'GET',
    path: '/api/terms',
    summary: 'The versions of the terms, drafts among them',
    access,
    query: termsList.query,
    reply: termsList.reply,
    errors: [],
  }),
  exportTerms: route({
    ...fileOf(termsList),
    path: '/api/terms/export',
    summary: 'The versions of the terms as a file',
    access,
  }),
  termsVersion: route({
    ...plain,
    method: 'GET',
    path: '/api/terms/{id}',
    summary: 'One version with its texts',
    access,
    params: byId,
    names: 'terms',
    reply: TermsDetails,
    errors: ['not_found'],
  }),
  draftTerms: route({
    ...plain,
    method: 'POST',
    path: '/api/terms',
    summary: 'Writes a new version; nobody sees it before it is published',
    access,
    body: TermsDraft,
    bodyLimit: 512 * 1024,
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input'],
    rates: ['admin-writes'],
  }),
  editTerms: route({
    ...onTerms,
    method: 'PUT',
    path: '/api/terms/{id}',
    summary: 'Changes a draft; what is published stays as it was read',
    body: TermsDraft,
    bodyLimit: 512 * 1024,
    reply: z.object({ id: z.string() }),
    errors: ['invalid_input', 'not_found', 'conflict'],
  }),
  deleteTerms: route({
    ...onTerms,
    method: 'DELETE',
    path: '/api/terms/{id}',
    summary: 'Throws a draft away',
    reply: z.object({ id: z.string() }),
    errors: ['not_found', 'conflict'],
  }),
  publishTerms: route({
    ...onTerms,
    method: 'POST',
    path: '/api/terms/{id}/publish',
    summary: 'Publishes a draft and mails everybody whom it concerns; from its day on they must accept it',
    reply: z.object({ id: z.string(), number: z.int() }),
    errors: ['not_found', 'conflict'],
  }),
  acceptances: route({
    ...plain,
    method: 'GET',
    path: '/api/terms-acceptances',
    summary: 'Who accepted which version, when, from where and in which language',
    access,
    query: acceptanceList.query,
    reply: acceptanceList.reply,
    errors: [],
  }),
  exportAcceptances: route({
    ...fileOf(acceptanceList),
    path: '/api/terms-acceptances/export',
    summary: 'The acceptances as a file',
    access,
  }),
  termsDue: route({
    ...plain,
    method: 'GET',
    path: '/api/terms-due',
    summary: 'The terms that the caller has yet to accept; null where there are none',
    access: session(['publisher', 'advertiser'], {
      impersonated: 'allowed',
      beforePasswordChange: 'allowed',
      beforeTerms: 'allowed',
    }),
    query: z.object({ language: z.enum(languages).optional() }),
    reply: z.object({ terms: TermsText.nullable() }),
    errors: [],
  }),
  acceptTerms: route({
    ...plain,
    method: 'POST',
    path: '/api/terms-due/accept',
    summary: 'Accepts the terms in force, as they were read; nobody can do so in another’s name',
    access: session(['publisher', 'advertiser'], {
      impersonated: 'denied',
      whenReadOnly: 'allowed',
      beforeTerms: 'allowed',
    }),
    body: z.object({ terms_id: z.string().max(40), language: z.enum(languages) }),
    reply: z.object({ accepted: z.literal(true) }),
    errors: ['conflict'],
  }),
};
