// Clicks and conversions over the hours or days of the range, beside the ones before.
import { Button } from '@mantine/core';
import type { Dashboard } from '@tributary/contract/reports/dashboards';
import { SeriesChart } from '../../kit/charts/series-chart.tsx';
import { count, dateTime, dayOfYear, shortDate, timeOfDay } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';

const series = [
  { id: 'clicks', label: t('common.clicks'), color: 'var(--series-clicks)' },
  { id: 'conversions', label: t('common.conversions'), color: 'var(--series-conversions)' },
] as const;
const before = [
  { id: 'previous_clicks', label: t('dashboard.clicksBefore'), color: 'var(--series-clicks)', dashed: true },
  {
    id: 'previous_conversions',
    label: t('dashboard.conversionsBefore'),
    color: 'var(--series-conversions)',
    dashed: true,
  },
] as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

interface PerformanceProps {
  dashboard: Dashboard | undefined;
  openForecast: () => void;
}

export function Performance({ dashboard, openForecast }: PerformanceProps) {
  const unit = dashboard?.series.unit ?? 'hour';
  const tz = dashboard?.tz ?? 'UTC';
  const points = (dashboard?.series.points ?? []).map(({ at, ...values }) => ({
    label: axisText(at, unit, tz),
    title: unit === 'hour' ? dateTime(at, tz) : shortDate(at, tz),
    // hours that have not come yet are no zeros
    values: at > Date.now() / 1000 ? { ...values, clicks: null, conversions: null } : values,
  }));
  // yesterday's last hour lies behind it
  const isRunning =
    (dashboard?.series.points.at(-1)?.at ?? 0) * 1000 > Date.now() - (unit === 'hour' ? HOUR_MS : DAY_MS);
  return (
    <SeriesChart
      title={t('dashboard.performance')}
      actions={
        <Button size="xs" variant="default" onClick={openForecast}>
          {t('dashboard.forecastReport')}
        </Button>
      }
      points={points}
      series={[...series, ...before]}
      xLabel={unit === 'hour' ? t('dashboard.hour', { tz }) : t('dashboard.day', { tz })}
      yLabel={t('dashboard.clicksConversionsCount')}
      format={count}
      pending={!dashboard}
      empty={t('dashboard.noClicksOrConversionsIn')}
      note={[
        t(`dashboard.dotted.${unit}`),
        ...(isRunning ? [t(`dashboard.lastIsRunning.${unit}`)] : []),
        t('dashboard.timesIn', { tz }),
      ].join(' ')}
    />
  );
}

const axisText = (at: number, unit: 'hour' | 'day', timeZone: string): string =>
  unit === 'hour' ? timeOfDay(at, timeZone) : dayOfYear(at, timeZone);
