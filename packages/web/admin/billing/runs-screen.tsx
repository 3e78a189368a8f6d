// Runs of a period, account by account, with progress, what each made, and what was carried and why: publishers' make drafts,
// advertisers' issue invoices at once. One screen used twice.

import { Anchor, Group, Progress } from '@mantine/core';
import { advertiserBillingRoutes } from '@tributary/contract/billing/advertisers';
import { type BillingRun, documentRoutes, type RunItem, runLog } from '@tributary/contract/billing/documents';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { alertDialog, confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import classes from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { type DetailsProps, type Log, log } from '../../kit/log-page/log-declaration.ts';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { moveDay, workspaceToday } from '../../kit/shell/workspace-day.ts';
import { count, dateTime, money } from '../../ui/format.ts';
import { IconEye, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import { PagedRows } from '../payouts/paged-rows.tsx';
import { carriedWords, periodText, runTones, runWords } from '../payouts/words.ts';
import { InvoicesToCome } from './invoices-to-come.tsx';

const sides = {
  publisher: {
    name: 'payout-runs',
    title: t('menu.affiliateBilling'),
    purpose: t('payouts.runsPurpose'),
    at: '/am/affiliates/billing/runs',
    documentsAt: '/am/affiliates/billing/documents',
    documents: t('payouts.itsDocuments'),
    made: t('payouts.drafts'),
    nothingMade: t('payouts.noDraftsMade'),
    startLabel: t('payouts.startRun'),
    startHelp: t('payouts.runHelp'),
    submit: t('payouts.generate'),
    emptyText: t('payouts.noRunsText'),
    all: documentRoutes.billingRuns,
    file: documentRoutes.exportBillingRuns,
    one: documentRoutes.billingRun,
    items: documentRoutes.billingRunItems,
    start: documentRoutes.startBillingRun,
    stop: documentRoutes.stopBillingRun,
    resume: documentRoutes.resumeBillingRun,
  },
  advertiser: {
    name: 'invoice-runs',
    title: t('menu.advertisersBilling'),
    purpose: t('advertiserBilling.runsPurpose'),
    at: '/am/advertisers/billing/runs',
    documentsAt: '/am/advertisers/billing/invoices',
    documents: t('advertiserBilling.itsInvoices'),
    made: t('advertiserBilling.invoices'),
    nothingMade: t('advertiserBilling.noInvoicesMade'),
    startLabel: t('advertiserBilling.makeInvoices'),
    startHelp: t('advertiserBilling.makeInvoicesHelp'),
    submit: t('advertiserBilling.makeInvoices'),
    emptyText: t('advertiserBilling.noRunsText'),
    all: advertiserBillingRoutes.invoiceRuns,
    file: advertiserBillingRoutes.exportInvoiceRuns,
    one: advertiserBillingRoutes.invoiceRun,
    items: advertiserBillingRoutes.invoiceRunItems,
    start: advertiserBillingRoutes.makeInvoices,
    stop: advertiserBillingRoutes.stopInvoiceRun,
    resume: advertiserBillingRoutes.resumeInvoiceRun,
  },
} as const;
type RunSide = keyof typeof sides;

/** the month before this one */
function lastMonth(): RunPeriod {
  const last = moveDay(`${workspaceToday().slice(0, 7)}-01`, -1);
  return { period_from: `${last.slice(0, 7)}-01`, period_to: last };
}

interface RunPeriod {
  period_from: string;
  period_to: string;
}
interface OnlyOne {
  id: string;
  name: string;
}
/** begins a run and opens it, from wherever it is asked for; of one account alone where its row is given */
export const startRun = <Row,>(side: RunSide, oneOf: (row: Row) => OnlyOne | null = () => null) => {
  const { startLabel, startHelp, submit, start, at } = sides[side];
  const only = (row: Row | null): OnlyOne | null => row && oneOf(row);
  /** drafts are thrown away as easily as they are made; an invoice is issued at once, so that its sum is shown first */
  const asksFirst = async (body: RunPeriod, one: OnlyOne | null, context: CallContext): Promise<boolean> => {
    const query = { ...body, ...(one ? { owner_id: one.id } : {}) };
    const preview = await call(advertiserBillingRoutes.previewInvoices, { query }, context);
    const many = preview.totals.reduce((all, { invoices }) => all + invoices, 0);
    if (many === 0) {
      await alertDialog(t('advertiserBilling.nothingToMakeText'), t('advertiserBilling.nothingToMake'));
      return false;
    }
    return confirmDialog({
      title: one ? t('advertiserBilling.makeFor', { name: one.name }) : t('advertiserBilling.makeForAll'),
      text: t('advertiserBilling.makeText'),
      details: <InvoicesToCome preview={preview} />,
      confirm: submit,
    });
  };
  return formDialog<Row, RunPeriod, BillingRun | false>({
    title: (row) => [startLabel, only(row)?.name].filter(Boolean).join(': '),
    form: () => ({
      fields: [
        { name: 'period_from', label: t('payouts.from'), kind: 'date', half: true, required: true },
        { name: 'period_to', label: t('payouts.to'), kind: 'date', half: true, required: true, help: startHelp },
      ],
      initial: lastMonth(),
      schema: start.body,
      submit,
      busy: t('payouts.starting'),
    }),
    send: async (body, row, context) => {
      const one = only(row);
      if (side === 'advertiser' && !(await asksFirst(body, one, context))) return false;
      return call(start, { body: { ...body, ...(one ? { owner_id: one.id } : {}) } }, context);
    },
    success: t('payouts.runStarted'),
    leadsTo: (run) => (run ? `${at}?record=${run.id}` : at),
  });
};

const isMoving = ({ state }: BillingRun): boolean => state === 'waiting' || state === 'running';
const progressText = ({ done, total }: BillingRun): string =>
  t('payouts.ofAccounts', { done: count(done), total: count(total) });

const stopAndGoOn = (side: RunSide) => [
  rowCall<BillingRun>({
    label: t('payouts.stop'),
    calls: sides[side].stop,
    icon: IconPlayerPause,
    when: isMoving,
    send: ({ id }, context) => call(sides[side].stop, { params: { id } }, context),
    done: t('payouts.runStopped'),
  }),
  rowCall<BillingRun>({
    label: t('payouts.resume'),
    calls: sides[side].resume,
    icon: IconPlayerPlay,
    when: ({ state }) => state === 'stopped' || state === 'failed',
    send: ({ id }, context) => call(sides[side].resume, { params: { id } }, context),
    done: t('payouts.runStarted'),
  }),
];

function RunDrawer({ side, id, tools }: DetailsProps<BillingRun> & { side: RunSide }) {
  const { name, one, documentsAt, documents, made, nothingMade } = sides[side];
  return (
    <LoadedRecord of={[name, id]} load={(context) => call(one, { params: { id } }, context)} isMoving={isMoving}>
      {(run) => (
        <>
          <Group gap="xs">
            <StatusBadge status={runWords[run.state]} tone={runTones[run.state]} />
            <VerbButtons row={run} actions={stopAndGoOn(side)} tools={tools} />
          </Group>
          <div role="status">
            <p>{progressText(run)}</p>
            <Progress
              value={run.total === 0 ? (isMoving(run) ? 0 : 100) : (100 * run.done) / run.total}
              animated={isMoving(run)}
              aria-hidden
            />
          </div>
          <Facts
            facts={[
              [t('payouts.period'), periodText(run)],
              [made, count(run.drafts)],
              [t('payouts.carried'), count(run.carried)],
              [t('common.created'), dateTime(run.created_at)],
              [t('payouts.endedAt'), run.finished_at && dateTime(run.finished_at)],
              [t('payouts.error'), run.error && saidByServer(run.error), 'wide'],
            ]}
          />
          {run.drafts > 0 && (
            <Anchor component={Link} to={`${documentsAt}?run=${id}`}>
              {documents}
            </Anchor>
          )}
          <Items side={side} run={run} outcome="draft" title={made} empty={nothingMade} />
          <Items
            side={side}
            run={run}
            outcome="carried"
            title={t('payouts.carriedAndWhy')}
            empty={t('payouts.nothingCarried')}
          />
        </>
      )}
    </LoadedRecord>
  );
}

interface ItemsProps {
  side: RunSide;
  run: BillingRun;
  outcome: 'draft' | 'carried';
  title: string;
  empty: string;
}

function Items({ side, run, outcome, title, empty }: ItemsProps) {
  const { name, items, documentsAt } = sides[side];
  const what = ({ document_id: document, document_number: number, reason }: RunItem) =>
    document ? (
      <Anchor component={Link} to={`${documentsAt}?record=${document}`}>
        {number ?? t('payouts.document')}
      </Anchor>
    ) : (
      reason && carriedWords[reason]
    );
  return (
    <Section title={title}>
      <PagedRows
        of={[`${name}-items`, run.id, outcome, String(run.done)]}
        load={(page, context) => call(items, { params: { id: run.id }, query: { outcome, ...page } }, context)}
        empty={empty}
        more={t('payouts.more')}
        growing
      >
        {(rows) => (
          <table className={classes.table}>
            <tbody>
              {rows.map((item) => (
                <tr key={item.id}>
                  <td>{`${item.owner.name} (${item.owner.number})`}</td>
                  <td>{what(item)}</td>
                  <td data-right>{money(item.amount, item.currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </PagedRows>
    </Section>
  );
}

const drawers = {
  publisher: (props: DetailsProps<BillingRun>) => <RunDrawer side="publisher" {...props} />,
  advertiser: (props: DetailsProps<BillingRun>) => <RunDrawer side="advertiser" {...props} />,
} as const;

export function runsOf(side: RunSide): Log<BillingRun> {
  const { name, title, purpose, all, file, made, startLabel, start, emptyText } = sides[side];
  return log(runLog, {
    name,
    title,
    purpose,
    load: all,
    file,
    nameOf: periodText,
    searchPlaceholder: t('payouts.searchRuns'),
    isMoving,
    columns: [
      { id: 'period_from', title: t('payouts.period'), kind: 'text', value: periodText, fixed: true, opens: true },
      { id: 'state', title: t('common.state'), words: runWords, tones: runTones },
      {
        id: 'done',
        title: t('payouts.progress'),
        kind: 'text',
        value: progressText,
      },
      { id: 'drafts', title: made },
      { id: 'carried', title: t('payouts.carried') },
      { id: 'created_at', title: t('common.created') },
      { id: 'finished_at', title: t('payouts.endedAt'), hidden: true },
    ],
    filters: [wordFilter('state', t('common.state'), runWords)],
    add: { label: startLabel, calls: start, dialog: 'start' },
    dialogs: { start: startRun(side) },
    rowActions: [
      { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
      ...stopAndGoOn(side),
    ],
    details: drawers[side],
    detailsTitle: t('payouts.run'),
    empty: { title: t('payouts.noRuns'), text: emptyText },
    nothingFound: t('payouts.noRunFits'),
  });
}
