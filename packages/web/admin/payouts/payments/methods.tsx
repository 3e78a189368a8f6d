// Affiliate Billing › Payout methods: where each publisher is paid, masked; who has just changed it is paid after three days.
import { type MethodRow, methodLog, payingRoutes } from '@tributary/contract/billing/paying';
import { log } from '../../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import { dateTime } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { loadPayees } from '../../billing/people.ts';
import { payoutTabs } from '../words.ts';
import { methodWords } from './words.ts';

const isHeld = ({ held_until }: MethodRow): boolean => held_until !== null && held_until * 1000 > Date.now();

const methods = log(methodLog, {
  name: 'payout-methods',
  title: t('menu.affiliateBilling'),
  purpose: t('payments.methodsPurpose'),
  load: payingRoutes.payoutMethods,
  file: payingRoutes.exportPayoutMethods,
  searchPlaceholder: t('payments.searchMethods'),
  nameOf: ({ publisher }) => publisher.name,
  columns: [
    { id: 'publisher', title: t('common.publisher'), fixed: true },
    { id: 'kind', title: t('payouts.method'), words: methodWords },
    { id: 'mask', title: t('payments.paidTo') },
    { id: 'currency', title: t('money.currency') },
    { id: 'changed_at', title: t('payments.changedAt') },
    {
      id: 'held_until',
      title: t('payments.heldUntil'),
      kind: 'text',
      value: (row) => (isHeld(row) && row.held_until ? dateTime(row.held_until) : null),
    },
  ],
  filters: [
    wordFilter('kind', t('payouts.method'), methodWords),
    {
      kind: 'found',
      name: 'publisher',
      label: t('common.publisher'),
      of: 'publisher',
      load: loadPayees,
      nameIn: (row) => row.publisher,
    },
  ],
  empty: { title: t('payments.noMethods'), text: t('payments.noMethodsText') },
  nothingFound: t('payments.noMethodFits'),
});

export default function PayoutMethods() {
  return <LogPage log={methods} intro={<PageTabs label={t('menu.affiliateBilling')} tabs={payoutTabs} />} />;
}
