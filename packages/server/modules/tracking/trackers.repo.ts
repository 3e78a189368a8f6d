import type { TrackerReport } from '@tributary/contract/tracker/tracker-wire';
import type { Tx } from '../../platform/db/database.ts';

/** a tracker that has not reported for this long is not counted as one */
export const ALIVE_MS = 30_000;
/** and after this long it is not shown any more */
const SHOWN_MS = 24 * 3_600_000;

export async function saveReport(tx: Tx, report: TrackerReport, at: Date): Promise<void> {
  const row = {
    boot: report.boot,
    label: report.label,
    snapshot_version: report.snapshotVersion,
    reported_at: at,
    report: JSON.stringify(report),
  };
  await tx
    .insertInto('trackers')
    .values({ id: report.tracker, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function liveTrackers(tx: Tx, at: Date): Promise<number> {
  const row = await tx
    .selectFrom('trackers')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('reported_at', '>', new Date(at.getTime() - ALIVE_MS))
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(row.count));
}

export async function readTrackers(tx: Tx, at: Date) {
  return tx
    .selectFrom('trackers')
    .select(['id', 'label', 'snapshot_version', 'reported_at', 'report'])
    .where('reported_at', '>', new Date(at.getTime() - SHOWN_MS))
    .orderBy('label')
    .execute();
}
