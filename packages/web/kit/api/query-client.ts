// Server state for the console and the portals. A refusal is an answer, not a fault: only what may pass is tried again.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const mayPass = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false;
  const { failure } = error;
  if (failure.kind !== 'refused') return failure.kind === 'network';
  return failure.status >= 500 || failure.code === 'busy';
};
/** as long as the server says, where it does: a report that must wait for its turn */
const waitMs = (attempt: number, error: unknown): number =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.retryAfterSeconds
    ? error.failure.retryAfterSeconds * 1_000
    : 400 * 2 ** attempt;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && mayPass(error),
      retryDelay: waitMs,
    },
    mutations: { networkMode: 'always' },
  },
});
