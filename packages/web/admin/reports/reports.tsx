// Reports: any figures by any one to five dimensions.

import type { ReportScreen } from '../../kit/report/report-declaration.ts';
import { ReportPage } from '../../kit/report/report-page.tsx';

const screen: ReportScreen = {
  title: 'Reports',
  purpose: 'Group, filter and compare; click a row to see what lies behind it',
  role: 'admin',
  screen: 'reports',
  start: {
    by: ['offer'],
    figures: ['gross_clicks', 'clicks', 'unique_clicks', 'conversions', 'cr', 'revenue', 'payout', 'profit', 'epc'],
    period: 'last_7_days',
    chart: 'clicks',
  },
  drill: ['offer', 'publisher', 'source', 'country', 'device', 'day'],
  empty: 'No traffic in this period with these filters.',
};

export default function Reports() {
  return <ReportPage screen={screen} />;
}
