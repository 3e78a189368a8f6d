// Unmatched postbacks: calls that became nothing, why, and the way to make them good.
export { countUnmatched } from './groups.repo.ts';
export { type UnmatchedJobDeps, unmatchedJobs, unmatchedTasks } from './jobs.ts';
export { type UnmatchedDeps, unmatchedHandlers } from './routes.ts';
export { unmatchedToSort } from './topics.ts';
