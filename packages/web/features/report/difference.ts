// How a figure moved against the one beside it: the difference of what is shown, and its share. Nothing is reckoned across
// currencies: where a part has no rate, each currency has its own difference, and there is no percentage of the whole.
import { formatMoney } from '@tributary/contract/money';
import { type MetricId, metrics } from '@tributary/contract/reports/report-catalogue';
import type { Amount } from '@tributary/contract/reports/reports';
import type { Change } from '../../kit/table/column.ts';
import { EMPTY, roundedAmount, roundedMoney, signedPercent } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { amountsOf, type FigureCell, type Figures, figureText } from './figure.ts';

const worseWhenHigher: readonly MetricId[] = [
  'invalid_clicks',
  'invalid_rate',
  'rejected_conversions',
  'rejection_rate',
  'rejected_payout',
];

const toneOf = (id: MetricId, difference: number): Change['tone'] => {
  if (difference === 0) return 'same';
  return difference > 0 !== worseWhenHigher.includes(id) ? 'good' : 'bad';
};

/** "+12.50%"; "new" where there was nothing before */
function shareText(now: number, before: number): string {
  if (before === 0) return now === 0 ? signedPercent(0) : 'new';
  return signedPercent(((now - before) / Math.abs(before)) * 100);
}

const isAbsent = (cell: FigureCell): boolean => cell === null || cell === undefined || cell === '';

/** by currency, what is shown on either side; one that is on neither is left out */
function bothSides(id: MetricId, now: Figures, before: Figures, currency: string) {
  const { decimals } = metrics[id];
  const [current, past] = [amountsOf(id, now, currency), amountsOf(id, before, currency)];
  const micros = (amounts: readonly Amount[], of: string): bigint =>
    roundedAmount(amounts.find((one) => one.currency === of)?.amount ?? '0', decimals) ?? 0n;
  const currencies = [...new Set([...current, ...past].map((one) => one.currency))];
  return currencies
    .map((of) => ({ currency: of, now: micros(current, of), before: micros(past, of) }))
    .filter((side) => side.now !== 0n || side.before !== 0n);
}

export function changeText(id: MetricId, now: Figures, before: Figures, currency: string): string {
  if (isAbsent(now.cells[id]) || isAbsent(before.cells[id])) {
    return now.missing?.[id] || before.missing?.[id] ? t('report.noRate', { amount: EMPTY }) : EMPTY;
  }
  if (metrics[id].format !== 'money') return shareText(Number(now.cells[id]), Number(before.cells[id]));
  const sides = bothSides(id, now, before, currency);
  if (sides.length > 1) return t('report.noRate', { amount: EMPTY });
  return shareText(Number(sides[0]?.now ?? 0n), Number(sides[0]?.before ?? 0n));
}

const signOf = (difference: number | bigint): string => (difference > 0 ? '+' : difference < 0 ? '-' : '');

export function differenceOf(id: MetricId, now: Figures, before: Figures, currency: string): Change {
  const { format, decimals } = metrics[id];
  if (isAbsent(now.cells[id]) || isAbsent(before.cells[id])) return { text: EMPTY, tone: 'same' };
  if (format !== 'money') {
    // six decimals are what the wire has: the rest is the floating point's own
    const difference = Number((Number(now.cells[id]) - Number(before.cells[id])).toFixed(6));
    const size = figureText(Math.abs(difference), format, currency);
    const text = format === 'percent' ? size.replace('%', ' pp') : size;
    return { text: `${signOf(difference)}${text}`, tone: toneOf(id, difference) };
  }
  const sides = bothSides(id, now, before, currency);
  const shown = sides.length > 0 ? sides : [{ currency, now: 0n, before: 0n }];
  const text = shown.map((side) => {
    const difference = side.now - side.before;
    const size = formatMoney(difference < 0n ? -difference : difference);
    const amount = `${signOf(difference)}${roundedMoney(size, side.currency, decimals)}`;
    return side.currency === currency ? amount : t('report.noRate', { amount });
  });
  const tones = new Set(shown.map((side) => toneOf(id, Number(side.now - side.before))));
  const [tone = 'same'] = tones;
  return { text: text.join(', '), tone: tones.size === 1 ? tone : 'same' };
}
