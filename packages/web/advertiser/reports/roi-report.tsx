// What your customers paid beside what you spent.
import type { ReportScreen } from '../../features/report/report-declaration.ts';
import { ReportPage } from '../../features/report/report-page.tsx';
import { t } from '../../words/advertiser.ts';

const screen: ReportScreen = {
  title: t('common.roiReport'),
  purpose: t('reports.whatYourCustomersPaidBeside'),
  role: 'advertiser',
  screen: 'reports',
  start: {
    by: ['offer'],
    figures: ['conversions', 'sale_amount', 'revenue', 'roas', 'advertiser_roi', 'cpa'],
    period: 'last_30_days',
    chart: 'revenue',
  },
  drill: ['offer', 'goal', 'country', 'day'],
  empty: t('reports.noTrafficInThisPeriod'),
};

export default function RoiReport() {
  return <ReportPage screen={screen} />;
}
