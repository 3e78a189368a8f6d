// The signed-in user as this browser knows him: one session per role, under the storage keys that the specification names.
// Portals watch it, so that a logout in one tab or a refused token ends the page wherever it is open.

import type { SignedInUser } from '@tributary/contract/accounts/sessions';
import type { Role } from '@tributary/contract/route';
import { useSyncExternalStore } from 'react';
import { reportError } from '../pages/report-error.ts';

export interface Session {
  role: Role;
  token: string;
  user: SignedInUser;
}

const keysOf = {
  admin: { token: 'authToken', user: 'userData' },
  publisher: { token: 'publisherAuthToken', user: 'publisherUserData' },
  advertiser: { token: 'advertiserAuthToken', user: 'advertiserUserData' },
} as const satisfies Record<Role, { token: string; user: string }>;

export const homeOf = {
  admin: '/am/dashboard',
  publisher: '/publisher/dashboard',
  advertiser: '/advertiser/dashboard',
} as const satisfies Record<Role, string>;

/** where the accounts of a role are listed in the console */
export const accountListOf = {
  admin: '/am/dashboard',
  publisher: '/am/affiliates',
  advertiser: '/am/advertisers',
} as const satisfies Record<Role, string>;

/** the router's state at the door: the place to which signing in leads back */
export interface PlaceLeft {
  from: string;
}

/** the landing page by the login reply's type; the console for a type this client does not know */
export const homeOfType = (type: string): string => (Object.hasOwn(homeOf, type) ? homeOf[type as Role] : homeOf.admin);

function write(role: Role, token: string, user: SignedInUser): void {
  const { first_name, last_name, subdomain, status, id, email } = user;
  localStorage.setItem(keysOf[role].token, token);
  localStorage.setItem(keysOf[role].user, JSON.stringify({ first_name, last_name, subdomain, status, id, email }));
}

/** login fills the general keys and, for a publisher or advertiser, that role's own as well */
export function storeLogin(reply: { token: string; user: SignedInUser; type: string }): void {
  write('admin', reply.token, reply.user);
  if (reply.type === 'publisher' || reply.type === 'advertiser') write(reply.type, reply.token, reply.user);
  forgetSignedOut();
  notify();
}

/** login-as fills only the role's own keys: the account manager's session stays beside it */
export function storeLoginAs(role: 'publisher' | 'advertiser', token: string, user: SignedInUser): void {
  write(role, token, user);
  forgetSignedOut();
  notify();
}

export function readSession(role: Role): Session | null {
  const token = localStorage.getItem(keysOf[role].token);
  const text = localStorage.getItem(keysOf[role].user);
  if (!token || !text) return null;
  try {
    const user: unknown = JSON.parse(text);
    if (isUser(user)) return { role, token, user };
    throw new Error('the record lacks its fields');
  } catch (cause) {
    reportError(`The stored ${keysOf[role].user} is unreadable`, cause);
    return null;
  }
}

const isUser = (value: unknown): value is SignedInUser =>
  typeof value === 'object' &&
  value !== null &&
  ['first_name', 'last_name', 'subdomain', 'id'].every(
    (key) => key in value && typeof Reflect.get(value, key) === 'string',
  );

/** clears the role's own keys, and the general ones only where they hold the same token */
export function forgetSession({ role, token }: Pick<Session, 'role' | 'token'>): void {
  const forget = (of: Role) => {
    localStorage.removeItem(keysOf[of].token);
    localStorage.removeItem(keysOf[of].user);
  };
  forget(role);
  if (localStorage.getItem(keysOf.admin.token) === token) forget('admin');
  notify();
}

/** the server no longer knows this token; a newer login under the same keys is left alone */
export function sessionRefused(session: Session, why: string | null): void {
  if (localStorage.getItem(keysOf[session.role].token) !== session.token) return;
  const note: SignedOut = { role: session.role, user: session.user.id, why: why ?? '' };
  localStorage.setItem(SIGNED_OUT, JSON.stringify(note));
  forgetSession(session);
}

/** whose session ended by no act of his own in this browser, and the server's reason */
export interface SignedOut {
  role: Role;
  user: string;
  why: string;
}
const SIGNED_OUT = 'signedOut';

export function readSignedOut(): SignedOut | null {
  try {
    return JSON.parse(localStorage.getItem(SIGNED_OUT) ?? 'null') as SignedOut | null;
  } catch {
    return null;
  }
}

export const forgetSignedOut = (): void => localStorage.removeItem(SIGNED_OUT);

/** an account manager whose visit to an account has ended is still signed in himself */
export const isManagerStill = ({ role }: SignedOut): boolean => role !== 'admin' && readSession('admin') !== null;

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const known = new Map<Role, { stamp: string; session: Session | null }>();

/** the same object until storage changes, as React asks of a snapshot */
function snapshot(role: Role): Session | null {
  const stamp = `${localStorage.getItem(keysOf[role].token)}\n${localStorage.getItem(keysOf[role].user)}`;
  const last = known.get(role);
  if (last?.stamp === stamp) return last.session;
  const session = readSession(role);
  known.set(role, { stamp, session });
  return session;
}

export const useStoredSession = (role: Role): Session | null => useSyncExternalStore(subscribe, () => snapshot(role));
