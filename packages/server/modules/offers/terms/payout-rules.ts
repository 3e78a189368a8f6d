// Which payout rule applies. The published order: most targeting rules → most variables → specific partner → tiers →
// date-bounded → newest → lowest id. A tier is no targeting: a publisher's own rate outranks a general tier. Among tiers of
// the same rule the highest one reached stands before age.

export interface PayoutRule {
  id: string;
  /** grows with every rule of the offer: a higher one is newer */
  number: number;
  publisherId: string | null;
  goalId: string | null;
  /** lower-case codes; empty: every country */
  countries: readonly string[];
  source: string | null;
  /** the rule pays from this many conversions of the publisher in the month on, not counting rejected ones */
  fromConversions: number;
  startsAt: Date | null;
  endsAt: Date | null;
  /** null leaves the goal's own amount */
  payoutMicros: bigint | null;
  /** hundredths of a percent of the sale amount, in place of an amount */
  payoutBasisPoints: number | null;
  revenueMicros: bigint | null;
  revenueBasisPoints: number | null;
}

export interface PayoutQuestion {
  publisher: string;
  goal: string;
  country: string | null;
  source: string | null;
  at: Date;
  /** conversions of this publisher on the offer this month that came before this one and are not rejected */
  conversionsThisMonth: number;
}

const targetingRules = (rule: PayoutRule): number => Number(rule.countries.length > 0) + Number(rule.goalId !== null);
const variables = (rule: PayoutRule): number => Number(rule.source !== null);
const hasPartner = (rule: PayoutRule): number => Number(rule.publisherId !== null);
const isTier = (rule: PayoutRule): number => Number(rule.fromConversions > 0);
const isDateBounded = (rule: PayoutRule): number => Number(rule.startsAt !== null || rule.endsAt !== null);

/** each compares two rules; the first that tells them apart decides */
const order: readonly ((a: PayoutRule, b: PayoutRule) => number)[] = [
  (a, b) => targetingRules(b) - targetingRules(a),
  (a, b) => variables(b) - variables(a),
  (a, b) => hasPartner(b) - hasPartner(a),
  (a, b) => isTier(b) - isTier(a),
  (a, b) => isDateBounded(b) - isDateBounded(a),
  (a, b) => b.fromConversions - a.fromConversions,
  (a, b) => b.number - a.number,
  (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
];

/** the rules in the order in which they are asked; the first that applies pays */
export const rankPayoutRules = <Rule extends PayoutRule>(rules: readonly Rule[]): Rule[] =>
  [...rules].sort((a, b) => {
    for (const compare of order) {
      const difference = compare(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  });

export const ruleApplies = (rule: PayoutRule, question: PayoutQuestion): boolean =>
  (rule.publisherId === null || rule.publisherId === question.publisher) &&
  (rule.goalId === null || rule.goalId === question.goal) &&
  (rule.countries.length === 0 || (question.country !== null && rule.countries.includes(question.country))) &&
  (rule.source === null || rule.source === question.source) &&
  question.conversionsThisMonth >= rule.fromConversions &&
  (rule.startsAt === null || question.at >= rule.startsAt) &&
  (rule.endsAt === null || question.at < rule.endsAt);

export const choosePayoutRule = <Rule extends PayoutRule>(
  rules: readonly Rule[],
  question: PayoutQuestion,
): Rule | null => rankPayoutRules(rules).find((rule) => ruleApplies(rule, question)) ?? null;
