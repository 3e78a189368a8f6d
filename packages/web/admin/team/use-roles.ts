import { useQuery } from '@tanstack/react-query';
import { roleRoutes } from '@tributary/contract/accounts/role-routes';
import { call } from '../../kit/api/api.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { ROLES } from './words.ts';

export function useRoles() {
  const { session } = useSession();
  return useQuery({
    queryKey: [ROLES, session.token],
    queryFn: ({ signal }) => call(roleRoutes.roles, {}, { session, signal }),
  });
}
