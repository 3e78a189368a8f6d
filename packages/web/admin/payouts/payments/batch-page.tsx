// One batch: what it would pay until it is approved, its payments from then on.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Batch, payingRoutes } from '@tributary/contract/billing/paying';
import { useCallback, useEffect, useMemo } from 'react';
import { useParams } from 'react-router';
import { call } from '../../../kit/api/api.ts';
import { LogPage } from '../../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import { FailedToLoad, Loading } from '../../../kit/shell/loading.tsx';
import { useSession } from '../../../kit/shell/session-context.ts';
import { t } from '../../../words/admin.ts';
import { DOCUMENTS, payoutTabs } from '../words.ts';
import { BatchPanel } from './batch-panel.tsx';
import { paymentsOf } from './payment-log.ts';
import { previewName, previewOf } from './preview-log.ts';
import { BATCHES, isWorking, PAYMENTS } from './words.ts';

const LOOK_AGAIN_MS = 1_500;
const isUndecided = ({ state }: Batch): boolean => state === 'open' || state === 'first-approved';

export default function BatchPage() {
  const { id = '' } = useParams();
  const { session } = useSession();
  const answer = useQuery({
    // what reloads the payments reloads the batch they are of
    queryKey: [PAYMENTS, 'batch', session.token, id],
    queryFn: ({ signal }) => call(payingRoutes.batch, { params: { id } }, { session, signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isWorking(data) && LOOK_AGAIN_MS,
  });
  if (answer.isPending) return <Loading />;
  if (answer.isError) return <FailedToLoad error={answer.error} retry={() => answer.refetch()} />;
  return <Shown key={id} batch={answer.data} />;
}

function Shown({ batch }: { batch: Batch }) {
  const queries = useQueryClient();
  const { id, number } = batch;
  const isPreview = isUndecided(batch) || (batch.state === 'cancelled' && batch.work.total === 0);
  const preview = useMemo(() => previewOf({ id, number }), [id, number]);
  const payments = useMemo(() => paymentsOf({ id, number }), [id, number]);
  const reload = useCallback(async () => {
    const names = [PAYMENTS, previewName(id), BATCHES, DOCUMENTS];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  }, [queries, id]);
  // the work behind it moves its rows, too
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it has come further
  useEffect(() => {
    void reload();
  }, [reload, batch.state, batch.work.state, batch.work.done]);
  const intro = (
    <>
      <PageTabs label={t('menu.affiliateBilling')} tabs={payoutTabs} />
      <BatchPanel batch={batch} isUndecided={isUndecided(batch)} reload={reload} />
    </>
  );
  return isPreview ? (
    <LogPage key="preview" log={preview} intro={intro} />
  ) : (
    <LogPage key="payments" log={payments} intro={intro} />
  );
}
