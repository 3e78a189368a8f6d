// Payment Details in words.
import type { MethodKind } from '@tributary/contract/billing/paying';
import { t } from '../../words/publisher.ts';

export const methodWords = {
  bank: t('payment.bank'),
  paypal: t('payment.paypal'),
  wise: t('payment.wise'),
  payoneer: t('payment.payoneer'),
  upi: t('payment.upi'),
  usdt: t('payment.usdt'),
  'by-hand': t('payment.byHand'),
} as const satisfies Record<MethodKind, string>;

export const cycleWords = {
  weekly: t('payment.weekly'),
  'half-monthly': t('payment.halfMonthly'),
  monthly: t('payment.monthly'),
} as const;

export const partyWords = { person: t('payment.person'), business: t('payment.business') } as const;

export const documentWords = {
  draft: t('payment.draft'),
  awaiting: t('payment.awaiting'),
  issued: t('payment.issued'),
  approved: t('payment.approved'),
  paying: t('payment.paying'),
  'part-paid': t('payment.partPaid'),
  paid: t('payment.paid'),
  credited: t('payment.credited'),
} as const;
export const documentTones = {
  draft: 'neutral',
  awaiting: 'warn',
  issued: 'neutral',
  approved: 'good',
  paying: 'neutral',
  'part-paid': 'warn',
  paid: 'good',
  credited: 'neutral',
} as const;
export const kindWords = {
  'self-bill': t('payment.selfBill'),
  'own-invoice': t('payment.ownInvoice'),
  invoice: t('payment.invoice'),
  'credit-note': t('payment.creditNote'),
} as const;

export const paymentWords = {
  reserved: t('payment.reserved'),
  instructed: t('payment.instructed'),
  paid: t('payment.paidOut'),
  failed: t('payment.failed'),
  returned: t('payment.returned'),
  cancelled: t('payment.cancelled'),
} as const;
export const paymentTones = {
  reserved: 'neutral',
  instructed: 'warn',
  paid: 'good',
  failed: 'bad',
  returned: 'bad',
  cancelled: 'neutral',
} as const;
