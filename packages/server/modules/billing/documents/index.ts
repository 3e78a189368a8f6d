// Documents: terms, taxes, runs, drafts, issue, approval, credit notes, adjustments.
import type { documentRoutes } from '@tributary/contract/billing/documents';
import type { billingTermsRoutes } from '@tributary/contract/billing/terms';
import type { Handlers } from '../../../http/call.ts';
import type { RecurringTask } from '../../../platform/jobs/recurring.ts';
import type { Job } from '../../../platform/jobs/topics.ts';
import type { BillingDeps, BillingJobDeps } from '../deps.ts';

export const documentHandlers = (
  _deps: BillingDeps,
): Handlers<typeof documentRoutes & typeof billingTermsRoutes> => ({});
export const documentJobs = (_deps: BillingJobDeps): Job[] => [];
export const documentTasks = (_deps: BillingJobDeps): RecurringTask[] => [];
