// Switching the offer's currency between rupees and dollars converts what was entered at the specification's fixed rate, to two
// decimals. On decimal text and whole micro-units throughout.
import { parseMoney } from '@tributary/contract/money';
import { RUPEES_PER_DOLLAR } from '@tributary/contract/offers/offer-terms';
import type { OfferDraft } from './draft.ts';

const RATE = BigInt(RUPEES_PER_DOLLAR);
const MICROS_PER_CENT = 10_000n;

/** half a cent goes up */
const divideRounded = (value: bigint, by: bigint): bigint => (value * 2n + by) / (by * 2n);

const centsText = (cents: bigint): string => `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`;

/** text that is no amount stays as it is: the form complains about it by itself */
export function convertAmount(text: string, from: string, to: string): string {
  const micros = parseMoney(text);
  if (micros === null || micros < 0n) return text;
  if (from === 'INR' && to === 'USD') return centsText(divideRounded(micros, RATE * MICROS_PER_CENT));
  if (from === 'USD' && to === 'INR') return centsText(divideRounded(micros * RATE, MICROS_PER_CENT));
  return text;
}

/** the goals' amounts are in the offer's currency too */
export function withCurrency(draft: OfferDraft, currency: string): Partial<OfferDraft> {
  const convert = (text: string) => convertAmount(text, draft.currency, currency);
  return {
    currency,
    revenue: convert(draft.revenue),
    payout: convert(draft.payout),
    goals: draft.goals.map((goal) => ({ ...goal, revenue: convert(goal.revenue), payout: convert(goal.payout) })),
  };
}
