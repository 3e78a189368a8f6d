// Impressions, clicks and conversions of each campaign.
import type { ReportScreen } from '../../features/report/report-declaration.ts';
import { ReportPage } from '../../features/report/report-page.tsx';
import { t } from '../../words/advertiser.ts';

const screen: ReportScreen = {
  title: t('common.campaignPerformance'),
  purpose: t('reports.impressionsClicksAndConversionsOf'),
  role: 'advertiser',
  screen: 'reports',
  start: {
    by: ['offer'],
    figures: ['impressions', 'clicks', 'ctr', 'conversions', 'cr', 'revenue', 'rpc'],
    period: 'last_7_days',
    chart: 'clicks',
  },
  drill: ['offer', 'country', 'device', 'day'],
  empty: t('reports.noTrafficInThisPeriod'),
};

export default function CampaignPerformance() {
  return <ReportPage screen={screen} />;
}
