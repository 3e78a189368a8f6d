// A cheap sign of whether a workspace's figures have moved: clicks of the last hour, conversions, and the ledger's place.
import type { Tx } from '../../../platform/db/database.ts';
import { conversionPulse } from '../../conversions/index.ts';
import { events } from '../../events/index.ts';

export async function pulseOf(tx: Tx, tenantId: string, at: Date): Promise<string> {
  return `${await events().pulse(tx, tenantId, at)}/${await conversionPulse(tx, at)}`;
}
