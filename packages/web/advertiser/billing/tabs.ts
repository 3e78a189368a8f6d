// Billing History: what was billed and paid, the payments alone, and every entry behind both.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/advertiser.ts';

export const historyTabs: readonly PageTab[] = [
  { to: '/advertiser/billing/history', label: t('menu.billingHistory') },
  { to: '/advertiser/billing/history/payments', label: t('billing.payments') },
  { to: '/advertiser/billing/history/statement', label: t('billing.statement') },
];
