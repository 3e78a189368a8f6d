// Affiliate Billing in words: its tabs, and what stands a document, a run and a form.

import type { DocumentRow } from '@tributary/contract/billing/documents';
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { moveDay } from '../../kit/shell/workspace-day.ts';
import { calendarDay, shortMonth } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';

const DOCUMENTS_PATH = '/am/affiliates/billing/documents';
export const documentPath = ({ id }: { id: string }): string => `${DOCUMENTS_PATH}?record=${id}`;
export const payoutTabs: readonly PageTab[] = [
  { to: '/am/affiliates/billing', label: t('payouts.balances') },
  { to: DOCUMENTS_PATH, label: t('payouts.documents') },
  { to: '/am/affiliates/billing/payments', label: t('payouts.payments') },
  { to: '/am/affiliates/billing/payments/all', label: t('payouts.singlePayments') },
  { to: '/am/affiliates/billing/methods', label: t('payments.payoutMethods') },
  { to: '/am/affiliates/billing/adjustments', label: t('payouts.adjustments') },
  { to: '/am/affiliates/billing/runs', label: t('payouts.runs') },
  { to: '/am/affiliates/billing/appeals', label: t('money.appeals') },
];

export const stateWords = {
  draft: t('payouts.draft'),
  awaiting: t('payouts.awaiting'),
  issued: t('payouts.issued'),
  approved: t('common.approved'),
  paying: t('payouts.paying'),
  'part-paid': t('payouts.partPaid'),
  paid: t('payouts.paid'),
  credited: t('payouts.credited'),
} as const;
export const stateTones = {
  draft: 'neutral',
  awaiting: 'warn',
  issued: 'neutral',
  approved: 'good',
  paying: 'neutral',
  'part-paid': 'warn',
  paid: 'good',
  credited: 'bad',
} as const;
export const kindWords = {
  'self-bill': t('payouts.selfBill'),
  'own-invoice': t('payouts.ownInvoice'),
  invoice: t('payouts.invoice'),
  'credit-note': t('payouts.creditNote'),
} as const;
export const lineWords = {
  earning: t('payouts.earning'),
  adjustment: t('payouts.adjustment'),
  referral: t('payouts.referral'),
  rounding: t('payouts.rounding'),
  vat: t('payouts.vat'),
  withholding: t('payouts.withholding'),
  // to a publisher alone
  hidden: t('payouts.earning'),
} as const;
export const formWords = {
  'not-needed': t('payouts.formNotNeeded'),
  there: t('payouts.formThere'),
  missing: t('payouts.formMissing'),
  expired: t('payouts.formExpired'),
} as const;
export const formTones = { 'not-needed': 'neutral', there: 'good', missing: 'bad', expired: 'warn' } as const;
export const runWords = {
  waiting: t('common.waiting'),
  running: t('payouts.running'),
  stopped: t('payouts.stopped'),
  done: t('payouts.done'),
  failed: t('payouts.failed'),
} as const;
export const runTones = {
  waiting: 'neutral',
  running: 'neutral',
  stopped: 'warn',
  done: 'good',
  failed: 'bad',
} as const;
export const carriedWords = {
  negative: t('payouts.carriedNegative'),
  'below-minimum': t('payouts.carriedBelow'),
  'no-rate': t('payouts.carriedNoRate'),
} as const;

/** a whole month by its name, anything else by its two days */
export function periodText({ period_from, period_to }: Pick<DocumentRow, 'period_from' | 'period_to'>): string {
  const month = period_from.slice(0, 7);
  const isMonth = period_from.endsWith('-01') && period_to.startsWith(month) && moveDay(period_to, 1).endsWith('-01');
  return isMonth ? shortMonth(month) : `${calendarDay(period_from)} – ${calendarDay(period_to)}`;
}
/** a credit note has no standing of its own: it takes back */
export const stateText = ({ kind, state }: Pick<DocumentRow, 'kind' | 'state'>): string =>
  kind === 'credit-note' ? kindWords[kind] : stateWords[state];
export const stateTone = ({ kind, state }: Pick<DocumentRow, 'kind' | 'state'>) =>
  kind === 'credit-note' ? 'neutral' : stateTones[state];
export const documentName = (row: DocumentRow): string =>
  row.number ?? t('payouts.documentOf', { name: row.owner.name });
export const cycleWords = {
  weekly: t('payment.weekly'),
  'half-monthly': t('payment.halfMonthly'),
  monthly: t('payment.monthly'),
} as const;

/** name the query caches */
export const BALANCES = 'payout-balances';
export const DOCUMENTS = 'payout-documents';
