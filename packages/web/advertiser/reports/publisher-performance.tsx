// What each publisher brings.
import type { ReportScreen } from '../../features/report/report-declaration.ts';
import { ReportPage } from '../../features/report/report-page.tsx';
import { t } from '../../words/advertiser.ts';

const screen: ReportScreen = {
  title: t('common.publisherPerformance'),
  purpose: t('reports.whatEachPublisherBrings'),
  role: 'advertiser',
  screen: 'reports',
  start: {
    by: ['publisher'],
    figures: ['clicks', 'conversions', 'cr', 'rejected_conversions', 'revenue', 'cpa'],
    period: 'last_30_days',
    chart: 'conversions',
  },
  drill: ['publisher', 'offer', 'country', 'day'],
  empty: t('reports.noTrafficInThisPeriod'),
};

export default function PublisherPerformance() {
  return <ReportPage screen={screen} />;
}
