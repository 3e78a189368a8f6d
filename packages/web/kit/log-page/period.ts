// A period of whole days in the reader's own zone, as it stands in the URL: a name, or two days with dots between.
import { shortDate } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';

export const periodNames = {
  today: t('logPage.today'),
  yesterday: t('logPage.yesterday'),
  '7d': t('logPage.last7Days'),
  '30d': t('common.last30Days'),
  month: t('logPage.thisMonth'),
  'last-month': t('logPage.lastMonth'),
} as const;
export type PeriodName = keyof typeof periodNames;

export const isPeriodName = (value: string): value is PeriodName => Object.hasOwn(periodNames, value);

/** unix seconds, from the first moment up to the one after the last; an open end is absent */
export interface Span {
  from?: number;
  to?: number;
}

const DAYS = /^(\d{4})-(\d{2})-(\d{2})$/;
const RANGE = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

const dayStart = (year: number, month: number, day: number): number => new Date(year, month, day).getTime() / 1000;

function readDay(text: string | undefined, after = 0): number | undefined {
  const match = DAYS.exec(text ?? '');
  if (!match) return undefined;
  const seconds = dayStart(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + after);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** the two days of a period that is not a name; empty where an end is open */
export function daysOf(period: string): { from: string; to: string } {
  const [, from = '', to = ''] = RANGE.exec(period) ?? [];
  return { from, to };
}

export const rangeOf = (from: string, to: string): string => (from || to ? `${from}..${to}` : '');

/** null where the text names no period: a shared link that was cut shows everything, not nothing */
export function spanOf(period: string, now = new Date()): Span | null {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()] as const;
  switch (period) {
    case 'today':
      return { from: dayStart(year, month, day) };
    case 'yesterday':
      return { from: dayStart(year, month, day - 1), to: dayStart(year, month, day) };
    case '7d':
      return { from: dayStart(year, month, day - 6) };
    case '30d':
      return { from: dayStart(year, month, day - 29) };
    case 'month':
      return { from: dayStart(year, month, 1) };
    case 'last-month':
      return { from: dayStart(year, month - 1, 1), to: dayStart(year, month, 1) };
  }
  const days = daysOf(period);
  const from = readDay(days.from);
  const next = readDay(days.to, 1);
  if (from === undefined && next === undefined) return null;
  return { ...(from === undefined ? {} : { from }), ...(next === undefined ? {} : { to: next }) };
}

const dayText = (text: string): string => {
  const seconds = readDay(text);
  return seconds === undefined ? '' : shortDate(seconds);
};

/** "Last 7 days", "Oct 1, 2026 – Oct 5, 2026", "since Oct 1, 2026" */
export function periodText(period: string): string {
  if (isPeriodName(period)) return periodNames[period];
  const { from, to } = daysOf(period);
  if (from && to) return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
  return from ? t('logPage.since', { from: dayText(from) }) : t('logPage.until', { to: dayText(to) });
}
