// API keys: what a person's programs may do in his name. A key is for sections, reading or writing, comes to an end, and never opens
// more than its maker's role opens now. The key itself is shown once, when it is made.
import { z } from 'zod';
import { hide, sideIn } from '../hiding.ts';
import { fileOf, list, oneOf } from '../lists.ts';
import { MAX_PASSWORD_BYTES } from '../messages.ts';
import { route, session } from '../route.ts';
import { networks } from '../settings/security.ts';
import { type Grants, isGranted, isSection, type Need, needs, type Section, sectionNames } from './sections.ts';
import { everyRole } from './sessions.ts';

const seconds = z.number().int();
/** what a key may be for: the words of routes and roles; `self` is nobody's but the person's own */
export type KeyScope = `${Exclude<Section, 'self'>}:${Need}`;
const isKeyScope = (word: string): word is KeyScope => {
  const [section, need, ...rest] = word.split(':');
  return isSection(section) && section !== 'self' && needs.some((one) => one === need) && rest.length === 0;
};
export const keyScopes = sectionNames.flatMap((section) =>
  section === 'self' ? [] : needs.map((need): KeyScope => `${section}:${need}`),
);
/** as a key's row has them; a word that is none of ours opens nothing */
export const keyScopesIn = (scopes: readonly string[]): KeyScope[] => scopes.filter(isKeyScope);
export const isInScope = (scopes: readonly KeyScope[], section: Section, need: Need): boolean =>
  scopes.some((scope) => scope === `${section}:${need}` || scope === `${section}:write`);
const covers = (scopes: readonly KeyScope[], scope: KeyScope): boolean =>
  scopes.includes(scope) || scopes.some((one) => one === scope.replace(/:read$/, ':write'));
/** no scope opens what the others do not */
export const isNarrower = (scopes: readonly KeyScope[], than: readonly KeyScope[]): boolean =>
  scopes.every((scope) => covers(than, scope));
/** what both open */
export const common = (some: readonly KeyScope[], others: readonly KeyScope[]): KeyScope[] => [
  ...new Set([...some.filter((scope) => covers(others, scope)), ...others.filter((scope) => covers(some, scope))]),
];

/** what a maker may give to a key: what his role opens; in the portals, reading one's own reports */
export const scopesOf = (grants: Grants | null): KeyScope[] =>
  grants === null
    ? ['reports:read']
    : keyScopes.filter((scope) => {
        const [section, need] = scope.split(':');
        return isSection(section) && isGranted(grants, section, need === 'write' ? 'write' : 'read');
      });

export const keyPresets = {
  reports: ['reports:read'],
  'read-all': keyScopes.filter((scope) => scope.endsWith(':read')),
  integration: ['integration:write', 'conversions:write', 'offers:read', 'reports:read', 'logs:read'],
} as const satisfies Record<string, readonly KeyScope[]>;

/** every new key comes to an end: one that nobody remembers must not open doors for ever */
export const keyLifetimeDays = [30, 90, 180, 365, 730] as const;
export const KEY_LIFETIME_DAYS = 365;
export const ROLLED_KEY_LIVES_HOURS = 24;

/** what ended the access that a key stood for */
export const suspensions = ['password-reset', 'password-changed', 'signed-out', 'rejected'] as const;
/** `rolled`: another took its place, and it goes on for a day */
export const keyStates = ['active', 'suspended', 'rolled', 'expired'] as const;

export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    /** enough to tell two keys apart: "trb_live_…x7Qk" */
    hint: z.string(),
    created_at: seconds,
    /** null: a key of the first release, which has no end */
    expires_at: seconds.nullable(),
    last_used_at: seconds.nullable(),
    /** from where it is good; empty: from everywhere that the workspace allows */
    networks: z.array(z.string()),
    last_used_ip: z.string().nullable(),
    calls: z.number().int(),
    calls_24h: z.number().int(),
    state: z.enum(keyStates),
    /** null while it opens what it is for */
    suspended_for: z.enum(suspensions).nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

/** somebody's, as the security section sees it */
export const OwnedKey = ApiKey.extend({
  owner: sideIn(
    'type',
    z.object({
      id: z.string(),
      name: hide('account_name', z.string()),
      email: hide('account_contact', z.string()),
      type: z.enum(everyRole),
    }),
  ),
}).meta({ id: 'OwnedKey' });
export type OwnedKey = z.infer<typeof OwnedKey>;

export const keyList = list({
  row: OwnedKey,
  filters: { state: oneOf(keyStates), type: oneOf(everyRole) },
  columns: {
    name: { kind: 'text', value: (row) => row.name, sort: true, file: 'Name' },
    owner: {
      kind: 'text',
      hide: 'publisher_contact',
      value: (row) => `${row.owner.name} <${row.owner.email}>`,
      sort: true,
      file: 'Owner',
    },
    scopes: { kind: 'tags', value: (row) => row.scopes, file: 'Scopes' },
    hint: { kind: 'text', value: (row) => row.hint, file: 'Key' },
    state: { kind: 'status', value: (row) => row.state, file: 'State' },
    created_at: { kind: 'time', value: (row) => row.created_at, sort: true, file: 'Created (UTC)' },
    expires_at: { kind: 'time', value: (row) => row.expires_at, sort: true, file: 'Expires (UTC)' },
    networks: { kind: 'tags', value: (row) => row.networks, file: 'Only from' },
    last_used_at: { kind: 'time', value: (row) => row.last_used_at, sort: true, file: 'Last used (UTC)' },
    last_used_ip: { kind: 'text', value: (row) => row.last_used_ip, file: 'Last used from' },
    calls_24h: { kind: 'number', value: (row) => row.calls_24h, file: 'Calls in 24 hours' },
  },
});

const plain = { wire: 'json', headers: ['subdomain'] } as const;
/** one's own keys: looking at them and ending them is everyone's, making one is the developer's */
const own = session(everyRole, { impersonated: 'denied', section: 'self' });
const making = session(everyRole, { impersonated: 'denied', section: 'developer', recentPassword: 'required' });
const overseeing = session(['admin'], { impersonated: 'denied', section: 'security' });
const byId = { params: z.object({ id: z.string().max(100) }), names: 'api-key' } as const;
const name = z.string().trim().min(1, 'Please enter a name').max(60, 'Please use at most 60 characters');
const scopes = z
  .array(
    z.string().refine(isKeyScope, { error: 'A scope is a section and what it may do there, such as reports:read' }),
  )
  .min(1, 'Please choose what the key is for')
  .max(100)
  .transform((words) => [...new Set(words)]);
const MadeKey = ApiKey.extend({ key: z.string() });

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
    access: making,
    body: z.object({
      name,
      scopes: scopes.default(['reports:read']),
      expires_in_days: z
        .union(
          keyLifetimeDays.map((days) => z.literal(days)),
          { error: 'Please choose one of the terms of the list' },
        )
        .default(KEY_LIFETIME_DAYS),
      networks: networks.default([]),
    }),
    reply: MadeKey,
    status: 201,
    errors: ['invalid_input', 'conflict', 'password_needed'],
    rates: ['admin-writes'],
  }),
  rollApiKey: route({
    ...plain,
    ...byId,
    method: 'POST',
    path: '/api/api-keys/{id}/roll',
    summary:
      'Makes a new key in the place of an own one, which goes on for a day; the reply is the only time it is shown',
    access: making,
    reply: MadeKey,
    status: 201,
    errors: ['not_found', 'conflict', 'password_needed'],
    rates: ['admin-writes'],
  }),
  narrowApiKey: route({
    ...plain,
    ...byId,
    method: 'PUT',
    path: '/api/api-keys/{id}/scopes',
    summary: 'Takes scopes away from an own key; none can be added',
    access: own,
    body: z.object({ scopes }),
    reply: ApiKey,
    errors: ['not_found', 'invalid_input'],
    rates: ['admin-writes'],
  }),
  resumeApiKey: route({
    ...plain,
    ...byId,
    method: 'POST',
    path: '/api/api-keys/{id}/resume',
    summary: 'Opens an own API key again that was suspended, with the password',
    access: session(everyRole, { impersonated: 'denied', section: 'developer' }),
    body: z.object({ password: z.string().min(1, 'Password is required').max(MAX_PASSWORD_BYTES) }),
    reply: z.object({ id: z.string() }),
    errors: ['wrong_credentials', 'not_found', 'rate_limited', 'busy'],
    rates: ['login'],
  }),
  revokeApiKey: route({
    ...plain,
    ...byId,
    method: 'DELETE',
    path: '/api/api-keys/{id}',
    summary: 'Revokes an own API key at once',
    access: session(everyRole, { impersonated: 'denied', section: 'self', whenReadOnly: 'allowed' }),
    reply: z.object({ id: z.string() }),
    errors: ['not_found'],
  }),
  allApiKeys: route({
    ...plain,
    method: 'GET',
    path: '/api/security/api-keys',
    summary: 'Everybody’s API keys that are not revoked',
    access: overseeing,
    query: keyList.query,
    reply: keyList.reply,
    errors: [],
  }),
  exportApiKeys: route({
    ...fileOf(keyList),
    path: '/api/security/api-keys/export',
    summary: 'Everybody’s API keys as a file; the keys themselves are in none',
    access: overseeing,
  }),
  revokeAnyApiKey: route({
    ...plain,
    params: byId.params,
    names: 'any-api-key',
    method: 'DELETE',
    path: '/api/security/api-keys/{id}',
    summary: 'Revokes anybody’s API key at once',
    access: session(['admin'], { impersonated: 'denied', section: 'security', whenReadOnly: 'allowed' }),
    reply: z.object({ id: z.string() }),
    errors: ['not_found'],
    rates: ['admin-writes'],
  }),
};
