// Amounts of many currencies in the one of the viewer. Rates are integers times 10¹², dated; a period is cut where a
// quotation begins, so that each amount meets the rate of its own day.

import type { AdvertiserTurn, PaidVersion } from '../../offers/index.ts';
import { type QuotedRate, RATE_SCALE, rateOn } from '../../rates/index.ts';
import type { Period } from './period.ts';

export interface Exchange {
  /** the viewer's */
  currency: string;
  /** the workspace's own: conversions carry the rate into it that was in force */
  home: string;
  /** instants at which some quotation begins, inside the period */
  cuts: readonly Date[];
  /** per stretch between cuts: what one unit is worth in the viewer's currency, times 10¹²; null where nobody said */
  rates(from: string): readonly (bigint | null)[];
}

export function exchangeFor(quoted: readonly QuotedRate[], period: Period, currency: string, home: string): Exchange {
  const first = period.start.toISOString().slice(0, 10);
  const cutDays = [...new Set(quoted.map(({ from }) => from))]
    .filter((day) => day > first && new Date(`${day}T00:00:00Z`) < period.end)
    .sort();
  return {
    currency,
    home,
    cuts: cutDays.map((day) => new Date(`${day}T00:00:00Z`)),
    rates: (from) => [first, ...cutDays].map((day) => rateOn(quoted, from, currency, day)),
  };
}

/** what a workspace says about money: read once for all that a call asks */
export interface Money {
  quoted: readonly QuotedRate[];
  /** in which amounts can be shown */
  currencies: string[];
  /** by which clicks and impressions were ever paid for themselves */
  paid: readonly PaidVersion[];
  /** of offers that changed hands: who had them when */
  turns: readonly AdvertiserTurn[];
  /** when the first day began whose lots are still booked by themselves: what no lot has before it, nobody owes */
  bookableFrom: Date;
}

/** every currency that amounts can be shown in: those of the offers, and those the workspace has rates for */
export const knownCurrencies = (quoted: readonly QuotedRate[], inUse: readonly string[], home: string): string[] => [
  ...new Set([home, 'USD', 'INR', ...inUse, ...quoted.flatMap(({ base, quote }) => [base, quote])]),
];

export { RATE_SCALE };
