// One signed-in portal from its declaration: the guard, the session, the shell, the screens. All three are this.

import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { sessionRoutes } from '@tributary/contract/accounts/sessions';
import type { Role } from '@tributary/contract/route';
import { type ComponentType, Suspense, useEffect, useMemo, useState } from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { DialogHost } from '../../kit/dialogs/dialogs.tsx';
import { dialogsKept } from '../../kit/form/use-kept-work.ts';
import { keepWorkspaceZone } from '../../kit/shell/workspace-day.ts';
import '../../kit/theme/mantine-console-css.ts';
import { queryClient } from '../../kit/api/query-client.ts';
import {
  accountListOf,
  forgetSignedOut,
  isManagerStill,
  type PlaceLeft,
  readSignedOut,
  type Session,
  useStoredSession,
} from '../../kit/api/session.ts';
import { ToastHost, toast } from '../../kit/dialogs/toast.tsx';
import { NotFoundPage } from '../../kit/pages/not-found-page.tsx';
import { FailedToLoad, Loading } from '../../kit/shell/loading.tsx';
import { closedAt, type Menu, menuFor } from '../../kit/shell/menu.ts';
import { SessionContext, sessionQueryKey } from '../../kit/shell/session-context.ts';
import { t } from '../../words/kit.ts';
import { saidByServer } from '../../words/said.ts';
import { ClosedScreen } from './closed-screen.tsx';
import { MustAcceptTerms } from './must-accept-terms.tsx';
import { MustChangePassword } from './must-change-password.tsx';
import { MustSetUpTwoFactor } from './must-set-up-two-factor.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { PasswordQuestion } from './password-question.tsx';
import { Shell } from './shell.tsx';

export interface PortalDeclaration {
  role: Role;
  /** the first segment of its paths: `/am` */
  base: string;
  /** the header's brand */
  brand: () => string;
  menu: Menu;
  menuWidth: number;
  /** dims what lies behind the open menu on a phone; a tap there closes it */
  dims: boolean;
  /** in the header, before the user */
  tools?: ComponentType<{ menu: Menu }>;
  /** under the header, over every screen */
  notice?: ComponentType;
  /** path below `base` → screen, each lazy */
  screens: Readonly<Record<string, ComponentType>>;
}

export function Portal({ portal }: { portal: PortalDeclaration }) {
  const session = useStoredSession(portal.role);
  const { pathname } = useLocation();
  if (!session) {
    const known = Object.keys(portal.screens).some((path) => matchPath(`${portal.base}/${path}`, pathname));
    return known ? <SignedOutPage role={portal.role} /> : <NotFoundPage />;
  }
  return (
    <QueryClientProvider client={queryClient}>
      <SignedIn key={session.token} portal={portal} session={session} />
    </QueryClientProvider>
  );
}

/** To the door, which says why and leads back here; or, where an account manager's visit has ended, to his console. */
function SignedOutPage({ role }: { role: Role }) {
  const { pathname, search } = useLocation();
  const [note] = useState(readSignedOut);
  // the note is kept until the console stands: a reload on the way there must not end at the door
  if (note?.role === role && isManagerStill(note)) return <Navigate to={accountListOf[role]} replace />;
  const from: PlaceLeft | undefined = note?.role === role ? { from: pathname + search } : undefined;
  return <Navigate to="/" replace state={from} />;
}

const KEPT_TOAST_MS = 10_000;

/** whoever comes back to a dialog that is closed now is told that it has what he typed */
function useKeptNews(userId: string): void {
  useEffect(() => {
    for (const dialog of dialogsKept(userId)) {
      toast.success(t('shell.whatYouHadTypedIn', { dialog }), KEPT_TOAST_MS);
    }
  }, [userId]);
}

/** an account manager who is back in the console is told why his visit to an account has ended */
function useEndedVisit(role: Role): void {
  useEffect(() => {
    const note = readSignedOut();
    if (role !== 'admin' || !note || note.role === 'admin') return;
    forgetSignedOut();
    toast.error(t('shell.signedOutOfTheAccount', { why: saidByServer(note.why) }).trim());
  }, [role]);
}

function SignedIn({ portal, session }: { portal: PortalDeclaration; session: Session }) {
  const known = useQuery({
    queryKey: sessionQueryKey(session),
    queryFn: async ({ signal }) => {
      const current = await call(sessionRoutes.currentSession, {}, { session, signal });
      keepWorkspaceZone(current.time_zone);
      return current;
    },
    staleTime: 60_000,
  });
  useKeptNews(session.user.id);
  useEndedVisit(portal.role);
  const { pathname, search } = useLocation();
  const grants = known.data?.role?.sections ?? null;
  const hidden = known.data?.hidden;
  const shown = useMemo(() => ({ ...portal, menu: menuFor(portal.menu, grants, hidden) }), [portal, grants, hidden]);
  const closed = closedAt(portal.menu, pathname, search, grants);
  if (known.isPending) return <Loading whole />;
  if (!known.data) return <FailedToLoad error={known.error} retry={() => known.refetch()} whole />;
  // a publisher's login fills the general keys too: that is no account manager's session
  if (known.data.type !== portal.role) return <Navigate to="/" replace />;
  const { must_change_password: changesPassword, must_accept_terms: readsTerms, two_factor } = known.data;
  const setsUp = two_factor.must_set_up && !changesPassword && !readsTerms;
  const isHeld = changesPassword || readsTerms || setsUp;
  return (
    <SessionContext value={{ session, ...known.data }}>
      <Shell portal={shown}>
        <Suspense fallback={<Loading />}>
          {/* until the password is changed, the terms accepted and the second factor set up every call of a screen would be refused */}
          {setsUp && <MustSetUpTwoFactor />}
          {!isHeld && closed && <ClosedScreen {...closed} />}
          {!isHeld && !closed && (
            <Routes>
              {Object.entries(portal.screens).map(([path, Screen]) => (
                <Route key={path} path={path} element={<Screen />} />
              ))}
              <Route path="*" element={<NotFoundScreen role={portal.role} />} />
            </Routes>
          )}
        </Suspense>
      </Shell>
      {known.data.must_change_password && <MustChangePassword />}
      {known.data.must_accept_terms && !known.data.must_change_password && <MustAcceptTerms />}
      <PasswordQuestion />
      <DialogHost />
      <ToastHost />
    </SessionContext>
  );
}
