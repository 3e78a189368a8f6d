// What the screens of Advertisers Billing share.
import type { CreditStanding } from '@tributary/contract/billing/advertisers';
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import type { Tone } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';

export const BALANCES = 'advertiser-balances';
export const DEPOSITS = 'deposits';
export const INVOICES = 'invoices';

const BASE = '/am/advertisers/billing';
export const billingTabs: readonly PageTab[] = [
  { label: t('advertiserBilling.balances'), to: BASE, section: 'billing' },
  { label: t('advertiserBilling.invoices'), to: `${BASE}/invoices`, section: 'billing' },
  { label: t('advertiserBilling.deposits'), to: `${BASE}/deposits`, section: 'billing' },
  { label: t('payouts.runs'), to: `${BASE}/runs`, section: 'billing' },
];

export const standingWords: Record<CreditStanding, string> = {
  stopped: t('advertiserBilling.stopped'),
  warned: t('advertiserBilling.nearlyUsed'),
  open: t('advertiserBilling.creditOpen'),
  unlimited: t('advertiserBilling.noLimit'),
};
export const standingTones: Record<CreditStanding, Tone> = {
  stopped: 'bad',
  warned: 'warn',
  open: 'good',
  unlimited: 'neutral',
};
export const invoiceWords = {
  issued: t('advertiserBilling.open'),
  'part-paid': t('advertiserBilling.partPaid'),
  paid: t('advertiserBilling.paid'),
  credited: t('advertiserBilling.credited'),
} as const;
export const invoiceTones = { issued: 'warn', 'part-paid': 'warn', paid: 'good', credited: 'neutral' } as const;
export const depositWords = {
  received: t('advertiserBilling.received'),
  returned: t('advertiserBilling.returned'),
} as const;
export const depositTones = { received: 'good', returned: 'neutral' } as const;

/** the same form sent twice is one payment: a new key for each that is opened */
let key = '';
export const newKey = (): string => {
  key = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  return key;
};
export const openedKey = (): string => key;
