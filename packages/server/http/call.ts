// What a handler is given, as its route's access rule decides: a public route on a tenant's host has a tenant and no
// principal, a session route has both. The types follow from the declaration, so a handler cannot forget to check.

import type {
  Grants,
  HiddenClass,
  Hideable,
  InputOf,
  KeyScope,
  Powers,
  PublisherColumn,
  ReplyOf,
  Role,
  RouteSpec,
} from '@tributary/contract';
import { withImplied } from '@tributary/contract/accounts/hidden';
import { type Clock, HOUR_MS } from '../platform/clock.ts';
import type { Actor, Tx } from '../platform/db/database.ts';
import { Fault } from '../platform/fault.ts';
import type { Log } from '../platform/log.ts';

export interface TenantContext {
  id: string;
  subdomain: string;
  displayName: string;
  brandName: string | null;
  color: string | null;
  /** paths on the tenant's own hosts */
  logoUrl: string | null;
  logoDarkUrl: string | null;
  faviconUrl: string | null;
  /** verified domains of its own that links and mails lead to; null: its subdomain */
  portalHost: string | null;
  trackingHost: string | null;
  /** read-only: the trial or plan has ended; suspended: by the operator */
  access: 'open' | 'read-only' | 'suspended';
  passwordMinLength: number;
}

/** what a team member's role is called, opens, shows and blanks */
export interface TeamRole extends Powers {
  id: string;
  name: string;
}

/** what the workspace's rules for signing in say of a caller now (Account › Security) */
export interface CallerRules {
  /** he comes from an address that his role's list, or that of API keys, does not have */
  closedAddress: boolean;
  twoFactor: { on: boolean; dueAt: Date | null; mustSetUp: boolean };
}

export interface Principal {
  sessionId: string;
  userId: string;
  role: Role;
  isOwner: boolean;
  /** of an account manager; the portals have none */
  team: TeamRole | null;
  /** what the API key is for that was sent; null in a session */
  scopes: readonly KeyScope[] | null;
  email: string;
  mustChangePassword: boolean;
  /** of a publisher: what the workspace keeps from all of them */
  withheld: readonly PublisherColumn[];
  /** of a partner, while terms are in force that he has not accepted */
  mustAcceptTerms: boolean;
  rules: CallerRules;
  /** when the password was last typed in this session; null where none was (an API key) */
  passwordEnteredAt: Date | null;
  /** the account manager behind a login-as session */
  impersonator: {
    userId: string;
    name: string;
    email: string;
    hidden?: readonly HiddenClass[];
    /** what his own role opens */
    role?: { name: string; grants: Grants };
  } | null;
}

/** whose eyes a transaction has */
export const actorOf = (principal: Principal): Actor => ({
  kind: principal.role,
  id: principal.userId,
  scope: principal.team?.scope,
  hidden: withImplied(hiddenFrom(principal)),
});
/** an account manager signed in as somebody sees what that account sees, and of it what his own role shows */
export const hiddenFrom = (principal: Principal | null | undefined): readonly Hideable[] => [
  ...(principal?.team?.hidden ?? principal?.impersonator?.hidden ?? []),
  ...(principal?.withheld ?? []),
];
/**
 * The system at work for a caller whose own eyes see too little of it (a decision moves the other side's account, too), and
 * within his scope all the same. A handler takes no other system (http/scope.test.ts).
 */
export const systemFor = (principal: Principal): Actor => ({ ...actorOf(principal), kind: 'system' });

const RECENT_PASSWORD_MS = 12 * HOUR_MS;
/** what opens a door asks who is at the keyboard: `recentPassword` on a route, or where only one of its choices does */
export function requireRecentPassword({ passwordEnteredAt: entered }: Principal, at: Date): void {
  const isRecent = entered !== null && at.getTime() - entered.getTime() <= RECENT_PASSWORD_MS;
  if (!isRecent) throw new Fault('password_needed');
}

interface BaseCall {
  ip: string;
  /** where the address is: ISO code; null where unknown */
  country(): string | null;
  /** the same of another address */
  countryOf(ip: string): string | null;
  userAgent: string;
  requestId: string;
  /** of a route that is `idempotent`; null where none was sent */
  idempotencyKey: string | null;
  /** the origin that the caller's browser sees: scheme, host and port */
  origin: string;
  /** the page's own, on the very host that was called: what a passkey signs for */
  pageOrigin: string;
  clock: Clock;
  log: Log;
  cookies: Readonly<Record<string, string | undefined>>;
  setCookie(name: CookieName, value: string, maxAgeSeconds: number | null): void;
  clearCookie(name: CookieName): void;
}
/** `am`: an admin's second secret; `device`: tells a known device from a stranger's; `operator`: the operator's session */
export type CookieName = 'am' | 'device' | 'operator';

export interface PlainCall extends BaseCall {
  tenant: TenantContext | null;
}
export interface TenantCall extends BaseCall {
  tenant: TenantContext;
  /** one transaction, bound to this tenant and to whoever calls (the system, while nobody is signed in) */
  transaction<R>(run: (tx: Tx) => Promise<R>): Promise<R>;
}
export interface SignedInCall extends TenantCall {
  principal: Principal;
}
export interface OperatorCall extends BaseCall {
  operator: { id: string; email: string };
}

export type CallFor<R extends RouteSpec> = R['access'] extends { who: 'session' } | { who: 'admin-cookie' }
  ? SignedInCall
  : R['access'] extends { who: 'operator' }
    ? OperatorCall
    : R['access'] extends { place: 'tenant' }
      ? TenantCall
      : PlainCall;

export type Handler<R extends RouteSpec> = (input: InputOf<R>, call: CallFor<R>) => Promise<ReplyOf<R>>;
/** one handler for each route of a capability: a missing one does not compile */
export type Handlers<Rs extends Record<string, RouteSpec>> = { [K in keyof Rs]: Handler<Rs[K]> };

/** The usual shape: one request, one transaction. */
export const inTransaction =
  <Input, C extends TenantCall, Reply>(run: (input: Input, call: C, tx: Tx) => Promise<Reply>) =>
  (input: Input, call: C): Promise<Reply> =>
    call.transaction((tx) => run(input, call, tx));
