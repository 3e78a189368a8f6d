// Reports: any figures by any one to five dimensions.

import type { ReportScreen } from '../../features/report/report-declaration.ts';
import { ReportPage } from '../../features/report/report-page.tsx';
import { t } from '../../words/admin.ts';

const screen: ReportScreen = {
  title: t('common.reports'),
  purpose: t('reports.groupFilterAndCompareClick'),
  role: 'admin',
  screen: 'reports',
  start: {
    by: ['offer'],
    figures: ['gross_clicks', 'clicks', 'unique_clicks', 'conversions', 'cr', 'revenue', 'payout', 'profit', 'epc'],
    period: 'last_7_days',
    chart: 'clicks',
  },
  drill: ['offer', 'publisher', 'source', 'country', 'device', 'day'],
  empty: t('reports.noTrafficInThisPeriod'),
};

export default function Reports() {
  return <ReportPage screen={screen} />;
}
