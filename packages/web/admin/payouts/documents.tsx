// Affiliate Billing › Documents: drafts, self-bills, publishers' own invoices and credit notes, each with every entry behind it.
import { type DocumentRow, documentLog, documentRoutes } from '@tributary/contract/billing/documents';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { calendarDay, EMPTY } from '../../ui/format.ts';
import { IconEye } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { currencyFilter, dayFilter, runFilter } from '../billing/filters.tsx';
import { loadPayees } from '../billing/people.ts';
import { bulkActions, documentActions, documentFiles } from './document-actions.ts';
import { DocumentDrawer } from './document-drawer.tsx';
import {
  DOCUMENTS,
  documentName,
  kindWords,
  payoutTabs,
  periodText,
  stateText,
  stateTone,
  stateWords,
} from './words.ts';

const documents = log(documentLog, {
  name: DOCUMENTS,
  title: t('menu.affiliateBilling'),
  purpose: t('payouts.documentsPurpose'),
  load: documentRoutes.documents,
  file: documentRoutes.exportDocuments,
  searchPlaceholder: t('payouts.searchDocuments'),
  nameOf: documentName,
  columns: [
    {
      id: 'number',
      title: t('payouts.number'),
      kind: 'text',
      value: (row: DocumentRow) => row.number ?? kindWords[row.kind],
      fixed: true,
      opens: true,
    },
    { id: 'state', title: t('common.state'), kind: 'status', value: stateText, tone: stateTone },
    { id: 'owner', title: t('common.publisher') },
    { id: 'period', title: t('payouts.period'), kind: 'text', value: periodText },
    { id: 'lines', title: t('payouts.lines'), hidden: true },
    { id: 'net', title: t('payouts.net'), opens: true, hidden: true },
    { id: 'vat', title: t('payouts.vat'), opens: true, hidden: true },
    { id: 'withheld', title: t('payouts.withheld'), opens: true },
    { id: 'total', title: t('payouts.total'), opens: true },
    { id: 'to_pay', title: t('payouts.toPay'), opens: true },
    { id: 'open', title: t('payouts.left'), opens: true },
    {
      id: 'due_on',
      title: t('payouts.due'),
      kind: 'text',
      value: (row: DocumentRow) => (row.due_on ? calendarDay(row.due_on) : EMPTY),
    },
  ],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: t('common.state'),
      options: Object.entries(stateWords).map(([value, label]) => ({ value, label })),
    },
    wordFilter('kind', t('common.kind'), {
      'self-bill': kindWords['self-bill'],
      'own-invoice': kindWords['own-invoice'],
      'credit-note': kindWords['credit-note'],
    }),
    {
      kind: 'found',
      name: 'owner',
      label: t('common.publisher'),
      of: 'publisher',
      load: loadPayees,
      nameIn: (row) => row.owner,
    },
    dayFilter('due_from', t('payouts.dueFrom')),
    dayFilter('due_until', t('payouts.dueUntil')),
    { kind: 'flag', name: 'open', label: t('payouts.onlyLeft') },
    currencyFilter,
    runFilter(documentRoutes.billingRuns),
  ],
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    ...documentFiles,
    ...documentActions,
  ],
  bulkActions,
  selectedText: (count) => t('payouts.selected', { count }),
  details: DocumentDrawer,
  detailsTitle: t('payouts.document'),
  empty: { title: t('payouts.noDocuments'), text: t('payouts.noDocumentsText') },
  nothingFound: t('payouts.noDocumentFits'),
});

export default function Documents() {
  return <LogPage log={documents} intro={<PageTabs label={t('menu.affiliateBilling')} tabs={payoutTabs} />} />;
}
