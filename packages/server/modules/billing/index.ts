// Billing: documents, payments, deposits and credit, closes, appeals, referrals. Every figure is a sum of ledger rows.
import { advertiserBillingHandlers, advertiserBillingJobs, advertiserBillingTasks } from './advertisers/index.ts';
import { appealHandlers, appealJobs } from './appeals/index.ts';
import { choiceHandlers } from './choices.ts';
import { closingHandlers, closingJobs } from './closing/index.ts';
import type { BillingDeps, BillingJobDeps } from './deps.ts';
import { documentHandlers, documentJobs } from './documents/index.ts';
import { entryHandlers } from './entries.ts';
import { keyTasks } from './idempotency.ts';
import { payingHandlers, payingJobs, payingTasks } from './paying/index.ts';
import { pdfHandlers, pdfJobs } from './pdf/index.ts';
import { referralHandlers, referralJobs, referralTasks } from './referrals/index.ts';
import { revenueHandlers } from './revenue/index.ts';

export { periodClosed, refuseClosedMonth, refuseRateOfClosed } from './closing/index.ts';
export { countDocuments, documents, runBilling, startRun } from './documents/index.ts';
export { ownTerms, saveOwnTerms } from './documents/terms.repo.ts';
export { hasUntold, isTold } from './entries.repo.ts';
export { guardTwoPersonSum, makeFiles } from './paying/index.ts';
export { type BillingQueues, billingQueues } from './queues.repo.ts';
export { addReferralTerm, runReferrals } from './referrals/index.ts';
export { claimedAmong, documentsOf, paymentsOf } from './settled-by.repo.ts';
export { checkBilling } from './verify.ts';

export const billingHandlers = (deps: BillingDeps) => ({
  ...entryHandlers(),
  ...choiceHandlers(),
  ...documentHandlers(deps),
  ...payingHandlers(deps),
  ...advertiserBillingHandlers(deps),
  ...closingHandlers(deps),
  ...appealHandlers(deps),
  ...referralHandlers(deps),
  ...pdfHandlers(),
  ...revenueHandlers(deps),
});

export const billingJobs = (deps: BillingJobDeps) => [
  ...documentJobs(deps),
  ...payingJobs(deps),
  ...advertiserBillingJobs(deps),
  ...closingJobs(deps),
  ...appealJobs(deps),
  ...referralJobs(deps),
  ...pdfJobs(deps),
];

export const billingTasks = (deps: BillingJobDeps) => [
  ...keyTasks(deps),
  ...payingTasks(deps),
  ...advertiserBillingTasks(deps),
  ...referralTasks(deps),
];
