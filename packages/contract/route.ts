// One declaration per route. From it the server mounts, the web client is typed, the OpenAPI document is generated
// and the authorisation matrix is built. `access` has no default: a route that does not say who may call it, and which section
// of the console it belongs to, does not compile.
import type { z } from 'zod';
import type { HiddenClass } from './accounts/hidden.ts';
import { type Need, needOf, type Section } from './accounts/sections.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type PortalRole = 'publisher' | 'advertiser';
export type Role = 'admin' | PortalRole;

interface SessionRules {
  /** a login-as session may call it, or gets 403 */
  impersonated: 'allowed' | 'denied';
  /** of a portal: a login-as session calls it only where the account manager's own role reads this section */
  visitorReads?: Section;
  /** only the tenant's owner among its admins */
  ownerOnly?: true;
  /** still open while the tenant is read-only (trial or plan ended); reads always are */
  whenReadOnly?: 'allowed';
  /** still open while a new password is being demanded */
  beforePasswordChange?: 'allowed';
  /** still open to a partner who has not accepted the terms in force */
  beforeTerms?: 'allowed';
  /** still open to whoever has not set up the second factor that the workspace demands */
  beforeTwoFactor?: 'allowed';
  /** the password must have been typed within the last 12 hours: it hands out a secret, or money */
  recentPassword?: 'required';
  /** a standing order that carries all of the workspace out: not of a role with a narrowed scope or hidden fields */
  seesAll?: 'required';
}
/** what a team member's role must open, and a key's scopes; see sections.ts */
interface Sectioned {
  section: Section;
  /** where the method does not say it: a check sent by POST reads, a GET that hands out a secret writes */
  needs?: Need;
}
/** a portal shows everyone his own things alone: it has no sections to open */
interface Unsectioned {
  section?: undefined;
  needs?: undefined;
}

export type SessionAccess = { who: 'session' } & SessionRules &
  (
    | ({ roles: readonly [Role, ...Role[]] } & Sectioned)
    | ({ roles: readonly [PortalRole, ...PortalRole[]] } & Unsectioned)
  );

/** Who may call, and where. `place` says on which hosts the route exists. */
export type Access =
  | { who: 'anyone'; place: 'tenant' | 'main' | 'both' }
  | SessionAccess
  /** the admin's HttpOnly cookie; see decision 0005 */
  | { who: 'admin-cookie'; section: Section; needs?: Need }
  | { who: 'operator' };

/** the literal types are kept: what a handler is given (tenant, principal) follows from them */
export const anyone = <const P extends 'tenant' | 'main' | 'both'>(place: P) => ({ who: 'anyone', place }) as const;
/** routes that an account manager may call name their section; those of the portals alone need none */
export function session(roles: readonly [PortalRole, ...PortalRole[]], rest: SessionRules & Unsectioned): SessionAccess;
export function session(roles: readonly [Role, ...Role[]], rest: SessionRules & Sectioned): SessionAccess;
export function session(
  roles: readonly [Role, ...Role[]],
  rest: SessionRules & (Sectioned | Unsectioned),
): SessionAccess {
  if (rest.section !== undefined) return { who: 'session', roles, ...rest };
  if (isOfPortals(roles)) return { who: 'session', roles, ...rest };
  throw new Error('a route that account managers may call names its section');
}
const isOfPortals = (roles: readonly Role[]): roles is readonly [PortalRole, ...PortalRole[]] =>
  !roles.includes('admin');

/**
 * How bodies look on the wire, as docs/product.md fixes it. `envelope`: base64 text both ways, failures
 * `{error: text}` sealed too. `sealed`: JSON whose `data` is an envelope, failures `{error: text}`. `message`: JSON,
 * failures `{message}`. `json`: JSON, failures `{error: {code, message}}`. `table`: rows as a streamed file, failures as `json`.
 * `file`: bytes with a name, failures as `json`. `stream`: server-sent events, failures as `json`.
 */
export type Wire = 'envelope' | 'sealed' | 'message' | 'json' | 'table' | 'file' | 'stream';

export type HeaderName = 'csrf' | 'requested-with' | 'client-version' | 'subdomain';
export const headerNames = {
  csrf: 'x-csrf-token',
  'requested-with': 'x-requested-with',
  'client-version': 'x-client-version',
  subdomain: 'x-subdomain',
} as const satisfies Record<HeaderName, string>;

/** The rate rules, with their defaults; `RATE_LIMIT_SCALE` multiplies them (test suites raise it). */
export const rateRules = {
  login: { limit: 30, perSeconds: 60, key: 'ip' },
  'login-tenant': { limit: 300, perSeconds: 60, key: 'tenant' },
  'public-signup': { limit: 30, perSeconds: 3600, key: 'ip' },
  'public-signup-tenant': { limit: 600, perSeconds: 3600, key: 'tenant' },
  'signup-form': { limit: 120, perSeconds: 60, key: 'ip' },
  'free-trial': { limit: 5, perSeconds: 3600, key: 'ip' },
  'check-subdomain': { limit: 30, perSeconds: 60, key: 'ip' },
  'password-reset': { limit: 10, perSeconds: 600, key: 'ip' },
  /** each is two mails */
  'change-email': { limit: 5, perSeconds: 3600, key: 'person' },
  /** invitations: each is a mail to an address of the caller's choosing */
  'team-mails': { limit: 60, perSeconds: 3600, key: 'person' },
  /** mails to one's own address, to look at a template or to try a sender */
  'mail-tests': { limit: 20, perSeconds: 3600, key: 'person' },
  contact: { limit: 5, perSeconds: 600, key: 'ip' },
  'operator-login': { limit: 10, perSeconds: 60, key: 'ip' },
  'admin-writes': { limit: 300, perSeconds: 10, key: 'session' },
  /** calls to an address of the caller's choosing */
  'call-tests': { limit: 10, perSeconds: 60, key: 'session' },
  'call-tests-tenant': { limit: 60, perSeconds: 600, key: 'tenant' },
  'shared-links': { limit: 60, perSeconds: 60, key: 'ip' },
  reports: { limit: 300, perSeconds: 60, key: 'session' },
  /** files that are read whole */
  'file-uploads': { limit: 30, perSeconds: 600, key: 'session' },
  'report-exports': { limit: 30, perSeconds: 600, key: 'session' },
} as const satisfies Record<string, { limit: number; perSeconds: number; key: 'ip' | 'tenant' | 'session' | 'person' }>;
export type RateRule = keyof typeof rateRules;

/** what `{id}` in a path names: the matrix makes one of each, to try own, other, deleted and unknown ids, and fails where it cannot */
export type IdKind = string;

interface PlainSpec {
  method: Method;
  path: `/api/${string}`;
  summary: string;
  access: Access;
  wire: Wire;
  headers: readonly HeaderName[];
  query?: z.ZodType;
  body?: z.ZodType;
  reply: z.ZodType;
  status?: 200 | 201;
  errors: readonly ErrorCode[];
  rates?: readonly RateRule[];
  /** reads figures, a log or a whole list: it may keep the database busy for seconds, so such calls take turns */
  heavy?: true;
  /** it moves money: with an `Idempotency-Key` the same call twice is one, for a day; another body under that key is 409 */
  idempotent?: true;
  /**
   * Inputs that a role may hide, anywhere in the body: such a role does not send them, and what is stored stays. Here stands what
   * the body's schema takes in their place until the handler puts the stored ones there.
   */
  keeps?: Readonly<Record<string, unknown>>;
  /** what nothing can be made without: a role that hides it does not call this */
  asks?: HiddenClass;
  /** the longest body in bytes, where it is not the usual 64 KB */
  bodyLimit?: number;
}
/** a path with a parameter says whose id it takes, or why it takes none */
type Named = { params?: undefined; names?: undefined } | { params: z.ZodType; names: IdKind | { noId: string } };

export type RouteSpec = PlainSpec & Named;

/** null where the path takes none */
export const idKindOf = ({ names }: RouteSpec): IdKind | null => (typeof names === 'string' ? names : null);
/** doors by which people get in: a key reads who has them, and a person turns them */
const DOORS: readonly Section[] = ['team', 'security', 'developer'];
/** what is for programs; the console's own envelope is none of it, and a stream asks again for the session that opened it */
const KEY_WIRES: readonly Wire[] = ['json', 'table', 'file'];
/** whether an API key opens it, if section and need are within its scopes: all but a person's own, and what asks who is at the keyboard */
export const opensToKeys = ({ access, method, wire }: Pick<RouteSpec, 'access' | 'method' | 'wire'>): boolean => {
  if (access.who !== 'session' || access.section === undefined || access.section === 'self') return false;
  if (access.ownerOnly || access.recentPassword || !KEY_WIRES.includes(wire)) return false;
  return !DOORS.includes(access.section) || needOf(method, access.needs) === 'read';
};
export const isOpenTo = (access: SessionAccess, role: Role): boolean => access.roles.some((one) => one === role);

export const route = <const S extends RouteSpec>(spec: S): S => spec;

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;

/** what a handler receives, parsed */
export interface InputOf<R extends RouteSpec> {
  params: Out<R['params']>;
  query: Out<R['query']>;
  body: Out<R['body']>;
}
export type ReplyOf<R extends RouteSpec> = z.input<R['reply']>;
/** what a client sends: only the parts that the route has */
export type ArgsOf<R extends RouteSpec> = (R['params'] extends z.ZodType ? { params: In<R['params']> } : object) &
  (R['query'] extends z.ZodType ? { query?: In<R['query']> } : object) &
  (R['body'] extends z.ZodType ? { body: In<R['body']> } : object);
/** what a client gets */
export type ResultOf<R extends RouteSpec> = z.output<R['reply']>;

export const pathFor = (path: string, params: Record<string, string> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
