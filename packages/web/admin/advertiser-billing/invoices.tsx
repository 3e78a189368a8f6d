// Invoices of advertisers: made of a period, taken back, and as they are paid, reminded of and written off.
import { Group } from '@mantine/core';
import { type Invoice, invoiceLog, advertiserBillingRoutes as routes } from '@tributary/contract/billing/advertisers';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { pdfRoutes } from '@tributary/contract/billing/pdf';
import { useState } from 'react';
import { call, callForBlob } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { decisionAction } from '../../kit/log-page/decision.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { type DetailsProps, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { calendarDay, dateTime, money } from '../../ui/format.ts';
import { IconArrowBackUp, IconCircleMinus, IconDownload, IconEye, IconMail, IconX } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { currencyFilter, dayFilter, runFilter } from '../billing/filters.tsx';
import { loadPayers } from '../billing/people.ts';
import { startRun } from '../billing/runs-screen.tsx';
import { ageWords } from '../billing/words.ts';
import { EntryTable } from '../payouts/entry-table.tsx';
import { LineTable } from '../payouts/line-table.tsx';
import { kindWords, periodText } from '../payouts/words.ts';
import { paymentAction, recordPayment } from './record-payment.tsx';
import { billingTabs, INVOICES, invoiceTones, invoiceWords, newKey, openedKey } from './words.ts';

const isOpen = (row: Invoice): boolean =>
  row.kind === 'invoice' && (row.state === 'issued' || row.state === 'part-paid');

/** settled without all of it having come */
const isGivenUp = ({ state, written_off }: Invoice): boolean => state === 'paid' && written_off !== '0';
/** a credit note waits for no money: it takes back */
function stateText(row: Invoice): string {
  if (row.kind === 'credit-note') return kindWords[row.kind];
  return isGivenUp(row) ? t('advertiserBilling.writtenOff') : invoiceWords[row.state];
}
const stateTone = (row: Invoice) =>
  row.kind === 'credit-note' || isGivenUp(row) ? 'neutral' : invoiceTones[row.state];

const takeBack = decisionAction<Invoice>({
  label: t('payouts.credit'),
  calls: routes.creditInvoice,
  icon: IconX,
  danger: true,
  when: (row) => row.kind === 'invoice' && row.state === 'issued' && row.paid === '0' && row.written_off === '0',
  title: ({ number }) => t('payouts.creditAsk', { name: number }),
  text: () => t('advertiserBilling.creditText'),
  usual: [t('payouts.wrongPeriod'), t('payouts.wrongProfile')],
  send: async ({ id }, reason, session) => {
    const context = { session, idempotencyKey: newKey() };
    await call(routes.creditInvoice, { params: { id }, body: { reason } }, context);
    return undefined;
  },
  done: t('payouts.creditedDone'),
});

const remind = rowCall<Invoice>({
  label: t('advertiserBilling.remind'),
  calls: routes.remindInvoice,
  icon: IconMail,
  when: isOpen,
  ask: ({ number, advertiser }) => ({
    title: t('advertiserBilling.remindOf', { number }),
    text: t('advertiserBilling.remindText', { name: advertiser.name }),
    confirm: t('advertiserBilling.sendReminder'),
  }),
  send: ({ id }, context) => call(routes.remindInvoice, { params: { id } }, context),
  done: t('advertiserBilling.reminded'),
});

interface AmountOf {
  route: typeof routes.writeOffInvoice | typeof routes.recoverInvoice;
  title: (number: string) => string;
  /** all of it, unless less is said */
  most: (invoice: Invoice) => string;
  help: (amount: string) => string;
  submit: string;
  success: string;
}
const amountDialog = ({ route, title, most, help, submit, success }: AmountOf) =>
  formDialog<Invoice, { amount: string; reason: string }>({
    title: (row) => title(row?.number ?? ''),
    form: (row) => ({
      fields: [
        {
          name: 'amount',
          label: t('advertiserBilling.amount'),
          kind: 'text',
          required: true,
          help: row ? help(money(most(row), row.currency)) : '',
        },
        { name: 'reason', label: t('common.reason'), kind: 'textarea', required: true },
      ],
      initial: { amount: row ? most(row) : '', reason: '' },
      schema: route.body,
      submit,
      busy: t('common.saving'),
    }),
    send: (body, row, context) =>
      call(route, { params: { id: row?.id ?? '' }, body }, { ...context, idempotencyKey: openedKey() }),
    success,
  });

const writeOff = amountDialog({
  route: routes.writeOffInvoice,
  title: (number) => t('advertiserBilling.writeOffOf', { number }),
  most: ({ open }) => open,
  help: (amount) => t('advertiserBilling.openAmount', { amount }),
  submit: t('advertiserBilling.writeOff'),
  success: t('advertiserBilling.writtenOff'),
});

const recover = amountDialog({
  route: routes.recoverInvoice,
  title: (number) => t('advertiserBilling.recoverOf', { number }),
  most: (invoice) => invoice.written_off,
  help: (amount) => t('advertiserBilling.lostAmount', { amount }),
  submit: t('advertiserBilling.recover'),
  success: t('advertiserBilling.recovered'),
});

const actions: readonly RowAction<Invoice>[] = [
  paymentAction(isOpen),
  {
    label: t('advertiserBilling.pdf'),
    calls: pdfRoutes.invoicePdf,
    icon: IconDownload,
    when: (row) => row.has_file,
    run: async ({ id, number }, { session }) => {
      try {
        download(`${number}.pdf`, await callForBlob(pdfRoutes.invoicePdf, { params: { id } }, { session }));
      } catch (error) {
        toast.error(sentenceFor(error));
      }
    },
  },
  remind,
  takeBack,
  {
    label: t('advertiserBilling.writeOff'),
    calls: routes.writeOffInvoice,
    icon: IconCircleMinus,
    danger: true,
    when: isOpen,
    run: (row, { open }) => {
      newKey();
      open('writeOff', row);
    },
  },
  {
    label: t('advertiserBilling.recover'),
    calls: routes.recoverInvoice,
    icon: IconArrowBackUp,
    when: (row) => row.written_off !== '0',
    run: (row, { open }) => {
      newKey();
      open('recover', row);
    },
  },
];

/** what stands on it, what is paid of it, and the entries that it is added up of */
function InvoiceDrawer({ id, tools }: DetailsProps<Invoice>) {
  const [line, setLine] = useState<number | null>(null);
  return (
    <LoadedRecord
      of={[INVOICES, id]}
      load={async (context) => ({ invoice: (await call(routes.invoices, { query: { id } }, context)).rows[0] })}
    >
      {({ invoice }) =>
        invoice ? (
          <>
            <Group gap="xs">
              <StatusBadge status={stateText(invoice)} tone={stateTone(invoice)} />
              <VerbButtons row={invoice} actions={actions} tools={tools} />
            </Group>
            <Sums invoice={invoice} />
            <Section title={t('payouts.lines')}>
              <LineTable
                of={invoice.id}
                load={(query, context) => call(routes.invoiceLines, { params: { id: invoice.id }, query }, context)}
                currency={invoice.currency}
                open={line}
                choose={setLine}
              />
            </Section>
            <Section title={line === null ? t('payouts.entries') : t('payouts.entriesOfLine', { line })}>
              <EntryTable
                of={`${invoice.id}.${line}`}
                load={(page, context) => {
                  const query = { document: invoice.id, ...(line === null ? {} : { line }), ...page };
                  return call(entryRoutes.advertiserEntries, { query }, context);
                }}
              />
            </Section>
          </>
        ) : (
          <p>{t('advertiserBilling.nothingFound')}</p>
        )
      }
    </LoadedRecord>
  );
}

function Sums({ invoice }: { invoice: Invoice }) {
  const { advertiser, due_on, overdue_days, net_days } = invoice;
  const amount = (value: string) => money(value, invoice.currency);
  return (
    <Facts
      facts={[
        [t('advertiserBilling.number'), invoice.number],
        [t('common.kind'), kindWords[invoice.kind]],
        [t('common.advertiser'), `${advertiser.name} (${advertiser.number})`],
        [t('advertiserBilling.period'), periodText(invoice)],
        [t('payouts.net'), amount(invoice.net)],
        [t('payouts.vat'), amount(invoice.vat)],
        [t('advertiserBilling.total'), amount(invoice.total)],
        [t('advertiserBilling.paid'), invoice.paid !== '0' && amount(invoice.paid)],
        [t('advertiserBilling.writtenOff'), invoice.written_off !== '0' && amount(invoice.written_off)],
        [t('advertiserBilling.open'), amount(invoice.open)],
        [t('advertiserBilling.issued'), dateTime(invoice.issued_at)],
        [
          t('advertiserBilling.due'),
          due_on &&
            (overdue_days > 0
              ? t('advertiserBilling.dueLate', { day: calendarDay(due_on), count: overdue_days })
              : calendarDay(due_on)),
        ],
        [t('advertiserBilling.terms'), net_days === null ? null : t('advertiserBilling.netDays', { count: net_days })],
        [t('advertiserBilling.po'), invoice.po_number],
        [t('advertiserBilling.remindedAt'), invoice.reminded_at && dateTime(invoice.reminded_at)],
      ]}
    />
  );
}

const invoices = log(invoiceLog, {
  name: INVOICES,
  title: t('menu.advertisersBilling'),
  purpose: t('advertiserBilling.invoicesPurpose'),
  load: routes.invoices,
  file: routes.exportInvoices,
  columns: [
    { id: 'number', title: t('advertiserBilling.number'), fixed: true, opens: true },
    { id: 'advertiser', title: t('common.advertiser') },
    { id: 'state', title: t('common.status'), kind: 'status', value: stateText, tone: stateTone },
    { id: 'total', title: t('advertiserBilling.total'), opens: true },
    { id: 'paid', title: t('advertiserBilling.paid'), opens: true },
    { id: 'open', title: t('advertiserBilling.open'), opens: true },
    {
      id: 'due_on',
      title: t('advertiserBilling.due'),
      kind: 'text',
      value: ({ due_on, overdue_days }) =>
        due_on &&
        (overdue_days > 0
          ? t('advertiserBilling.dueLate', { day: calendarDay(due_on), count: overdue_days })
          : calendarDay(due_on)),
    },
    {
      id: 'terms',
      title: t('advertiserBilling.terms'),
      kind: 'text',
      value: ({ net_days }) => (net_days === null ? null : t('advertiserBilling.netDays', { count: net_days })),
      hidden: true,
    },
    { id: 'po_number', title: t('advertiserBilling.po') },
    { id: 'period', title: t('advertiserBilling.period'), hidden: true },
    { id: 'issued_at', title: t('advertiserBilling.issued'), hidden: true },
    { id: 'reminded_at', title: t('advertiserBilling.remindedAt'), hidden: true },
  ],
  nameOf: ({ number }) => number,
  searchPlaceholder: t('advertiserBilling.searchInvoices'),
  filters: [
    {
      kind: 'found',
      name: 'advertiser_id',
      label: t('common.advertiser'),
      of: 'advertiser',
      load: loadPayers,
      nameIn: (row) => row.advertiser,
    },
    {
      kind: 'choices',
      name: 'state',
      label: t('common.status'),
      options: Object.entries(invoiceWords).map(([value, label]) => ({ value, label })),
    },
    { kind: 'flag', name: 'overdue', label: t('advertiserBilling.onlyOverdue') },
    wordFilter('age', t('advertiserBilling.overdueBy'), ageWords),
    dayFilter('due_from', t('payouts.dueFrom')),
    dayFilter('due_until', t('payouts.dueUntil')),
    currencyFilter,
    runFilter(routes.invoiceRuns),
  ],
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    ...actions,
  ],
  add: { label: t('advertiserBilling.makeInvoices'), calls: routes.makeInvoices, dialog: 'make' },
  dialogs: { make: startRun<Invoice>('advertiser'), payment: recordPayment, writeOff, recover },
  details: InvoiceDrawer,
  detailsTitle: t('advertiserBilling.invoice'),
  empty: { title: t('advertiserBilling.noInvoices'), text: t('advertiserBilling.noInvoicesText') },
  nothingFound: t('advertiserBilling.nothingFound'),
});

export default function Invoices() {
  return <LogPage log={invoices} intro={<PageTabs label={t('menu.advertisersBilling')} tabs={billingTabs} />} />;
}
