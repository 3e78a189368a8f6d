// What reports do outside a request: exports, and schedules that have come due.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { metricLabel } from '@tributary/contract/report-catalogue';
import type { ReportReply } from '@tributary/contract/reports';
import type { Clock } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type Job, type JobRun, job } from '../../platform/jobs/topics.ts';
import type { RecurringTask } from '../../platform/jobs/worker.ts';
import { queueMail } from '../mail/index.ts';
import { tenantById, tenantOrigin } from '../tenancy/index.ts';
import { fileBytes, type LabelledGroups } from './export-file.ts';
import { exportGroups } from './export-rows.ts';
import { type StoredExport, setExport, takeExport } from './exports.repo.ts';
import { fileOf, purgeExports, writeWhole } from './exports.ts';
import { labelsFor } from './labels.repo.ts';
import { longStatements } from './report.repo.ts';
import { runReport } from './run-report.ts';
import { dueReports, findStored, lockDue, noteRun, setNextRun } from './saved.repo.ts';
import { requestOf } from './saved.ts';
import { nextRun } from './schedule.ts';
import { exportStarted, reportDue } from './topics.ts';
import { findViewer } from './viewer.repo.ts';
import type { Viewer } from './viewer.ts';

export interface ReportJobParts {
  /** as the worker's role */
  database: Database;
  clock: Clock;
  publicOrigin: URL;
  exportFolder: string;
}

const DUE_AT_ONCE = 200;
const MAILED_ROWS = 20;

/**
 * An export holds one connection while it reads and takes another for its progress: of too many at once each would wait
 * for the others' connections for ever.
 */
const EXPORTS_AT_ONCE = 2;
function createSlots(free: number): <R>(run: () => Promise<R>) => Promise<R> {
  const waiting: (() => void)[] = [];
  let left = free;
  return async (run) => {
    if (left > 0) left--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else left++;
    }
  };
}
const exportSlot = createSlots(EXPORTS_AT_ONCE);

export const reportJobs = (parts: ReportJobParts): Job[] => [
  job(exportStarted, 'reports.export', {
    lane: 'bulk',
    retryAfterSeconds: [5, 60],
    run: (run) => exportSlot(() => writeExport(run, run.payload.export_id, parts)),
    died: ({ payload, transaction }) =>
      transaction((tx) =>
        setExport(tx, payload.export_id, { state: 'failed', error: 'The export could not be made.' }),
      ),
  }),
  job(reportDue, 'reports.mail', {
    lane: 'bulk',
    run: (run) => mailReport(run, run.payload.report_id, parts),
  }),
];

export const reportTasks = (parts: ReportJobParts): RecurringTask[] => [
  { name: 'reports.schedules', everyMs: 60_000, run: () => startDue(parts) },
  { name: 'reports.purge-exports', everyMs: 3_600_000, run: () => purgeExports(parts.exportFolder, parts.clock.now()) },
];

async function requireViewer(tx: Tx, tenantId: string, userId: string): Promise<Viewer> {
  const viewer = await findViewer(tx, tenantId, userId);
  if (!viewer) throw new Fault('forbidden', 'The account that asked for it is not open any more.');
  return viewer;
}

async function writeExport(run: JobRun<unknown>, id: string, parts: ReportJobParts): Promise<void> {
  const taken = await run.transaction((tx) => takeExport(tx, id));
  if (!taken || taken.state === 'ready' || taken.state === 'failed') return;
  await run.transaction((tx) => setExport(tx, id, { state: 'running', progress: 0 }));
  try {
    await run.transaction((tx) => writeFile(tx, run, taken, parts));
  } catch (error) {
    // what is wrong with the request stays wrong: no second try
    if (!(error instanceof Fault)) throw error;
    await run.transaction((tx) => setExport(tx, id, { state: 'failed', error: error.message }));
  }
}

async function writeFile(tx: Tx, run: JobRun<unknown>, taken: StoredExport, parts: ReportJobParts): Promise<void> {
  await longStatements(tx);
  const viewer = await requireViewer(tx, run.tenantId, taken.userId);
  const { request } = requestOf(taken.query, viewer, parts.clock.now());
  let rows = 0;
  // in transactions of their own: whoever looks sees the bar move
  const progress = (percent: number) =>
    run.transaction((own) => setExport(own, taken.id, { progress: Math.min(99, percent), row_count: rows }));
  async function* labelled(): AsyncGenerator<LabelledGroups> {
    for await (const groups of exportGroups(tx, request, viewer, progress)) {
      rows += groups.length;
      const labels = await labelsFor(
        tx,
        viewer,
        request.dimensions,
        groups.map(({ keys }) => keys),
      );
      yield { groups, labels };
    }
  }
  const file = fileOf(parts.exportFolder, run.tenantId, taken.id, taken.format);
  const bytes = await writeWhole(file, (aside) =>
    pipeline(
      Readable.from(fileBytes(taken.format, labelled(), request, viewer)),
      createWriteStream(aside, { mode: 0o600 }),
    ),
  );
  await run.transaction((own) =>
    setExport(own, taken.id, { state: 'ready', progress: 100, row_count: rows, bytes, error: null }),
  );
}

/** a schedule moves on in the transaction that announces its run: a worker that dies repeats neither */
async function startDue(parts: ReportJobParts): Promise<void> {
  const now = parts.clock.now();
  const due = await parts.database.withoutTenant((tx) => dueReports(tx, now, DUE_AT_ONCE));
  for (const { tenant_id: tenantId, id } of due) {
    await parts.database.withTenant(tenantId, systemActor, async (tx) => {
      const report = await lockDue(tx, id, now);
      if (!report?.schedule || !report.nextRunAt) return;
      const viewer = await findViewer(tx, tenantId, report.userId);
      // an account that was closed takes its schedules with it
      if (!viewer) return setNextRun(tx, id, null);
      const { tz } = report.query;
      await setNextRun(tx, id, nextRun(report.schedule, typeof tz === 'string' && tz ? tz : viewer.timeZone, now));
      await emit(tx, tenantId, reportDue, { report_id: id, due_at: report.nextRunAt.toISOString() });
    });
  }
}

async function mailReport(run: JobRun<unknown>, id: string, parts: ReportJobParts): Promise<void> {
  await run.transaction(async (tx) => {
    const report = await findStored(tx, id);
    if (!report?.schedule) return;
    const now = parts.clock.now();
    const viewer = await requireViewer(tx, run.tenantId, report.userId);
    const tenant = await tenantById(tx, run.tenantId);
    const { query } = requestOf(report.query, viewer, now);
    const reply = await runReport(tx, { ...query, limit: MAILED_ROWS, offset: 0 }, viewer, now);
    const place = {
      admin: '/am/reports',
      publisher: '/publisher/reports/performance',
      advertiser: '/advertiser/reports/campaign',
    };
    const url = `${tenantOrigin(parts.publicOrigin, tenant.subdomain)}${place[viewer.role]}?saved=${id}`;
    const lines = [
      `${report.name}: ${reply.period.from} to ${reply.period.to} (${reply.period.tz})`,
      ...linesOf(reply, viewer),
    ];
    for (const to of report.schedule.recipients) {
      await queueMail(tx, {
        tenantId: run.tenantId,
        to,
        name: 'report-scheduled',
        values: { brand: tenant.displayName, lines, action: { label: 'Open the report', url } },
        at: now,
      });
    }
    await noteRun(tx, id, now, null);
  });
}

/** totals, and the first rows in one line each */
function linesOf(reply: Omit<ReportReply, 'fresh_at'>, viewer: Viewer): string[] {
  const named = (id: string, value: string | number | null): string =>
    value === null ? '–' : (reply.labels[id]?.[String(value)] ?? String(value));
  const figures = (row: ReportReply['totals']) =>
    Object.keys(reply.totals)
      .map((id) => `${metricLabel(id as Parameters<typeof metricLabel>[0], viewer.role)} ${row[id] ?? '–'}`)
      .join(', ');
  const rows = reply.rows.map((row) => {
    const keys = Object.keys(row).filter((id) => !(id in reply.totals));
    return `${keys.map((id) => named(id, row[id] ?? null)).join(' · ')}: ${figures(row)}`;
  });
  const rest = reply.total_rows - reply.rows.length;
  return [
    `Total: ${figures(reply.totals)} (amounts in ${reply.period.currency})`,
    ...rows,
    ...(rest > 0 ? [`${rest} more rows are in the report.`] : []),
  ];
}
