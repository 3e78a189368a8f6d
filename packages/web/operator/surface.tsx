// The operator's surface at /operator on the main host: the sign-in page, or the console.
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { queryClient } from '../kit/api/query-client.ts';
import { FailedToLoad, Loading } from '../kit/shell/loading.tsx';
import { Console } from './console.tsx';
import { OPERATOR_KEY, readOperator } from './session.ts';
import { SignIn } from './sign-in.tsx';

export const Component = () => (
  <QueryClientProvider client={queryClient}>
    <Operator />
  </QueryClientProvider>
);

function Operator() {
  const known = useQuery({ queryKey: OPERATOR_KEY, queryFn: ({ signal }) => readOperator(signal), staleTime: 60_000 });
  if (known.isPending) return <Loading whole />;
  if (known.isError) return <FailedToLoad error={known.error} retry={() => known.refetch()} whole />;
  return known.data === null ? <SignIn /> : <Console {...known.data} />;
}
