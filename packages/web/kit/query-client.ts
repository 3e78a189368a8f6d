// Server state for the console and the portals. A refusal is an answer, not a fault: only what may pass is tried again.
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const mayPass = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false;
  const { failure } = error;
  return failure.kind === 'network' || (failure.kind === 'refused' && failure.status >= 500);
};

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && mayPass(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
});
