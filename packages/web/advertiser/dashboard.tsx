// The advertiser's first page.
import { dashboardRoutes } from '@tributary/contract/reports/dashboards';
import type { ResultOf } from '@tributary/contract/route';
import { proofRoutes } from '@tributary/contract/trust/proof';
import { ProofCard } from '../features/proof/proof-card.tsx';
import { wholeText } from '../features/report/figure.ts';
import { PortalDashboard, type PortalStat } from '../features/report/portal-dashboard.tsx';
import { call } from '../kit/api/api.ts';
import { count, roundedMoney } from '../ui/format.ts';
import { t } from '../words/advertiser.ts';

const stats: readonly PortalStat<ResultOf<typeof dashboardRoutes.advertiserDashboard>>[] = [
  {
    label: t('dashboard.totalCampaigns'),
    to: () => '/advertiser/campaigns/my',
    value: ({ total_campaigns }) => count(total_campaigns),
    rest: () => t('dashboard.activePausedAndWaiting'),
  },
  {
    label: t('dashboard.totalImpressions'),
    to: (days) => `/advertiser/campaigns/performance?${days}`,
    value: ({ total_impressions }) => count(total_impressions),
    rest: ({ today }) => t('dashboard.today', { impressions: count(today.impressions) }),
  },
  {
    label: t('dashboard.totalConversions'),
    to: (days) =>
      `/advertiser/campaigns/performance?${days}&metrics=conversions,approved_conversions,pending_conversions`,
    value: ({ total_conversions }) => count(total_conversions),
    rest: ({ today }) => t('dashboard.today2', { conversions: count(today.conversions) }),
  },
  {
    label: t('dashboard.totalSpent'),
    hide: 'revenue',
    to: (days) => `/advertiser/reports/campaign?${days}`,
    value: ({ total_spent, currency, without_rate }) =>
      wholeText(roundedMoney(total_spent, currency), without_rate.total),
    rest: ({ today, currency, without_rate }) =>
      t('dashboard.today3', { spent: wholeText(roundedMoney(today.spent, currency), without_rate.today) }),
  },
];

export default function Dashboard() {
  return (
    <PortalDashboard
      view="advertiser"
      load={(context) => call(dashboardRoutes.advertiserDashboard, {}, context)}
      stats={stats}
      beside={
        <ProofCard
          route={proofRoutes.ownAdvertiserProof}
          statement="/advertiser/billing/history/statement"
          verdicts="/advertiser/reports/conversion"
        />
      }
      noActivity={t('dashboard.clicksAndConversionsOfYour')}
    />
  );
}
