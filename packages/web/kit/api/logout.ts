// Ends the session on the server and here. The browser forgets it even when the server cannot be reached.
import { sessionRoutes } from '@tributary/contract/accounts/sessions';
import { reportError } from '../pages/report-error.ts';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { forgetSession, forgetSignedOut, type Session } from './session.ts';

const GIVE_UP_AFTER_MS = 5000;

export async function logout(session: Session): Promise<void> {
  // what the screen is still asking would be refused, and heard as a session that ended by itself
  await queryClient.cancelQueries();
  try {
    await call(sessionRoutes.logout, {}, { session, signal: AbortSignal.timeout(GIVE_UP_AFTER_MS) });
  } catch (cause) {
    reportError('The server could not be told of the logout', cause);
  }
  forgetSession(session);
  forgetSignedOut();
  queryClient.clear();
}
