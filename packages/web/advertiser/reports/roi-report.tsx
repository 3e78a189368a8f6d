// What your customers paid beside what you spent.
import type { ReportScreen } from '../../kit/report/report-declaration.ts';
import { ReportPage } from '../../kit/report/report-page.tsx';

const screen: ReportScreen = {
  title: 'ROI Report',
  purpose: 'What your customers paid beside what you spent',
  role: 'advertiser',
  screen: 'reports',
  start: {
    by: ['offer'],
    figures: ['conversions', 'sale_amount', 'revenue', 'roas', 'advertiser_roi', 'cpa'],
    period: 'last_30_days',
    chart: 'revenue',
  },
  drill: ['offer', 'goal', 'country', 'day'],
  empty: 'No traffic in this period with these filters.',
};

export default function RoiReport() {
  return <ReportPage screen={screen} />;
}
