// Revenue › Report: what one earns by anything that a report knows.
import type { ReportScreen } from '../../features/report/report-declaration.ts';
import { ReportPage } from '../../features/report/report-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { t } from '../../words/publisher.ts';
import { revenueTabs } from './tabs.ts';

const screen: ReportScreen = {
  title: t('common.revenue'),
  purpose: t('reports.whatYouEarnDayBy'),
  role: 'publisher',
  screen: 'reports',
  start: {
    by: ['day'],
    figures: ['payout', 'approved_payout', 'pending_payout', 'rejected_payout', 'conversions', 'epc'],
    period: 'last_30_days',
    chart: 'payout',
  },
  drill: ['offer', 'goal', 'country', 'source', 'day'],
  empty: t('reports.noTrafficInThisPeriod'),
};

export default function RevenueReport() {
  return <ReportPage screen={screen} intro={<PageTabs label={t('common.revenue')} tabs={revenueTabs} />} />;
}
