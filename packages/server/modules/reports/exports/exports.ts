// Exports: a row, a job, a file under DATA_DIR/exports/{tenant}/ that lives for a week.
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileReply, ReportExport, reportRoutes } from '@tributary/contract/reports/reports';
import type { InputOf } from '@tributary/contract/route';
import type { SignedInCall } from '../../../http/call.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { oneAtATime } from '../../../platform/db/one-at-a-time.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAccess } from '../../access-log/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { eyesOf, requireReader, requireViewer } from '../engine/viewer.repo.ts';
import { requestOf } from '../saved/saved.ts';
import { exportStarted } from '../topics.ts';
import { fileTypes } from './export-file.ts';
import { addExport, eyesOfExport, findExport, forgetExports, openExports } from './exports.repo.ts';

const KEEP_MS = 7 * DAY_MS;
const KEEP_ROW_MS = 30 * DAY_MS;
const MAX_OPEN = 5;

export const fileOf = (folder: string, tenantId: string, id: string, format: string): string =>
  path.join(folder, tenantId, `${id}.${format}`);

export function startExport(
  { body }: InputOf<typeof reportRoutes.startExport>,
  call: SignedInCall,
): Promise<ReportExport> {
  return call.transaction(async (tx) => {
    const now = call.clock.now();
    refuseHidingVisit(call);
    const viewer = await requireViewer(tx, call.tenant.id, call.principal.userId);
    requestOf(body.query, viewer, now);
    await forgetExports(tx, viewer.userId, new Date(now.getTime() - KEEP_ROW_MS));
    await oneAtATime(tx, 'exports', viewer.userId);
    if ((await openExports(tx, viewer.userId)) >= MAX_OPEN) {
      throw new Fault('busy', `${MAX_OPEN} of your exports are still running. Please wait for one to finish.`);
    }
    const id = newId(now.getTime());
    const name = body.name || 'Report';
    const expiresAt = new Date(now.getTime() + KEEP_MS);
    const { format, query } = body;
    await addExport(tx, call.tenant.id, { id, userId: viewer.userId, name, format, query, createdAt: now, expiresAt });
    await recordAudit(tx, call, {
      action: 'report.exported',
      objectKind: 'report-export',
      objectId: id,
      after: { name, format, query },
    });
    await recordAccess(tx, call, { event: 'export', detail: `report.exported ${format}` });
    await emit(tx, call.tenant.id, exportStarted, { export_id: id });
    return (await findExport(tx, id, viewer.userId, now)) ?? notFound();
  });
}

/** a file is made by a job, which knows whose account it is and not who is visiting it */
function refuseHidingVisit({ principal }: SignedInCall): void {
  if (principal.impersonator?.hidden?.length)
    throw new Fault('forbidden', 'Your role hides fields, so it takes no files along while signed in as another user.');
}

const notFound = (): never => {
  throw new Fault('not_found');
};

export async function exportOf(call: SignedInCall, id: string): Promise<ReportExport> {
  if (!isId(id)) return notFound();
  const { userId } = call.principal;
  return (await call.transaction((tx) => findExport(tx, id, userId, call.clock.now()))) ?? notFound();
}

export async function exportFile(call: SignedInCall, id: string, folder: string): Promise<FileReply> {
  refuseHidingVisit(call);
  const found = await exportOf(call, id);
  const { eyes, now } = await call.transaction(async (tx) => {
    const eyes = await eyesOfExport(tx, id);
    return { eyes, now: await requireReader(tx, call.tenant.id, call.principal.userId) };
  });
  // one of an earlier release was made by somebody who saw everything
  const isAll = now.hidden.length === 0 && now.reach.publishers === null && now.reach.advertisers === null;
  if (eyes === null ? !isAll : eyes !== eyesOf(now))
    throw new Fault('conflict', 'This file was made when you saw other accounts or fields. Please export it again.');
  if (found.state !== 'ready') return notFound();
  return readWhole(fileOf(folder, call.tenant.id, id, found.format), {
    name: `${found.name.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim() || 'Report'}.${found.format}`,
    type: fileTypes[found.format],
  });
}

/** a file that was written whole, while it is there */
export async function readWhole(file: string, as: Pick<FileReply, 'name' | 'type'>): Promise<FileReply> {
  const size = await stat(file).then(
    ({ size }) => size,
    () => null,
  );
  return size === null ? notFound() : { ...as, bytes: size, content: createReadStream(file) };
}

/** files are written aside and moved: what can be read is whole */
export async function writeWhole(file: string, write: (aside: string) => Promise<void>): Promise<number> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.part`;
  try {
    await write(aside);
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  return (await stat(file)).size;
}

/** deletes what is older than its time; rows say `expired` by themselves */
export async function purgeExports(folder: string, now: Date): Promise<void> {
  const tenants = await readdir(folder).catch(() => []);
  for (const tenant of tenants) {
    const place = path.join(folder, tenant);
    for (const name of await readdir(place)) {
      const file = path.join(place, name);
      const { mtimeMs } = await stat(file);
      if (now.getTime() - mtimeMs > KEEP_MS) await rm(file, { force: true });
    }
  }
}
