// Saving a report: it must be one that its owner may run, and its mails go only to people of the workspace.
import {
  ReportQuery,
  type SavedReport,
  type SavedReportBody,
  type StoredQuery,
} from '@tributary/contract/reports/reports';
import type { z } from 'zod';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { oneAtATime } from '../../../platform/db/one-at-a-time.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import { planReport } from '../engine/plan.ts';
import { type ReportRequest, readReportQuery } from '../engine/read-query.ts';
import { requireViewer } from '../engine/viewer.repo.ts';
import type { Viewer } from '../engine/viewer.ts';
import { countSaved, findSaved, managersAmong, putSaved, removeSaved } from './saved.repo.ts';
import { nextRun } from './schedule.ts';

type Body = z.output<typeof SavedReportBody>;
const MAX_SAVED = 200;

/** a stored query is checked as a fresh one is: the catalogue and the viewer's rights may have changed since */
export function requestOf(
  query: StoredQuery,
  viewer: Viewer,
  now: Date,
): { request: ReportRequest; query: ReportQuery } {
  const parsed = ReportQuery.safeParse(query);
  if (!parsed.success) throw new Fault('invalid_input', parsed.error.issues[0]?.message);
  const request = readReportQuery(parsed.data, viewer, now);
  planReport(request, viewer);
  return { request, query: parsed.data };
}

async function checkRecipients(tx: Tx, body: Body, viewer: Viewer): Promise<void> {
  const named = (body.schedule?.recipients ?? []).map((email) => email.toLowerCase());
  const own = viewer.email.toLowerCase();
  const allowed = viewer.role === 'admin' ? await managersAmong(tx, named) : new Set([own]);
  const stranger = named.find((email) => email !== own && !allowed.has(email));
  if (!stranger) return;
  throw new Fault(
    'invalid_input',
    viewer.role === 'admin'
      ? `${stranger} is not an account manager of this workspace.`
      : 'A scheduled report can only be sent to your own address.',
  );
}

/** in the caller's own transaction: whose rows these are is the database's to decide */
async function store(tx: Tx, call: SignedInCall, id: string, body: Body): Promise<SavedReport> {
  const viewer = await requireViewer(tx, call.tenant.id, call.principal.userId);
  const now = call.clock.now();
  if (body.shared && viewer.role !== 'admin') throw new Fault('forbidden', 'Only account managers share reports.');
  const { request } = requestOf(body.query, viewer, now);
  await checkRecipients(tx, body, viewer);
  const schedule = body.schedule ?? null;
  const nextRunAt = schedule && nextRun(schedule, request.period.tz, now);
  const { name, screen, query, shared } = body;
  await putSaved(
    tx,
    call.tenant.id,
    { id, userId: viewer.userId, name, screen, query, shared, schedule, nextRunAt },
    now,
  );
  await recordAudit(tx, call, { action: 'report.saved', objectKind: 'saved-report', objectId: id, after: { ...body } });
  return (await findSaved(tx, id, viewer.userId)) ?? refuse();
}
const refuse = (): never => {
  throw new Fault('not_found');
};

export async function saveReport(tx: Tx, call: SignedInCall, body: Body): Promise<SavedReport> {
  await oneAtATime(tx, 'saved-reports', call.principal.userId);
  if ((await countSaved(tx, call.principal.userId)) >= MAX_SAVED) {
    throw new Fault('invalid_input', `You have ${MAX_SAVED} saved reports. Please delete one first.`);
  }
  return store(tx, call, newId(call.clock.now().getTime()), body);
}

async function requireOwn(tx: Tx, call: SignedInCall, id: string): Promise<SavedReport> {
  const saved = isId(id) ? await findSaved(tx, id, call.principal.userId) : null;
  return saved?.own ? saved : refuse();
}

export async function changeSaved(tx: Tx, call: SignedInCall, id: string, body: Body): Promise<SavedReport> {
  await requireOwn(tx, call, id);
  return store(tx, call, id, body);
}

export async function deleteSaved(tx: Tx, call: SignedInCall, id: string): Promise<{ id: string }> {
  const saved = await requireOwn(tx, call, id);
  await removeSaved(tx, id);
  const { name, query } = saved;
  await recordAudit(tx, call, {
    action: 'report.deleted',
    objectKind: 'saved-report',
    objectId: id,
    before: { name, query },
  });
  return { id };
}
