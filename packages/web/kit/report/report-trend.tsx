// The chart over a report's table: one of its figures over the hours or days of the period, with the same filters, and
// dotted beside it the period before where the report is compared.
import { NativeSelect } from '@mantine/core';
import { dimensions, type MetricId, metricLabel, metrics } from '@tributary/contract/report-catalogue';
import type { StoredQuery } from '@tributary/contract/reports';
import { SeriesChart } from '../charts/series-chart.tsx';
import { dimensionText, type FigureCell, figureText } from './figure.ts';
import type { ReportScreen } from './report-declaration.ts';
import { queryOfReport, type ReportState } from './report-state.ts';
import { useReport } from './use-report.ts';

const colors: Partial<Record<MetricId, string>> = {
  clicks: 'var(--series-clicks)',
  gross_clicks: 'var(--series-clicks)',
  conversions: 'var(--series-conversions)',
};
const units = { count: 'count', percent: '%', ratio: '×', duration: 'seconds' } as const;

interface ReportTrendProps {
  screen: ReportScreen;
  state: ReportState;
  change: (part: Partial<ReportState>) => void;
}

export function ReportTrend({ screen, state, change }: ReportTrendProps) {
  const { chart } = state;
  const unit = isOneDay(state) ? 'hour' : 'day';
  const { data: reply, isPlaceholderData } = useReport(trendQuery(state, unit));
  const { tz = 'UTC', currency = 'USD' } = reply?.period ?? {};
  const { format } = metrics[chart];
  const label = metricLabel(chart, screen.role);
  const color = colors[chart] ?? 'var(--series-3)';
  const points = (reply?.rows ?? []).map((row, index) => {
    const title = dimensionText(unit, row[unit], {}, tz);
    const before = reply?.previous?.rows[index];
    return {
      label: unit === 'hour' ? title.replace(/^.*, /, '') : title.replace(/, \d{4}$/, ''),
      title,
      values: { now: numberOf(row[chart]), before: numberOf(before?.[chart]) },
    };
  });
  return (
    <SeriesChart
      title={`${label} by ${dimensions[unit].label.toLowerCase()}`}
      actions={
        <NativeSelect
          size="xs"
          aria-label="Figure in the chart"
          value={chart}
          data={state.figures.map((id) => ({ value: id, label: metricLabel(id, screen.role) }))}
          onChange={({ currentTarget: { value } }) =>
            change({ chart: state.figures.find((id) => id === value) ?? chart })
          }
        />
      }
      points={points}
      series={[
        { id: 'now', label, color },
        ...(state.compare ? [{ id: 'before', label: `${label} before`, color, dashed: true }] : []),
      ]}
      xLabel={`${dimensions[unit].label} (${tz})`}
      yLabel={`${label} (${format === 'money' ? currency : units[format]})`}
      format={(value) =>
        figureText(format === 'money' ? value.toFixed(6).replace(/0{1,4}$/, '') : value, format, currency)
      }
      height={260}
      pending={!reply || (isPlaceholderData && points.length === 0)}
      empty="Nothing to draw in this period"
      note={state.compare ? `Dotted: the period before. Times in ${tz}.` : `Times in ${tz}.`}
    />
  );
}

const numberOf = (cell: FigureCell): number | null => (cell === null || cell === undefined ? null : Number(cell));

const isOneDay = ({ period, from, to }: ReportState): boolean =>
  period === 'today' || period === 'yesterday' || (period === '' && from.slice(0, 10) === to.slice(0, 10));

const trendQuery = (state: ReportState, unit: 'hour' | 'day'): StoredQuery => ({
  ...queryOfReport({ ...state, by: [unit], figures: [state.chart], sort: unit, onlyConversions: false }),
  limit: '1000',
});
