// API keys: a person's own, for reading reports from a program. The key itself is shown once, when it is made.
import { z } from 'zod';
import { MAX_PASSWORD_BYTES } from '../messages.ts';
import { route, session } from '../route.ts';
import { isSection, type Need, needs, type Section } from './sections.ts';
import { everyRole } from './sessions.ts';

const seconds = z.number().int();
/** what every key begins with, so that one is known for what it is wherever it turns up */
export const API_KEY_PREFIX = 'trb_';
export const apiKeyScopes = ['reports:read'] as const;
/** what a key may be for: the words of routes and roles; `self` is nobody's but the person's own */
export type KeyScope = `${Exclude<Section, 'self'>}:${Need}`;
const isKeyScope = (word: string): word is KeyScope => {
  const [section, need, ...rest] = word.split(':');
  return isSection(section) && section !== 'self' && needs.some((one) => one === need) && rest.length === 0;
};
/** as a key's row has them, parted by spaces; a word that is none of ours opens nothing */
export const keyScopesIn = (scope: string): KeyScope[] => scope.split(' ').filter(isKeyScope);
export const isInScope = (scopes: readonly KeyScope[], section: Section, need: Need): boolean =>
  scopes.some((scope) => scope === `${section}:${need}` || scope === `${section}:write`);

/** what ended the access that a key stood for */
export const suspensions = ['password-reset', 'password-changed', 'signed-out', 'rejected'] as const;

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: z.enum(apiKeyScopes),
    /** enough to tell two keys apart: "trb_…x7Qk" */
    hint: z.string(),
    created_at: seconds,
    last_used_at: seconds.nullable(),
    last_used_ip: z.string().nullable(),
    calls: z.number().int(),
    /** null while it opens what it is for */
    suspended_for: z.enum(suspensions).nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

const plain = { wire: 'json', headers: ['subdomain'] } as const;
/** one's own keys: looking at them and ending them is everyone's, making one is the developer's */
const own = session(everyRole, { impersonated: 'denied', section: 'self' });

export const apiKeyRoutes = {
  apiKeys: route({
    ...plain,
    method: 'GET',
    path: '/api/api-keys',
    summary: 'The own API keys',
    access: own,
    reply: z.object({ rows: z.array(ApiKey), total: z.number().int() }),
    errors: [],
  }),
  createApiKey: route({
    ...plain,
    method: 'POST',
    path: '/api/api-keys',
    summary: 'Makes an API key; the reply is the only time it is shown',
    access: session(everyRole, { impersonated: 'denied', section: 'developer', recentPassword: 'required' }),
    body: z.object({
      name: z.string().trim().min(1, 'Please enter a name').max(60, 'Please use at most 60 characters'),
    }),
    reply: ApiKey.extend({ key: z.string() }),
    status: 201,
    errors: ['invalid_input', 'conflict', 'password_needed'],
    rates: ['admin-writes'],
  }),
  resumeApiKey: route({
    ...plain,
    method: 'POST',
    path: '/api/api-keys/{id}/resume',
    summary: 'Opens an own API key again that was suspended, with the password',
    access: session(everyRole, { impersonated: 'denied', section: 'developer' }),
    params: z.object({ id: z.string().max(100) }),
    names: 'api-key',
    body: z.object({ password: z.string().min(1, 'Password is required').max(MAX_PASSWORD_BYTES) }),
    reply: z.object({ id: z.string() }),
    errors: ['wrong_credentials', 'not_found', 'rate_limited', 'busy'],
    rates: ['login'],
  }),
  revokeApiKey: route({
    ...plain,
    method: 'DELETE',
    path: '/api/api-keys/{id}',
    summary: 'Revokes an own API key at once',
    access: session(everyRole, { impersonated: 'denied', section: 'self', whenReadOnly: 'allowed' }),
    params: z.object({ id: z.string().max(100) }),
    names: 'api-key',
    reply: z.object({ id: z.string() }),
    errors: ['not_found'],
  }),
};
