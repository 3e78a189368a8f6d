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

export interface ReportJobParts {
  /** as the worker's role */
  database: Database;
  clock: Clock;
  publicOrigin: URL;
  exportFolder: string;
}

export const reportJobs = (parts: ReportJobParts): Job[] => [
  job(exportStarted, 'reports.export', {
    lane: 'exports',
    retryAfterSeconds: [5, 60],
    run: (run) => writeExport(run, run.payload.export_id, parts),
    died: ({ payload, transaction }) =>
      transaction((tx) =>
        setExport(tx, payload.export_id, { state: 'failed', error: 'The export could not be made.' }),
      ),
  }),
  job(reportDue, 'reports.mail', {
    lane: 'exports',
    run: (run) => mailReport(run, run.payload.report_id, parts),
  }),
];

export const reportTasks = (parts: ReportJobParts): RecurringTask[] => [
  { name: 'reports.schedules', everyMs: MINUTE_MS, lane: 'prompt', run: () => startDue(parts) },
  {
    name: 'reports.purge-exports',
    everyMs: HOUR_MS,
    lane: 'bulk',
    run: () => purgeExports(parts.exportFolder, parts.clock.now()),
  },
];
