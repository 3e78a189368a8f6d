// Account › Security: the workspace's rules for signing in. They have a door of their own, apart from other settings: the section
// `security`, and a recent password.
import { z } from 'zod';
import { route, session } from '../route.ts';
import { securityFields } from '../settings/security.ts';
import { settingsSections } from '../settings.ts';

export const SecurityPolicy = z.object({
  version: z.int(),
  value: settingsSections.security.schema,
  changed_by_name: z.string().nullable(),
  changed_at: z.int().nullable(),
  /** whom a list of networks can be for */
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
  /** the reader's own, as the server sees it */
  your_address: z.string(),
  /** how many people a second factor is demanded of by these rules, and how many of them have none */
  people: z.object({ demanded: z.int(), without: z.int() }),
});

const plain = { wire: 'json', headers: ['subdomain'], method: 'GET', path: '/api/security/policy' } as const;

export const securityRoutes = {
  securityPolicy: route({
    ...plain,
    summary: 'The workspace’s rules for signing in',
    access: session(['admin'], { impersonated: 'denied', section: 'security' }),
    reply: SecurityPolicy,
    errors: [],
  }),
  saveSecurityPolicy: route({
    ...plain,
    method: 'PUT',
    summary: 'Saves the rules, whole; refuses a list that would lock out whoever saves it',
    access: session(['admin'], { impersonated: 'denied', section: 'security', recentPassword: 'required' }),
    body: z.object({ version: z.int().min(0), value: z.strictObject(securityFields) }),
    reply: SecurityPolicy,
    errors: ['invalid_input', 'conflict', 'password_needed'],
    rates: ['admin-writes'],
  }),
};
