// Amounts, rates and days as a reader of the language writes them. Every digit comes from the integer.
import { formatMoney } from '@tributary/contract/money';
import type { Language } from '../../../words/sentences.ts';

/** day before month, as bookkeepers of three continents read it */
const locales: Record<Language, string> = { en: 'en-GB', es: 'es-ES', hi: 'hi-IN' };
type Decimal = `${number}`;

const formats = new Map<string, Intl.NumberFormat>();
function formatOf(language: Language, least: number, most: number): Intl.NumberFormat {
  const key = `${language} ${least} ${most}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locales[language], {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    useGrouping: 'always',
  });
  formats.set(key, format);
  return format;
}

const exact = (language: Language, text: string, least: number, most: number): string =>
  formatOf(language, least, most)
    .format(text as Decimal)
    .replace('-', '−');

/** to the smallest coin, and further where there is more to it */
export const amountIn = (language: Language, micros: bigint, minorDigits: number): string =>
  exact(language, formatMoney(micros), minorDigits, 6);

/** as many places as the longest of them needs: in a column the points stand below each other */
export const placesOf = (amounts: readonly bigint[], minorDigits: number): number =>
  amounts.reduce((most, amount) => Math.max(most, formatMoney(amount).split('.')[1]?.length ?? 0), minorDigits);

export const countIn = (language: Language, count: number): string => exact(language, String(count), 0, 0);

/** 2100 → "21 %" */
export const rateIn = (language: Language, hundredths: number): string =>
  `${exact(language, formatMoney(BigInt(hundredths) * 10_000n), 0, 2)} %`;

export const exchangeIn = (language: Language, rate: string): string => exact(language, rate, 0, 10);

const moment = (day: string): Date => new Date(`${day}T00:00:00Z`);

export const dayIn = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(moment(day));

export const monthIn = (language: Language, month: string): string =>
  new Intl.DateTimeFormat(locales[language], { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    moment(`${month}-01`),
  );
