// The publisher's first page.
import { dashboardRoutes } from '@tributary/contract/reports/dashboards';
import type { ResultOf } from '@tributary/contract/route';
import { proofRoutes } from '@tributary/contract/trust/proof';
import { ProofCard } from '../features/proof/proof-card.tsx';
import { wholeText } from '../features/report/figure.ts';
import { PortalDashboard, type PortalStat } from '../features/report/portal-dashboard.tsx';
import { call } from '../kit/api/api.ts';
import { count, roundedMoney } from '../ui/format.ts';
import { t } from '../words/publisher.ts';
import { LastRecount } from './conversions/recounts.tsx';

const stats: readonly PortalStat<ResultOf<typeof dashboardRoutes.publisherDashboard>>[] = [
  {
    label: t('dashboard.totalClicks'),
    to: (days) => `/publisher/reports/performance?${days}`,
    value: ({ total_clicks }) => count(total_clicks),
    rest: ({ today }) => t('dashboard.today', { clicks: count(today.clicks) }),
  },
  {
    label: t('dashboard.totalConversions'),
    to: (days) => `/publisher/reports/performance?${days}&metrics=conversions,approved_conversions,pending_conversions`,
    value: ({ total_conversions }) => count(total_conversions),
    rest: ({ today }) => t('dashboard.today2', { conversions: count(today.conversions) }),
  },
  {
    label: t('dashboard.totalRevenue'),
    to: (days) => `/publisher/reports/revenue/report?${days}`,
    value: ({ total_revenue, currency, without_rate }) =>
      wholeText(roundedMoney(total_revenue, currency), without_rate.total),
    rest: ({ today, currency, hidden, without_rate }) =>
      [
        t('dashboard.today3', { revenue: wholeText(roundedMoney(today.revenue, currency), without_rate.today) }),
        ...hidden.map((line) => t('dashboard.ofHiddenCampaigns', { amount: roundedMoney(line.amount, line.currency) })),
      ].join(', '),
  },
  {
    label: t('dashboard.activeCampaigns'),
    to: () => '/publisher/campaigns/my?show=running',
    value: ({ active_campaigns }) => count(active_campaigns),
    rest: () => t('dashboard.campaignsYouCanRunNow'),
  },
];

export default function Dashboard() {
  return (
    <PortalDashboard
      view="publisher"
      load={(context) => call(dashboardRoutes.publisherDashboard, {}, context)}
      stats={stats}
      noActivity={t('dashboard.clicksAndConversionsOfYour')}
      below={<LastRecount />}
      beside={
        <ProofCard
          route={proofRoutes.ownPublisherProof}
          statement="/publisher/profile/payment/statement"
          verdicts="/publisher/reports/conversions"
        />
      }
    />
  );
}
