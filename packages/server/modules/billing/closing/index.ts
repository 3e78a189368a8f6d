// The overview, and the close of a month.
import type { closingRoutes } from '@tributary/contract/billing/closing';
import type { Handlers } from '../../../http/call.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import type { Job } from '../../../platform/jobs/topics.ts';
import type { BillingDeps, BillingJobDeps } from '../deps.ts';

export const closingHandlers = (_deps: BillingDeps): Handlers<typeof closingRoutes> => ({});
export const closingJobs = (_deps: BillingJobDeps): Job[] => [];
export const closingTasks = (_deps: BillingJobDeps): RecurringTask[] => [];
