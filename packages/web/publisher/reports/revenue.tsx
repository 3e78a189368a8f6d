// What you earn, day by day.
import type { ReportScreen } from '../../kit/report/report-declaration.ts';
import { ReportPage } from '../../kit/report/report-page.tsx';

const screen: ReportScreen = {
  title: 'Revenue',
  purpose: 'What you earn, day by day',
  role: 'publisher',
  screen: 'reports',
  start: {
    by: ['day'],
    figures: ['payout', 'approved_payout', 'pending_payout', 'rejected_payout', 'conversions', 'epc'],
    period: 'last_30_days',
    chart: 'payout',
  },
  drill: ['offer', 'goal', 'country', 'source', 'day'],
  empty: 'No traffic in this period with these filters.',
};

export default function Revenue() {
  return <ReportPage screen={screen} />;
}
