import { shortDate } from '../ui/format.ts';

export interface Term {
  plan_kind: 'trial' | 'paid';
  plan_ends_at: number | null;
  days_left: number | null;
}

/** How long a tenant's trial or plan runs, in words. */
export function termOf({ plan_kind, plan_ends_at, days_left }: Term, nowSeconds = Date.now() / 1000): string {
  if (plan_ends_at === null) return plan_kind === 'trial' ? 'Trial without end' : 'Paid, no end';
  if (plan_ends_at <= nowSeconds) return `${plan_kind === 'trial' ? 'Trial' : 'Plan'} ended ${shortDate(plan_ends_at)}`;
  if (plan_kind === 'paid') return `Paid until ${shortDate(plan_ends_at)}`;
  return `Trial, ${days_left === 1 ? '1 day' : `${days_left} days`} left`;
}
