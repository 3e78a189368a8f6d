// Conversions and the postbacks that tell of them stand together.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/publisher.ts';

export const conversionTabs: readonly PageTab[] = [
  { to: '/publisher/reports/conversions', label: t('common.conversions') },
  { to: '/publisher/reports/conversions/postbacks', label: t('common.postbacks') },
  { to: '/publisher/reports/conversions/postback-log', label: t('common.postbackLog') },
  { to: '/publisher/reports/conversions/appeals', label: t('common.appeals') },
  { to: '/publisher/reports/conversions/recounts', label: t('recounts.title') },
];
