import { shortDate } from '../ui/format.ts';
import { t } from '../words/operator.ts';

export interface Term {
  plan_kind: 'trial' | 'paid';
  plan_ends_at: number | null;
  days_left: number | null;
}

/** How long a tenant's trial or plan runs, in words. */
export function termOf({ plan_kind, plan_ends_at, days_left }: Term, nowSeconds = Date.now() / 1000): string {
  if (plan_ends_at === null) return plan_kind === 'trial' ? t('term.trialWithoutEnd') : t('term.paidNoEnd');
  if (plan_ends_at <= nowSeconds) return t(`term.${plan_kind}Ended`, { day: shortDate(plan_ends_at) });
  if (plan_kind === 'paid') return t('term.paidUntil', { planEndsAt: shortDate(plan_ends_at) });
  return t('term.trialLeft', { count: days_left ?? 0 });
}
