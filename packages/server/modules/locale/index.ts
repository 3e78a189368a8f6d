// Time zone and home currency of a workspace: chosen, previewed, taken back, and come into force.
export { comeIntoForceWhereDue } from './change-locale.ts';
export { localeJobs, localeTasks } from './jobs.ts';
export { keptLocale, localeHandlers } from './routes.ts';
