// Comparison New: the same figures of two periods, or of two of a kind, side by side by a parent and a child dimension.

import type { ReportScreen } from '../../features/report/report-declaration.ts';
import { ReportPage } from '../../features/report/report-page.tsx';
import { t } from '../../words/admin.ts';

const screen: ReportScreen = {
  title: t('common.comparisonNew'),
  purpose: t('reports.thisPeriodBesideTheOne'),
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
  empty: t('reports.noTrafficInThisPeriod'),
};

export default function Comparison() {
  return <ReportPage screen={screen} />;
}
