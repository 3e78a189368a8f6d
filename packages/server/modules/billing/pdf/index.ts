// Documents as PDF.
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import type { Job } from '../../../platform/jobs/topics.ts';
import type { BillingJobDeps } from '../deps.ts';

export const pdfJobs = (_deps: BillingJobDeps): Job[] => [];
export const pdfTasks = (_deps: BillingJobDeps): RecurringTask[] => [];
