// Payments in words: where a batch, a payment and the work on files stand, what is in the way of one, and how it is paid.
import type { Batch, Blocker, MethodKind, PayableRow, PaymentState } from '@tributary/contract/billing/paying';
import { rateRoutes } from '@tributary/contract/conversions/rates';
import type { RowAction } from '../../../kit/resource/declaration.ts';
import { convertedMoney, EMPTY } from '../../../ui/format.ts';
import { IconCoin } from '../../../ui/icons.ts';
import type { Tone } from '../../../ui/status-badge.tsx';
import { t } from '../../../words/admin.ts';
import { saidByServer } from '../../../words/said.ts';

/** name the query caches */
export const BATCHES = 'payment-batches';
export const PAYMENTS = 'payments';
export const PAYABLE = 'payable-documents';
export const PAYMENTS_PATH = '/am/affiliates/billing/payments';

export const batchWords: Record<Batch['state'], string> = {
  open: t('payments.open'),
  'first-approved': t('payments.firstApproved'),
  approved: t('common.approved'),
  instructed: t('payments.instructed'),
  closed: t('payments.closed'),
  cancelled: t('payments.givenUp'),
};
export const batchTones: Record<Batch['state'], Tone> = {
  open: 'neutral',
  'first-approved': 'warn',
  approved: 'warn',
  instructed: 'warn',
  closed: 'good',
  cancelled: 'neutral',
};
export const paymentWords: Record<PaymentState, string> = {
  reserved: t('payments.reserved'),
  instructed: t('payments.instructed'),
  paid: t('payouts.paid'),
  failed: t('payouts.failed'),
  returned: t('payments.returned'),
  cancelled: t('payments.givenUp'),
};
export const paymentTones: Record<PaymentState, Tone> = {
  reserved: 'neutral',
  instructed: 'warn',
  paid: 'good',
  failed: 'bad',
  returned: 'bad',
  cancelled: 'neutral',
};
export const methodWords: Record<MethodKind, string> = {
  bank: t('payments.bank'),
  paypal: t('payments.paypal'),
  wise: t('payments.wise'),
  payoneer: t('payments.payoneer'),
  upi: t('payments.upi'),
  usdt: t('payments.usdt'),
  'by-hand': t('payments.byHand'),
};
const blockerWords: Record<Blocker, string> = {
  none: t('payments.willBePaid'),
  'not-approved': t('payments.notApproved'),
  settled: t('payments.settledAlready'),
  'under-way': t('payments.underWay'),
  disputed: t('payments.disputed'),
  gone: t('payments.gone'),
  'form-missing': t('payments.formMissing'),
  'account-closed': t('payments.accountClosed'),
  'no-method': t('payments.noMethod'),
  'method-off': t('payments.methodOff'),
  held: t('payments.held'),
  unreadable: t('payments.unreadable'),
  name: t('payments.nameUnreadable'),
  'no-rate': t('payments.noRate'),
  'no-account': t('payments.noAccount'),
  'no-columns': t('payments.noColumns'),
  'below-minimum': t('payments.belowMinimum'),
  'too-small': t('payments.tooSmall'),
};
/** a part that somebody has asked about waits, and the rest is paid without it */
const isPart = ({ blocked, waiting }: Pick<PayableRow, 'blocked' | 'waiting'>): boolean =>
  blocked === 'none' && waiting !== '0';
type Standing = Pick<PayableRow, 'blocked' | 'waiting' | 'last_failure'>;
/** it would go to an account to which the last one did not arrive */
const wasRefused = ({ blocked, last_failure }: Standing): boolean => blocked === 'none' && last_failure !== null;
export const standingText = (row: Standing): string => {
  if (wasRefused(row)) return t('payments.lastFailed', { code: row.last_failure ?? '' }).trim();
  return isPart(row) ? t('payments.partWaits') : blockerWords[row.blocked];
};
export const standingTone = (row: Standing): Tone => {
  if (wasRefused(row)) return 'bad';
  return row.blocked === 'none' && !isPart(row) ? 'good' : 'warn';
};
export const rateWords = ({ rate, rate_via, currency, pay_currency }: PayableRow): string => {
  if (rate === null) return EMPTY;
  const text = `1 ${currency} = ${rate} ${pay_currency}`;
  return rate_via === null ? text : t('payments.rateThrough', { rate: text, currency: rate_via });
};
/** where none is known, to where one is entered */
export const enterRate = <Row extends PayableRow>(): RowAction<Row> => ({
  label: t('payments.enterRate'),
  calls: rateRoutes.setExchangeRate,
  icon: IconCoin,
  when: ({ blocked }) => blocked === 'no-rate',
  run: (_row, { go }) => go('/am/settings/rates'),
});

export const isWorking = ({ work }: Pick<Batch, 'work'>): boolean =>
  work.state === 'waiting' || work.state === 'running';
/** of several currencies, by the rates of the day */
export const sumText = ({ sum, currency }: Pick<Batch, 'sum' | 'currency'>): string =>
  sum === null ? t('payments.noSum') : convertedMoney(sum, currency);
export const methodsText = ({ methods }: Pick<Batch, 'methods'>): string =>
  methods.map((one) => methodWords[one]).join(', ');
export const batchName = ({ number }: Pick<Batch, 'number'>): string => t('payments.batchOf', { number });
/** the code as the bank gives it, and what it means */
export const reasonText = ({ code, reason }: { code: string | null; reason: string | null }): string =>
  [code, reason && saidByServer(reason)].filter(Boolean).join(': ');
