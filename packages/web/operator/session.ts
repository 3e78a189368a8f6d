// Who is signed in as operator. A cookie that no script can read says so; the browser only remembers the answer.
import { operatorRoutes } from '@tributary/contract/operator';
import type { ArgsOf, ReplyOf, RouteSpec } from '@tributary/contract/route';
import { call } from '../kit/api/api.ts';
import { ApiError } from '../kit/api/api-error.ts';
import { queryClient } from '../kit/api/query-client.ts';
import type { KnownSession } from '../kit/shell/session-context.ts';

export const OPERATOR_KEY = ['operator'] as const;

const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.code === 'unauthenticated';

/** the cookie cannot be seen from here; this tells a browser that never signed in, which then need not ask */
const SIGNED_IN_BEFORE = 'operatorSignedIn';

export type Operator = ReplyOf<typeof operatorRoutes.operatorSession>;

/** null where nobody is signed in */
export async function readOperator(signal: AbortSignal): Promise<Operator | null> {
  if (!localStorage.getItem(SIGNED_IN_BEFORE)) return null;
  try {
    return await call(operatorRoutes.operatorSession, {}, { signal });
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** a call of the console: a session that has ended meanwhile brings the sign-in page */
export async function operate<R extends RouteSpec>(
  route: R,
  args: ArgsOf<R>,
  signal?: AbortSignal,
): Promise<Awaited<ReturnType<typeof call<R>>>> {
  try {
    return await call(route, args, signal ? { signal } : {});
  } catch (error) {
    if (isSignedOut(error)) queryClient.setQueryData(OPERATOR_KEY, null);
    throw error;
  }
}

/** signed in before and not by his own logout signed out: the page says so */
export const wasSignedOut = (): boolean => localStorage.getItem(SIGNED_IN_BEFORE) !== null;

export async function signIn(body: { email: string; password: string }): Promise<void> {
  await call(operatorRoutes.operatorLogin, { body });
  localStorage.setItem(SIGNED_IN_BEFORE, 'yes');
  await queryClient.invalidateQueries({ queryKey: OPERATOR_KEY });
}

export async function signOut(): Promise<void> {
  await operate(operatorRoutes.operatorLogout, {});
  localStorage.removeItem(SIGNED_IN_BEFORE);
  // the answer first: the page watches it, and clearing the whole store would leave it watching nothing
  queryClient.setQueryData(OPERATOR_KEY, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== OPERATOR_KEY[0] });
}

/** The kit's list screens ask for a tenant's session. The operator has none: his calls take nothing from this one. */
export const sessionForLists = (email: string): KnownSession => {
  const user = { id: '', first_name: email, last_name: '', email, subdomain: '', status: 'approved' as const };
  return {
    session: { role: 'admin', token: '', user },
    user,
    type: 'admin',
    is_owner: false,
    hidden: [],
    role: null,
    must_change_password: false,
    must_accept_terms: false,
    two_factor: { on: false, due_at: null, must_set_up: false },
    expires_at: 0,
    time_zone: 'UTC',
    impersonated_by: null,
  };
};
