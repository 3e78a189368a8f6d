// Impressions, clicks and conversions of each campaign.
import type { ReportScreen } from '../../kit/report/report-declaration.ts';
import { ReportPage } from '../../kit/report/report-page.tsx';

const screen: ReportScreen = {
  title: 'Campaign Performance',
  purpose: 'Impressions, clicks and conversions of each campaign',
  role: 'advertiser',
  screen: 'reports',
  start: {
    by: ['offer'],
    figures: ['impressions', 'clicks', 'ctr', 'conversions', 'cr', 'revenue', 'rpc'],
    period: 'last_7_days',
    chart: 'clicks',
  },
  drill: ['offer', 'country', 'device', 'day'],
  empty: 'No traffic in this period with these filters.',
};

export default function CampaignPerformance() {
  return <ReportPage screen={screen} />;
}
