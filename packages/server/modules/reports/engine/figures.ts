// Sums → figures. Everything is whole numbers until the text is written: an exact quotient, rounded once to six decimals.
import { formatMoney } from '@tributary/contract/money';
import { type Fact, type MetricId, metrics, type Term } from '@tributary/contract/reports/report-catalogue';
import type { Amount } from '@tributary/contract/reports/reports';
import { RATE_SCALE } from './money.ts';
import type { Group } from './report.repo.ts';

const MICRO = 1_000_000n;
export const isAmount = (fact: string): boolean => /_(revenue|payout)$/.test(fact) || fact === 'sale_amount';

export const groupOfNothing = (keys: Group['keys']): Group => ({
  keys,
  sums: new Map(),
  medianSeconds: null,
  hidden: 0,
  open: 0,
  unpriced: new Map(),
});

/** rounded to the nearest, halves away from zero */
export function quotient(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * top + bottom) / (2n * bottom);
  return negative ? -rounded : rounded;
}

const add = (terms: readonly Term[], sums: Group['sums']): bigint =>
  terms.reduce((sum, term) => {
    const minus = term.startsWith('-');
    const value = sums.get((minus ? term.slice(1) : term) as Fact) ?? 0n;
    return minus ? sum - value : sum + value;
  }, 0n);
/** money sums carry 10¹² beyond their micro-units, and micro-units 10⁶ beyond the amount */
const factOf = (term: Term): Fact => term.replace(/^-/, '') as Fact;
const hasAmounts = (terms: readonly Term[] = []): boolean => terms.some((term) => isAmount(factOf(term)));
const scaleOf = (terms: readonly Term[]): bigint => (hasAmounts(terms) ? RATE_SCALE * MICRO : 1n);

/** sums of amounts and what is divided from them: what lies in a currency without a rate is missing in them */
export const isOfMoney = (id: MetricId): boolean => hasAmounts(metrics[id].of);
/** one amount by another: only where all of it has a rate is there a ratio to tell */
export const isOfTwoAmounts = (id: MetricId): boolean => isOfMoney(id) && hasAmounts(metrics[id].per);

/** whether a ratio of two amounts cannot be told for want of a rate */
export const lacksRate = (id: MetricId, { unpriced }: Group): boolean =>
  isOfTwoAmounts(id) &&
  [...unpriced.values()].some((sums) =>
    [...metrics[id].of, ...(metrics[id].per ?? [])].some((term) => (sums.get(factOf(term)) ?? 0n) !== 0n),
  );

/**
 * A publisher sees no amount of an offer whose payout is hidden: where nothing else is in the group there is none to see, and a
 * ratio of the open part would be none of the whole.
 */
const isHidden = (id: MetricId, { hidden, open }: Group): boolean => {
  const { of, per } = metrics[id];
  return hidden > 0 && of.some((term) => term.endsWith('_payout')) && (open === 0 || per !== undefined);
};

/** the parts of a metric that have no rate, each in its own currency; by count they are divided as the others are */
export function withoutRate(id: MetricId, { unpriced, ...group }: Group): Amount[] {
  if (metrics[id].format !== 'money') return [];
  return [...unpriced].flatMap(([currency, sums]) => {
    const amount = figure(id, { ...group, sums: new Map([...group.sums, ...sums]), unpriced: new Map() });
    return amount === null || amount === '0' ? [] : [{ currency, amount: String(amount) }];
  });
}

export function figure(id: MetricId, group: Group): string | number | null {
  const { sums, medianSeconds } = group;
  const { of, per, times = 1, format, median, share } = metrics[id];
  if (isHidden(id, group) || lacksRate(id, group)) return null;
  if (median) return medianSeconds === null ? null : String(medianSeconds);
  const top = add(of, sums);
  if (format === 'count') return Number(top);
  const bottom = per ? add(per, sums) : 1n;
  if (bottom === 0n || (share && top > bottom)) return null;
  const micros = quotient(top * BigInt(times) * MICRO * (per ? scaleOf(per) : 1n), bottom * scaleOf(of));
  return formatMoney(micros);
}
