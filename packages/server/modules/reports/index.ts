// Reports and dashboards: figures read from rollups, conversions and single events, for screens, mails, files and keys.

export { createLiveHub, type LiveHub } from './dashboards/live.ts';
export { pulseOf } from './dashboards/pulse.ts';
export type { ReportDeps } from './deps.ts';
export { forgetReportsOf } from './exports/exports.repo.ts';
export { fileOf, readWhole, writeWhole } from './exports/exports.ts';
export { type ReportJobDeps, reportJobs, reportTasks } from './jobs.ts';
export { savedReportRows } from './relations.repo.ts';
export { reportHandlers } from './routes.ts';
