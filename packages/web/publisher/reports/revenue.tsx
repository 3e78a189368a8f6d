// What you earn, day by day.
import type { ReportScreen } from '../../features/report/report-declaration.ts';
import { ReportPage } from '../../features/report/report-page.tsx';
import { t } from '../../words/publisher.ts';

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

export default function Revenue() {
  return <ReportPage screen={screen} />;
}
