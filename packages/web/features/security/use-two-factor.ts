// The own second factors, shared by Account Settings and the page that demands their set-up.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { twoFactorRoutes } from '@tributary/contract/accounts/two-factor';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../kit/api/api.ts';
import { sessionQueryKey, useSession } from '../../kit/shell/session-context.ts';

export type TwoFactorState = ResultOf<typeof twoFactorRoutes.twoFactor>;

export function useTwoFactor() {
  const { session } = useSession();
  const queries = useQueryClient();
  const key = ['two-factor', session.token];
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(twoFactorRoutes.twoFactor, {}, { session, signal }),
  });
  /** the shell's banner counts by the session: it is asked for again, too */
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: key });
    await queries.invalidateQueries({ queryKey: sessionQueryKey(session) });
  };
  return { answer, refresh };
}
