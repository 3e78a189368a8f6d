import { useQuery } from '@tanstack/react-query';
import { localeRoutes } from '@tributary/contract/settings/locale';
import { call } from '../../../kit/api/api.ts';
import { useSession } from '../../../kit/shell/session-context.ts';

export const LOCALE = 'locale';
const LOOK_AGAIN_MS = 5_000;

/** looked at again while something is to come or under way */
export function useLocaleState() {
  const { session } = useSession();
  return useQuery({
    queryKey: [LOCALE, session.token],
    queryFn: ({ signal }) => call(localeRoutes.localeState, {}, { session, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}
