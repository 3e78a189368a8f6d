// A figure of a report as people read it, by the format that the catalogue gives it.
import { countryName } from '@tributary/contract/countries';
import { type DimensionId, dimensions, type MetricFormat } from '@tributary/contract/report-catalogue';
import type { ReportReply } from '@tributary/contract/reports';
import { isVerdict, verdicts } from '@tributary/contract/verdicts';
import { count, duration, EMPTY, roundedMoney, words } from '../../ui/format.ts';

export type FigureCell = string | number | null | undefined;

const decimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export function figureText(cell: FigureCell, format: MetricFormat, currency: string): string {
  if (cell === null || cell === undefined || cell === '') return EMPTY;
  switch (format) {
    case 'count':
      return count(Number(cell));
    case 'money':
      return roundedMoney(String(cell), currency);
    case 'percent':
      return `${decimals.format(Number(cell))}%`;
    case 'ratio':
      return `${decimals.format(Number(cell))}×`;
    case 'duration':
      return duration(Number(cell));
  }
}

const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' };

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
      return new Date(text).toLocaleString('en-US', {
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZone: tz,
      });
    case 'day':
      return new Date(`${text}T00:00:00Z`).toLocaleDateString('en-US', day);
    case 'week':
      return `Week of ${new Date(`${text}T00:00:00Z`).toLocaleDateString('en-US', day)}`;
    case 'month':
      return new Date(`${text}-01T00:00:00Z`).toLocaleDateString('en-US', { ...day, day: undefined, month: 'long' });
    default:
      return name ?? (['device', 'os', 'offer_status'].includes(id) ? words(text) : text);
  }
}
