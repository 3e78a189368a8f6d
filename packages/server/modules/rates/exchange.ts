// Exchange rates as integers: a rate times 10¹², so that the number on the row gives the amount again to the last micro-unit.
import { RUPEES_PER_DOLLAR } from '@tributary/contract/offers/offer-terms';

export const RATE_SCALE = 1_000_000_000_000n;
const MICROS = 1_000_000n;

export interface QuotedRate {
  base: string;
  quote: string;
  /** YYYY-MM-DD */
  from: string;
  rateMicros: bigint;
}

/** every workspace begins with this one (the specification: 83 rupees per dollar) */
export const firstRate: QuotedRate = {
  base: 'USD',
  quote: 'INR',
  from: '1970-01-01',
  rateMicros: BigInt(RUPEES_PER_DOLLAR) * MICROS,
};

/** the newest quotation of that day counts, whichever way round it was given */
const quotedOn = (rates: readonly QuotedRate[], from: string, to: string, day: string): QuotedRate | undefined =>
  [firstRate, ...rates]
    .filter(
      (rate) =>
        rate.from <= day && ((rate.base === from && rate.quote === to) || (rate.base === to && rate.quote === from)),
    )
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
    .at(-1);

/** what one unit of `from` is worth in `to` on that day */
export function rateOn(rates: readonly QuotedRate[], from: string, to: string, day: string): bigint | null {
  if (from === to) return RATE_SCALE;
  const quoted = quotedOn(rates, from, to, day);
  if (!quoted) return null;
  return quoted.base === from ? quoted.rateMicros * MICROS : divide(RATE_SCALE * MICROS, quoted.rateMicros);
}

/** a quotation as an exact fraction, so that two of them are rounded once */
interface Fraction {
  over: bigint;
  under: bigint;
}
function fractionOn(rates: readonly QuotedRate[], from: string, to: string, day: string): Fraction | null {
  if (from === to) return { over: 1n, under: 1n };
  const quoted = quotedOn(rates, from, to, day);
  if (!quoted) return null;
  const { base, rateMicros } = quoted;
  return base === from ? { over: rateMicros, under: MICROS } : { over: MICROS, under: rateMicros };
}

export interface CrossRate {
  rate: bigint;
  /** the currency between the two; null where they are quoted directly */
  via: string | null;
  turn: (micros: bigint) => bigint;
}
/** directly where that is quoted, else through a third currency, both by the quotations of that day */
export function crossOn(
  rates: readonly QuotedRate[],
  { from, to, via }: { from: string; to: string; via: string },
  day: string,
): CrossRate | null {
  const made = ({ over, under }: Fraction, between: string | null): CrossRate => ({
    rate: divide(RATE_SCALE * over, under),
    via: between,
    turn: (micros) => divide(micros * over, under),
  });
  const direct = fractionOn(rates, from, to, day);
  if (direct) return made(direct, null);
  const [first, second] = [fractionOn(rates, from, via, day), fractionOn(rates, via, to, day)];
  return first && second ? made({ over: first.over * second.over, under: first.under * second.under }, via) : null;
}

/** what an amount is worth on that day: divided by the quotation where it was given the other way round, as its reciprocal is cut */
export function turnOn(
  micros: bigint,
  rates: readonly QuotedRate[],
  from: string,
  to: string,
  day: string,
): bigint | null {
  if (from === to) return micros;
  const quoted = quotedOn(rates, from, to, day);
  if (!quoted) return null;
  const { base, rateMicros } = quoted;
  return base === from ? divide(micros * rateMicros, MICROS) : divide(micros * MICROS, rateMicros);
}

/** rounded to the nearest, halves up; amounts are never negative here */
export const divide = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor / 2n) / divisor;
export const convert = (micros: bigint, rate: bigint): bigint => divide(micros * rate, RATE_SCALE);

/** a rate as people read it: "83", "0.012048192771" */
export function rateText(rate: bigint): string {
  const fraction = (rate % RATE_SCALE).toString().padStart(12, '0').replace(/0+$/, '');
  return `${rate / RATE_SCALE}${fraction ? `.${fraction}` : ''}`;
}

/** one name for both ways round: it is one story */
export const pairOf = ({ base, quote }: { base: string; quote: string }): string => [base, quote].sort().join('/');
