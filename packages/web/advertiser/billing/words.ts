import type { OwnInvoice } from '@tributary/contract/billing/advertisers';
import { calendarDay } from '../../ui/format.ts';
import { t } from '../../words/advertiser.ts';

export const periodText = ({ period_from, period_to }: OwnInvoice): string =>
  `${calendarDay(period_from)} – ${calendarDay(period_to)}`;

export const invoiceWords = {
  issued: t('billing.open'),
  'part-paid': t('billing.partPaid'),
  paid: t('billing.paid'),
  credited: t('billing.credited'),
} as const;
export const invoiceTones = { issued: 'warn', 'part-paid': 'warn', paid: 'good', credited: 'neutral' } as const;
export const historyWords = {
  invoice: t('billing.invoice'),
  'credit-note': t('billing.creditNote'),
  deposit: t('billing.payment'),
  return: t('billing.paymentReturned'),
  'write-off': t('billing.writtenOff'),
} as const;
export const historyTones = {
  invoice: 'neutral',
  'credit-note': 'neutral',
  deposit: 'good',
  return: 'bad',
  'write-off': 'neutral',
} as const;
export const depositWords = { received: t('billing.received'), returned: t('billing.paymentReturned') } as const;
export const depositTones = { received: 'good', returned: 'bad' } as const;
