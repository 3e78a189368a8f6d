// The report and the way conversions get into it stand together.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';

export const conversionTabs: readonly PageTab[] = [
  { to: '/advertiser/reports/conversion', label: 'Conversions' },
  { to: '/advertiser/reports/conversion/receipts', label: 'Your calls' },
  { to: '/advertiser/reports/conversion/postback', label: 'Your postback' },
];
