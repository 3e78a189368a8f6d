// Payment Details › Payments: what was sent, where to, and what became of it, in plain words.
import { type OwnPayment, ownPaymentLog, payingRoutes } from '@tributary/contract/billing/paying';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { shortDate } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { saidByServer } from '../../words/said.ts';
import { paymentTabs } from './tabs.ts';
import { methodWords, paymentTones, paymentWords } from './words.ts';

/** what happens next, or what went wrong */
function meaning(row: OwnPayment): string {
  if (row.state === 'failed' || row.state === 'returned') {
    const why = row.reason ? saidByServer(row.reason) : '';
    return [why, t('payment.triedAgain')].filter(Boolean).join(' ');
  }
  if (row.state === 'reserved') return t('payment.reservedText');
  if (row.state === 'instructed') return t('payment.instructedText');
  if (row.state === 'cancelled') return t('payment.cancelledText');
  return row.settled_at === null ? '' : t('payment.paidText', { day: shortDate(row.settled_at) });
}

const payments = log(ownPaymentLog, {
  name: 'own-payments',
  title: t('menu.paymentDetails'),
  purpose: t('payment.paymentsPurpose'),
  load: payingRoutes.ownPayments,
  file: payingRoutes.exportOwnPayments,
  columns: [
    { id: 'reserved_at', title: t('payment.time'), fixed: true },
    { id: 'state', title: t('common.state'), words: paymentWords, tones: paymentTones },
    { id: 'meaning', title: t('payment.meaning'), kind: 'text', value: meaning },
    { id: 'pay', title: t('payment.paidAmount') },
    {
      id: 'method',
      title: t('payment.to'),
      kind: 'text',
      value: (row) => [row.method && methodWords[row.method], row.mask].filter(Boolean).join(' '),
    },
    {
      id: 'document',
      title: t('payment.document'),
      kind: 'link',
      value: (row) => row.document.number,
      to: (row) => `/publisher/profile/payment/documents?record=${row.document.id}`,
    },
    { id: 'gross', title: t('payment.gross') },
    { id: 'withheld', title: t('payment.withheld') },
    { id: 'fee', title: t('payment.feeTaken') },
    { id: 'end_to_end_id', title: t('payment.reference'), hidden: true },
    { id: 'attempt', title: t('payment.attempt'), hidden: true },
  ],
  nameOf: (row) => t('payment.paymentOf', { number: row.document.number }),
  filters: [wordFilter('state', t('common.state'), paymentWords)],
  empty: { title: t('payment.noPayments'), text: t('payment.noPaymentsText') },
  nothingFound: t('payment.nothingFits'),
});

export default function Payments() {
  return <LogPage log={payments} intro={<PageTabs label={t('menu.paymentDetails')} tabs={paymentTabs} />} />;
}
