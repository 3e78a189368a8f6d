// The own profile, shared by the settings and the header's language menu.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { profileRoutes } from '@tributary/contract/accounts/profile';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../../kit/api/api.ts';
import { sessionQueryKey, useSession } from '../../kit/shell/session-context.ts';

export type ProfileRecord = ResultOf<typeof profileRoutes.profile>;
export type ProfileChange = Pick<
  ProfileRecord,
  'first_name' | 'last_name' | 'company' | 'phone' | 'time_zone' | 'language'
>;

export function useProfile() {
  const { session } = useSession();
  const queries = useQueryClient();
  const key = ['profile', session.token];
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(profileRoutes.profile, {}, { session, signal }),
  });
  /** the header shows the name and the address: they are asked for again */
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: key }),
      queries.invalidateQueries({ queryKey: sessionQueryKey(session) }),
    ]);
  const save = async (change: ProfileChange): Promise<void> => {
    queries.setQueryData(key, await call(profileRoutes.saveProfile, { body: change }, { session }));
    await refresh();
  };
  return { answer, save, refresh };
}
