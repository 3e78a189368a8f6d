// The period of a report: from what the caller wrote to two instants, and to the period just before.
import type { PeriodId } from '@tributary/contract/reports/report-catalogue';
import { DAY_MS } from '../../../platform/clock.ts';
import { Fault } from '../../../platform/fault.ts';
import { addDays, dayOf, daysBetween, moveDays, startOf } from '../../../platform/zone.ts';

export interface Period {
  /** as the caller reads it: days inclusive, or quarters of an hour */
  from: string;
  to: string;
  start: Date;
  /** exclusive */
  end: Date;
  tz: string;
  /** how much of it is over: its end, or now */
  passed: Date;
  /** local days by which the figures were moved forward, to stand beside a later period */
  shiftDays: number;
}

const LOCAL = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/;

function checked(text: string, name: string): string {
  const instant = LOCAL.test(text) ? Date.parse(`${text.length === 10 ? `${text}T00:00` : text}:00Z`) : Number.NaN;
  const exists = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
  if (!exists) throw new Fault('invalid_input', `${name} must be a day such as 2026-11-01.`);
  if (text.length > 10 && instant % (15 * 60_000) !== 0) {
    throw new Fault('invalid_input', `${name} must be a full quarter of an hour, such as 2026-11-01T10:15.`);
  }
  return text;
}

const presets: Record<PeriodId, (today: string) => [from: string, to: string]> = {
  today: (today) => [today, today],
  yesterday: (today) => [addDays(today, -1), addDays(today, -1)],
  last_7_days: (today) => [addDays(today, -6), today],
  last_30_days: (today) => [addDays(today, -29), today],
  this_month: (today) => [`${today.slice(0, 7)}-01`, today],
  last_month: (today) => {
    const last = addDays(`${today.slice(0, 7)}-01`, -1);
    return [`${last.slice(0, 7)}-01`, last];
  },
};

export function readPeriod(
  given: { from?: string | undefined; to?: string | undefined; period?: PeriodId | undefined },
  tz: string,
  now: Date,
): Period {
  const today = dayOf(now, tz);
  const named = given.from || given.to ? null : presets[given.period ?? 'last_7_days'](today);
  const from = named?.[0] ?? checked(given.from || today, 'from');
  const to = named?.[1] ?? checked(given.to || today, 'to');
  const start = startOf(from, tz);
  const end = to.length === 10 ? startOf(addDays(to, 1), tz) : startOf(to, tz);
  if (start >= end) throw new Fault('invalid_input', 'from must not lie after to.');
  return { from, to, start, end, tz, passed: now > start && now < end ? now : end, shiftDays: 0 };
}

export const lengthInDays = ({ start, end }: Period): number => (end.getTime() - start.getTime()) / DAY_MS;

/** the same number of local days just before; hours of a day are compared with the same hours of the day before */
export function wholePeriodBefore(period: Period): Period {
  const { from, to, tz } = period;
  const lastDay = to.length === 10 ? to : dayOf(new Date(period.end.getTime() - 1), tz);
  const days = daysBetween(from.slice(0, 10), lastDay) + 1;
  const back = (local: string): string => addDays(local.slice(0, 10), -days) + local.slice(10);
  const end = to.length === 10 ? startOf(addDays(back(to), 1), tz) : startOf(back(to), tz);
  return { from: back(from), to: back(to), start: startOf(back(from), tz), end, tz, passed: end, shiftDays: days };
}

/** of a period that is not over, as much as has passed of it: until this time of the clock, as many days ago */
export function periodBefore(period: Period): Period {
  const before = wholePeriodBefore(period);
  if (period.passed.getTime() === period.end.getTime()) return before;
  const end = moveDays(period.passed, -before.shiftDays, period.tz);
  return { ...before, end, passed: end };
}
