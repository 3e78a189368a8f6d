// Who is signed in, for every screen of a portal.

import type { sessionRoutes } from '@tributary/contract/accounts/sessions';
import type { ResultOf } from '@tributary/contract/route';
import { createContext, use } from 'react';
import type { Session } from '../api/session.ts';

export interface KnownSession extends ResultOf<typeof sessionRoutes.currentSession> {
  /** what a call needs: `call(route, args, { session })` */
  session: Session;
}

export const SessionContext = createContext<KnownSession | null>(null);

export const sessionQueryKey = (session: Session) => ['session', session.role, session.token] as const;

export function useSession(): KnownSession {
  const known = use(SessionContext);
  if (!known) throw new Error('useSession is for the screens of a portal');
  return known;
}
