// Invoices of advertisers: made of a period, taken back, and as they are paid, reminded of and written off.
import { type Invoice, invoiceLog, advertiserBillingRoutes as routes } from '@tributary/contract/billing/advertisers';
import { pdfRoutes } from '@tributary/contract/billing/pdf';
import { call, callForBlob } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import { decisionAction } from '../../kit/log-page/decision.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { loadChoices } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { calendarDay, money } from '../../ui/format.ts';
import { IconCircleMinus, IconDownload, IconMail, IconX } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { billingTabs, INVOICES, invoiceTones, invoiceWords, newKey, openedKey } from './words.ts';

const isOpen = (row: Invoice): boolean =>
  row.kind === 'invoice' && (row.state === 'issued' || row.state === 'part-paid');

/** the month before this one */
function lastMonth(): { period_from: string; period_to: string } {
  const now = new Date();
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return {
    period_from: day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))),
    period_to: day(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0))),
  };
}

const make = formDialog<Invoice, { period_from: string; period_to: string }>({
  title: t('advertiserBilling.makeInvoices'),
  form: () => ({
    fields: [
      { name: 'period_from', label: t('payouts.from'), kind: 'date', half: true, required: true },
      {
        name: 'period_to',
        label: t('payouts.to'),
        kind: 'date',
        half: true,
        required: true,
        help: t('advertiserBilling.makeInvoicesHelp'),
      },
    ],
    initial: lastMonth(),
    schema: routes.makeInvoices.body,
    submit: t('advertiserBilling.makeInvoices'),
    busy: t('payouts.starting'),
  }),
  send: (body, _row, context) => call(routes.makeInvoices, { body }, { ...context, idempotencyKey: newKey() }),
  success: t('advertiserBilling.invoicesBegun'),
});

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

const writeOff = formDialog<Invoice, { amount: string; reason: string }>({
  title: (row) => t('advertiserBilling.writeOffOf', { number: row?.number ?? '' }),
  form: (row) => {
    return {
      fields: [
        {
          name: 'amount',
          label: t('advertiserBilling.amount'),
          kind: 'text',
          required: true,
          help: row ? t('advertiserBilling.openAmount', { amount: money(row.open, row.currency) }) : '',
        },
        { name: 'reason', label: t('common.reason'), kind: 'textarea', required: true },
      ],
      initial: { amount: row?.open ?? '', reason: '' },
      schema: routes.writeOffInvoice.body,
      submit: t('advertiserBilling.writeOff'),
      busy: t('common.saving'),
    };
  },
  send: (body, row, context) =>
    call(routes.writeOffInvoice, { params: { id: row?.id ?? '' }, body }, { ...context, idempotencyKey: openedKey() }),
  success: t('advertiserBilling.writtenOff'),
});

const invoices = log(invoiceLog, {
  name: INVOICES,
  title: t('menu.advertisersBilling'),
  purpose: t('advertiserBilling.invoicesPurpose'),
  load: routes.invoices,
  file: routes.exportInvoices,
  columns: [
    { id: 'number', title: t('advertiserBilling.number'), fixed: true },
    { id: 'advertiser', title: t('common.advertiser') },
    { id: 'state', title: t('common.status'), words: invoiceWords, tones: invoiceTones },
    { id: 'total', title: t('advertiserBilling.total') },
    { id: 'paid', title: t('advertiserBilling.paid') },
    { id: 'open', title: t('advertiserBilling.open') },
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
    },
    { id: 'po_number', title: t('advertiserBilling.po') },
    { id: 'period', title: t('advertiserBilling.period'), hidden: true },
    { id: 'issued_at', title: t('advertiserBilling.issued'), hidden: true },
    { id: 'reminded_at', title: t('advertiserBilling.remindedAt') },
  ],
  nameOf: ({ number }) => number,
  filters: [
    {
      kind: 'found',
      name: 'advertiser_id',
      label: t('common.advertiser'),
      of: 'advertiser',
      load: loadChoices('advertiser'),
      nameIn: (row) => row.advertiser,
    },
    {
      kind: 'choices',
      name: 'state',
      label: t('common.status'),
      options: Object.entries(invoiceWords).map(([value, label]) => ({ value, label })),
    },
    { kind: 'flag', name: 'overdue', label: t('advertiserBilling.onlyOverdue') },
    { kind: 'text', name: 'number', label: t('advertiserBilling.number') },
  ],
  rowActions: [
    {
      label: t('advertiserBilling.pdf'),
      calls: pdfRoutes.invoicePdf,
      icon: IconDownload,
      when: (row) => row.has_file,
      run: async ({ id, number }, { session }) =>
        download(`${number}.pdf`, await callForBlob(pdfRoutes.invoicePdf, { params: { id } }, { session })),
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
  ],
  add: { label: t('advertiserBilling.makeInvoices'), calls: routes.makeInvoices, dialog: 'make' },
  dialogs: { make, writeOff },
  empty: { title: t('advertiserBilling.noInvoices'), text: t('advertiserBilling.noInvoicesText') },
  nothingFound: t('advertiserBilling.nothingFound'),
});

export default function Invoices() {
  return <LogPage log={invoices} intro={<PageTabs label={t('menu.advertisersBilling')} tabs={billingTabs} />} />;
}
