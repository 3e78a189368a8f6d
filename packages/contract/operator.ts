// Whoever runs the platform: tenants, trials, messages and mail failures. On the main host only, by a cookie of its own.
import { z } from 'zod';
import { anyOf, list } from './lists.ts';
import { anyone, route } from './route.ts';

const access = { who: 'operator' } as const;
const plain = { wire: 'json', headers: ['requested-with'] } as const;
const byId = z.object({ id: z.string().max(100) });

const usage = z.object({ used: z.number().int(), limit: z.number().int().nullable() });

export const OperatedTenant = z
  .object({
    id: z.string(),
    subdomain: z.string(),
    display_name: z.string(),
    status: z.enum(['active', 'suspended']),
    plan: z.enum(['basic', 'advanced', 'premium']),
    plan_kind: z.enum(['trial', 'paid']),
    /** null: never */
    plan_ends_at: z.number().int().nullable(),
    /** of the trial; 0 once it is over, null outside a trial */
    days_left: z.number().int().nullable(),
    clicks: usage,
    conversions: usage,
    created_at: z.number().int(),
  })
  .meta({ id: 'OperatedTenant' });

const tenantWrite = { ...plain, access, params: byId, names: 'tenant', reply: OperatedTenant } as const;

export const tenantList = list({
  row: OperatedTenant,
  filters: { status: anyOf(['active', 'suspended']), plan_kind: anyOf(['trial', 'paid']) },
  columns: {
    subdomain: { kind: 'text', value: (row) => row.subdomain, sort: true },
    created_at: { kind: 'time', value: (row) => row.created_at, sort: true },
    plan: { kind: 'text', value: (row) => row.plan, sort: true },
    plan_ends_at: { kind: 'time', value: (row) => row.plan_ends_at, sort: true },
    status: { kind: 'status', value: (row) => row.status, sort: true },
  },
});

export const messageList = list({
  row: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    company: z.string().nullable(),
    message: z.string(),
    created_at: z.number().int(),
    handled_at: z.number().int().nullable(),
  }),
  filters: { state: anyOf(['open', 'handled']) },
  columns: { created_at: { kind: 'time', value: (row) => row.created_at, sort: true } },
});

export const mailFailureList = list({
  row: z.object({
    id: z.string(),
    tenant: z.string(),
    template: z.string(),
    recipient: z.string(),
    subject: z.string(),
    error: z.string(),
    created_at: z.number().int(),
  }),
  filters: {},
  columns: {
    recipient: { kind: 'text', value: (row) => row.recipient },
    subject: { kind: 'text', value: (row) => row.subject },
    error: { kind: 'text', value: (row) => row.error },
    created_at: { kind: 'time', value: (row) => row.created_at, sort: true },
  },
});

export const operatorRoutes = {
  operatorLogin: route({
    ...plain,
    method: 'POST',
    path: '/api/operator/login',
    summary: 'Signs the operator in',
    access: anyone('main'),
    body: z.object({
      email: z.string().trim().min(1, 'Email is required').max(320),
      password: z.string().min(1, 'Password is required').max(1024),
    }),
    reply: z.object({ email: z.string() }),
    errors: ['wrong_credentials', 'rate_limited', 'busy'],
    rates: ['operator-login'],
  }),
  operatorLogout: route({
    ...plain,
    method: 'POST',
    path: '/api/operator/logout',
    summary: "Ends the operator's session",
    access,
    reply: z.object({ ended: z.literal(true) }),
    errors: [],
  }),
  operatorSession: route({
    ...plain,
    method: 'GET',
    path: '/api/operator/session',
    summary: 'Who is signed in as operator, and what is not set as it should be',
    access,
    reply: z.object({ email: z.string(), warnings: z.array(z.string()) }),
    errors: [],
  }),
  operatorTenants: route({
    ...plain,
    method: 'GET',
    path: '/api/operator/tenants',
    summary: 'All tenants with plan, trial and usage',
    access,
    query: tenantList.query,
    reply: tenantList.reply,
    errors: [],
  }),
  suspendTenant: route({
    ...tenantWrite,
    method: 'POST',
    path: '/api/operator/tenants/{id}/suspend',
    summary: 'Suspends a tenant: sign-in refused, traffic to its fallback',
    errors: ['not_found'],
  }),
  resumeTenant: route({
    ...tenantWrite,
    method: 'POST',
    path: '/api/operator/tenants/{id}/resume',
    summary: 'Ends a suspension',
    errors: ['not_found'],
  }),
  extendTrial: route({
    ...tenantWrite,
    method: 'POST',
    path: '/api/operator/tenants/{id}/extend-trial',
    summary: 'Gives a trial more days, from today or from its end, whichever is later',
    body: z.object({ days: z.number().int().min(1, 'At least one day').max(365, 'At most 365 days') }),
    errors: ['not_found', 'conflict'],
  }),
  changePlan: route({
    ...tenantWrite,
    method: 'POST',
    path: '/api/operator/tenants/{id}/change-plan',
    summary: 'Puts a tenant on a paid plan, until a date or without end',
    body: z.object({ plan: z.enum(['basic', 'advanced', 'premium']), ends_at: z.number().int().nullable() }),
    errors: ['not_found', 'invalid_input'],
  }),
  contactMessages: route({
    ...plain,
    method: 'GET',
    path: '/api/operator/messages',
    summary: 'Messages from the contact form',
    access,
    query: messageList.query,
    reply: messageList.reply,
    errors: [],
  }),
  handleMessage: route({
    ...plain,
    method: 'POST',
    path: '/api/operator/messages/{id}/handled',
    summary: 'Marks a message as dealt with',
    access,
    params: byId,
    names: 'message',
    reply: z.object({ id: z.string() }),
    errors: ['not_found'],
  }),
  mailFailures: route({
    ...plain,
    method: 'GET',
    path: '/api/operator/mail-failures',
    summary: 'Mails that could not be delivered',
    access,
    query: mailFailureList.query,
    reply: mailFailureList.reply,
    errors: [],
  }),
};
