// Numbers, money and dates as people read them. Never a raw float, an ISO string or an enum value on screen.

const LOCALE = 'en-US';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** what stands where a value is absent */
export const EMPTY = '-';

const whole = new Intl.NumberFormat(LOCALE);
export const count = (value: number): string => whole.format(value);

/** a decimal text as the wire carries it, exact: no float on the way */
export function money(amount: string, currency: string): string {
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  });
  return /^-?\d+(\.\d+)?$/.test(amount) ? format.format(amount as Intl.StringNumericLiteral) : EMPTY;
}

const shortWithTime: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};

/** unix seconds → "Nov 15, 2026, 03:45 AM", in the reader's zone unless one is given */
export const dateTime = (seconds: number, timeZone?: string): string =>
  new Date(seconds * 1000).toLocaleString(LOCALE, { ...shortWithTime, timeZone });

/** unix seconds → "Nov 15, 2026" */
export const shortDate = (seconds: number, timeZone?: string): string =>
  new Date(seconds * 1000).toLocaleDateString(LOCALE, { year: 'numeric', month: 'short', day: 'numeric', timeZone });

/** relative within a day, else short */
export function relativeDate(seconds: number, nowSeconds = Date.now() / 1000, timeZone?: string): string {
  const ago = Math.round(nowSeconds - seconds);
  if (ago < 0 || ago >= DAY) return dateTime(seconds, timeZone);
  if (ago < MINUTE) return 'just now';
  return ago < HOUR ? `${Math.floor(ago / MINUTE)} min ago` : `${Math.floor(ago / HOUR)} h ago`;
}

/** "pending" → "Pending", "ask_to_permission" → "Ask to permission" */
export const words = (value: string): string => {
  const text = value.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const initialOf = (name: string): string => (name.trim().match(/\p{L}|\p{N}/u)?.[0] ?? '?').toUpperCase();
