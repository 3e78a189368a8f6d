// When a schedule runs next, on the clock of the report's own zone.
import type { Schedule } from '@tributary/contract/reports/reports';
import { addDays, dayOf, startOf } from '../../../platform/zone.ts';

/** 1 is Monday */
const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;

export function nextRun(schedule: Schedule, tz: string, after: Date): Date {
  const fits = (day: string): boolean => {
    if (schedule.every === 'week') return weekdayOf(day) === (schedule.weekday ?? 1);
    return schedule.every === 'day' || day.endsWith('-01');
  };
  const hour = String(schedule.hour).padStart(2, '0');
  let day = dayOf(after, tz);
  for (;;) {
    const at = startOf(`${day}T${hour}:00`, tz);
    if (fits(day) && at > after) return at;
    day = addDays(day, 1);
  }
}
