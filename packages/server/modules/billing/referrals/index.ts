// Referral commissions.
import type { referralRoutes } from '@tributary/contract/billing/referrals';
import type { Handlers } from '../../../http/call.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import type { Job } from '../../../platform/jobs/topics.ts';
import type { BillingDeps, BillingJobDeps } from '../deps.ts';

export const referralHandlers = (_deps: BillingDeps): Handlers<typeof referralRoutes> => ({});
export const referralJobs = (_deps: BillingJobDeps): Job[] => [];
export const referralTasks = (_deps: BillingJobDeps): RecurringTask[] => [];
