import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, timeOfId } from '../../../platform/ids.ts';
import { dayOf } from '../../../platform/zone.ts';
import { termsOfTenant } from '../../tenancy/index.ts';

/** its id says when it came: one from before what is still kept may have been here, and is gone for good */
export async function missingReceipt(tx: Tx, tenantId: string, id: string): Promise<Fault> {
  const { rowsSince, timeZone } = await termsOfTenant(tx, tenantId);
  if (!rowsSince || !isId(id) || timeOfId(id) >= rowsSince) return new Fault('not_found');
  const day = dayOf(rowsSince, timeZone);
  return new Fault('not_found', `What came in before ${day} was removed by this workspace’s retention.`);
}
