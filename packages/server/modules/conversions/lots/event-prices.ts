// What a click or a thousand impressions cost, at any moment: versions of the terms, cut where a dated payout rule begins or
// ends, so that within a stretch the price depends on publisher and country alone.
import type { PaidStretch } from '../../events/index.ts';
import { type PaidVersion, type PayoutRule, rankPayoutRules, ruleApplies } from '../../offers/index.ts';
import { type Amounts, eventPrice } from '../pricing/amounts.ts';

/** the first that fits pays */
export interface EventPrice extends Amounts {
  publisherId: string | null;
  /** lower-case codes; empty: every country */
  countries: readonly string[];
}

export interface PricedStretch extends PaidStretch {
  terms: PaidVersion;
  /** when these prices began, however little of them lies in the time asked for */
  begins: Date;
  prices: EventPrice[];
  /** impressions are priced by the thousand */
  per: 1 | 1000;
}

export const stretchesOf = (versions: readonly PaidVersion[], from: Date, until: Date): PricedStretch[] =>
  versions.flatMap((terms) => stretchesOfVersion(terms, from, until));

function stretchesOfVersion(terms: PaidVersion, from: Date, until: Date): PricedStretch[] {
  const goal = terms.goals.find(({ token }) => token === '');
  if (!goal) return [];
  // tiers count conversions, of which a click has none, and a lot knows no sources
  const rules = rankPayoutRules(
    terms.rules.filter((rule) => rule.source === null && rule.fromConversions === 0 && ruleIsFor(rule, goal.id)),
  );
  const end = terms.inForceUntil ?? until;
  const cuts = rules
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .filter((cut) => cut !== null && cut > terms.inForceFrom && cut < end);
  const begins = [...new Set([terms.inForceFrom, ...cuts].map(Number))].sort((a, b) => a - b);
  return begins.flatMap((begin, index) => {
    const start = Math.max(begin, Number(from));
    const stop = Math.min(begins[index + 1] ?? Number(end), Number(until));
    if (start >= stop) return [];
    return [
      {
        offer: terms.number,
        kind: terms.model === 'CPC' ? 'click' : 'impression',
        from: new Date(start),
        until: new Date(stop),
        terms,
        begins: new Date(begin),
        prices: pricesAt(rules, goal, new Date(begin)),
        per: terms.model === 'CPC' ? 1 : 1000,
      },
    ];
  });
}

const ruleIsFor = ({ goalId }: PayoutRule, goal: string): boolean => goalId === null || goalId === goal;

/** whom and which country a rule is for is asked of each row; everything else is asked here */
function pricesAt(rules: readonly PayoutRule[], goal: PaidVersion['goals'][number], at: Date): EventPrice[] {
  const inForce = rules.filter((rule) =>
    ruleApplies(
      { ...rule, publisherId: null, countries: [] },
      {
        publisher: '',
        goal: goal.id,
        country: null,
        source: null,
        at,
        conversionsThisMonth: 0,
      },
    ),
  );
  return [
    ...inForce.map((rule) => ({
      publisherId: rule.publisherId,
      countries: rule.countries,
      ...eventPrice({ goal, rule }),
    })),
    { publisherId: null, countries: [], ...eventPrice({ goal, rule: null }) },
  ];
}
