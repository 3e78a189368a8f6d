// Clicks and conversions of your links, by campaign.
import type { ReportScreen } from '../../features/report/report-declaration.ts';
import { ReportPage } from '../../features/report/report-page.tsx';
import { t } from '../../words/publisher.ts';

const screen: ReportScreen = {
  title: t('common.performance'),
  purpose: t('reports.clicksAndConversionsOfYour'),
  role: 'publisher',
  screen: 'reports',
  start: {
    by: ['offer'],
    figures: ['gross_clicks', 'clicks', 'unique_clicks', 'conversions', 'cr', 'payout', 'epc'],
    period: 'last_7_days',
    chart: 'clicks',
  },
  drill: ['offer', 'source', 'country', 'device', 'day'],
  empty: t('reports.noTrafficInThisPeriod'),
};

export default function Performance() {
  return <ReportPage screen={screen} />;
}
