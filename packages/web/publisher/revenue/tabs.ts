// Revenue: where what one has earned stands, by day, month and campaign, and the report of it.
import type { PageTab } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/publisher.ts';

export const revenueTabs: readonly PageTab[] = [
  { to: '/publisher/reports/revenue', label: t('revenue.byDay') },
  { to: '/publisher/reports/revenue/months', label: t('revenue.byMonth') },
  { to: '/publisher/reports/revenue/campaigns', label: t('revenue.byCampaign') },
  { to: '/publisher/reports/revenue/report', label: t('revenue.report') },
];
