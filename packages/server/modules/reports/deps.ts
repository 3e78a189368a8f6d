import type { Turns } from '../../http/turns.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { freshAt } from '../tracking/index.ts';
import type { LiveHub } from './dashboards/live.ts';
import { requireViewer } from './engine/viewer.repo.ts';
import type { Viewer } from './engine/viewer.ts';

/** what the reports module is built from */
export interface ReportDeps {
  database: Database;
  /** as the worker's role: what trackers said last belongs to no tenant */
  pipeline: Database;
  clock: Clock;
  live: LiveHub;
  /** figures that are pushed take turns with those that are asked for */
  turns: Turns;
  /** DATA_DIR/exports */
  exportFolder: string;
}

/**
 * A report is read by the system in the viewer's name: rollups know no actor, and an advertiser's own transaction would
 * see no publishers at all. Whose rows they are is part of every statement (click-facts, conversion-facts, lot-facts).
 */
export const asViewer = <R>(
  database: Database,
  tenantId: string,
  userId: string,
  run: (tx: Tx, viewer: Viewer) => Promise<R>,
): Promise<R> =>
  database.withTenant(tenantId, systemActor, async (tx) => {
    return run(tx, await requireViewer(tx, tenantId, userId));
  });

export async function freshSeconds(deps: Pick<ReportDeps, 'pipeline' | 'clock'>): Promise<number | null> {
  const at = await deps.pipeline.withoutTenant((tx) => freshAt(tx, deps.clock.now()));
  return at === null ? null : Math.floor(at.getTime() / 1_000);
}
