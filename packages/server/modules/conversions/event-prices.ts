// What a click or a thousand impressions cost, at any moment: versions of the terms, cut where a dated payout rule begins or
// ends, so that within a stretch the price depends on publisher and country alone.
import type { Tx } from '../../platform/db/database.ts';
import type { PaidStretch } from '../events/index.ts';
import { type PaidVersion, rankPayoutRules, ruleApplies, versionsPaidByEvent } from '../offers/index.ts';
import { type Amounts, eventPrice } from './amounts.ts';
import { divide } from './exchange.ts';

export interface PricedStretch extends PaidStretch {
  terms: PaidVersion;
  /** when this price began, however little of it lies in the time asked for */
  begins: Date;
  /** the country in lower case, null where unknown */
  price(publisherId: string, country: string | null): Amounts;
  /** of so many events at that price, rounded once */
  worth(price: Amounts, events: bigint): Amounts;
}

const IMPRESSIONS_PER_PRICE = 1_000n;

export async function pricedStretches(tx: Tx, from: Date, until: Date): Promise<PricedStretch[]> {
  return (await versionsPaidByEvent(tx, from, until)).flatMap((terms) => stretchesOf(terms, from, until));
}

function stretchesOf(terms: PaidVersion, from: Date, until: Date): PricedStretch[] {
  const goal = terms.goals.find(({ token }) => token === '');
  if (!goal) return [];
  // tiers count conversions, of which a click has none, and a lot knows no sources
  const rules = rankPayoutRules(terms.rules.filter(({ source, fromConversions }) => !source && fromConversions === 0));
  const end = terms.inForceUntil ?? until;
  const cuts = rules
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter((cut) => cut !== null && cut > terms.inForceFrom && cut < end);
  const begins = [terms.inForceFrom, ...cuts].map(Number).sort((a, b) => a - b);
  const per = terms.model === 'CPM' ? IMPRESSIONS_PER_PRICE : 1n;
  return [...new Set(begins)].flatMap((begin, index, all) => {
    const [start, stop] = [Math.max(begin, Number(from)), Math.min(all[index + 1] ?? Number(end), Number(until))];
    if (start >= stop) return [];
    const question = { goal: goal.id, source: null, at: new Date(begin), conversionsThisMonth: 0 };
    return [
      {
        offer: terms.number,
        kind: terms.model === 'CPC' ? ('click' as const) : ('impression' as const),
        from: new Date(start),
        until: new Date(stop),
        terms,
        begins: new Date(begin),
        price: (publisher, country) => {
          const rule = rules.find((one) => ruleApplies(one, { ...question, publisher, country })) ?? null;
          return eventPrice({ goal, rule });
        },
        worth: ({ revenue, payout }, events) => ({
          revenue: divide(revenue * events, per),
          payout: divide(payout * events, per),
        }),
      },
    ];
  });
}
