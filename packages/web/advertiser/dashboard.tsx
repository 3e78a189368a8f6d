// The advertiser's first page.
import { dashboardRoutes } from '@tributary/contract/dashboards';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../kit/api.ts';
import { wholeText } from '../kit/report/figure.ts';
import { PortalDashboard, type PortalStat } from '../kit/report/portal-dashboard.tsx';
import { count, roundedMoney } from '../ui/format.ts';

const stats: readonly PortalStat<ResultOf<typeof dashboardRoutes.advertiserDashboard>>[] = [
  {
    label: 'Total Campaigns',
    to: () => '/advertiser/campaigns/my',
    value: ({ total_campaigns }) => count(total_campaigns),
    rest: () => 'Active, paused and waiting',
  },
  {
    label: 'Total Impressions',
    to: (days) => `/advertiser/campaigns/performance?${days}`,
    value: ({ total_impressions }) => count(total_impressions),
    rest: ({ today }) => `${count(today.impressions)} today`,
  },
  {
    label: 'Total Conversions',
    to: (days) =>
      `/advertiser/campaigns/performance?${days}&metrics=conversions,approved_conversions,pending_conversions`,
    value: ({ total_conversions }) => count(total_conversions),
    rest: ({ today }) => `${count(today.conversions)} today`,
  },
  {
    label: 'Total Spent',
    to: (days) => `/advertiser/reports/campaign?${days}`,
    value: ({ total_spent, currency, without_rate }) =>
      wholeText(roundedMoney(total_spent, currency), without_rate.total),
    rest: ({ today, currency, without_rate }) =>
      `${wholeText(roundedMoney(today.spent, currency), without_rate.today)} today`,
  },
];

export default function Dashboard() {
  return (
    <PortalDashboard
      view="advertiser"
      load={(context) => call(dashboardRoutes.advertiserDashboard, {}, context)}
      stats={stats}
      noActivity="Clicks and conversions of your campaigns will show here."
    />
  );
}
