// Invoices of advertisers as they are paid: reminded of, written off.
import { type Invoice, invoiceLog, advertiserBillingRoutes as routes } from '@tributary/contract/billing/advertisers';
import { pdfRoutes } from '@tributary/contract/billing/pdf';
import { call, callForBlob } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { loadChoices } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { calendarDay, money } from '../../ui/format.ts';
import { IconCircleMinus, IconDownload, IconMail } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { billingTabs, INVOICES, invoiceTones, invoiceWords, newKey, openedKey } from './words.ts';

const isOpen = (row: Invoice): boolean =>
  row.kind === 'invoice' && (row.state === 'issued' || row.state === 'part-paid');

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
  dialogs: { writeOff },
  empty: { title: t('advertiserBilling.noInvoices'), text: t('advertiserBilling.noInvoicesText') },
  nothingFound: t('advertiserBilling.nothingFound'),
});

export default function Invoices() {
  return <LogPage log={invoices} intro={<PageTabs label={t('menu.advertisersBilling')} tabs={billingTabs} />} />;
}
