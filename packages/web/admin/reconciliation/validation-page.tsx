// One reconciliation: applied with a reason, stopped, gone on with, undone as a set.
import type { RouteSpec } from '@tributary/contract/route';
import { type ReconciliationDetails, reconciliationRoutes } from '@tributary/contract/trust/reconciliations';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { ReconciliationPanel } from '../../features/reconciliation/panel.tsx';
import { ReconciliationPage } from '../../features/reconciliation/reconciliation-page.tsx';
import { isWorking, VALIDATION } from '../../features/reconciliation/words.ts';
import { call } from '../../kit/api/api.ts';
import type { Session } from '../../kit/api/session.ts';
import { confirmDialog, reasonDialog } from '../../kit/dialogs/dialogs.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { REASON_LENGTH } from '../../kit/log-page/decision.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import type { Step } from '../../kit/pages/steps-panel.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import {
  IconArrowBackUp,
  IconCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconUpload,
} from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { t as say } from '../../words/kit.ts';
import { conversionTabs } from '../lots/words.ts';
import { rowsOf } from './rows.tsx';
import { PublisherFileDialog } from './upload.tsx';

export default function ValidationPage() {
  return (
    <ReconciliationPage load={(id, context) => call(reconciliationRoutes.reconciliation, { params: { id } }, context)}>
      {(one, reload) => <Shown key={one.id} one={one} reload={reload} />}
    </ReconciliationPage>
  );
}

interface ShownProps {
  one: ReconciliationDetails;
  reload: () => Promise<void>;
}

const chosenIn = ({ findings }: ReconciliationDetails): number => findings.reduce((sum, { chosen }) => sum + chosen, 0);

function Shown({ one, reload }: ShownProps) {
  const { session } = useSession();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const { id, file_name, state } = one;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may be done with rows follows from the state alone
  const rows = useMemo(() => rowsOf(one), [id, file_name, state]);
  const steps = stepsOf(one, session, {
    add: async () => setAdding(true),
    left: () => void navigate(VALIDATION.admin),
  });
  return (
    <>
      <LogPage
        log={rows}
        intro={
          <>
            <PageTabs label={t('common.conversionLogs')} tabs={conversionTabs} />
            <ReconciliationPanel
              one={one}
              more={[
                [t('common.advertiser'), `${one.advertiser.name} (${one.advertiser.number})`],
                [t('common.publisher'), one.publisher && `${one.publisher.name} (${one.publisher.number})`],
                [say('validation.publisherFile'), one.publisher_file],
              ]}
              steps={steps}
              reload={reload}
            />
          </>
        }
      />
      {isAdding && <PublisherFileDialog id={id} close={() => setAdding(false)} reload={reload} />}
    </>
  );
}

interface Around {
  add: () => Promise<void>;
  left: () => void;
}
function stepsOf(one: ReconciliationDetails, session: Session, { add, left }: Around): Step[] {
  const params = { id: one.id };
  const plain = (route: RouteSpec, send: () => Promise<unknown>, look: Omit<Step, 'calls' | 'send'>): Step => ({
    ...look,
    calls: route,
    send: async () => {
      await send();
      return true;
    },
  });
  const reasoned = (
    route: typeof reconciliationRoutes.applyReconciliation | typeof reconciliationRoutes.undoReconciliation,
    { title, text, usual, ...look }: Omit<Step, 'calls' | 'send'> & { title: string; text: string; usual: string[] },
  ): Step => ({
    ...look,
    calls: route,
    send: async () => {
      const reason = await reasonDialog(
        { title, text, confirm: look.label, danger: look.danger },
        { maxLength: REASON_LENGTH, usual },
        (written) =>
          call(route, { params, body: { reason: written } }, { session }).then(
            () => null,
            (error: unknown) => sentenceFor(error),
          ),
      );
      return reason !== null;
    },
  });
  const { stopReconciliation, resumeReconciliation, matchReconciliation, deleteReconciliation } = reconciliationRoutes;
  const steps: Step[] = [];
  if (isWorking(one)) {
    steps.push(
      plain(stopReconciliation, () => call(stopReconciliation, { params, body: {} }, { session }), {
        label: say('validation.stop'),
        icon: IconPlayerPause,
        done: say('validation.stopped'),
      }),
    );
  } else if (one.halted !== null) {
    steps.push(
      plain(resumeReconciliation, () => call(resumeReconciliation, { params, body: {} }, { session }), {
        label: say('validation.resume'),
        icon: IconPlayerPlay,
        isMain: true,
        done: say('validation.resumed'),
      }),
    );
  }
  if (one.state === 'open') {
    const many = chosenIn(one);
    if (many > 0) {
      steps.push(
        reasoned(reconciliationRoutes.applyReconciliation, {
          label: say('validation.apply'),
          icon: IconCheck,
          isMain: true,
          title: say('validation.applyAsk', { count: many }),
          text: say('validation.applyText'),
          usual: [say('validation.usualReason', { name: one.advertiser.name })],
          done: say('validation.applyStarted'),
        }),
      );
    }
    steps.push(
      {
        label: say('validation.addPublisherFile'),
        calls: reconciliationRoutes.addPublisherFile,
        icon: IconUpload,
        done: '',
        send: async () => {
          await add();
          return false;
        },
      },
      plain(matchReconciliation, () => call(matchReconciliation, { params, body: {} }, { session }), {
        label: say('validation.compareAgain'),
        icon: IconRefresh,
        done: say('validation.comparedAgain'),
      }),
      {
        label: say('validation.remove'),
        calls: deleteReconciliation,
        icon: IconTrash,
        done: say('validation.removed'),
        send: async () => {
          const ask = {
            title: say('validation.removeAsk', { name: one.file_name }),
            text: say('validation.removeText'),
            confirm: say('validation.remove'),
            danger: true,
          };
          if (!(await confirmDialog(ask))) return false;
          await call(deleteReconciliation, { params }, { session });
          left();
          return true;
        },
      },
    );
  }
  if (one.state === 'applied' || (one.state === 'applying' && one.halted !== null)) {
    steps.push(
      reasoned(reconciliationRoutes.undoReconciliation, {
        label: say('validation.undo'),
        icon: IconArrowBackUp,
        danger: true,
        title: say('validation.undoAsk'),
        text: say('validation.undoText'),
        usual: [say('validation.usualUndo')],
        done: say('validation.undoStarted'),
      }),
    );
  }
  return steps;
}
