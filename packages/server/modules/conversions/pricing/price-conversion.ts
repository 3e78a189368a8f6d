// The price of a conversion, by the terms of its own moment, wherever it is asked for: when it comes, when its click's row
// arrives late, when its sale is told, when what came before it in the month is rejected or comes back.
import type { Tx } from '../../../platform/db/database.ts';
import { choosePayoutRule, goalOf, type PricedTerms, termsAt } from '../../offers/index.ts';
import { convert } from '../../rates/index.ts';
import type { Zones } from '../../tenancy/index.ts';
import type { Conversion } from '../conversions.repo.ts';
import { type Amounts, amountsOf, needsSale, type Priced } from './amounts.ts';
import { earlierInMonth } from './tiers.repo.ts';

export interface ThingToPrice {
  id: string;
  offerId: string;
  publisherId: string;
  goal: PricedTerms['goals'][number];
  at: Date;
  country: string | null;
  source: string | null;
  /** in the offer's currency */
  sale: bigint | null;
}

/** tiers beyond the highest need no counting */
const highestTier = ({ rules }: PricedTerms): number =>
  rules.reduce((highest, { fromConversions }) => Math.max(highest, fromConversions), 0);

/** `earlier`: how many came before it in the month, where that is known already */
export async function priceOf(
  tx: Tx,
  zones: Zones,
  terms: PricedTerms,
  thing: ThingToPrice,
  earlier?: number,
): Promise<Priced> {
  const limit = highestTier(terms);
  const rule = choosePayoutRule(terms.rules, {
    publisher: thing.publisherId,
    goal: thing.goal.id,
    country: thing.country?.toLowerCase() ?? null,
    source: thing.source,
    at: thing.at,
    conversionsThisMonth: limit === 0 ? 0 : (earlier ?? (await earlierInMonth(tx, { ...thing, zones }, limit))),
  });
  return { type: terms.type, goal: thing.goal, rule, sale: thing.sale };
}

export interface NewPrice extends Amounts {
  ruleId: string | null;
  awaitsSale: boolean;
}

/** what a known conversion is worth now; null where a person has set its amounts, or its goal is in no terms any more */
export async function priceAgain(
  tx: Tx,
  zones: Zones,
  conversion: Conversion,
  { earlier, sale = saleOf(conversion) }: { earlier?: number; sale?: bigint | null } = {},
): Promise<NewPrice | null> {
  if (conversion.amounts_by_hand) return null;
  const { offer_id: offerId, publisher_id: publisherId, terms_version: version } = conversion;
  const terms = await termsAt(tx, { id: offerId }, version === null ? { at: conversion.at } : { version });
  const goal = terms && (await goalOf(tx, terms, { id: conversion.goal_id }));
  if (!terms || !goal) return null;
  const { id, at, country, source } = conversion;
  const thing = { id, offerId, publisherId, goal, at, country, source, sale };
  const priced = await priceOf(tx, zones, terms, thing, earlier);
  const { revenue, payout } = amountsOf(priced);
  return {
    revenue,
    payout: conversion.cap_action === 'zero_payout' ? 0n : payout,
    ruleId: priced.rule?.id ?? null,
    awaitsSale: needsSale(priced),
  };
}

/** what is left of it after refunds */
export const saleOf = ({ sale, sale_rate_e12: rate, refunded }: Conversion): bigint | null => {
  if (sale === null || rate === null) return null;
  const gross = convert(sale, BigInt(rate));
  return gross > refunded ? gross - refunded : 0n;
};
