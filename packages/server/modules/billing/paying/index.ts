// Paying: batches, payments, files, answers.
import type { payingRoutes } from '@tributary/contract/billing/paying';
import type { Handlers } from '../../../http/call.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import type { Job } from '../../../platform/jobs/topics.ts';
import type { BillingDeps, BillingJobDeps } from '../deps.ts';

export const payingHandlers = (_deps: BillingDeps): Handlers<typeof payingRoutes> => ({});
export const payingJobs = (_deps: BillingJobDeps): Job[] => [];
export const payingTasks = (_deps: BillingJobDeps): RecurringTask[] => [];
