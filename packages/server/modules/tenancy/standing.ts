// What a tenant may do: work, only look (its trial or plan has ended; nothing is deleted), or nothing (suspended).

import { trialTerms } from '@tributary/contract/site/plans';
import { DAY_MS, unixSeconds } from '../../platform/clock.ts';

export const standingOf = (
  tenant: { status: string; plan_ends_at: Date | null },
  at: Date,
): 'open' | 'read-only' | 'suspended' => {
  if (tenant.status === 'suspended') return 'suspended';
  return tenant.plan_ends_at !== null && tenant.plan_ends_at <= at ? 'read-only' : 'open';
};

/** whole days left, a day that has begun counting as one; 0 once it is over */
export const trialLeft = (endsAt: Date, at: Date) => ({
  days_left: Math.max(0, Math.ceil((endsAt.getTime() - at.getTime()) / DAY_MS)),
  days_total: trialTerms.days,
  ends_at: unixSeconds(endsAt),
});
