// Numbers, money and dates as people read them. Never a raw float, an ISO string or an enum value on screen.
import { formatMoney, parseMoney, unitPrice } from '@tributary/contract/money';
import { t } from '../words/base.ts';
import { locales } from '../words/languages.ts';
import { said } from '../words/said.ts';
import { readersLanguage } from '../words/words.ts';

const locale = () => locales[readersLanguage()];

/** a formatter takes longer to make than to ask, and tables ask for hundreds: each is made once */
function kept<Options extends object, Format>(make: (locale: string, options: Options) => Format) {
  const made = new Map<string, Format>();
  return (options: Options): Format => {
    const key = JSON.stringify([locale(), options]);
    const format = made.get(key) ?? make(locale(), options);
    made.set(key, format);
    return format;
  };
}
const numberFormat = kept(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, { useGrouping: 'always', ...options }),
);
const dateFormat = kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

/** in the reader's language, thousands grouped in all of them */
const numbers =
  (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat['format'] =>
  (value) =>
    numberFormat(options).format(value);

/** of unix seconds, in the reader's zone unless one is given */
const dates =
  (options: Intl.DateTimeFormatOptions) =>
  (seconds: number, timeZone?: string): string =>
    Number.isFinite(seconds) ? dateFormat({ ...options, timeZone }).format(seconds * 1000) : EMPTY;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** what stands where a value is absent */
export const EMPTY = '-';

const whole = numbers();
export const count = (value: number): string => whole(value);

/** Two kinds of money. What was agreed or booked is shown to its last digit (the books have six decimals) … */
export const money = (amount: string, currency: string): string =>
  currencyText(amount, currency, digitsOf(currency), 6);

/** what each of many came to; nothing where nothing was counted, or the amount is not shown to the reader */
export function averagePrice(amount: string, quantity: number, currency: string): string {
  const micros = parseMoney(amount);
  return micros === null || quantity === 0 ? '' : money(formatMoney(unitPrice(micros, quantity)), currency);
}

/** … what was added up, converted or divided is rounded, a sum to two decimals, what a single click is worth to four */
export const roundedMoney = (amount: string, currency: string, decimals = 2): string =>
  currencyText(amount, currency, decimals, decimals);

/** a sum that was converted, with the digits that its currency has: no yen is shown in hundredths */
export const convertedMoney = (amount: string, currency: string): string =>
  roundedMoney(amount, currency, digitsOf(currency));

/** JPY 0, KWD 3; where the currency is not known, as most have them */
const digitsOf = (currency: string): number =>
  currency ? (numberFormat({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2) : 2;

/** an amount as roundedMoney shows it, halves away from zero: what is reckoned from it adds up with what stands there */
export function roundedAmount(amount: string, decimals = 2): bigint | null {
  const micros = parseMoney(amount);
  if (micros === null) return null;
  const size = micros < 0n ? -micros : micros;
  const step = 10n ** BigInt(6 - decimals);
  const rounded = ((size + step / 2n) / step) * step;
  return micros < 0n ? -rounded : rounded;
}

/** what is left of one sum after another, both rounded as they are shown: the three add up */
export function roundedDifference(sum: string, less: string): string | null {
  const [from, taken] = [roundedAmount(sum), roundedAmount(less)];
  return from === null || taken === null ? null : formatMoney(from - taken);
}

/** a decimal text as the wire carries it, exact: no float on the way; where its currency is not known, a number */
function currencyText(amount: string, currency: string, leastDecimals: number, mostDecimals: number): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return EMPTY;
  const format = numbers({
    ...(currency && { style: 'currency', currency }),
    minimumFractionDigits: leastDecimals,
    maximumFractionDigits: mostDecimals,
  });
  return format(amount as Intl.StringNumericLiteral);
}

const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const twoDecimals = numbers(two);
const percents = { ...two, style: 'unit', unit: 'percent' } as const;
const inPercent = numbers(percents);
const signed = numbers({ ...percents, signDisplay: 'exceptZero' });

/** "3.97%" */
export const percent = (value: number): string => inPercent(value);
const inShare = numbers({ style: 'unit', unit: 'percent', maximumFractionDigits: 4 });
/** a rate as it was agreed: "19%", "7.5%" */
export const share = (rate: string | number): string => inShare(Number(rate));
/** by how much a figure moved: "+12.50%", "-6.10%", "0.00%" */
export const signedPercent = (value: number): string => signed(value);
/** "1.85×" */
export const ratio = (value: number): string => `${twoDecimals(value)}×`;

const compact = numbers({ notation: 'compact', maximumSignificantDigits: 3, useGrouping: 'min2' });
/** for an axis, where there is no room: "12.5K" */
export const compactCount = (value: number): string => compact(value);

const shortDay = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit' } as const;

/** unix seconds → "Nov 15, 2026, 03:45 AM" */
export const dateTime = dates({ ...shortDay, ...clock });

/** where two moments lie within a minute: "Nov 15, 2026, 03:45:12 AM" */
export const dateTimeToSecond = dates({ ...shortDay, ...clock, second: '2-digit' });

/** unix seconds → "Nov 15, 2026" */
export const shortDate = dates(shortDay);

/** on an axis under which the day is said: "03:45 AM" */
export const timeOfDay = dates(clock);

/** on an axis of days: "Nov 15" */
export const dayOfYear = dates({ month: 'short', day: 'numeric' });

/** a day as the wire names it, 2026-11-15, which has no time zone any more → "Nov 15, 2026" */
export const calendarDay = (day: string): string => shortDate(Date.parse(`${day}T00:00:00Z`) / 1000, 'UTC');

const monthOfYear = dates({ year: 'numeric', month: 'long' });
/** 2026-11 → "November 2026" */
export const calendarMonth = (month: string): string => monthOfYear(Date.parse(`${month}-01T00:00:00Z`) / 1000, 'UTC');

const shortMonthOfYear = dates({ year: 'numeric', month: 'short' });
/** in a table, where columns stand close: 2026-11 → "Nov 2026" */
export const shortMonth = (month: string): string =>
  shortMonthOfYear(Date.parse(`${month}-01T00:00:00Z`) / 1000, 'UTC');

/** relative within a day, else short */
export function relativeDate(seconds: number, nowSeconds = Date.now() / 1000, timeZone?: string): string {
  const ago = Math.round(nowSeconds - seconds);
  if (ago < 0 || ago >= DAY) return dateTime(seconds, timeZone);
  if (ago < MINUTE) return t('time.justNow');
  return ago < HOUR
    ? t('time.minutesAgo', { minutes: Math.floor(ago / MINUTE) })
    : t('time.hoursAgo', { hours: Math.floor(ago / HOUR) });
}

/** "pending" → "Pending", "ask_to_permission" → "Ask to permission" */
export const words = (value: string): string => {
  const text = value.replaceAll('_', ' ');
  return said(text.charAt(0).toUpperCase() + text.slice(1));
};

/** a person's name from its parts, either of which may be missing; empty where both are */
export const fullName = (first: string | null | undefined, last: string | null | undefined): string =>
  [first, last]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');

export const initialOf = (name: string): string => (name.trim().match(/\p{L}|\p{N}/u)?.[0] ?? '?').toUpperCase();

/** seconds as people say them: "42 s", "3 min 20 s", "5 h 10 min", "2 days 12 h" */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [days, hours, minutes] = [DAY, HOUR, MINUTE].map((unit) => Math.floor(whole / unit)) as [
    number,
    number,
    number,
  ];
  if (whole < MINUTE) return secondsText(whole);
  if (whole < HOUR) return pair(minutesText(minutes), whole % MINUTE, secondsText);
  if (whole < 2 * DAY) return pair(hoursText(hours), minutes % 60, minutesText);
  return pair(t('time.days', { count: days }), hours % 24, hoursText);
}

const secondsText = (seconds: number) => t('time.seconds', { seconds });
const minutesText = (minutes: number) => t('time.minutes', { minutes });
const hoursText = (hours: number) => t('time.hours', { hours });
const pair = (big: string, rest: number, small: (rest: number) => string) => (rest ? `${big} ${small(rest)}` : big);

/** "0 B", "12 KB", "3.4 MB" */
export function byteSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let at = 0;
  while (size >= 1000 && at < units.length - 1) {
    size /= 1000;
    at++;
  }
  return `${numberFormat({ maximumFractionDigits: at > 1 ? 1 : 0 }).format(size)} ${units[at]}`;
}
