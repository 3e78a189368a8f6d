// Where today and this month will end. The rest of a day is taken from the same hours of past days, scaled to how today
// compares with them; the rest of the month from past days of the same weekdays. An estimate, so plain numbers will do;
// the band is the one that held four of five past days.
import { dashboardCards, type Forecast } from '@tributary/contract/dashboards';
import { formatMoney, parseMoney } from '@tributary/contract/money';
import { type MetricId, metrics } from '@tributary/contract/report-catalogue';
import type { Tx } from '../../platform/db/database.ts';
import { addDays, dayOf, daysBetween, minuteOf } from '../../platform/zone.ts';
import { readZone, statusFilter } from './dashboard.ts';
import { figure, groupOfNothing } from './figures.ts';
import { figuresFor } from './figures-for.ts';
import { readPeriod } from './period.ts';
import { readCurrency } from './read-query.ts';
import type { Group, Groups } from './report.repo.ts';
import type { Viewer } from './viewer.ts';

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

/** null below a week of history: then any figure would be a guess */
export function endOfDay(soFar: number, past: readonly PastDay[]): Estimate | null {
  if (past.length < MIN_DAYS) return null;
  const usual = mean(past.map((day) => day.soFar));
  // early in the day a few clicks more or less say little: the scale stays near 1 until enough has come in
  const trust = usual > 0 ? Math.min(1, usual / (usual + 20)) : 0;
  const scale = usual > 0 ? 1 + trust * (Math.min(4, Math.max(0.25, soFar / usual)) - 1) : 1;
  const rest = past.map((day) => (day.total - day.soFar) * scale);
  return { value: soFar + mean(rest), low: soFar + quantile(rest, 0.1), high: soFar + quantile(rest, 0.9) };
}

export function endOfMonth(
  monthSoFar: number,
  today: { soFar: number; end: Estimate },
  past: readonly PastDay[],
  weekdaysLeft: readonly number[],
): Estimate {
  const totals = past.map((day) => day.total);
  const usualOn = (weekday: number): number => {
    const same = past.filter((day) => day.weekday === weekday);
    return mean((same.length >= 2 ? same : past).map((day) => day.total));
  };
  const value =
    monthSoFar + (today.end.value - today.soFar) + weekdaysLeft.reduce((sum, weekday) => sum + usualOn(weekday), 0);
  const spread = BAND * deviation(totals) * Math.sqrt(weekdaysLeft.length) + (today.end.high - today.end.low) / 2;
  return { value, low: Math.max(monthSoFar, value - spread), high: value + spread };
}

const numberOf = (id: MetricId, group: Group): number => Number(figure(id, group) ?? 0);
const shown = (id: MetricId, value: number): string | number => {
  if (metrics[id].format === 'count') return Math.round(value);
  return formatMoney(parseMoney(value.toFixed(2)) ?? 0n);
};
const shownEstimate = (id: MetricId, estimate: Estimate | null) =>
  estimate && {
    value: shown(id, estimate.value),
    low: shown(id, Math.min(estimate.low, estimate.value)),
    high: shown(id, Math.max(estimate.high, estimate.value)),
  };

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
  return {
    tz,
    currency,
    history_days: past.length,
    method:
      past.length < MIN_DAYS ? `${METHOD} There are ${past.length} days of history; it takes ${MIN_DAYS}.` : METHOD,
    rows: dashboardCards.map((metric) => {
      const days = past.map(({ day, group }) => ({
        total: numberOf(metric, group),
        soFar: soFarOf(metric, day),
        weekday: weekdayOf(day),
      }));
      const todayGroup = byDay.rows.find(({ keys }) => keys[0] === today);
      const soFar = todayGroup ? numberOf(metric, todayGroup) : 0;
      const monthSoFar = numberOf(metric, month.totals);
      const end = endOfDay(soFar, days);
      return {
        metric,
        today: shown(metric, soFar),
        month: shown(metric, monthSoFar),
        end_of_day: shownEstimate(metric, end),
        end_of_month: shownEstimate(metric, end && endOfMonth(monthSoFar, { soFar, end }, days, weekdaysLeft)),
      };
    }),
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
