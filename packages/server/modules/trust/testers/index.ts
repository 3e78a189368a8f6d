// Testers: links and postbacks tried without touching a figure, and rules that watch links.
export { type AskedLink, nothingFound, userAgentOf } from './asked.ts';
export { type TesterJobDeps, testerJobs, testerTasks } from './jobs.ts';
export { createOwnTracker } from './own-tracker.ts';
export { testerHandlers } from './routes.ts';
export { addRule, linkRules } from './rules.repo.ts';
export { addRun, endRun } from './runs.repo.ts';
