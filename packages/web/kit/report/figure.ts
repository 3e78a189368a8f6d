// A figure of a report as people read it, by the format that the catalogue gives it.
import { countryName } from '@tributary/contract/countries';
import { type DimensionId, dimensions, type MetricFormat, type MetricId } from '@tributary/contract/report-catalogue';
import type { Amount, ReportReply } from '@tributary/contract/reports';
import { isVerdict, verdicts } from '@tributary/contract/verdicts';
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

export type FigureCell = string | number | null | undefined;

export function figureText(cell: FigureCell, format: MetricFormat, currency: string): string {
  if (cell === null || cell === undefined || cell === '') return EMPTY;
  switch (format) {
    case 'count':
      return count(Number(cell));
    case 'money':
      return roundedMoney(String(cell), currency);
    case 'percent':
      return percent(Number(cell));
    case 'ratio':
      return ratio(Number(cell));
    case 'duration':
      return duration(Number(cell));
  }
}

/** a figure among others of its row. A profit is what is left of the revenue and payout that stand beside it: each rounded
 * once, so that the three add up to the cent */
export function figureAmong(
  id: MetricId,
  cells: Readonly<Record<string, FigureCell>>,
  format: MetricFormat,
  currency: string,
): string {
  const { revenue, payout } = cells;
  return id === 'profit' && typeof revenue === 'string' && typeof payout === 'string'
    ? roundedDifference(revenue, payout, currency)
    : figureText(cells[id], format, currency);
}

/** what a figure leaves out because nobody entered a rate: in its own currency, and marked */
export const withoutRateText = (amounts: readonly Amount[] | undefined): string =>
  (amounts ?? []).map(({ amount, currency }) => `${roundedMoney(amount, currency)} (no rate)`).join(' + ');

/** both together, as a table or a card shows them */
export function wholeText(text: string, amounts: readonly Amount[] | undefined): string {
  const rest = withoutRateText(amounts);
  return rest === '' ? text : `${text} + ${rest}`;
}

/** the value of a dimension: an offer's name with its number, a country's name, a day as people write it */
export function dimensionText(id: DimensionId, cell: FigureCell, labels: ReportReply['labels'], tz: string): string {
  if (cell === null || cell === undefined || cell === '') return id === 'goal' ? 'No goal (clicks)' : 'Not known';
  const text = String(cell);
  const name = labels[id]?.[text];
  switch (dimensions[id].type) {
    case 'number':
      return name ? `${name} (${text})` : text;
    case 'country':
      return countryName(text, 'en');
    case 'verdict':
      return isVerdict(text) ? verdicts[text].label : words(text);
    case 'hour':
      return dateTime(Date.parse(text) / 1000, tz);
    case 'day':
      return calendarDay(text);
    case 'week':
      return `Week of ${calendarDay(text)}`;
    case 'month':
      return calendarMonth(text);
    default:
      return name ?? (['device', 'os', 'offer_status'].includes(id) ? words(text) : text);
  }
}
