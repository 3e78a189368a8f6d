// Invoices: what was billed, when it is due, and what is paid of it.
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { profileRoutes } from '@tributary/contract/accounts/profile';
import {
  type OwnInvoice,
  ownInvoiceLog,
  advertiserBillingRoutes as routes,
} from '@tributary/contract/billing/advertisers';
import { pdfRoutes } from '@tributary/contract/billing/pdf';
import { Link } from 'react-router';
import { appealAction, appealDialog, mayAppeal } from '../../features/appeals/own-appeals.tsx';
import { call, callForBlob } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay } from '../../ui/format.ts';
import { IconDownload, IconEye } from '../../ui/icons.ts';
import { t } from '../../words/advertiser.ts';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import { invoiceTones, invoiceWords, periodText } from './words.ts';

const actions: readonly RowAction<OwnInvoice>[] = [
  {
    label: t('billing.pdf'),
    calls: pdfRoutes.ownInvoicePdf,
    icon: IconDownload,
    when: (row) => row.has_file,
    run: async ({ id, number }, { session }) => {
      try {
        download(`${number}.pdf`, await callForBlob(pdfRoutes.ownInvoicePdf, { params: { id } }, { session }));
      } catch (error) {
        toast.error(sentenceFor(error));
      }
    },
  },
  appealAction<OwnInvoice>(
    'advertiser',
    (row) => mayAppeal(row.issued_at) && row.kind === 'invoice' && row.state !== 'credited',
  ),
];

const invoices = log(ownInvoiceLog, {
  name: 'own-invoices',
  title: t('menu.invoices'),
  purpose: t('billing.invoicesPurpose'),
  load: routes.ownInvoices,
  file: routes.exportOwnInvoices,
  columns: [
    { id: 'number', title: t('billing.number'), fixed: true, opens: true },
    { id: 'state', title: t('billing.status'), words: invoiceWords, tones: invoiceTones },
    { id: 'total', title: t('billing.total') },
    { id: 'paid', title: t('billing.paid') },
    { id: 'open', title: t('billing.open') },
    {
      id: 'due_on',
      title: t('billing.due'),
      kind: 'text',
      value: ({ due_on, overdue_days }) =>
        due_on &&
        (overdue_days > 0
          ? t('billing.dueLate', { day: calendarDay(due_on), count: overdue_days })
          : calendarDay(due_on)),
    },
    { id: 'period', title: t('billing.period'), kind: 'text', value: periodText },
    { id: 'po_number', title: t('billing.po') },
    { id: 'issued_at', title: t('billing.issued'), hidden: true },
  ],
  nameOf: ({ number }) => number,
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: t('billing.status'),
      options: Object.entries(invoiceWords).map(([value, label]) => ({ value, label })),
    },
    { kind: 'flag', name: 'overdue', label: t('billing.onlyOverdue') },
  ],
  rowActions: [
    { label: t('billing.look'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    ...actions,
  ],
  dialogs: {
    appeal: appealDialog<OwnInvoice>({ side: 'advertiser', kind: 'document', nameOf: ({ number }) => number }),
  },
  details: (props) => <InvoiceDrawer {...props} actions={actions} />,
  detailsTitle: t('billing.invoice'),
  empty: { title: t('billing.noInvoices'), text: t('billing.noInvoicesText') },
  nothingFound: t('billing.nothingFound'),
});

/** what the next invoice will lack; the company details are where it comes from */
function Missing() {
  const { session } = useSession();
  const { data } = useQuery({
    queryKey: ['company', session.token],
    queryFn: ({ signal }) => call(profileRoutes.company, {}, { session, signal }),
  });
  if (!data) return null;
  const missing = [
    !data.legal_name && t('profile.legalName'),
    !data.address && t('profile.address'),
    !data.country && t('common.country'),
  ].filter((name) => name !== false);
  if (missing.length === 0) return null;
  return (
    <Alert role="status" color="yellow" title={t('billing.missingTitle')} mb="md">
      {t('billing.missingText', { fields: missing.join(', ') })}{' '}
      <Anchor component={Link} to="/advertiser/profile/company" inherit>
        {t('common.companyDetails')}
      </Anchor>
    </Alert>
  );
}

export default function Invoices() {
  return <LogPage log={invoices} intro={<Missing />} />;
}
