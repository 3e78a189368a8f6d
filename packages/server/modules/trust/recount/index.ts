// Recount: every day counted again by code that shares nothing with the reports.
export { type RecountJobDeps, recountJobs, recountTasks } from './jobs.ts';
export { type RecountDeps, recountDay } from './recount-day.ts';
export { countDrift } from './recounts.repo.ts';
export { recountHandlers } from './routes.ts';
export { dayToRecount } from './topics.ts';
