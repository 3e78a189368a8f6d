// One reconciliation: its panel above its rows, which look again by themselves while work goes on.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useParams } from 'react-router';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { FailedToLoad, Loading } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import type { ShownReconciliation } from './panel.tsx';
import { isWorking, RECONCILIATIONS } from './words.ts';

const LOOK_AGAIN_MS = 1_000;
export const rowsName = (id: string): string => `${RECONCILIATIONS}-rows-${id}`;

interface ReconciliationPageProps<One extends ShownReconciliation> {
  load: (id: string, context: CallContext) => Promise<One>;
  children: (one: One, reload: () => Promise<void>) => ReactNode;
}

export function ReconciliationPage<One extends ShownReconciliation>({ load, children }: ReconciliationPageProps<One>) {
  const { id = '' } = useParams();
  const { session } = useSession();
  const queries = useQueryClient();
  const answer = useQuery({
    queryKey: [RECONCILIATIONS, 'one', session.token, id],
    queryFn: ({ signal }) => load(id, { session, signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isWorking(data) && LOOK_AGAIN_MS,
  });
  const reload = useCallback(async () => {
    await Promise.all([RECONCILIATIONS, rowsName(id)].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  }, [queries, id]);
  const { data } = answer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the work behind it moves its rows, too
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: [rowsName(id)] });
  }, [queries, id, data?.state, data?.done]);
  if (answer.isPending) return <Loading />;
  if (answer.isError) return <FailedToLoad error={answer.error} retry={() => answer.refetch()} />;
  return <>{children(answer.data, reload)}</>;
}
