// Your campaigns day by day.
import type { ReportScreen } from '../../features/report/report-declaration.ts';
import { ReportPage } from '../../features/report/report-page.tsx';
import { t } from '../../words/advertiser.ts';

const screen: ReportScreen = {
  title: t('common.campaignReport'),
  purpose: t('reports.yourCampaignsDayByDay'),
  role: 'advertiser',
  screen: 'reports',
  start: {
    by: ['day', 'offer'],
    figures: ['impressions', 'clicks', 'conversions', 'cr', 'revenue', 'cpa'],
    period: 'last_7_days',
    chart: 'conversions',
  },
  drill: ['offer', 'goal', 'country', 'device', 'day'],
  empty: t('reports.noTrafficInThisPeriod'),
};

export default function CampaignReport() {
  return <ReportPage screen={screen} />;
}
