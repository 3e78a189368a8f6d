// The chart over a report's table: one of its figures over the hours or days of the period, with the same filters, and
// beside it the other one, or dotted the period before, where the report is a comparison.
import { NativeSelect } from '@mantine/core';
import { dimensions, type MetricId, metricLabel, metrics } from '@tributary/contract/reports/report-catalogue';
import type { ReportReply, StoredQuery } from '@tributary/contract/reports/reports';
import { type ChartPoint, SeriesChart } from '../../kit/charts/series-chart.tsx';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import { amountsOf, dimensionText, type FigureCell, type Figures, figureText } from './figure.ts';
import { namesOfPair } from './report-columns.ts';
import type { ReportScreen } from './report-declaration.ts';
import { isComplete, pairOf, queryOfReport, type ReportState } from './report-state.ts';
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
  const { data: reply, isError } = useReport(trendQuery(state, unit));
  const { tz = 'UTC', currency = 'USD' } = reply?.period ?? {};
  const { format } = metrics[chart];
  const label = said(metricLabel(chart, screen.role));
  const color = colors[chart] ?? 'var(--series-3)';
  const pair = pairOf(state);
  const [one, other] = pair ? namesOfPair(pair, reply?.labels ?? {}) : [label, t('report.before', { label })];
  const compared = state.compare !== '' && isComplete(state);
  const points = reply ? pointsOf(reply, unit, chart) : [];
  const isPartial = [reply?.without_rate, reply?.previous?.without_rate].some((missing) => missing?.totals[chart]);
  return (
    <SeriesChart
      title={t('report.by', { label, label2: said(dimensions[unit].label).toLowerCase() })}
      actions={
        <NativeSelect
          size="xs"
          aria-label={t('report.figureInTheChart')}
          value={chart}
          data={state.figures.map((id) => ({ value: id, label: said(metricLabel(id, screen.role)) }))}
          onChange={({ currentTarget: { value } }) =>
            change({ chart: state.figures.find((id) => id === value) ?? chart })
          }
        />
      }
      points={points}
      series={[
        { id: 'now', label: compared && pair ? t('report.a2', { one }) : label, color },
        ...(compared
          ? [
              pair
                ? { id: 'before', label: t('report.b3', { other }), color: 'var(--series-4)' }
                : { ...dotted, label: other, color },
            ]
          : []),
      ]}
      xLabel={`${said(dimensions[unit].label)} (${tz})`}
      yLabel={`${label} (${format === 'money' ? currency : said(units[format])})`}
      format={(value) =>
        figureText(format === 'money' ? value.toFixed(6) : value, format, currency, metrics[chart].decimals)
      }
      height={260}
      pending={!reply && !isError}
      empty={isError ? t('report.theChartCouldNotBe') : t('report.nothingToDrawInThis')}
      note={[
        ...(compared && !pair ? [t('report.dottedThePeriodBefore')] : []),
        ...(isPartial ? [t('report.amountsWithoutARateAre')] : []),
        ...(reply && reply.period.ends_at * 1000 > Date.now() ? [t(`report.lastIsRunning.${unit}`)] : []),
        t('report.timesIn', { tz }),
      ].join(' ')}
    />
  );
}

/** what had no traffic has no row, and a line must not jump over it: every hour or day that has begun is a point */
function pointsOf(reply: ReportReply, unit: 'hour' | 'day', chart: MetricId): ChartPoint[] {
  const { period, rows, previous } = reply;
  const keyOf = (cell: FigureCell): string => (unit === 'day' ? String(cell) : new Date(String(cell)).toISOString());
  const known = new Map(rows.map((row, index) => [keyOf(row[unit]), { row, before: previous?.rows[index] }] as const));
  const { format, per } = metrics[chart];
  const nothing = (format === 'count' || format === 'money') && !per ? 0 : null;
  // hours of the period before are only known beside hours of this one
  const noneBefore = unit === 'hour' ? null : nothing;
  return [...new Set([...stepsOf(period, unit), ...known.keys()])].sort().map((key) => {
    const found = known.get(key);
    const title = dimensionText(unit, key, {}, period.tz);
    return {
      label: unit === 'hour' ? title.replace(/^.*, /, '') : title.replace(/, \d{4}$/, ''),
      title,
      values: {
        now: found ? drawn(chart, { cells: found.row }) : nothing,
        before: found ? drawn(chart, { cells: found.before ?? {} }) : noneBefore,
      },
    };
  });
}

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

function stepsOf({ from, to, tz, starts_at, ends_at }: ReportReply['period'], unit: 'hour' | 'day'): string[] {
  const now = Date.now();
  if (unit === 'hour') {
    const [first, end] = [starts_at * 1000, Math.min(ends_at * 1000, now)];
    const hours = Math.max(0, Math.ceil((end - first) / HOUR_MS));
    return Array.from({ length: hours }, (_, at) => new Date(first + at * HOUR_MS).toISOString());
  }
  const today = new Date(now).toLocaleDateString('en-CA', { timeZone: tz });
  const [last = today] = [to.slice(0, 10), today].sort();
  const first = Date.parse(from.slice(0, 10));
  const days = Math.max(0, Math.round((Date.parse(last) - first) / DAY_MS) + 1);
  return Array.from({ length: days }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

const dotted = { id: 'before', dashed: true } as const;
/** as the table shows it; only what has a rate can be drawn on one axis */
const drawn = (id: MetricId, figures: Figures): number | null => {
  const cell = metrics[id].format === 'money' ? amountsOf(id, figures, '')[0]?.amount : figures.cells[id];
  return cell === null || cell === undefined ? null : Number(cell);
};

const isOneDay = ({ period, from, to }: ReportState): boolean =>
  period === 'today' || period === 'yesterday' || (period === '' && from.slice(0, 10) === to.slice(0, 10));

const trendQuery = (state: ReportState, unit: 'hour' | 'day'): StoredQuery => ({
  ...queryOfReport({ ...state, by: [unit], figures: [state.chart], sort: unit, onlyConversions: false }),
  limit: '1000',
});
