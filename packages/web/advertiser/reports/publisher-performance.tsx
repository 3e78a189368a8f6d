// What each publisher brings.
import type { ReportScreen } from '../../kit/report/report-declaration.ts';
import { ReportPage } from '../../kit/report/report-page.tsx';

const screen: ReportScreen = {
  title: 'Publisher Performance',
  purpose: 'What each publisher brings',
  role: 'advertiser',
  screen: 'reports',
  start: {
    by: ['publisher'],
    figures: ['clicks', 'conversions', 'cr', 'rejected_conversions', 'revenue', 'cpa'],
    period: 'last_30_days',
    chart: 'conversions',
  },
  drill: ['publisher', 'offer', 'country', 'day'],
  empty: 'No traffic in this period with these filters.',
};

export default function PublisherPerformance() {
  return <ReportPage screen={screen} />;
}
