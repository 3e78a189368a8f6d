// What has come in for one invoice: recorded as what the advertiser has paid in, and allocated to it.

import { type Invoice, advertiserBillingRoutes as routes } from '@tributary/contract/billing/advertisers';
import { formatMoney, parseMoney } from '@tributary/contract/money';
import { call } from '../../kit/api/api.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { workspaceToday } from '../../kit/shell/workspace-day.ts';
import { money } from '../../ui/format.ts';
import { IconCoin } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { newKey, openedKey } from './words.ts';

interface PaymentValues {
  amount: string;
  received_on: string;
  reference: string;
}

/** what is more than the invoice asks for stays paid in */
export function partFor(paid: string, open: string): string {
  const [came, asked] = [parseMoney(paid) ?? 0n, parseMoney(open) ?? 0n];
  if (came < asked) return formatMoney(came);
  return formatMoney(asked);
}

export const recordPayment = formDialog<Invoice, PaymentValues>({
  title: (row) => t('advertiserBilling.paymentOf', { number: row?.number ?? '' }),
  form: (row) => ({
    fields: [
      {
        name: 'amount',
        label: t('advertiserBilling.amountIn', { currency: row?.currency ?? '' }),
        kind: 'text',
        required: true,
        half: true,
        help: row ? t('advertiserBilling.openAmount', { amount: money(row.open, row.currency) }) : '',
      },
      { name: 'received_on', label: t('advertiserBilling.receivedOn'), kind: 'date', required: true, half: true },
      {
        name: 'reference',
        label: t('advertiserBilling.reference'),
        kind: 'text',
        help: t('advertiserBilling.paymentHelp'),
      },
    ],
    initial: { amount: row?.open ?? '', received_on: workspaceToday(), reference: row?.number ?? '' },
    schema: routes.recordDeposit.body.pick({ amount: true, received_on: true, reference: true }),
    submit: t('advertiserBilling.recordPayment'),
    busy: t('common.saving'),
  }),
  send: async (values, row, context) => {
    if (!row) return false;
    const body = { ...values, advertiser_id: row.advertiser.id, currency: row.currency, allocate: 'none' as const };
    // sent again after the second call has failed, the first is the same call
    const { id } = await call(routes.recordDeposit, { body }, { ...context, idempotencyKey: openedKey() });
    const invoices = [{ id: row.id, amount: partFor(values.amount, row.open) }];
    return call(
      routes.allocateDeposit,
      { params: { id }, body: { invoices } },
      { ...context, idempotencyKey: `${openedKey()}-a` },
    );
  },
  success: t('advertiserBilling.paymentRecorded'),
});

export const paymentAction = (when: (row: Invoice) => boolean): RowAction<Invoice> => ({
  label: t('advertiserBilling.recordPayment'),
  calls: routes.recordDeposit,
  icon: IconCoin,
  when,
  run: (row, { open }) => {
    newKey();
    open('payment', row);
  },
});
