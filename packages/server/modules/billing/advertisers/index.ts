// The advertiser’s side: deposits, allocation, credit.
import type { advertiserBillingRoutes } from '@tributary/contract/billing/advertisers';
import type { Handlers } from '../../../http/call.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import type { Job } from '../../../platform/jobs/topics.ts';
import type { BillingDeps, BillingJobDeps } from '../deps.ts';

export const advertiserBillingHandlers = (_deps: BillingDeps): Handlers<typeof advertiserBillingRoutes> => ({});
export const advertiserBillingJobs = (_deps: BillingJobDeps): Job[] => [];
export const advertiserBillingTasks = (_deps: BillingJobDeps): RecurringTask[] => [];
