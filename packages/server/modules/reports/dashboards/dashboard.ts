// The account manager's dashboard: cards against the same hours before, countries, chart, queues.

import type { Section } from '@tributary/contract';
import { formatMoney, parseMoney } from '@tributary/contract/money';
import { type Dashboard, type DashboardQuery, dashboardCards } from '@tributary/contract/reports/dashboards';
import { hiddenMetric } from '@tributary/contract/reports/report-catalogue';
import type { z } from 'zod';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { addDays, dayOf, isZone, startOf } from '../../../platform/zone.ts';
import { figure, quotient, withoutRate } from '../engine/figures.ts';
import { amountOf, countOf, emptyGroup, figuresFor, type Question } from '../engine/figures-for.ts';
import { type Period, periodBefore, readPeriod, wholePeriodBefore } from '../engine/period.ts';
import { type ReportFilter, readCurrency } from '../engine/read-query.ts';
import type { Group, Groups } from '../engine/report.repo.ts';
import { provisionalNotes, rateNotes } from '../engine/run-report.ts';
import type { Viewer } from '../engine/viewer.ts';
import { readQueues } from './queues.repo.ts';

type Query = z.output<typeof DashboardQuery>;
type Reply = Omit<Dashboard, 'fresh_at'>;

export function readZone(tz: string | undefined, viewer: Viewer): string {
  const zone = tz || viewer.timeZone;
  if (!isZone(zone)) throw new Fault('invalid_input', `There is no time zone called ${zone}.`);
  return zone;
}
export const statusFilter = (status: Query['status']): ReportFilter[] =>
  status === 'all'
    ? []
    : [{ dimension: 'offer_status', values: status === 'active' ? ['active'] : ['paused', 'pending'] }];

/** percent, rounded to one decimal; null where there was nothing before */
export function changeOf(now: string | number | null, before: string | number | null): string | null {
  const micros = (value: string | number | null) => parseMoney(String(value ?? 0)) ?? 0n;
  const [current, past] = [micros(now), micros(before)];
  if (past === 0n) return null;
  const size = past < 0n ? -past : past;
  return formatMoney(quotient((current - past) * 1_000n, size) * 100_000n);
}

export async function readDashboard(
  tx: Tx,
  viewer: Viewer,
  query: Query,
  now: Date,
  isOpen: (section: Section) => boolean,
): Promise<Reply> {
  const tz = readZone(query.tz, viewer);
  const currency = readCurrency(query.currency, viewer);
  const period = readPeriod({ period: query.range }, tz, now);
  const figures = await figuresFor(tx, viewer, currency, now);
  const ask = (more: Partial<Question>) =>
    figures({ metrics: dashboardCards, period, filters: statusFilter(query.status), ...more });
  const current = await ask({ dimensions: ['country'], metrics: ['clicks', ...dashboardCards] });
  const past = await ask({ period: periodBefore(period) });
  const monthPeriod = readPeriod({ period: 'this_month' }, tz, now);
  const month = await ask({ period: monthPeriod });
  const unit = query.range === 'last_7_days' ? 'day' : 'hour';
  const chart = { dimensions: [unit], metrics: ['clicks', 'conversions'] } as const;
  const series = await ask(chart);
  const seriesBefore = await ask({ ...chart, period: wholePeriodBefore(period) });
  return {
    tz,
    currency,
    starts_at: unixSeconds(period.start),
    ends_at: unixSeconds(period.end),
    cards: dashboardCards
      .filter((metric) => hiddenMetric(metric, viewer.hidden) === null)
      .map((metric) => {
        const [value, previous] = [figure(metric, current.totals), figure(metric, past.totals)];
        const without_rate = withoutRate(metric, current.totals);
        const previous_without_rate = withoutRate(metric, past.totals);
        // of a part there is no percentage
        const isWhole = without_rate.length + previous_without_rate.length === 0;
        return {
          metric,
          value,
          previous,
          change: isWhole ? changeOf(value, previous) : null,
          month_to_date: figure(metric, month.totals),
          without_rate,
          previous_without_rate,
          month_without_rate: withoutRate(metric, month.totals),
        };
      }),
    countries: current.rows.slice(0, 250).map((group) => ({
      country: group.keys[0] ?? null,
      clicks: countOf('clicks', group),
      conversions: countOf('conversions', group),
      revenue: amountOf('revenue', group),
      without_rate: withoutRate('revenue', group),
    })),
    series: { unit, points: pointsOf(unit, period, series, seriesBefore) },
    queues: await readQueues(tx, viewer.tenantId, now, isOpen),
    notes: [
      ...rateNotes([current.totals, past.totals, month.totals], currency),
      // the month to date has today in it, whatever the range
      ...provisionalNotes(month.totals, monthPeriod, viewer, now),
    ],
  };
}

/** every hour or day of the period has its point, whether anything happened in it or not */
function pointsOf(unit: 'hour' | 'day', period: Period, now: Groups, before: Groups): Reply['series']['points'] {
  const byKey = (groups: Groups) => new Map(groups.rows.map((group) => [group.keys[0] ?? '', group]));
  const [current, past] = [byKey(now), byKey(before)];
  return momentsOf(unit, period).map(({ at, key }) => {
    const point = (groups: Map<string, Group>) => groups.get(key) ?? emptyGroup;
    return {
      at,
      clicks: countOf('clicks', point(current)),
      conversions: countOf('conversions', point(current)),
      previous_clicks: countOf('clicks', point(past)),
      previous_conversions: countOf('conversions', point(past)),
    };
  });
}

function momentsOf(unit: 'hour' | 'day', { start, end, tz }: Period): { at: number; key: string }[] {
  const moments: { at: number; key: string }[] = [];
  if (unit === 'hour') {
    for (let at = start.getTime(); at < end.getTime(); at += 3_600_000) {
      moments.push({ at: at / 1_000, key: String(at / 1_000) });
    }
    return moments;
  }
  for (let day = dayOf(start, tz); startOf(day, tz) < end; day = addDays(day, 1)) {
    moments.push({ at: unixSeconds(startOf(day, tz)), key: day });
  }
  return moments;
}
