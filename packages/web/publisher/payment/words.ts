// Payment Details in words.
import type { MethodKind, OwnPayment } from '@tributary/contract/billing/paying';
import { shortDate } from '../../ui/format.ts';
import { t } from '../../words/publisher.ts';
import { saidByServer } from '../../words/said.ts';

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

/** what happens next, or what went wrong */
export function paymentMeaning(row: OwnPayment): string {
  if (row.state === 'failed' || row.state === 'returned') {
    const why = row.reason ? saidByServer(row.reason) : '';
    return [why, t('payment.triedAgain')].filter(Boolean).join(' ');
  }
  if (row.state === 'reserved') return t('payment.reservedText');
  if (row.state === 'instructed') return t('payment.instructedText');
  if (row.state === 'cancelled') return t('payment.cancelledText');
  return row.settled_at === null ? '' : t('payment.paidText', { day: shortDate(row.settled_at) });
}
export const methodText = (row: OwnPayment): string =>
  [row.method && methodWords[row.method], row.mask].filter(Boolean).join(' ');
