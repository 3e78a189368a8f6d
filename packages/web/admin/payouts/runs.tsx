// Affiliate Billing › Runs: making drafts of a period, with progress, and what was carried and why.
import { Anchor, Progress } from '@mantine/core';
import { type BillingRun, documentRoutes, runLog } from '@tributary/contract/billing/documents';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import classes from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { count, money } from '../../ui/format.ts';
import { IconEye, IconPlayerPause, IconRefresh } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { carriedWords, payoutTabs, periodText, RUNS, runTones, runWords } from './words.ts';

/** the month before this one */
function lastMonth(): { period_from: string; period_to: string } {
  const now = new Date();
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return {
    period_from: day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))),
    period_to: day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0))),
  };
}

const start = formDialog<BillingRun, { period_from: string; period_to: string }>({
  title: t('payouts.startRun'),
  form: () => ({
    fields: [
      { name: 'period_from', label: t('payouts.from'), kind: 'date', half: true, required: true },
      {
        name: 'period_to',
        label: t('payouts.to'),
        kind: 'date',
        half: true,
        required: true,
        help: t('payouts.runHelp'),
      },
    ],
    initial: lastMonth(),
    schema: documentRoutes.startBillingRun.body,
    submit: t('payouts.generate'),
    busy: t('payouts.starting'),
  }),
  send: (body, _row, context) => call(documentRoutes.startBillingRun, { body }, context),
  success: t('payouts.runStarted'),
});

const SHOWN = 200;

const isMoving = ({ state }: BillingRun): boolean => state === 'waiting' || state === 'running';

function RunDrawer({ id }: DetailsProps<BillingRun>) {
  return (
    <LoadedRecord
      of={[RUNS, id]}
      load={(context) => call(documentRoutes.billingRun, { params: { id } }, context)}
      isMoving={isMoving}
    >
      {(run) => (
        <>
          <Facts
            facts={[
              [t('payouts.period'), periodText(run)],
              [t('common.state'), runWords[run.state]],
              [t('payouts.progress'), t('payouts.ofAccounts', { done: count(run.done), total: count(run.total) })],
              [t('payouts.drafts'), count(run.drafts)],
              [t('payouts.carried'), count(run.carried)],
              [t('payouts.error'), run.error, 'wide'],
            ]}
          />
          {isMoving(run) && (
            <Progress value={run.total === 0 ? 0 : (100 * run.done) / run.total} animated aria-hidden />
          )}
          <Anchor component={Link} to={`/am/affiliates/billing/documents?state=draft`}>
            {t('payouts.itsDrafts')}
          </Anchor>
          <Section title={t('payouts.carriedAndWhy')}>
            <LoadedRecord
              of={[`${RUNS}-items`, `${id}.${run.done}`]}
              load={(context) =>
                call(
                  documentRoutes.billingRunItems,
                  { params: { id }, query: { outcome: 'carried', limit: SHOWN } },
                  context,
                )
              }
            >
              {({ rows }) =>
                rows.length === 0 ? (
                  <p className={classes.saw}>{t('payouts.nothingCarried')}</p>
                ) : (
                  <table className={classes.table}>
                    <tbody>
                      {rows.map((item) => (
                        <tr key={item.id}>
                          <td>{`${item.owner.name} (${item.owner.number})`}</td>
                          <td>{item.reason && carriedWords[item.reason]}</td>
                          <td data-right>{money(item.amount, item.currency)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                )
              }
            </LoadedRecord>
          </Section>
        </>
      )}
    </LoadedRecord>
  );
}

const runs = log(runLog, {
  name: RUNS,
  title: t('menu.affiliateBilling'),
  purpose: t('payouts.runsPurpose'),
  load: documentRoutes.billingRuns,
  nameOf: periodText,
  isMoving,
  columns: [
    { id: 'period_from', title: t('payouts.period'), kind: 'text', value: periodText, fixed: true, opens: true },
    { id: 'state', title: t('common.state'), words: runWords, tones: runTones },
    {
      id: 'done',
      title: t('payouts.progress'),
      kind: 'text',
      value: (row: BillingRun) => t('payouts.ofAccounts', { done: count(row.done), total: count(row.total) }),
    },
    { id: 'drafts', title: t('payouts.drafts') },
    { id: 'carried', title: t('payouts.carried') },
    { id: 'created_at', title: t('common.created') },
  ],
  filters: [wordFilter('state', t('common.state'), runWords)],
  add: { label: t('payouts.startRun'), calls: documentRoutes.startBillingRun, dialog: 'start' },
  dialogs: { start },
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    rowCall<BillingRun>({
      label: t('payouts.stop'),
      calls: documentRoutes.stopBillingRun,
      icon: IconPlayerPause,
      when: isMoving,
      send: ({ id }, context) => call(documentRoutes.stopBillingRun, { params: { id } }, context),
      done: t('payouts.runStopped'),
    }),
    rowCall<BillingRun>({
      label: t('payouts.resume'),
      calls: documentRoutes.resumeBillingRun,
      icon: IconRefresh,
      when: ({ state }) => state === 'stopped' || state === 'failed',
      send: ({ id }, context) => call(documentRoutes.resumeBillingRun, { params: { id } }, context),
      done: t('payouts.runStarted'),
    }),
  ],
  details: RunDrawer,
  detailsTitle: t('payouts.run'),
  empty: { title: t('payouts.noRuns'), text: t('payouts.noRunsText') },
  nothingFound: t('payouts.noRunFits'),
});

export default function Runs() {
  return <LogPage log={runs} intro={<PageTabs label={t('menu.affiliateBilling')} tabs={payoutTabs} />} />;
}
