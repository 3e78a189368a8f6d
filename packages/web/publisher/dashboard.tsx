// The publisher's first page: greeting and state of the account, the seed's four figures, recent activity.
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
  const figures = useLive('publisher', {}, (context) => call(dashboardRoutes.publisherDashboard, {}, context));
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
              label="Total Clicks"
              value={data ? count(data.total_clicks) : null}
              to="/publisher/reports/performance"
            >
              {data && `${count(data.today.clicks)} today`}
            </StatCard>
            <StatCard
              label="Total Conversions"
              value={data ? count(data.total_conversions) : null}
              to="/publisher/reports/conversions"
            >
              {data && `${count(data.today.conversions)} today`}
            </StatCard>
            <StatCard
              label="Total Revenue"
              value={data ? roundedMoney(data.total_revenue, data.currency) : null}
              to="/publisher/reports/revenue"
            >
              {data && `${roundedMoney(data.today.revenue, data.currency)} today`}
            </StatCard>
            <StatCard
              label="Active Campaigns"
              value={data ? count(data.active_campaigns) : null}
              to="/publisher/campaigns/my"
            >
              Campaigns you can run now
            </StatCard>
          </div>
          <div className={kit.columns} data-free>
            <PortalDays days={data?.days} tz={data?.tz ?? 'UTC'} />
            <RecentActivity
              items={data?.recent}
              tz={data?.tz}
              empty="Clicks and conversions of your links will show here."
            />
          </div>
        </>
      )}
    </>
  );
}
