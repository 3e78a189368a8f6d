// The drawing itself. To a screen reader it is one picture with a name that says what it shows and that the figures
// stand in the table behind it.
import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { compactCount } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import classes from './charts.module.css';
import type { SeriesChartProps } from './series-chart.tsx';

/** no keyboard stop inside a picture */
const hidden = { accessibilityLayer: false };

export default function SeriesPlot({
  title,
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
    <div role="img" aria-label={nameOf(title, kind, series, points)}>
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
    </div>
  );
}

function nameOf(
  title: string,
  kind: 'line' | 'bar',
  series: SeriesChartProps['series'],
  points: SeriesChartProps['points'],
): string {
  const [first = '', last = ''] = [points.at(0), points.at(-1)].map((point) => point?.title ?? point?.label);
  const over = first === last ? t('charts.at', { first }) : t('charts.fromTo', { first, last });
  const what = series.map(({ label }) => label).join(', ');
  return t('charts.chartOfTableShowsThe', { title, kind: t(`charts.${kind}`), what, over });
}
