// Payments as a list: of a batch, or all of them.
import { type Payment, payingRoutes, paymentLog } from '@tributary/contract/billing/paying';
import { type Log, log } from '../../../kit/log-page/log-declaration.ts';
import { wordFilter } from '../../../kit/log-page/named-filter.ts';
import { shortDate } from '../../../ui/format.ts';
import { IconEye } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import { loadPayees } from '../../billing/people.ts';
import { markManyPaid, paymentActions, paymentDialogs } from './payment-actions.tsx';
import { isUnanswered, PaymentDrawer } from './payment-drawer.tsx';
import { batchName, methodWords, PAYMENTS, PAYMENTS_PATH, paymentTones, paymentWords, reasonText } from './words.ts';

const stateText = (row: Payment): string => (isUnanswered(row) ? t('payments.unanswered') : paymentWords[row.state]);

/** `batch`: of that one alone */
export const paymentsOf = (batch: { id: string; number: number } | null): Log<Payment> =>
  log(paymentLog, {
    name: PAYMENTS,
    title: batch ? batchName(batch) : t('menu.affiliateBilling'),
    purpose: batch ? t('payments.batchPurpose') : t('payments.singlePurpose'),
    load: payingRoutes.payments,
    file: payingRoutes.exportPayments,
    ...(batch ? { only: { batch: batch.id } } : {}),
    searchPlaceholder: t('payments.searchPayments'),
    nameOf: ({ end_to_end_id, publisher }) => `${publisher.name} ${end_to_end_id}`,
    columns: [
      { id: 'publisher', title: t('common.publisher'), fixed: true, opens: true },
      {
        id: 'state',
        title: t('common.state'),
        kind: 'status',
        value: stateText,
        tone: (row: Payment) => paymentTones[row.state],
      },
      { id: 'reason', title: t('common.reason'), kind: 'text', clip: true, value: reasonText },
      { id: 'document', title: t('payouts.document') },
      { id: 'method', title: t('payouts.method'), words: methodWords, hidden: true },
      { id: 'mask', title: t('payments.paidTo') },
      { id: 'gross', title: t('payouts.total') },
      { id: 'withheld', title: t('payouts.withheld'), hidden: true },
      { id: 'fee', title: t('payments.fee'), hidden: true },
      { id: 'pay', title: t('payments.arrives') },
      { id: 'attempt', title: t('payments.attempt'), hidden: true },
      { id: 'end_to_end_id', title: t('payments.reference'), hidden: true },
      ...(batch
        ? []
        : [
            {
              id: 'batch' as const,
              title: t('payments.batch'),
              kind: 'link' as const,
              value: (row: Payment) => batchName(row.batch),
              to: (row: Payment) => `${PAYMENTS_PATH}/${row.batch.id}`,
            },
          ]),
      { id: 'instructed_at', title: t('payments.instructedAt'), hidden: true },
      {
        id: 'settled_at',
        title: t('payments.settledAt'),
        kind: 'text',
        value: (row) => row.settled_at && shortDate(row.settled_at),
      },
    ],
    filters: [
      wordFilter('state', t('common.state'), paymentWords),
      { kind: 'flag', name: 'asked', label: t('payments.onlyUnanswered') },
      { kind: 'flag', name: 'unpaid', label: t('payments.unpaid') },
      {
        kind: 'found',
        name: 'publisher',
        label: t('common.publisher'),
        of: 'publisher',
        load: loadPayees,
        nameIn: (row) => row.publisher,
      },
    ],
    rowActions: [
      { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
      ...paymentActions,
    ],
    bulkActions: [markManyPaid],
    selectedText: (count) => t('payments.selected', { count }),
    dialogs: paymentDialogs,
    details: PaymentDrawer,
    detailsTitle: t('payments.payment'),
    empty: { title: t('payments.noPayments'), text: t('payments.noPaymentsText') },
    nothingFound: t('payments.noPaymentFits'),
  });
