// The first page of a publisher or an advertiser: greeting and state of the account, the specification's four figures, recent
// activity. Which figures, and where each leads, is the portal's own.
import type { FieldClass } from '@tributary/contract/accounts/hidden';
import type { LiveView } from '@tributary/contract/reports/dashboards';
import type { ComponentProps, ReactNode } from 'react';
import { useTitle } from '../../kit/pages/use-title.ts';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useUnhidden } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/kit.ts';
import { RecentActivity } from './activity.tsx';
import { FigureNotes } from './figure-notes.tsx';
import { Freshness } from './freshness.tsx';
import { PortalDays } from './portal-days.tsx';
import classes from './report.module.css';
import { StatCard } from './stat-card.tsx';
import { useLive } from './use-live.ts';

/** what both portals' figures have in common */
interface PortalFigures {
  fresh_at: ComponentProps<typeof Freshness>['at'];
  tz: string;
  days: ComponentProps<typeof PortalDays>['days'];
  recent: ComponentProps<typeof RecentActivity>['items'];
  since: string;
  notes: readonly string[];
}

/** the totals' days, as a report's address names them */
const daysOf = ({ since, days = [] }: PortalFigures): string => `from=${since}&to=${days.at(-1)?.day ?? since}`;

export interface PortalStat<Figures> {
  label: string;
  /** what is behind it: of the same days, so that the same figure stands there */
  to: (days: string) => string;
  value: (figures: Figures) => string;
  /** under the figure */
  rest: (figures: Figures) => string;
  /** its class, where a role may hide it from who visits the portal: then there is no card */
  hide?: FieldClass;
}

interface PortalDashboardProps<Figures> {
  view: LiveView;
  load: (context: CallContext) => Promise<Figures>;
  stats: readonly PortalStat<Figures>[];
  noActivity: string;
  /** what the portal has to say besides */
  below?: ReactNode;
  /** between the figures and the days */
  beside?: ReactNode;
}

export function PortalDashboard<Figures extends PortalFigures>(props: PortalDashboardProps<Figures>) {
  useTitle(t('report.dashboard'));
  const { user } = useSession();
  const figures = useLive(props.view, {}, props.load);
  const { data } = figures;
  const stats = useUnhidden(props.stats);
  return (
    <>
      <PageHeader
        title={user.first_name ? t('report.welcomeBack', { firstName: user.first_name }) : t('report.welcomeBack2')}
        note={
          <>
            {t('report.accountStatus')} <StatusBadge status={user.status} />
          </>
        }
        actions={<Freshness at={data?.fresh_at} tz={data?.tz} live={figures.connected} />}
      />
      {figures.isError && !data ? (
        <FailedToLoad error={figures.error} retry={() => figures.refetch()} />
      ) : (
        <>
          <div className={classes.stats}>
            {stats.map(({ label, to, value, rest }) => (
              <StatCard key={label} label={label} value={data ? value(data) : null} to={to(data ? daysOf(data) : '')}>
                {data && rest(data)}
              </StatCard>
            ))}
          </div>
          <FigureNotes
            notes={data?.notes}
            viewer={props.view === 'publisher' ? 'publisher' : 'advertiser'}
            lacksRate={false}
          />
          {props.beside}
          <div className={classes.columns} data-free>
            <PortalDays days={data?.days} tz={data?.tz ?? 'UTC'} />
            <RecentActivity items={data?.recent} tz={data?.tz} empty={props.noActivity} />
          </div>
          {props.below}
        </>
      )}
    </>
  );
}
