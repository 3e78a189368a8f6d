// The drawing itself. Hidden from screen readers: they get the table that stands behind every chart.
import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { compactCount } from '../../ui/format.ts';
import classes from './charts.module.css';
import type { SeriesChartProps } from './series-chart.tsx';

/** no keyboard stop inside a drawing that is hidden */
const hidden = { accessibilityLayer: false };

export default function SeriesPlot({
  kind = 'line',
  points,
  series,
  xLabel,
  yLabel,
  format,
  height,
}: SeriesChartProps) {
  const isWhole = points.every(({ values }) => Object.values(values).every((value) => Number.isInteger(value ?? 0)));
  const titles = new Map(points.map(({ label, title }) => [label, title ?? label]));
  const shared = {
    h: height ?? 280,
    className: classes.plot,
    data: points.map(({ label, values }) => ({ ...values, label })),
    dataKey: 'label',
    valueFormatter: format,
    gridColor: 'var(--line)',
    textColor: 'var(--text-dim)',
    xAxisLabel: xLabel,
    yAxisLabel: yLabel,
    tickLine: 'none' as const,
    xAxisProps: { interval: 'preserveStartEnd' as const, minTickGap: 24 },
    yAxisProps: { width: 60, tickFormatter: compactCount, allowDecimals: !isWhole },
    tooltipProps: {
      isAnimationActive: false,
      labelFormatter: (label: unknown) => titles.get(String(label)) ?? String(label),
    },
  };
  return (
    <div aria-hidden>
      {kind === 'bar' ? (
        <BarChart
          {...shared}
          series={series.map(({ id, label, color }) => ({ name: id, label, color }))}
          barProps={{ isAnimationActive: false, radius: 3, maxBarSize: 48 }}
          barChartProps={hidden}
        />
      ) : (
        <LineChart
          {...shared}
          series={series.map(({ id, label, color, dashed }) => ({
            name: id,
            label,
            color,
            strokeDasharray: dashed ? '3 4' : undefined,
          }))}
          curveType="linear"
          withDots={points.length <= 2}
          connectNulls={false}
          lineProps={{ isAnimationActive: false }}
          lineChartProps={hidden}
        />
      )}
    </div>
  );
}
