// Where today and this month will end. The rest of a day is taken from the same hours of past days, scaled to how today
// compares with them; the rest of the month from past days of the same weekdays. An estimate, so plain numbers will do;
// the band is the one that held four of five past days.

import { formatMoney, parseMoney } from '@tributary/contract/money';
import { dashboardCards, type Forecast } from '@tributary/contract/reports/dashboards';
import { hiddenMetric, type MetricId, metrics } from '@tributary/contract/reports/report-catalogue';
import type { Tx } from '../../../platform/db/database.ts';
import { addDays, dayOf, daysBetween, minuteOf } from '../../../platform/zone.ts';
import { figure, groupOfNothing, withoutRate } from '../engine/figures.ts';
import { figuresFor } from '../engine/figures-for.ts';
import { readPeriod } from '../engine/period.ts';
import { readCurrency } from '../engine/read-query.ts';
import type { Group, Groups } from '../engine/report.repo.ts';
import { rateNotes } from '../engine/run-report.ts';
import type { Viewer } from '../engine/viewer.ts';
import { readZone, statusFilter } from './dashboard.ts';

type CardId = (typeof dashboardCards)[number];
const HISTORY_DAYS = 28;
const MIN_DAYS = 7;
/** four fifths of a normal distribution lie within this many standard deviations */
const BAND = 1.2816;
const METHOD =
  'The rest of today follows the same hours of up to 28 past days, scaled to how today compares with them; the rest of the month follows past days of the same weekday. The band held four of five past days.';

export interface PastDay {
  total: number;
  /** up to the time of day that it is now */
  soFar: number;
  /** 0 is Sunday */
  weekday: number;
}
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}

/** what is still to come today, as each past day would have it; null below a week of history: then any figure would be a guess */
export function restsOf(soFar: number, past: readonly PastDay[]): number[] | null {
  if (past.length < MIN_DAYS) return null;
  const usual = mean(past.map((day) => day.soFar));
  // early in the day a few clicks more or less say little: the scale stays near 1 until enough has come in
  const trust = usual > 0 ? Math.min(1, usual / (usual + 20)) : 0;
  const scale = usual > 0 ? 1 + trust * (Math.min(4, Math.max(0.25, soFar / usual)) - 1) : 1;
  return past.map((day) => (day.total - day.soFar) * scale);
}

const ending = (soFar: number, rests: readonly number[]): Estimate => ({
  value: soFar + mean(rests),
  low: soFar + quantile(rests, 0.1),
  high: soFar + quantile(rests, 0.9),
});
export function endOfDay(soFar: number, past: readonly PastDay[]): Estimate | null {
  const rests = restsOf(soFar, past);
  return rests && ending(soFar, rests);
}

export function endOfMonth(
  monthSoFar: number,
  today: { soFar: number; end: Estimate },
  past: readonly PastDay[],
  weekdaysLeft: readonly number[],
  /** what is counted only grows; a profit may fall below where it stands */
  canFall = false,
): Estimate {
  const totals = past.map((day) => day.total);
  const usualOn = (weekday: number): number => {
    const same = past.filter((day) => day.weekday === weekday);
    return mean((same.length >= 2 ? same : past).map((day) => day.total));
  };
  const value =
    monthSoFar + (today.end.value - today.soFar) + weekdaysLeft.reduce((sum, weekday) => sum + usualOn(weekday), 0);
  const spread = BAND * deviation(totals) * Math.sqrt(weekdaysLeft.length) + (today.end.high - today.end.low) / 2;
  return { value, low: canFall ? value - spread : Math.max(monthSoFar, value - spread), high: value + spread };
}

/** how one metric has run so far */
export interface Course {
  soFar: number;
  monthSoFar: number;
  days: readonly PastDay[];
  rests: readonly number[] | null;
}

/** what is left of one after another. A profit may be less than nothing and has no scale of its own: it follows its two parts */
export const leftOf = (sum: Course, less: Course): Course => ({
  soFar: sum.soFar - less.soFar,
  monthSoFar: sum.monthSoFar - less.monthSoFar,
  days: sum.days.map((day, at) => ({
    weekday: day.weekday,
    total: day.total - (less.days[at]?.total ?? 0),
    soFar: day.soFar - (less.days[at]?.soFar ?? 0),
  })),
  rests: sum.rests?.map((rest, at) => rest - (less.rests?.[at] ?? 0)) ?? null,
});

type Shown = NonNullable<Forecast['rows'][number]['end_of_day']>;
export interface Ends {
  end_of_day: Shown | null;
  end_of_month: Shown | null;
}

const numberOf = (id: MetricId, group: Group): number => Number(figure(id, group) ?? 0);
const inCents = (value: number): string => formatMoney(parseMoney(value.toFixed(2)) ?? 0n);
const shown = (id: MetricId, value: number): string | number =>
  metrics[id].format === 'count' ? Math.round(value) : inCents(value);
const shownEstimate = (id: MetricId, estimate: Estimate, value: Shown['value'] = shown(id, estimate.value)): Shown => ({
  value,
  low: shown(id, Math.min(estimate.low, Number(value))),
  high: shown(id, Math.max(estimate.high, Number(value))),
});
const difference = (sum: Shown['value'] | undefined, less: Shown['value'] | undefined): string =>
  formatMoney((parseMoney(String(sum ?? 0)) ?? 0n) - (parseMoney(String(less ?? 0)) ?? 0n));

/** every metric's ends; a profit is what is left of the revenue and payout that stand above it, each rounded once */
export function endsOf(
  courses: Readonly<Record<CardId, Course>>,
  weekdaysLeft: readonly number[],
): Record<CardId, Ends> {
  const found = new Map<CardId, Ends>();
  for (const metric of dashboardCards) {
    const { soFar, monthSoFar, days, rests } = courses[metric];
    const isProfit = metric === 'profit';
    const [revenue, payout] = [found.get('revenue'), found.get('payout')];
    const left = (end: keyof Ends) => (isProfit ? difference(revenue?.[end]?.value, payout?.[end]?.value) : undefined);
    const end = rests && ending(soFar, rests);
    found.set(metric, {
      end_of_day: end && shownEstimate(metric, end, left('end_of_day')),
      end_of_month:
        end &&
        shownEstimate(
          metric,
          endOfMonth(monthSoFar, { soFar, end }, days, weekdaysLeft, isProfit),
          left('end_of_month'),
        ),
    });
  }
  return Object.fromEntries(found) as Record<CardId, Ends>;
}

export async function readForecast(
  tx: Tx,
  viewer: Viewer,
  query: { status: 'all' | 'active' | 'inactive'; tz?: string | undefined; currency?: string | undefined },
  now: Date,
): Promise<Omit<Forecast, 'fresh_at'>> {
  const tz = readZone(query.tz, viewer);
  const currency = readCurrency(query.currency, viewer);
  const today = dayOf(now, tz);
  const common = { metrics: dashboardCards, filters: statusFilter(query.status) };
  const ask = await figuresFor(tx, viewer, currency, now);
  const history = readPeriod({ from: addDays(today, -HISTORY_DAYS), to: today }, tz, now);
  const byDay = await ask({ ...common, dimensions: ['day'], period: history });
  const byHour = await ask({ ...common, dimensions: ['day', 'hour'], period: history });
  const month = await ask({ ...common, period: readPeriod({ period: 'this_month' }, tz, now) });
  const past = pastDays(byDay, today);
  const weekdaysLeft = restOfMonth(today);
  const soFarOf = soFarReader(byHour, minuteOf(now, tz), tz);
  const todayGroup = byDay.rows.find(({ keys }) => keys[0] === today) ?? groupOfNothing([today]);
  const courseOf = (metric: MetricId): Course => {
    const soFar = numberOf(metric, todayGroup);
    const days = past.map(({ day, group }) => ({
      total: numberOf(metric, group),
      soFar: soFarOf(metric, day),
      weekday: weekdayOf(day),
    }));
    return { soFar, monthSoFar: numberOf(metric, month.totals), days, rests: restsOf(soFar, days) };
  };
  const [revenue, payout] = [courseOf('revenue'), courseOf('payout')];
  const ends = endsOf(
    {
      conversions: courseOf('conversions'),
      impressions: courseOf('impressions'),
      clicks: courseOf('clicks'),
      revenue,
      payout,
      profit: leftOf(revenue, payout),
    },
    weekdaysLeft,
  );
  return {
    tz,
    currency,
    history_days: past.length,
    method:
      past.length < MIN_DAYS ? `${METHOD} There are ${past.length} days of history; it takes ${MIN_DAYS}.` : METHOD,
    rows: dashboardCards
      .filter((metric) => hiddenMetric(metric, viewer.hidden) === null)
      .map((metric) => ({
        metric,
        today: figure(metric, todayGroup),
        month: figure(metric, month.totals),
        today_without_rate: withoutRate(metric, todayGroup),
        month_without_rate: withoutRate(metric, month.totals),
        ...ends[metric],
      })),
    notes: rateNotes([byDay.totals, month.totals], currency),
  };
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** days before today since the first with anything in it, the silent ones between included */
function pastDays(byDay: Groups, today: string): { day: string; group: Group }[] {
  const known = new Map(byDay.rows.map((group) => [group.keys[0] ?? '', group]));
  const first = [...known.keys()].filter((day) => day && day < today).sort()[0];
  if (!first) return [];
  return Array.from({ length: daysBetween(first, today) }, (_, at) => addDays(first, at)).map((day) => ({
    day,
    group: known.get(day) ?? groupOfNothing([day]),
  }));
}

function restOfMonth(today: string): number[] {
  const weekdays: number[] = [];
  for (let day = addDays(today, 1); day.slice(0, 7) === today.slice(0, 7); day = addDays(day, 1)) {
    weekdays.push(weekdayOf(day));
  }
  return weekdays;
}

/** the hours that have passed by now, and of the running one the share that has */
function soFarReader(byHour: Groups, minute: number, tz: string): (metric: MetricId, day: string) => number {
  const hours = new Map<string, { minute: number; group: Group }[]>();
  for (const group of byHour.rows) {
    const [day, hour] = group.keys;
    if (!day || !hour) continue;
    const entry = { minute: minuteOf(new Date(Number(hour) * 1_000), tz), group };
    hours.set(day, [...(hours.get(day) ?? []), entry]);
  }
  return (metric, day) =>
    (hours.get(day) ?? []).reduce((sum, entry) => {
      const share = Math.min(1, Math.max(0, (minute - entry.minute) / 60));
      return sum + share * numberOf(metric, entry.group);
    }, 0);
}
