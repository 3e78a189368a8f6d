// Scheduled reports: which are due, and the mail that carries one.
import { wholeScope } from '@tributary/contract';
import { isMetric, metricLabel } from '@tributary/contract/reports/report-catalogue';
import type { ReportReply, WithoutRate } from '@tributary/contract/reports/reports';
import { systemActor, type Tx, withinScope } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import type { JobRun } from '../../../platform/jobs/topics.ts';
import { inWords, sentence } from '../../../words/sentences.ts';
import { type MailLine, queueMail } from '../../mail/index.ts';
import { originOfTenant, tenantById } from '../../tenancy/index.ts';
import { runReport } from '../engine/run-report.ts';
import { findViewer, requireReader } from '../engine/viewer.repo.ts';
import type { Viewer } from '../engine/viewer.ts';
import type { ReportJobDeps } from '../jobs.ts';
import { reportDue } from '../topics.ts';
import {
  dueReports,
  findStored,
  lockDue,
  noteRun,
  openAccountsAt,
  type StoredReport,
  setNextRun,
} from './saved.repo.ts';
import { requestOf } from './saved.ts';
import { nextRun } from './schedule.ts';

const DUE_AT_ONCE = 200;
const MAILED_ROWS = 20;

/** a schedule moves on in the transaction that announces its run: a worker that dies repeats neither */
export async function startDue(deps: ReportJobDeps): Promise<void> {
  const now = deps.clock.now();
  const due = await deps.database.withoutTenant((tx) => dueReports(tx, now, DUE_AT_ONCE));
  for (const { tenant_id: tenantId, id } of due) {
    await deps.database.withTenant(tenantId, systemActor, async (tx) => {
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

export async function mailReport(run: JobRun<unknown>, id: string, deps: ReportJobDeps): Promise<void> {
  await run.transaction(async (tx) => {
    const report = await findStored(tx, id);
    if (!report?.schedule) return;
    const now = deps.clock.now();
    const tenant = await tenantById(tx, run.tenantId);
    const owner = await readAs(tx, run.tenantId, report.userId, async (viewer) => viewer);
    if (owner instanceof Fault) return noteRun(tx, id, now, `Not sent: ${owner.message}`);
    // everybody's days are those of the report's owner; what stands in them is each reader's own
    const { tz } = report.query;
    const query = { ...report.query, tz: typeof tz === 'string' && tz ? tz : owner.timeZone };
    const url = `${originOfTenant(deps.publicOrigin, tenant)}${place[owner.role]}?saved=${id}`;
    const people = await openAccountsAt(tx, report.schedule.recipients, owner);
    const unsent: string[] = [];
    for (const to of report.schedule.recipients) {
      const person = people.get(to.toLowerCase());
      const mail = person
        ? await readAs(tx, run.tenantId, person, (viewer) => mailFor(tx, { ...report, query }, viewer, now))
        : new Fault('forbidden', 'This address is no open account of the team.');
      if (mail instanceof Fault) unsent.push(`${to}: ${mail.message}`);
      else {
        const values = { brand: tenant.displayName, lines: mail.lines, action: { label: OPEN, url } };
        await queueMail(tx, {
          tenantId: run.tenantId,
          to,
          language: mail.language,
          name: 'report-scheduled',
          values,
          at: now,
        });
      }
    }
    await noteRun(tx, id, now, unsent.length > 0 ? `Not sent to ${unsent.join(' ')}`.slice(0, 1_000) : null);
  });
}

const OPEN = sentence('action.open-report');
const place = {
  admin: '/am/reports',
  publisher: '/publisher/reports/performance',
  advertiser: '/advertiser/reports/campaign',
};

/** through this reader's eyes; what he may not see is a reason, and the transaction sees again what it saw before */
const readAs = <R>(
  tx: Tx,
  tenantId: string,
  userId: string,
  read: (viewer: Viewer) => Promise<R>,
): Promise<R | Fault> =>
  withinScope(tx, { id: userId, scope: wholeScope }, async () => {
    try {
      return await read(await requireReader(tx, tenantId, userId));
    } catch (error) {
      if (error instanceof Fault) return error;
      throw error;
    }
  });

async function mailFor(
  tx: Tx,
  { name, query: stored }: Pick<StoredReport, 'name' | 'query'>,
  viewer: Viewer,
  now: Date,
): Promise<{ language: Viewer['language']; lines: MailLine[] }> {
  const { query } = requestOf(stored, viewer, now);
  const reply = await runReport(tx, { ...query, limit: MAILED_ROWS, offset: 0 }, viewer, now);
  const { from, to, tz: zone } = reply.period;
  const head = sentence('report.period', { report: name, from, to, zone });
  return { language: viewer.language, lines: [head, ...linesOf(reply, viewer)] };
}

/** totals, and the first rows in one line each */
function linesOf(reply: Omit<ReportReply, 'fresh_at'>, viewer: Viewer): MailLine[] {
  const noRate = inWords(viewer.language, sentence('report.no-rate'));
  const named = (id: string, value: string | number | null): string =>
    value === null ? '–' : (reply.labels[id]?.[String(value)] ?? String(value));
  const unrated = (missing: WithoutRate | null | undefined, id: string): string =>
    missing?.[id]?.length === 0
      ? ` ${noRate}`
      : (missing?.[id] ?? []).map(({ amount, currency }) => ` + ${amount} ${currency} ${noRate}`).join('');
  const figures = (row: ReportReply['totals'], missing: WithoutRate | null | undefined) =>
    Object.keys(reply.totals)
      .filter(isMetric)
      .map((id) => `${metricLabel(id, viewer.role)} ${row[id] ?? '–'}${unrated(missing, id)}`)
      .join(', ');
  const rows = reply.rows.map((row, at) => {
    const keys = Object.keys(row).filter((id) => !(id in reply.totals));
    return `${keys.map((id) => named(id, row[id] ?? null)).join(' · ')}: ${figures(row, reply.without_rate?.rows[at])}`;
  });
  const rest = reply.total_rows - reply.rows.length;
  return [
    sentence('report.total', {
      figures: figures(reply.totals, reply.without_rate?.totals),
      currency: reply.period.currency,
    }),
    ...reply.notes,
    ...rows,
    ...(rest > 0 ? [sentence('report.rest', { rows: rest })] : []),
  ];
}
