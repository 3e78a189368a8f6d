// The last 30 days of a portal, as a chart of clicks and conversions.

import { count } from '../../ui/format.ts';
import { SeriesChart } from '../charts/series-chart.tsx';
import { dimensionText } from './figure.ts';

interface PortalDaysProps {
  days: readonly { day: string; clicks: number; conversions: number }[] | undefined;
  tz: string;
}

export const PortalDays = ({ days, tz }: PortalDaysProps) => (
  <SeriesChart
    title="Last 30 days"
    points={(days ?? []).map(({ day, clicks, conversions }) => ({
      label: dimensionText('day', day, {}, tz).replace(/, \d{4}$/, ''),
      title: dimensionText('day', day, {}, tz),
      values: { clicks, conversions },
    }))}
    series={[
      { id: 'clicks', label: 'Clicks', color: 'var(--series-clicks)' },
      { id: 'conversions', label: 'Conversions', color: 'var(--series-conversions)' },
    ]}
    xLabel={`Day (${tz})`}
    yLabel="Clicks, conversions (count)"
    format={count}
    height={260}
    pending={!days}
    empty="No clicks or conversions in the last 30 days"
    note={`The last day is still running. Days of ${tz}.`}
  />
);
