// The advertiser's first page: greeting and state of the account, the seed's four figures, recent activity.
import { dashboardRoutes } from '@tributary/contract/dashboards';
import { call } from '../kit/api.ts';
import { RecentActivity } from '../kit/report/activity.tsx';
import { Freshness } from '../kit/report/freshness.tsx';
import { PortalDays } from '../kit/report/portal-days.tsx';
import kit from '../kit/report/report.module.css';
import { StatCard } from '../kit/report/stat-card.tsx';
import { useLive } from '../kit/report/use-live.ts';
import { FailedToLoad } from '../kit/shell/loading.tsx';
import { useSession } from '../kit/shell/session-context.ts';
import { useTitle } from '../kit/use-title.ts';
import { count, roundedMoney } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

export default function Dashboard() {
  useTitle('Dashboard');
  const { user } = useSession();
  const figures = useLive('advertiser', {}, (context) => call(dashboardRoutes.advertiserDashboard, {}, context));
  const { data } = figures;
  return (
    <>
      <PageHeader
        title={`Welcome back, ${user.first_name}`}
        note={
          <>
            Account status <StatusBadge status={user.status} />
          </>
        }
        actions={<Freshness at={data?.fresh_at} tz={data?.tz} live={figures.connected} />}
      />
      {figures.isError && !data ? (
        <FailedToLoad error={figures.error} retry={() => figures.refetch()} />
      ) : (
        <>
          <div className={kit.stats}>
            <StatCard
              label="Total Campaigns"
              value={data ? count(data.total_campaigns) : null}
              to="/advertiser/campaigns/my"
            >
              Active, paused and waiting
            </StatCard>
            <StatCard
              label="Total Impressions"
              value={data ? count(data.total_impressions) : null}
              to="/advertiser/campaigns/performance"
            >
              {data && `${count(data.today.impressions)} today`}
            </StatCard>
            <StatCard
              label="Total Conversions"
              value={data ? count(data.total_conversions) : null}
              to="/advertiser/reports/conversion"
            >
              {data && `${count(data.today.conversions)} today`}
            </StatCard>
            <StatCard
              label="Total Spent"
              value={data ? roundedMoney(data.total_spent, data.currency) : null}
              to="/advertiser/reports/campaign"
            >
              {data && `${roundedMoney(data.today.spent, data.currency)} today`}
            </StatCard>
          </div>
          <div className={kit.columns} data-free>
            <PortalDays days={data?.days} tz={data?.tz ?? 'UTC'} />
            <RecentActivity
              items={data?.recent}
              tz={data?.tz}
              empty="Clicks and conversions of your campaigns will show here."
            />
          </div>
        </>
      )}
    </>
  );
}
