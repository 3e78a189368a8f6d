// Reconciliation: files of partners held against conversions, applied with a reason, undone as a set.
export { applyRows } from './apply.ts';
export { type ReconciliationJobDeps, reconciliationJobs } from './jobs.ts';
export { matchRows } from './match.ts';
export { reconciliationHandlers } from './routes.ts';
export { takeIn } from './take-in.ts';
