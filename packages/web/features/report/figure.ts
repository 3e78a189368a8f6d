// A figure of a report as people read it, by the format that the catalogue gives it.
import { countryName } from '@tributary/contract/countries';
import {
  type DimensionId,
  dimensions,
  type MetricFormat,
  type MetricId,
  metrics,
} from '@tributary/contract/reports/report-catalogue';
import type { Amount, ReportReply, WithoutRate } from '@tributary/contract/reports/reports';
import { isVerdict, verdicts } from '@tributary/contract/tracker/verdicts';
import {
  calendarDay,
  calendarMonth,
  count,
  dateTime,
  duration,
  EMPTY,
  percent,
  ratio,
  roundedDifference,
  roundedMoney,
  words,
} from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { said } from '../../words/said.ts';
import { readersLanguage } from '../../words/words.ts';

export type FigureCell = string | number | null | undefined;

export function figureText(cell: FigureCell, format: MetricFormat, currency: string, decimals?: number): string {
  if (cell === null || cell === undefined || cell === '') return EMPTY;
  switch (format) {
    case 'count':
      return count(Number(cell));
    case 'money':
      return roundedMoney(String(cell), currency, decimals);
    case 'percent':
      return percent(Number(cell));
    case 'ratio':
      return ratio(Number(cell));
    case 'duration':
      return duration(Number(cell));
  }
}

/** the figures of one row or total, and by metric what they leave out for want of a rate */
export interface Figures {
  cells: Readonly<Record<string, FigureCell>>;
  missing?: WithoutRate | null | undefined;
}

/** A figure over money, currency by currency, the report's own first; empty where there is nothing to tell. A profit is what is
 * left of the revenue and payout that stand beside it: each rounded once, so that the three add up to the cent. */
export function amountsOf(id: MetricId, { cells, missing }: Figures, currency: string): Amount[] {
  const own = cells[id];
  if (own === null || own === undefined || own === '') return [];
  const { revenue, payout } = cells;
  if (id !== 'profit' || typeof revenue !== 'string' || typeof payout !== 'string') {
    return [{ currency, amount: String(own) }, ...(missing?.[id] ?? [])];
  }
  const among = (metric: 'revenue' | 'payout', of: string): string =>
    missing?.[metric]?.find((one) => one.currency === of)?.amount ?? '0';
  const others = [...new Set([...(missing?.revenue ?? []), ...(missing?.payout ?? [])].map((one) => one.currency))];
  return [
    { currency, amount: roundedDifference(revenue, payout) ?? '0' },
    ...others.map((of) => ({
      currency: of,
      amount: roundedDifference(among('revenue', of), among('payout', of)) ?? '0',
    })),
  ];
}

/** a figure as a table or a card shows it, with what has no rate in its own currency, marked */
export function figureIn(id: MetricId, figures: Figures, currency: string): string {
  const { format, decimals } = metrics[id];
  if (format === 'money') {
    const [own, ...others] = amountsOf(id, figures, currency);
    return own ? wholeText(roundedMoney(own.amount, own.currency, decimals), others, decimals) : EMPTY;
  }
  const text = figureText(figures.cells[id], format, currency);
  return figures.missing?.[id] ? t('report.noRate', { amount: text }) : text;
}

/** between the amounts of several currencies */
export const SEPARATOR = ' + ';

/** both together: what could be converted, and what nobody entered a rate for */
export const wholeText = (text: string, amounts: readonly Amount[] | undefined, decimals?: number): string =>
  [
    text,
    ...(amounts ?? []).map(({ amount, currency }) =>
      t('report.noRate', { amount: roundedMoney(amount, currency, decimals) }),
    ),
  ].join(SEPARATOR);

/** the value of a dimension: an offer's name with its number, a country's name, a day as people write it */
export function dimensionText(id: DimensionId, cell: FigureCell, labels: ReportReply['labels'], tz: string): string {
  if (cell === null || cell === undefined || cell === '')
    return id === 'goal' ? t('report.noGoalClicks') : t('report.notKnown');
  const text = String(cell);
  const name = labels[id]?.[text];
  switch (dimensions[id].type) {
    case 'number':
      return name ? `${name} (${text})` : text;
    case 'country':
      return countryName(text, readersLanguage());
    case 'verdict':
      return isVerdict(text) ? said(verdicts[text].label) : words(text);
    case 'hour':
      return dateTime(Date.parse(text) / 1000, tz);
    case 'day':
      return calendarDay(text);
    case 'week':
      return t('report.weekOf', { text: calendarDay(text) });
    case 'month':
      return calendarMonth(text);
    default:
      return name ?? (['device', 'os', 'offer_status'].includes(id) ? words(text) : text);
  }
}
