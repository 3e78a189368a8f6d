// What a reconciliation is, how many rows there are of each case, and what comes next with it.
import { Alert, Button } from '@mantine/core';
import type { OwnReconciliation } from '@tributary/contract/trust/reconciliations';
import { useSearchParams } from 'react-router';
import { Facts } from '../../kit/log-page/details.tsx';
import { type Step, StepsPanel, WorkUnderWay } from '../../kit/pages/steps-panel.tsx';
import { calendarDay, count, dateTime, money } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { saidByServer } from '../../words/said.ts';
import classes from './reconciliation.module.css';
import { findingWords, isWorking, outcomeWords, stateTones, stateWords } from './words.ts';

export type ShownReconciliation = OwnReconciliation & {
  findings: { finding: keyof typeof findingWords; rows: number; chosen: number }[];
  outcomes: { outcome: keyof typeof outcomeWords; rows: number }[];
};
interface PanelProps {
  one: ShownReconciliation;
  /** whose it is, and what else one side alone is told */
  more?: readonly (readonly [string, string | null])[];
  steps: readonly Step[];
  reload: () => Promise<void>;
}

export function ReconciliationPanel({ one, more = [], steps, reload }: PanelProps) {
  return (
    <StepsPanel
      label={one.file_name}
      badge={{ status: stateWords[one.state], tone: stateTones[one.state] }}
      steps={steps}
      reload={reload}
    >
      <Work one={one} />
      <Cases one={one} />
      <Facts
        facts={[
          ...more,
          [t('validation.offer'), one.offer && `${one.offer.name} (${one.offer.number})`],
          [t('validation.period'), `${calendarDay(one.period_from)} – ${calendarDay(one.period_to)}`],
          [t('validation.zone'), one.zone],
          [t('validation.lines'), count(one.lines)],
          [t('validation.tolerance'), one.tolerance !== '' && money(one.tolerance, one.currency)],
          [t('validation.deadline'), one.deadline && calendarDay(one.deadline)],
          [t('validation.uploaded'), dateTime(one.created_at)],
          [t('validation.appliedAt'), one.applied_at && dateTime(one.applied_at)],
          [t('validation.reason'), one.reason, 'wide'],
          [t('validation.undoneAt'), one.undone_at && dateTime(one.undone_at)],
          [t('validation.undoReason'), one.undo_reason, 'wide'],
        ]}
      />
    </StepsPanel>
  );
}

function Work({ one }: { one: ShownReconciliation }) {
  if (isWorking(one)) {
    return (
      <WorkUnderWay
        text={t('validation.underWay', { done: count(one.done), total: count(one.total) })}
        done={one.done}
        total={one.total}
      />
    );
  }
  if (one.halted === 'stopped') {
    return (
      <Alert role="status" color="yellow">
        {t('validation.stoppedAt', { done: count(one.done), total: count(one.total) })}
      </Alert>
    );
  }
  if (one.halted === 'failed') return <Alert color="red">{one.error && saidByServer(one.error)}</Alert>;
  if (one.state === 'open' && one.origin === 'advertiser') {
    return (
      <Alert role="status" color="blue">
        {t('validation.isProposal')}
      </Alert>
    );
  }
  return null;
}

/** each is a way to its rows; pressed again, all are shown */
function Cases({ one }: { one: ShownReconciliation }) {
  const [search, setSearch] = useSearchParams();
  const show = (name: 'finding' | 'outcome', value: string) =>
    setSearch(search.get(name) === value ? {} : { [name]: value }, { replace: true });
  const part = (name: 'finding' | 'outcome', value: string, text: string) => (
    <li key={`${name}-${value}`}>
      <Button
        size="xs"
        variant={search.get(name) === value ? 'filled' : 'light'}
        aria-pressed={search.get(name) === value}
        onClick={() => show(name, value)}
      >
        {text}
      </Button>
    </li>
  );
  return (
    <>
      <ul className={classes.cases} aria-label={t('validation.cases')}>
        {one.findings.map(({ finding, rows }) => part('finding', finding, `${findingWords[finding]}: ${count(rows)}`))}
      </ul>
      {one.outcomes.length > 0 && (
        <ul className={classes.cases} aria-label={t('validation.outcomes')}>
          {one.outcomes.map(({ outcome, rows }) =>
            part('outcome', outcome, `${outcomeWords[outcome]}: ${count(rows)}`),
          )}
        </ul>
      )}
    </>
  );
}
