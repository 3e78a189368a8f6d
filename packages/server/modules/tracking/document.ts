// The snapshot document as contract/tracker/snapshot.ts describes it: a patch where the tracker's version is one of ours, the
// whole otherwise (a new tracker, or one ahead of a database that was restored from a backup).
import { SNAPSHOT_FORMAT } from '@tributary/contract/tracker/snapshot';
import type { Tx } from '../../platform/db/database.ts';
import { currentVersion, entitiesAfter, type SnapshotRows } from './snapshot.repo.ts';

/** null where the tracker knows everything there is */
export async function documentFor(tx: Tx, after: number): Promise<string | null> {
  const now = await currentVersion(tx);
  if (after === now && after > 0) return null;
  const patch = after > 0 && after < now;
  const found = await entitiesAfter(tx, patch ? after : 0);
  if (found.version === 0 && after === 0) return null;
  return write(found, patch ? after : 0);
}

export const fullDocument = (version: number, rows: SnapshotRows['rows']): string => write({ version, rows }, 0);

function write({ version, rows }: SnapshotRows, after: number): string {
  const head = JSON.stringify({ snapshot: SNAPSHOT_FORMAT, kind: after > 0 ? 'patch' : 'full', after, version });
  // values are JSON already: they are written as they stand
  const lines = rows.map(({ entity, key, value }) =>
    value === null ? JSON.stringify({ drop: entity, key }) : `{"put":"${entity}","value":${value}}`,
  );
  return `${[head, ...lines, JSON.stringify({ end: version, lines: lines.length })].join('\n')}\n`;
}
