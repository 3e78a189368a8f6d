// Appeals and disputes.
import type { appealRoutes } from '@tributary/contract/billing/appeals';
import type { Handlers } from '../../../http/call.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import type { Job } from '../../../platform/jobs/topics.ts';
import type { BillingDeps, BillingJobDeps } from '../deps.ts';

export const appealHandlers = (_deps: BillingDeps): Handlers<typeof appealRoutes> => ({});
export const appealJobs = (_deps: BillingJobDeps): Job[] => [];
export const appealTasks = (_deps: BillingJobDeps): RecurringTask[] => [];
