// The rollups of a tenant, counted anew under the days of its zone or of another: those of clicks by their store, those of
// conversions by writing each one's new day, from which the database moves its sums. A job that was killed goes on where it was.
import { systemActor } from '../../platform/db/database.ts';
import { finishRebuild, type RebuildDeps, rebuildClicks } from '../events/index.ts';
import { takeHead } from '../ledger/index.ts';
import { rebookConversions } from './conversion-days.repo.ts';

const AT_ONCE = 500;

export async function rebuildRollups(deps: RebuildDeps, tenantId: string, timeZone: string): Promise<void> {
  await rebuildClicks(deps, tenantId, timeZone);
  for (let isLeft = true; isLeft; ) {
    isLeft = await deps.database.withTenant(tenantId, systemActor, async (tx) => {
      // whoever books takes the head, so that none is booked beside this under days that are over
      await takeHead(tx, tenantId);
      if ((await rebookConversions(tx, tenantId, AT_ONCE)) > 0) return true;
      await finishRebuild(tx, tenantId);
      return false;
    });
  }
}
