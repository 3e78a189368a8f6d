// The last 30 days of a portal, as a chart of clicks and conversions.

import { SeriesChart } from '../../kit/charts/series-chart.tsx';
import { count } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { dimensionText } from './figure.ts';

interface PortalDaysProps {
  days: readonly { day: string; clicks: number; conversions: number }[] | undefined;
  tz: string;
}

export const PortalDays = ({ days, tz }: PortalDaysProps) => (
  <SeriesChart
    title={t('common.last30Days')}
    points={(days ?? []).map(({ day, clicks, conversions }) => ({
      label: dimensionText('day', day, {}, tz).replace(/, \d{4}$/, ''),
      title: dimensionText('day', day, {}, tz),
      values: { clicks, conversions },
    }))}
    series={[
      { id: 'clicks', label: t('report.clicks'), color: 'var(--series-clicks)' },
      { id: 'conversions', label: t('report.conversions'), color: 'var(--series-conversions)' },
    ]}
    xLabel={t('report.day', { tz })}
    yLabel={t('report.clicksConversionsCount')}
    format={count}
    height={260}
    pending={!days}
    empty={t('report.noClicksOrConversionsIn')}
    note={t('report.theLastDayIsStill', { tz })}
  />
);
