import type { systemRoutes } from '@tributary/contract';
import type { Handlers } from '../../http/call.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { queueDepth } from '../../platform/jobs/outbox.repo.ts';
import { readTenantForSnapshot, rollupDaysOf } from '../tenancy/index.ts';
import { changesKnownAt } from './snapshot-history.repo.ts';
import { trackerView } from './tracker-view.ts';
import { readTrackers } from './trackers.repo.ts';

/**
 * The trackers serve all tenants, so their rows are read as the worker; only this tenant's own counts are shown. What
 * waits to leave belongs to a module above this one, and is handed in.
 */
export const systemHandlers = (
  worker: Database,
  warnings: readonly string[],
  backlog: (tx: Tx) => Promise<{ waiting: number; failing: number }>,
): Handlers<typeof systemRoutes> => ({
  system: async (_input, call) => {
    const at = call.clock.now();
    const { tenant, postbacks, rebuild } = await call.transaction(async (tx) => ({
      rebuild: (await rollupDaysOf(tx, call.tenant.id)).rebuild,
      tenant: await readTenantForSnapshot(tx, call.tenant.id),
      postbacks: await backlog(tx),
    }));
    return worker.withoutTenant(async (tx) => {
      const rows = await readTrackers(tx, at);
      const { all, known } = await changesKnownAt(
        tx,
        call.tenant.id,
        rows.map(({ snapshot_version }) => Number(snapshot_version)),
      );
      const trackers = rows.map((row, index) =>
        trackerView(row, { place: index + 1, tenant: tenant?.number ?? 0, knows: known[index] ?? 0 }, at),
      );
      const alive = trackers.filter((tracker) => tracker.alive);
      const lags = alive.map((tracker) => tracker.oldest_unsent_seconds ?? 0);
      return {
        warnings: [
          ...warnings,
          ...(rebuild
            ? [`Figures by day are being counted anew: they have come to ${rebuild.next}, up to ${rebuild.last}.`]
            : []),
        ],
        snapshot_version: all,
        live_on: alive.filter((tracker) => tracker.snapshot_version >= all).length,
        trackers,
        intake: { lag_seconds: lags.length > 0 ? Math.max(...lags) : null },
        jobs: await queueDepth(tx, call.tenant.id),
        postbacks,
      };
    });
  },
});
