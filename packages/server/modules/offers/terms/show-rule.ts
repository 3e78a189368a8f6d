// What a payout rule asks for and pays, on the wire: the same on an offer's page and in its versions.
import { formatMoney } from '@tributary/contract/money';
import { unixSeconds } from '../../../platform/clock.ts';
import { percentOf } from '../saving/offer-fields.ts';
import type { NewPayoutRule } from './payout-rules.repo.ts';

const moneyOrNull = (micros: bigint | null): string | null => (micros === null ? null : formatMoney(micros));

export const showRule = (rule: NewPayoutRule) => ({
  countries: [...rule.countries],
  source: rule.source,
  from_conversions: rule.fromConversions,
  starts_at: rule.startsAt && unixSeconds(rule.startsAt),
  ends_at: rule.endsAt && unixSeconds(rule.endsAt),
  payout: moneyOrNull(rule.payoutMicros),
  payout_percent: percentOf(rule.payoutBasisPoints),
  revenue: moneyOrNull(rule.revenueMicros),
  revenue_percent: percentOf(rule.revenueBasisPoints),
});
