// Settings › Payment: terms, methods, where advertisers pay, taxes. Each is read by whoever works with that money.
import type { PageTab } from '../../../kit/log-page/page-tabs.tsx';
import { t } from '../../../words/admin.ts';

export const paymentTabs: readonly PageTab[] = [
  { to: '/am/settings/payment', label: t('payment.terms'), section: 'billing' },
  { to: '/am/settings/payment/methods', label: t('payment.methods'), section: 'payouts' },
  { to: '/am/settings/payment/collecting', label: t('advertiserBilling.whereToPay'), section: 'billing' },
  { to: '/am/settings/payment/tax-rules', label: t('payment.taxRules'), section: 'billing' },
];
