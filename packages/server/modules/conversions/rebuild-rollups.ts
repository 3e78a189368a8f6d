// The rollups of a tenant, counted anew under the days of its zone or of another: those of clicks by their store, those of
// conversions by writing each one's new day, from which the database moves its sums. A job that was killed goes on where it was.
import { systemActor } from '../../platform/db/database.ts';
import { finishRebuild, type RebuildDeps, type Rebuilt, rebuildClicks, rebuildClicksOfDay } from '../events/index.ts';
import { takeHead } from '../ledger/index.ts';
import { rebookConversions } from './conversion-days.repo.ts';
import { recountConversionRollups } from './verify/check-rollups.repo.ts';

const AT_ONCE = 500;

export async function rebuildRollups(
  deps: RebuildDeps,
  tenantId: string,
  timeZone: string,
  what: Rebuilt = 'everything',
): Promise<void> {
  await rebuildClicks(deps, tenantId, timeZone, what);
  for (let isLeft = true; isLeft; ) {
    isLeft = await deps.database.withTenant(tenantId, systemActor, async (tx) => {
      // whoever books takes the head, so that none is booked beside this under days that are over
      await takeHead(tx, tenantId);
      if ((await rebookConversions(tx, tenantId, AT_ONCE)) > 0) return true;
      // where another zone has overtaken this one, whoever asked for that has the rest in hand
      await finishRebuild(tx, tenantId);
      return false;
    });
  }
}

/** one day's, from its rows and its conversions; false where it cannot be done now, and nothing was */
export async function rebuildDay(deps: Pick<RebuildDeps, 'database'>, tenantId: string, day: string): Promise<boolean> {
  if (!(await rebuildClicksOfDay(deps, tenantId, day))) return false;
  await deps.database.withTenant(tenantId, systemActor, async (tx) => {
    await takeHead(tx, tenantId);
    await recountConversionRollups(tx, tenantId, day);
  });
  return true;
}
