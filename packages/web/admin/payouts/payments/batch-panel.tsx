// What a batch is, and what comes next with it: approve, files, answers, or give it up.
import { Alert, Text } from '@mantine/core';
import { type Batch, payingRoutes } from '@tributary/contract/billing/paying';
import { useState } from 'react';
import { call, newIdempotencyKey } from '../../../kit/api/api.ts';
import { Facts } from '../../../kit/log-page/details.tsx';
import { type Step, StepsPanel, WorkUnderWay } from '../../../kit/pages/steps-panel.tsx';
import { useSession } from '../../../kit/shell/session-context.ts';
import { count, dateTime } from '../../../ui/format.ts';
import { IconCheck, IconPlayerPause, IconPlayerPlay, IconRefresh, IconUpload, IconX } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import { saidByServer } from '../../../words/said.ts';
import { AnswersDialog } from './answers-dialog.tsx';
import { BatchFiles } from './batch-files.tsx';
import { FilesDialog } from './files-dialog.tsx';
import { HeldBack } from './held-back.tsx';
import { batchName, batchTones, batchWords, isWorking, methodsText, sumText } from './words.ts';

interface BatchPanelProps {
  batch: Batch;
  isUndecided: boolean;
  reload: () => Promise<void>;
}

export function BatchPanel({ batch, isUndecided, reload }: BatchPanelProps) {
  const { session } = useSession();
  const [dialog, setDialog] = useState<'files' | 'answers' | null>(null);
  const { work } = batch;
  const params = { id: batch.id };
  const open = (name: 'files' | 'answers') => async () => {
    setDialog(name);
  };
  const steps: Step[] = [];
  if (isUndecided && batch.payments > 0) {
    steps.push({
      label: batch.state === 'open' ? t('common.approve') : t('payments.approveSecond'),
      calls: payingRoutes.approveBatch,
      icon: IconCheck,
      isMain: true,
      ask: {
        title: t('payments.approveAsk', { name: batchName(batch) }),
        text: t('payments.approveText', { count: batch.payments, sum: sumText(batch) }),
        confirm: t('common.approve'),
      },
      send: () =>
        call(
          payingRoutes.approveBatch,
          { params, body: { preview: batch.preview } },
          { session, idempotencyKey: newIdempotencyKey() },
        ),
      done: t('payments.approvedDone'),
    });
  }
  if (isUndecided) {
    steps.push({
      label: t('payments.previewAgain'),
      calls: payingRoutes.previewBatch,
      icon: IconRefresh,
      isMain: batch.payments === 0,
      send: () => call(payingRoutes.previewBatch, { params }, { session }),
      done: t('payments.previewed'),
    });
  }
  if (isWorking(batch)) {
    steps.push({
      label: t('payouts.stop'),
      calls: payingRoutes.stopBatchFiles,
      icon: IconPlayerPause,
      send: () => call(payingRoutes.stopBatchFiles, { params }, { session }),
      done: t('payments.stopped'),
    });
  } else if (work.state === 'stopped' || work.state === 'failed') {
    steps.push({
      label: t('payouts.resume'),
      calls: payingRoutes.makeBatchFiles,
      icon: IconPlayerPlay,
      isMain: true,
      send: () => call(payingRoutes.makeBatchFiles, { params, body: {} }, { session }),
    });
  } else if (batch.state === 'approved') {
    steps.push({
      label: t('payments.makeFiles'),
      calls: payingRoutes.makeBatchFiles,
      icon: IconPlayerPlay,
      isMain: true,
      send: open('files'),
    });
  }
  if (!isUndecided && work.done > 0 && batch.state !== 'cancelled') {
    steps.push({
      label: t('payments.importAnswers'),
      calls: payingRoutes.importAnswers,
      icon: IconUpload,
      isMain: batch.state === 'instructed',
      send: open('answers'),
    });
  }
  if (isUndecided || (batch.state === 'approved' && !isWorking(batch))) {
    steps.push({
      label: t('payments.giveUp'),
      calls: payingRoutes.cancelBatch,
      icon: IconX,
      ask: {
        title: t('payments.giveUpAsk', { name: batchName(batch) }),
        text: isUndecided ? t('payments.giveUpText') : t('payments.giveUpReserved'),
        confirm: t('payments.giveUp'),
        danger: true,
      },
      send: () => call(payingRoutes.cancelBatch, { params }, { session }),
      done: t('payments.givenUpDone'),
    });
  }
  return (
    <StepsPanel
      label={batchName(batch)}
      badge={{ status: batchWords[batch.state], tone: batchTones[batch.state] }}
      steps={steps}
      reload={reload}
    >
      <Hints batch={batch} isUndecided={isUndecided} />
      <Facts
        facts={[
          [t('payouts.payments'), count(batch.payments)],
          [t('payments.sum'), sumText(batch)],
          [t('payments.heldBack'), batch.blocked > 0 && count(batch.blocked)],
          [t('payouts.paid'), batch.paid > 0 && count(batch.paid)],
          [t('payments.failures'), batch.failures > 0 && count(batch.failures)],
          [t('payouts.method'), methodsText(batch)],
          [t('payments.paidIn'), batch.currencies.join(', ')],
          [t('common.created'), dateTime(batch.created_at)],
          [t('payments.createdBy'), batch.created_by],
          [t('payments.approvedBy'), batch.approved_by],
          [t('payments.secondBy'), batch.second_by],
          [t('common.note'), batch.note, 'wide'],
        ]}
      />
      {isWorking(batch) && (
        <WorkUnderWay
          text={t('payments.making', { done: count(work.done), total: count(work.total) })}
          done={work.done}
          total={work.total}
        />
      )}
      {!isUndecided && <BatchFiles batch={batch} />}
      {!isUndecided && batch.blocked > 0 && batch.state !== 'cancelled' && <HeldBack batch={batch} />}
      {dialog === 'files' && <FilesDialog batch={batch} close={() => setDialog(null)} reload={reload} />}
      {dialog === 'answers' && <AnswersDialog batch={batch} close={() => setDialog(null)} reload={reload} />}
    </StepsPanel>
  );
}

/** what the reader should know before the next step */
function Hints({ batch, isUndecided }: Pick<BatchPanelProps, 'batch' | 'isUndecided'>) {
  const { work } = batch;
  return (
    <>
      {isUndecided && batch.payments > 1 && (
        <Text size="sm" c="dimmed">
          {t('payments.feeEach')}
        </Text>
      )}
      {isUndecided && batch.payments === 0 && (
        <Alert role="status" color="yellow">
          {t('payments.allHeldBack')}
        </Alert>
      )}
      {batch.state === 'first-approved' && (
        <Alert role="status" color="yellow">
          {t('payments.waitsForSecond', { name: batch.approved_by ?? '' })}
        </Alert>
      )}
      {batch.state === 'open' && batch.needs_second && (
        <Alert role="status" color="blue">
          {t('payments.needsSecond')}
        </Alert>
      )}
      {batch.state === 'approved' && work.state === 'idle' && (
        <Alert role="status" color={work.error ? 'yellow' : 'blue'}>
          {work.error ? saidByServer(work.error) : t('payments.filesOrByHand')}
        </Alert>
      )}
      {work.state === 'stopped' && (
        <Alert role="status" color="yellow">
          {t('payments.stoppedAt', { done: count(work.done), total: count(work.total) })}
        </Alert>
      )}
      {work.state === 'failed' && (
        <Alert color="red" title={t('payments.filesFailed')}>
          {work.error && saidByServer(work.error)}
        </Alert>
      )}
    </>
  );
}
