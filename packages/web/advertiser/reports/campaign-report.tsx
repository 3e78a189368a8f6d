// Your campaigns day by day.
import type { ReportScreen } from '../../kit/report/report-declaration.ts';
import { ReportPage } from '../../kit/report/report-page.tsx';

const screen: ReportScreen = {
  title: 'Campaign Report',
  purpose: 'Your campaigns day by day',
  role: 'advertiser',
  screen: 'reports',
  start: {
    by: ['day', 'offer'],
    figures: ['impressions', 'clicks', 'conversions', 'cr', 'revenue', 'cpa'],
    period: 'last_7_days',
    chart: 'conversions',
  },
  drill: ['offer', 'goal', 'country', 'device', 'day'],
  empty: 'No traffic in this period with these filters.',
};

export default function CampaignReport() {
  return <ReportPage screen={screen} />;
}
