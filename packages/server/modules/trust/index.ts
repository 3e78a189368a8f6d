// What people look up to trust the workspace: what was changed, with the way back, who got in, why each click, call and
// conversion ended as it did, and proof of the ledger.
export { createReplayProgram, explainHandlers } from './explain/index.ts';
export { checkProof, proofHandlers, proofJobs, proofTasks, publishedKeys } from './proof/index.ts';
export {
  applyRows,
  matchRows,
  type ReconciliationJobDeps,
  reconciliationHandlers,
  reconciliationJobs,
  takeIn,
} from './reconciliation/index.ts';
export { countDrift, dayToRecount, recountDay, recountHandlers, recountJobs, recountTasks } from './recount/index.ts';
export { trustHandlers } from './routes.ts';
export {
  type AskedLink,
  addRule,
  addRun,
  createOwnTracker,
  endRun,
  linkRules,
  nothingFound,
  testerHandlers,
  testerJobs,
  testerTasks,
  userAgentOf,
} from './testers/index.ts';
export {
  countUnmatched,
  unmatchedHandlers,
  unmatchedJobs,
  unmatchedTasks,
  unmatchedToSort,
} from './unmatched/index.ts';
