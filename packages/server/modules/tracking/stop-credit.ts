import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { saveCreditStop } from './credit-stops.repo.ts';
import { creditStopChanged } from './topics.ts';

/** Stops an advertiser's traffic, or lets it go on (null); the trackers hear of it. False where it stood so already. */
export async function stopCredit(
  tx: Tx,
  tenantId: string,
  advertiserId: string,
  stoppedAt: Date | null,
): Promise<boolean> {
  const changed = await saveCreditStop(tx, tenantId, advertiserId, stoppedAt);
  if (changed) await emit(tx, tenantId, creditStopChanged, { advertiser_id: advertiserId });
  return changed;
}
