// Publishers (called affiliates in the console) and advertisers, as account managers manage them: the specification (Console) to
// the letter, and what the details drawer needs beside it. One declaration, used for both kinds.
import { z } from 'zod';
import { hide, ofSide } from '../hiding.ts';
import { anyOf, fileOf, flag, list, WHOLE_LIST_PAGE } from '../lists.ts';
import { route, session } from '../route.ts';
import { SignupAnswers } from '../settings/signup.ts';
import type { Section } from './sections.ts';
import { AccountStatus, accountStatuses, SignedInUser } from './sessions.ts';
import { newPersonFields, RegistrationAnswers } from './signup.ts';

export const accountKinds = ['publisher', 'advertiser'] as const;
export type AccountKind = (typeof accountKinds)[number];
/** where the console shows them */
export const sectionOfKind = { publisher: 'affiliates', advertiser: 'advertisers' } as const satisfies Record<
  AccountKind,
  Section
>;

export const RESTORE_DAYS = 30;

/** what the table, both dialogs and the specification's list calls show; times are unix seconds */
export const AccountRecord = z
  .object({
    id: z.string(),
    user_sequence_id: z.number().int(),
    first_name: hide('account_name', z.string()),
    last_name: hide('account_name', z.string()),
    email: hide('account_contact', z.string()),
    company: hide('account_name', z.string().nullable()),
    status: AccountStatus,
    /** false for a public sign-up until the link mailed to the address was opened */
    email_confirmed: z.boolean(),
    created_at: z.number().int(),
    last_login: z.number().int().nullable(),
    reference_id: z.string().nullable(),
    tax_id: hide('account_contact', z.string().nullable()),
    referred_by: z.string().nullable(),
    managers: z.string().nullable(),
    /** the account manager in charge */
    admin_user_email: z.string().nullable(),
    tags: z.array(z.string()),
    deleted_at: z.number().int().nullable(),
  })
  .meta({ id: 'Account' });
export type AccountRecord = z.infer<typeof AccountRecord>;

const optional = z
  .string()
  .trim()
  .max(500, 'Please use at most 500 characters')
  .nullish()
  .transform((text) => text || null);

const optionalFields = {
  company: optional,
  reference_id: optional,
  tax_id: optional,
  referred_by: optional,
  managers: optional,
};

export const CreateAccountBody = z.object({ ...newPersonFields, ...optionalFields });
export const EditAccountBody = z.object({
  data: z.object({
    id: z.string(),
    first_name: newPersonFields.first_name,
    last_name: newPersonFields.last_name,
    email: newPersonFields.email,
    ...optionalFields,
  }),
  user_id: z.string(),
});

/** `deleted=1` shows what can still be restored instead */
export const accountList = list({
  row: AccountRecord,
  mostRows: WHOLE_LIST_PAGE,
  filters: { status: anyOf(accountStatuses), deleted: flag, tag: z.string().trim().max(50).optional() },
  columns: {
    user_sequence_id: { kind: 'text', value: (row) => row.user_sequence_id, sort: true, file: 'User ID' },
    name: { kind: 'text', hide: 'account_name', value: (row) => `${row.first_name} ${row.last_name}`, sort: true },
    first_name: { kind: 'text', hide: 'account_name', value: (row) => row.first_name, file: 'First name' },
    last_name: { kind: 'text', hide: 'account_name', value: (row) => row.last_name, file: 'Last name' },
    email: { kind: 'text', hide: 'account_contact', value: (row) => row.email, file: 'Email' },
    company: { kind: 'text', hide: 'account_name', value: (row) => row.company, sort: true, file: 'Company' },
    status: { kind: 'status', value: (row) => row.status, sort: true, file: 'Status' },
    created_at: { kind: 'time', value: (row) => row.created_at, sort: true, file: 'Created (UTC)' },
    last_login: { kind: 'time', value: (row) => row.last_login, sort: true, file: 'Last login (UTC)' },
    reference_id: { kind: 'text', value: (row) => row.reference_id, sort: true, file: 'Reference ID' },
    tax_id: { kind: 'text', hide: 'account_contact', value: (row) => row.tax_id, sort: true, file: 'Tax ID' },
    referred_by: { kind: 'text', value: (row) => row.referred_by, sort: true, file: 'Referred by' },
    managers: { kind: 'text', value: (row) => row.managers || row.admin_user_email, sort: true, file: 'Managers' },
    tags: { kind: 'tags', value: (row) => row.tags, file: 'Tags' },
  },
});

/** the file has one column more, which the table would not have room for */
export const accountFile = {
  ...accountList,
  columns: {
    ...accountList.columns,
    signup_answers: {
      kind: 'text',
      value: (row: AccountRecord & { signup_answers: string | null }) => row.signup_answers,
      hide: 'account_contact',
      file: 'Sign-up answers',
    },
  },
} as const;

const byId = z.object({ id: z.string().max(100) });
const StatusReply = z.object({ id: z.string(), status: AccountStatus });

export const AccountDetails = AccountRecord.extend({
  registration: hide('account_contact', RegistrationAnswers.nullable()),
  /** as answered: the questions' words of that day stand with the answers */
  signup: hide('account_contact', SignupAnswers.nullable()),
  /** whether a second factor is on */
  two_factor: z.boolean(),
  /** who of the team is in charge, the first one first; `within_reach`: whoever asks may take him away again */
  in_charge: z.array(z.object({ id: z.string(), name: z.string(), within_reach: z.boolean() })),
  /** whoever asks may put colleagues in charge */
  may_assign: z.boolean(),
  notes: z.array(z.object({ id: z.string(), text: z.string(), author: z.string(), created_at: z.number().int() })),
  activity: z.array(
    z.object({
      id: z.string(),
      at: z.number().int(),
      action: z.string(),
      actor: z.string(),
      ip: hide('ip', z.string().nullable()),
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.string(),
      created_at: z.number().int(),
      last_seen_at: z.number().int(),
      ip: hide('ip', z.string()),
      user_agent: hide('device_ids', z.string()),
      impersonated: z.boolean(),
    }),
  ),
}).meta({ id: 'AccountDetails' });

function routesFor(kind: AccountKind, word: 'affiliate' | 'advertiser') {
  const base = `/api/admin/${kind}s` as const;
  const section = sectionOfKind[kind];
  const access = session(['admin'], { impersonated: 'denied', section });
  const write = { wire: 'json', headers: ['subdomain'], params: byId, names: kind, rates: ['admin-writes'] } as const;
  return {
    list: route({
      method: 'GET',
      path: base,
      summary: `Lists ${kind}s: the bare array, or {rows, total} with any query parameter`,
      access,
      wire: 'envelope',
      headers: ['subdomain'],
      query: accountList.query,
      reply: ofSide(kind, z.union([z.array(AccountRecord), accountList.reply])),
      errors: [],
    }),
    export: route({
      ...fileOf(accountList),
      path: `${base}/export`,
      summary: `The filtered list of ${kind}s as a file`,
      access,
    }),
    details: route({
      method: 'GET',
      path: `${base}/{id}`,
      summary: `One ${kind} with registration answers, notes, activity and sessions`,
      access,
      wire: 'json',
      headers: ['subdomain'],
      params: byId,
      names: kind,
      reply: ofSide(kind, AccountDetails),
      errors: ['not_found'],
    }),
    approve: route({
      ...write,
      method: 'POST',
      path: `${base}/{id}/approve`,
      summary: `Approves a ${kind} and mails them; again does nothing`,
      access,
      reply: StatusReply,
      errors: ['not_found'],
    }),
    reject: route({
      ...write,
      method: 'POST',
      path: `${base}/{id}/reject`,
      summary: `Rejects a ${kind} and ends their sessions`,
      access,
      reply: StatusReply,
      errors: ['not_found'],
    }),
    remove: route({
      ...write,
      method: 'DELETE',
      path: `${base}/{id}`,
      summary: `Deletes a ${kind}, restorable for ${RESTORE_DAYS} days, and ends their sessions`,
      access,
      reply: z.object({ id: z.string() }),
      errors: ['not_found'],
    }),
    restore: route({
      ...write,
      method: 'POST',
      path: `${base}/{id}/restore`,
      summary: `Restores a deleted ${kind}`,
      access,
      reply: StatusReply,
      errors: ['not_found', 'conflict'],
    }),
    create: route({
      method: 'POST',
      path: `/api/admin/create-${word}` as const,
      summary: `Creates an approved ${kind}, who must choose a new password at the first sign-in`,
      access,
      wire: 'envelope',
      headers: ['csrf', 'requested-with', 'client-version', 'subdomain'],
      body: CreateAccountBody,
      reply: z.object({ id: z.string(), user_sequence_id: z.number().int() }),
      errors: ['invalid_request', 'invalid_input', 'password_refused', 'conflict', 'busy'],
      rates: ['admin-writes'],
    }),
    edit: route({
      method: 'PUT',
      path: `${base}/{id}`,
      summary: `Changes a ${kind}`,
      access,
      wire: 'sealed',
      headers: ['csrf', 'subdomain'],
      params: byId,
      names: kind,
      body: EditAccountBody,
      reply: z.object({ id: z.string() }),
      errors: ['invalid_request', 'invalid_input', 'not_found', 'conflict'],
      rates: ['admin-writes'],
    }),
    loginAs: route({
      method: 'POST',
      path: `/api/admin/login-as-${kind}/{id}`,
      summary: `Opens a 30-minute session in the name of a ${kind}`,
      access: { who: 'admin-cookie', section },
      wire: 'envelope',
      headers: ['requested-with', 'subdomain'],
      params: byId,
      names: kind,
      reply: ofSide(
        kind,
        z.object({
          token: z.string(),
          user: SignedInUser,
          dashboard_url: z.enum(['/publisher/dashboard', '/advertiser/dashboard']),
        }),
      ),
      errors: ['not_found', 'forbidden'],
      rates: ['admin-writes'],
    }),
    addNote: route({
      ...write,
      method: 'POST',
      path: `${base}/{id}/notes`,
      summary: `Adds a note on a ${kind} that only account managers see`,
      access,
      body: z.object({ text: z.string().trim().min(1, 'Please write something').max(4000) }),
      reply: z.object({ id: z.string() }),
      errors: ['not_found'],
    }),
    setTags: route({
      ...write,
      method: 'PUT',
      path: `${base}/{id}/tags`,
      summary: `Sets a ${kind}'s tags`,
      access,
      body: z.object({ tags: z.array(z.string().trim().min(1).max(50)).max(20, 'At most 20 tags') }),
      reply: z.object({ tags: z.array(z.string()) }),
      errors: ['not_found'],
    }),
    endSessions: route({
      ...write,
      method: 'POST',
      path: `${base}/{id}/end-sessions`,
      summary: `Signs a ${kind} out everywhere`,
      access,
      reply: z.object({ ended: z.number().int() }),
      errors: ['not_found'],
    }),
    resetTwoFactor: route({
      ...write,
      method: 'POST',
      path: `${base}/{id}/reset-two-factor`,
      summary: `Takes the second factors of a ${kind} away whose device is gone, and mails them`,
      access: session(['admin'], { impersonated: 'denied', section, recentPassword: 'required' }),
      reply: z.object({ removed: z.int() }),
      errors: ['not_found', 'conflict', 'password_needed'],
    }),
  };
}

export const publisherRoutes = routesFor('publisher', 'affiliate');
export const advertiserRoutes = routesFor('advertiser', 'advertiser');
export type AccountRoutes = typeof publisherRoutes;

const named = <Rs extends Record<string, unknown>, Prefix extends string>(prefix: Prefix, routes: Rs) =>
  Object.fromEntries(Object.entries(routes).map(([name, value]) => [`${prefix}.${name}`, value])) as {
    [K in keyof Rs & string as `${Prefix}.${K}`]: Rs[K];
  };

export const accountRoutes = { ...named('publishers', publisherRoutes), ...named('advertisers', advertiserRoutes) };
