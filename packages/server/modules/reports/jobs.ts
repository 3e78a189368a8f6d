// What reports do outside a request: exports, and schedules that have come due.
import { type Clock, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RecurringTask } from '../../platform/jobs/recurring.ts';
import { type Job, job } from '../../platform/jobs/topics.ts';
import { setExport } from './exports/exports.repo.ts';
import { purgeExports } from './exports/exports.ts';
import { writeExport } from './exports/write-export.ts';
import { mailReport, startDue } from './saved/mail-report.ts';
import { exportStarted, reportDue } from './topics.ts';

export interface ReportJobDeps {
  /** as the worker's role */
  database: Database;
  clock: Clock;
  publicOrigin: URL;
  exportFolder: string;
}

export const reportJobs = (deps: ReportJobDeps): Job[] => [
  job(exportStarted, 'reports.export', {
    lane: 'exports',
    retryAfterSeconds: [5, 60],
    run: (run) => writeExport(run, run.payload.export_id, deps),
    died: ({ payload, transaction }) =>
      transaction((tx) =>
        setExport(tx, payload.export_id, { state: 'failed', error: 'The export could not be made.' }),
      ),
  }),
  job(reportDue, 'reports.mail', {
    lane: 'exports',
    run: (run) => mailReport(run, run.payload.report_id, deps),
  }),
];

export const reportTasks = (deps: ReportJobDeps): RecurringTask[] => [
  { name: 'reports.schedules', everyMs: MINUTE_MS, lane: 'prompt', run: () => startDue(deps) },
  {
    name: 'reports.purge-exports',
    everyMs: HOUR_MS,
    lane: 'bulk',
    run: () => purgeExports(deps.exportFolder, deps.clock.now()),
  },
];
