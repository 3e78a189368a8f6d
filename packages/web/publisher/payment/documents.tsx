// Payment Details › Documents: what is billed to the workspace, each with its lines and every entry behind them.
import { type DocumentRow, documentLog, documentRoutes } from '@tributary/contract/billing/documents';
import { pdfRoutes } from '@tributary/contract/billing/pdf';
import { appealAction, appealDialog, mayAppeal } from '../../features/appeals/own-appeals.tsx';
import { callForBlob } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { calendarDay, EMPTY } from '../../ui/format.ts';
import { IconDownload, IconEye, IconUpload } from '../../ui/icons.ts';
import { t } from '../../words/publisher.ts';
import { DocumentDrawer } from './document-drawer.tsx';
import { SendInvoice } from './send-invoice.tsx';
import { paymentTabs } from './tabs.ts';
import { documentTones, documentWords, kindWords } from './words.ts';

export const documentName = (row: DocumentRow): string => row.number ?? kindWords[row.kind];
const periodText = ({ period_from, period_to }: DocumentRow): string =>
  `${calendarDay(period_from)} – ${calendarDay(period_to)}`;

const endings: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' };
/** named by the document; what it is, the server says */
const taken = (name: string, blob: Promise<Blob>): Promise<void> =>
  blob.then(
    (content) => download([name, endings[content.type]].filter(Boolean).join('.'), content),
    (error: unknown) => void toast.error(sentenceFor(error)),
  );

export const documentActions: readonly RowAction<DocumentRow>[] = [
  {
    label: t('payment.sendInvoice'),
    calls: documentRoutes.sendOwnInvoice,
    icon: IconUpload,
    when: (row) => row.state === 'awaiting',
    run: (row, { open }) => open('invoice', row),
  },
  {
    label: t('payment.pdf'),
    calls: pdfRoutes.ownDocumentPdf,
    icon: IconDownload,
    when: (row) => row.issued_at !== null && row.kind !== 'own-invoice',
    run: (row, { session }) =>
      taken(documentName(row), callForBlob(pdfRoutes.ownDocumentPdf, { params: { id: row.id } }, { session })),
  },
  {
    label: t('payment.sentInvoice'),
    calls: documentRoutes.ownSentInvoice,
    icon: IconDownload,
    when: (row) => row.issued_at !== null && row.kind === 'own-invoice',
    run: (row, { session }) =>
      taken(documentName(row), callForBlob(documentRoutes.ownSentInvoice, { params: { id: row.id } }, { session })),
  },
  appealAction<DocumentRow>(
    'publisher',
    (row) => mayAppeal(row.issued_at) && row.state !== 'credited' && row.kind !== 'credit-note',
  ),
];

const documents = log(documentLog, {
  name: 'own-documents',
  title: t('menu.paymentDetails'),
  purpose: t('payment.documentsPurpose'),
  load: documentRoutes.ownDocuments,
  file: documentRoutes.exportOwnDocuments,
  searchPlaceholder: t('payment.searchDocuments'),
  nameOf: documentName,
  columns: [
    { id: 'number', title: t('payment.number'), kind: 'text', value: documentName, fixed: true, opens: true },
    { id: 'kind', title: t('payment.kind'), words: kindWords },
    { id: 'state', title: t('common.state'), words: documentWords, tones: documentTones },
    { id: 'period', title: t('payment.period'), kind: 'text', value: periodText },
    { id: 'net', title: t('payment.net'), hidden: true },
    { id: 'vat', title: t('payment.vat'), hidden: true },
    { id: 'withheld', title: t('payment.withheld') },
    { id: 'total', title: t('payment.total') },
    { id: 'to_pay', title: t('payment.toPay') },
    { id: 'on_the_way', title: t('payment.onTheWay') },
    { id: 'settled', title: t('payment.settled') },
    {
      id: 'due_on',
      title: t('payment.due'),
      kind: 'text',
      value: (row: DocumentRow) => (row.due_on ? calendarDay(row.due_on) : EMPTY),
    },
  ],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: t('common.state'),
      options: Object.entries(documentWords).flatMap(([value, label]) => (value === 'draft' ? [] : [{ value, label }])),
    },
    wordFilter('kind', t('payment.kind'), {
      'self-bill': kindWords['self-bill'],
      'own-invoice': kindWords['own-invoice'],
      'credit-note': kindWords['credit-note'],
    }),
  ],
  rowActions: [
    { label: t('payment.look'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    ...documentActions,
  ],
  dialogs: {
    invoice: SendInvoice,
    appeal: appealDialog<DocumentRow>({ side: 'publisher', kind: 'document', nameOf: documentName }),
  },
  details: (props) => <DocumentDrawer {...props} actions={documentActions} />,
  detailsTitle: t('payment.document'),
  empty: { title: t('payment.noDocuments'), text: t('payment.noDocumentsText') },
  nothingFound: t('payment.nothingFits'),
});

export default function Documents() {
  return <LogPage log={documents} intro={<PageTabs label={t('menu.paymentDetails')} tabs={paymentTabs} />} />;
}
