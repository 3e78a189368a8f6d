// Payment Details › Payments: what was sent, where to, and what became of it, in plain words.
import { ownPaymentLog, payingRoutes } from '@tributary/contract/billing/paying';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/publisher.ts';
import { PaymentDrawer } from './payment-drawer.tsx';
import { paymentTabs } from './tabs.ts';
import { methodText, paymentMeaning, paymentTones, paymentWords } from './words.ts';

const payments = log(ownPaymentLog, {
  name: 'own-payments',
  title: t('menu.paymentDetails'),
  purpose: t('payment.paymentsPurpose'),
  load: payingRoutes.ownPayments,
  file: payingRoutes.exportOwnPayments,
  columns: [
    { id: 'reserved_at', title: t('payment.time'), fixed: true, opens: true },
    { id: 'state', title: t('common.state'), words: paymentWords, tones: paymentTones },
    { id: 'meaning', title: t('payment.meaning'), kind: 'text', value: paymentMeaning },
    { id: 'pay', title: t('payment.paidAmount'), opens: true },
    {
      id: 'method',
      title: t('payment.to'),
      kind: 'text',
      value: methodText,
    },
    {
      id: 'document',
      title: t('payment.document'),
      kind: 'link',
      value: (row) => row.document.number,
      to: (row) => `/publisher/profile/payment/documents?record=${row.document.id}`,
    },
    { id: 'gross', title: t('payment.gross'), hidden: true },
    { id: 'withheld', title: t('payment.withheld') },
    { id: 'fee', title: t('payment.feeTaken'), hidden: true },
    { id: 'end_to_end_id', title: t('payment.reference'), hidden: true },
    { id: 'attempt', title: t('payment.attempt'), hidden: true },
  ],
  nameOf: (row) => t('payment.paymentOf', { number: row.document.number }),
  filters: [wordFilter('state', t('common.state'), paymentWords)],
  details: PaymentDrawer,
  detailsTitle: t('payment.payment'),
  empty: { title: t('payment.noPayments'), text: t('payment.noPaymentsText') },
  nothingFound: t('payment.nothingFits'),
});

export default function Payments() {
  return <LogPage log={payments} intro={<PageTabs label={t('menu.paymentDetails')} tabs={paymentTabs} />} />;
}
