// Affiliate Billing › Payments: batches, from the choice of documents to the last answer.
import { type Batch, batchList, payingRoutes } from '@tributary/contract/billing/paying';
import { wordFilter } from '../../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import { resource } from '../../../kit/resource/declaration.ts';
import { ResourcePage } from '../../../kit/resource/resource-page.tsx';
import { IconEye } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import { payoutTabs } from '../words.ts';
import { BATCHES, batchName, batchTones, batchWords, isWorking, methodsText, PAYMENTS_PATH, sumText } from './words.ts';

const batches = resource(batchList, {
  name: BATCHES,
  title: t('menu.affiliateBilling'),
  countText: (total) => t('payments.batches', { count: total }),
  load: payingRoutes.batches,
  file: payingRoutes.exportBatches,
  nameOf: batchName,
  searchPlaceholder: t('payments.searchBatches'),
  isMoving: isWorking,
  columns: [
    {
      id: 'number',
      title: t('payments.batch'),
      kind: 'title',
      value: batchName,
      to: ({ id }: Batch) => `${PAYMENTS_PATH}/${id}`,
      fixed: true,
    },
    { id: 'state', title: t('common.state'), words: batchWords, tones: batchTones },
    { id: 'methods', title: t('payouts.method'), kind: 'text', clip: true, value: methodsText },
    {
      id: 'currencies',
      title: t('payments.paidIn'),
      kind: 'text',
      value: (row: Batch) => row.currencies.join(', '),
      hidden: true,
    },
    { id: 'payments', title: t('payouts.payments') },
    { id: 'sum', title: t('payments.sum'), kind: 'figure', value: sumText },
    { id: 'paid', title: t('payouts.paid') },
    { id: 'failures', title: t('payments.failures') },
    { id: 'note', title: t('common.note'), clip: true, hidden: true },
    { id: 'created_at', title: t('common.created') },
  ],
  filters: [wordFilter('state', t('common.state'), batchWords)],
  add: { label: t('payments.newBatch'), calls: payingRoutes.createBatch, to: `${PAYMENTS_PATH}/new` },
  rowActions: [
    {
      label: t('common.details'),
      calls: null,
      icon: IconEye,
      when: () => true,
      run: ({ id }, { go }) => go(`${PAYMENTS_PATH}/${id}`),
    },
  ],
  defaultSort: '-number',
  texts: {
    loading: t('payments.loading'),
    emptyTitle: t('payments.noBatches'),
    emptyText: t('payments.noBatchesText'),
  },
});

export default function Batches() {
  return <ResourcePage list={batches} intro={<PageTabs label={t('menu.affiliateBilling')} tabs={payoutTabs} />} />;
}
