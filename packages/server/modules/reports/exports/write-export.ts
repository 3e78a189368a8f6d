// The job behind an export: the report is read in batches and written to its file while the row tells how far it has come.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import type { JobRun } from '../../../platform/jobs/topics.ts';
import { labelsFor } from '../engine/labels.repo.ts';
import type { ReportRequest } from '../engine/read-query.ts';
import { longStatements, overall, readGroups } from '../engine/report.repo.ts';
import { besideRows, moneyOf, otherSide, sourcesOf, valuesIn } from '../engine/run-report.ts';
import { eyesOf, requireReader } from '../engine/viewer.repo.ts';
import type { ReportJobDeps } from '../jobs.ts';
import { requestOf } from '../saved/saved.ts';
import { fileBytes, type LabelledGroups } from './export-file.ts';
import { exportGroups } from './export-rows.ts';
import { type StoredExport, setExport, takeExport } from './exports.repo.ts';
import { fileOf, writeWhole } from './exports.ts';

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

export const writeExport = (run: JobRun<unknown>, id: string, deps: ReportJobDeps): Promise<void> =>
  exportSlot(() => writeOne(run, id, deps));

async function writeOne(run: JobRun<unknown>, id: string, deps: ReportJobDeps): Promise<void> {
  const taken = await run.transaction((tx) => takeExport(tx, id));
  if (!taken || taken.state === 'ready' || taken.state === 'failed') return;
  await run.transaction((tx) => setExport(tx, id, { state: 'running', progress: 0 }));
  try {
    await run.transaction((tx) => writeFile(tx, run, taken, deps));
  } catch (error) {
    // what is wrong with the request stays wrong: no second try
    if (!(error instanceof Fault)) throw error;
    await run.transaction((tx) => setExport(tx, id, { state: 'failed', error: error.message }));
  }
}

async function writeFile(tx: Tx, run: JobRun<unknown>, taken: StoredExport, deps: ReportJobDeps): Promise<void> {
  await longStatements(tx);
  const viewer = await requireReader(tx, run.tenantId, taken.userId);
  const now = deps.clock.now();
  const { request } = requestOf(taken.query, viewer, now);
  const other = otherSide(request);
  const money = await moneyOf(tx, viewer, deps.clock.now());
  const lacksRate = async (asked: ReportRequest) =>
    (await readGroups(tx, overall(sourcesOf({ ...asked, limit: 1, offset: 0 }, viewer, money)))).unpriced > 0;
  const isPartial = (await lacksRate(request)) || (other !== null && (await lacksRate(other)));
  let rows = 0;
  // in transactions of their own: whoever looks sees the bar move
  const progress = (percent: number) =>
    run.transaction((own) => setExport(own, taken.id, { progress: Math.min(99, percent), row_count: rows }));
  async function* labelled(): AsyncGenerator<LabelledGroups> {
    for await (const groups of exportGroups(tx, request, viewer, money, progress)) {
      rows += groups.length;
      const labels = await labelsFor(tx, viewer, valuesIn(groups, request), now);
      const beside = other && (await besideRows(tx, { request: other, viewer, money }, groups));
      yield { groups, labels, beside };
    }
  }
  const file = fileOf(deps.exportFolder, run.tenantId, taken.id, taken.format);
  const bytes = await writeWhole(file, (aside) =>
    pipeline(
      Readable.from(fileBytes(taken.format, labelled(), request, viewer, isPartial)),
      createWriteStream(aside, { mode: 0o600 }),
    ),
  );
  await run.transaction((own) =>
    setExport(own, taken.id, {
      state: 'ready',
      progress: 100,
      row_count: rows,
      bytes,
      error: null,
      eyes: eyesOf(viewer),
    }),
  );
}
