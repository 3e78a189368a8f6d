// What a conversion is worth: the goal's own amounts, or those of the payout rule that applies.
import { formatMoney } from '@tributary/contract/money';
import type { OfferType } from '@tributary/contract/offer-terms';
import type { PayoutRule } from '../offers/index.ts';
import { divide } from './exchange.ts';

export interface Amounts {
  revenue: bigint;
  payout: bigint;
}

export interface Priced {
  type: OfferType;
  goal: { number: number; token: string; revenueMicros: bigint; payoutMicros: bigint };
  rule: PayoutRule | null;
  /** in the offer's currency; null where none was sent */
  sale: bigint | null;
}

const BASIS_POINTS = 10_000n;

/** clicks and impressions are paid in daily lots: what converts on such an offer is paid only by goals of its own */
const isPaidByEvent = ({ type, goal }: Priced): boolean => (type === 'CPC' || type === 'CPM') && goal.token === '';

export function amountsOf(priced: Priced): Amounts {
  const { goal, rule, sale } = priced;
  if (isPaidByEvent(priced)) return { revenue: 0n, payout: 0n };
  const share = rule?.payoutBasisPoints ?? null;
  return {
    revenue: rule?.revenueMicros ?? goal.revenueMicros,
    payout:
      share === null ? (rule?.payoutMicros ?? goal.payoutMicros) : divide((sale ?? 0n) * BigInt(share), BASIS_POINTS),
  };
}

/** the line of the explain drawer */
export function explainAmounts({ rule, sale, goal }: Priced, { revenue, payout }: Amounts, currency: string): string {
  const share = rule?.payoutBasisPoints ?? null;
  const how =
    share === null
      ? rule
        ? `payout rule ${rule.number}`
        : `the goal's own amounts (goal ${goal.number})`
      : `payout rule ${rule?.number}: ${share / 100}% of ${sale === null ? 'no sale amount' : formatMoney(sale)}`;
  return `revenue ${formatMoney(revenue)}, payout ${formatMoney(payout)} ${currency} by ${how}`;
}
