// Billing History: what was billed and paid, each with the balance that it left.
import { historyLog, advertiserBillingRoutes as routes } from '@tributary/contract/billing/advertisers';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { t } from '../../words/advertiser.ts';
import { historyTones, historyWords } from './words.ts';

const history = log(historyLog, {
  name: 'billing-history',
  title: t('menu.billingHistory'),
  purpose: t('billing.historyPurpose'),
  load: routes.ownBillingHistory,
  file: routes.exportOwnBillingHistory,
  columns: [
    { id: 'at', title: t('billing.time'), fixed: true },
    { id: 'kind', title: t('billing.kind'), words: historyWords, tones: historyTones },
    { id: 'reference', title: t('billing.referenceOrNumber') },
    { id: 'amount', title: t('billing.amount') },
    { id: 'balance', title: t('billing.balance') },
  ],
  nameOf: ({ reference, kind }) => reference || historyWords[kind],
  hasPeriod: true,
  filters: [{ kind: 'text', name: 'currency', label: t('billing.currency') }],
  empty: { title: t('billing.noHistory'), text: t('billing.noHistoryText') },
  nothingFound: t('billing.nothingFound'),
});

export default function History() {
  return <LogPage log={history} />;
}
