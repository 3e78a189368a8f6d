// What can be said of a payment by hand, and paying again what failed.
import { type Payment, payingRoutes } from '@tributary/contract/billing/paying';
import { call, newIdempotencyKey } from '../../../kit/api/api.ts';
import { confirmDialog } from '../../../kit/dialogs/dialogs.tsx';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../../kit/language/sentence-for.ts';
import type { LogAction } from '../../../kit/log-page/log-declaration.ts';
import type { RowAction } from '../../../kit/resource/declaration.ts';
import { formDialog } from '../../../kit/resource/form-dialog.tsx';
import { rowCall } from '../../../kit/resource/row-call.ts';
import { money } from '../../../ui/format.ts';
import { IconArrowBackUp, IconCheck, IconCircleX, IconRefresh } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import { codeWords } from './codes.ts';

const canBePaid = ({ state }: Payment): boolean => state === 'reserved' || state === 'instructed';
export const hasFailed = ({ state }: Payment): boolean => state === 'failed' || state === 'returned';
const nameOf = (row: Payment): string => `${row.publisher.name}, ${money(row.pay, row.pay_currency)}`;

const said = (route: typeof payingRoutes.markFailed | typeof payingRoutes.markReturned, usual: 'HAND' | 'GONE') =>
  formDialog<Payment, { code: string; reason: string }>({
    title: (row) => (row ? nameOf(row) : ''),
    form: () => ({
      fields: [
        {
          name: 'code',
          label: t('payments.code'),
          help: t('payments.codeHelp'),
          kind: 'select',
          searchable: true,
          required: true,
          options: Object.entries(codeWords).map(([value, label]) => ({ value, label: `${value}: ${label}` })),
        },
        { name: 'reason', label: t('common.reason'), kind: 'textarea', required: true },
      ],
      initial: { code: usual, reason: '' },
      schema: route.body,
      submit: usual === 'HAND' ? t('payments.markFailed') : t('payments.markReturned'),
      busy: t('common.saving'),
    }),
    send: (body, row, context) => call(route, { params: { id: row?.id ?? '' }, body }, context),
    success: t('payments.reversed'),
  });

/** the bank says so after it said that it failed */
const latePaid = formDialog<Payment, { reason: string }>({
  title: (row) => (row ? nameOf(row) : ''),
  form: () => ({
    fields: [
      {
        name: 'reason',
        label: t('common.reason'),
        help: t('payments.arrivedAfterAllHelp'),
        kind: 'textarea',
        required: true,
      },
    ],
    initial: { reason: '' },
    schema: payingRoutes.markPaid.body,
    submit: t('payments.arrivedAfterAll'),
    busy: t('common.saving'),
  }),
  send: (body, row, context) => call(payingRoutes.markPaid, { params: { id: row?.id ?? '' }, body }, context),
  success: t('payments.markedPaid'),
});

export const paymentDialogs = {
  latePaid,
  failed: said(payingRoutes.markFailed, 'HAND'),
  returned: said(payingRoutes.markReturned, 'GONE'),
};

export const paymentActions: readonly RowAction<Payment>[] = [
  rowCall<Payment>({
    label: t('payments.markPaid'),
    calls: payingRoutes.markPaid,
    icon: IconCheck,
    when: canBePaid,
    ask: (row) => ({
      title: t('payments.markPaidAsk', { name: nameOf(row) }),
      text: row.state === 'reserved' ? t('payments.markPaidUnsent') : t('payments.markPaidText'),
      confirm: t('payments.markPaid'),
    }),
    send: ({ id }, context) =>
      call(payingRoutes.markPaid, { params: { id }, body: {} }, { ...context, idempotencyKey: newIdempotencyKey() }),
    done: t('payments.markedPaid'),
  }),
  {
    label: t('payments.arrivedAfterAll'),
    calls: payingRoutes.markPaid,
    icon: IconCheck,
    when: ({ state }) => state === 'failed',
    run: (row, { open }) => open('latePaid', row),
  },
  {
    label: t('payments.markFailed'),
    calls: payingRoutes.markFailed,
    icon: IconCircleX,
    danger: true,
    when: ({ state }) => state === 'instructed',
    run: (row, { open }) => open('failed', row),
  },
  {
    label: t('payments.markReturned'),
    calls: payingRoutes.markReturned,
    icon: IconArrowBackUp,
    danger: true,
    when: ({ state }) => state === 'paid',
    run: (row, { open }) => open('returned', row),
  },
  rowCall<Payment>({
    label: t('payments.payAgain'),
    calls: payingRoutes.retryPayment,
    icon: IconRefresh,
    when: hasFailed,
    ask: (row) => ({
      title: t('payments.payAgainAsk', { name: nameOf(row) }),
      text: t('payments.payAgainText', { mask: row.mask ?? '' }),
      confirm: t('payments.payAgain'),
    }),
    send: ({ id }, context) =>
      call(payingRoutes.retryPayment, { params: { id } }, { ...context, idempotencyKey: newIdempotencyKey() }),
    done: t('payments.paidAgain'),
  }),
];

/** one after the other: each is reversed or stays by itself */
export const markManyPaid: LogAction<Payment> = {
  label: t('payments.markPaid'),
  calls: payingRoutes.markPaid,
  icon: IconCheck,
  when: canBePaid,
  run: async (rows, { session, reload }) => {
    const chosen = rows.filter(canBePaid);
    const isSure = await confirmDialog({
      title: t('payments.markManyAsk', { count: chosen.length }),
      text: t('payments.markPaidText'),
      confirm: t('payments.markPaid'),
    });
    if (!isSure) return false;
    let done = 0;
    try {
      for (const { id } of chosen) {
        const context = { session, idempotencyKey: newIdempotencyKey() };
        await call(payingRoutes.markPaid, { params: { id }, body: {} }, context);
        done++;
      }
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    if (done > 0) toast.success(t('payments.manyMarked', { count: done }));
    await reload();
    return true;
  },
};
