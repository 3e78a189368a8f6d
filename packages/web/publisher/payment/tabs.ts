// Payment Details: where one is paid and who one is, the documents, the payments, and what one disagrees with.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/publisher.ts';

export const paymentTabs: readonly PageTab[] = [
  { to: '/publisher/profile/payment', label: t('menu.paymentDetails') },
  { to: '/publisher/profile/payment/documents', label: t('payment.documents') },
  { to: '/publisher/profile/payment/payments', label: t('payment.payments') },
  { to: '/publisher/profile/payment/statement', label: t('payment.statement') },
  { to: '/publisher/profile/payment/appeals', label: t('common.appeals') },
];
