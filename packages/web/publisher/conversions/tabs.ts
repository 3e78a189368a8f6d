// Conversions and the postbacks that tell of them stand together.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';

export const conversionTabs: readonly PageTab[] = [
  { to: '/publisher/reports/conversions', label: 'Conversions' },
  { to: '/publisher/reports/conversions/postbacks', label: 'Postbacks' },
  { to: '/publisher/reports/conversions/postback-log', label: 'Postback log' },
];
