// The publisher's first page.
import { dashboardRoutes } from '@tributary/contract/dashboards';
import type { ResultOf } from '@tributary/contract/route';
import { call } from '../kit/api.ts';
import { wholeText } from '../kit/report/figure.ts';
import { PortalDashboard, type PortalStat } from '../kit/report/portal-dashboard.tsx';
import { count, roundedMoney } from '../ui/format.ts';

const stats: readonly PortalStat<ResultOf<typeof dashboardRoutes.publisherDashboard>>[] = [
  {
    label: 'Total Clicks',
    to: (days) => `/publisher/reports/performance?${days}`,
    value: ({ total_clicks }) => count(total_clicks),
    rest: ({ today }) => `${count(today.clicks)} today`,
  },
  {
    label: 'Total Conversions',
    to: (days) => `/publisher/reports/performance?${days}&metrics=conversions,approved_conversions,pending_conversions`,
    value: ({ total_conversions }) => count(total_conversions),
    rest: ({ today }) => `${count(today.conversions)} today`,
  },
  {
    label: 'Total Revenue',
    to: (days) => `/publisher/reports/revenue?${days}`,
    value: ({ total_revenue, currency, without_rate }) =>
      wholeText(roundedMoney(total_revenue, currency), without_rate.total),
    rest: ({ today, currency, hidden, without_rate }) =>
      [
        `${wholeText(roundedMoney(today.revenue, currency), without_rate.today)} today`,
        ...hidden.map((line) => `${roundedMoney(line.amount, line.currency)} of hidden campaigns`),
      ].join(', '),
  },
  {
    label: 'Active Campaigns',
    to: () => '/publisher/campaigns/my?running=1',
    value: ({ active_campaigns }) => count(active_campaigns),
    rest: () => 'Campaigns you can run now',
  },
];

export default function Dashboard() {
  return (
    <PortalDashboard
      view="publisher"
      load={(context) => call(dashboardRoutes.publisherDashboard, {}, context)}
      stats={stats}
      noActivity="Clicks and conversions of your links will show here."
    />
  );
}
