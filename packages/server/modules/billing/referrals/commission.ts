// What a referrer earns by what the referred has earned: integers in, integers out.
export interface Terms {
  basis: 'flat' | 'payout' | 'revenue' | 'profit';
  ratePpm: number;
  flat: bigint;
  currency: string;
  threshold: bigint;
}
export interface Earned {
  month: string;
  currency: string;
  payout: bigint;
  revenue: bigint;
}
export interface Commission {
  month: string;
  currency: string;
  base: bigint;
  amount: bigint;
}

const MILLION = 1_000_000n;
const baseOf = (basis: Terms['basis'], { payout, revenue }: Earned): bigint =>
  basis === 'revenue' ? revenue : basis === 'profit' ? revenue - payout : payout;
/** cut towards nothing: nobody is paid a part of a micro-unit */
const shareOf = (base: bigint, ppm: number): bigint => (base <= 0n ? 0n : (base * BigInt(ppm)) / MILLION);

/**
 * Oldest month first. Below the threshold, which is of payouts in the term's currency, nothing is due; once it is reached, all of
 * it. `inCurrency` turns an amount into the term's own, or null where no rate does: what has none does not count towards it.
 */
export function commissionsFor(
  terms: Terms,
  earned: readonly Earned[],
  inCurrency: (amount: bigint, currency: string) => bigint | null,
): Commission[] {
  let sum = 0n;
  let reachedIn: string | null = null;
  for (const one of earned) {
    sum += inCurrency(one.payout, one.currency) ?? 0n;
    if (reachedIn === null && sum >= terms.threshold && sum > 0n) reachedIn = one.month;
  }
  if (reachedIn === null || sum < terms.threshold || sum <= 0n) return [];
  if (terms.basis === 'flat') return [{ month: reachedIn, currency: terms.currency, base: sum, amount: terms.flat }];
  return earned.flatMap((one) => {
    const base = baseOf(terms.basis, one);
    const amount = shareOf(base, terms.ratePpm);
    return amount === 0n ? [] : [{ month: one.month, currency: one.currency, base, amount }];
  });
}
