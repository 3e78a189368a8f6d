// What a conversion is worth: the goal's own amounts, or those of the payout rule that applies; each is an amount or a share
// of the sale.
import { formatMoney } from '@tributary/contract/money';
import type { PayoutRule, PricedTerms } from '../../offers/index.ts';
import { divide } from '../../rates/index.ts';

export interface Amounts {
  revenue: bigint;
  payout: bigint;
}

export interface Priced {
  type: PricedTerms['type'];
  goal: PricedTerms['goals'][number];
  rule: PayoutRule | null;
  /** in the offer's currency; null where none was sent */
  sale: bigint | null;
}

const BASIS_POINTS = 10_000n;
const sides = ['revenue', 'payout'] as const;
type Side = (typeof sides)[number];

/** clicks and impressions are paid in daily lots: what converts on such an offer is paid only by goals of its own */
const isPaidByEvent = ({ type, goal }: Priced): boolean => (type === 'CPC' || type === 'CPM') && goal.token === '';

/** of one click or a thousand impressions; a share has no sale to be one of */
export const eventPrice = (priced: Pick<Priced, 'goal' | 'rule'>): Amounts => {
  const of = (side: Side) => (termOf(priced, side).share === null ? termOf(priced, side).micros : 0n);
  return { revenue: of('revenue'), payout: of('payout') };
};

/** a rule that says nothing of a side leaves the goal's own */
function termOf({ goal, rule }: Pick<Priced, 'goal' | 'rule'>, side: Side): { micros: bigint; share: number | null } {
  const [ruleMicros, ruleShare] = [rule?.[`${side}Micros`] ?? null, rule?.[`${side}BasisPoints`] ?? null];
  return ruleMicros === null && ruleShare === null
    ? { micros: goal[`${side}Micros`], share: goal[`${side}BasisPoints`] }
    : { micros: ruleMicros ?? 0n, share: ruleShare };
}

function amountOf(priced: Priced, side: Side): bigint {
  if (isPaidByEvent(priced)) return 0n;
  const { micros, share } = termOf(priced, side);
  return share === null ? micros : divide((priced.sale ?? 0n) * BigInt(share), BASIS_POINTS);
}

export const amountsOf = (priced: Priced): Amounts => ({
  revenue: amountOf(priced, 'revenue'),
  payout: amountOf(priced, 'payout'),
});

/** a share of a sale that nobody has told is not nothing: it waits */
export const needsSale = (priced: Priced): boolean =>
  priced.sale === null && !isPaidByEvent(priced) && sides.some((side) => termOf(priced, side).share !== null);

export const AWAITS_SALE = 'Waits for the sale amount: its share cannot be known before';

/** the line of the explain drawer */
export function explainAmounts(priced: Priced, amounts: Amounts, currency: string): string {
  const { rule, goal, sale } = priced;
  const text = (side: Side): string => {
    const { share } = termOf(priced, side);
    const how = share === null ? '' : ` (${share / 100}% of ${sale === null ? 'no sale amount' : formatMoney(sale)})`;
    return `${side} ${formatMoney(amounts[side])}${how}`;
  };
  const by = rule ? `payout rule ${rule.number}` : `the goal's own amounts (goal ${goal.number})`;
  return `${text('revenue')}, ${text('payout')} ${currency} by ${by}`;
}
