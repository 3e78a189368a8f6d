// Comparison New: the same figures of two periods, or of two of a kind, side by side by a parent and a child dimension.

import type { ReportScreen } from '../../kit/report/report-declaration.ts';
import { ReportPage } from '../../kit/report/report-page.tsx';

const screen: ReportScreen = {
  title: 'Comparison New',
  purpose: 'This period beside the one before, or one offer, publisher or country beside another, row by row',
  role: 'admin',
  screen: 'comparison',
  start: {
    by: ['offer', 'publisher'],
    figures: ['clicks', 'conversions', 'revenue', 'profit'],
    period: 'last_7_days',
    chart: 'clicks',
    compare: true,
  },
  pairs: ['offer', 'publisher', 'advertiser', 'manager', 'source', 'country', 'device', 'os'],
  drill: ['offer', 'publisher', 'source', 'country', 'device', 'day'],
  empty: 'No traffic in this period with these filters.',
};

export default function Comparison() {
  return <ReportPage screen={screen} />;
}
