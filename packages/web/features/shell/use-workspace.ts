// The workspace's plan and trial, as the console's header and notice show it.
import { useQuery } from '@tanstack/react-query';
import { workspaceRoutes } from '@tributary/contract/workspace';
import { call } from '../../kit/api/api.ts';
import { useSession } from '../../kit/shell/session-context.ts';

const FRESH_MS = 5 * 60_000;

export function useWorkspace() {
  const { session } = useSession();
  return useQuery({
    queryKey: ['workspace', session.token],
    queryFn: ({ signal }) => call(workspaceRoutes.workspace, {}, { session, signal }),
    staleTime: FRESH_MS,
  }).data;
}
