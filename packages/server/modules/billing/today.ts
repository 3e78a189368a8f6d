// The one day of billing: the workspace's, in the zone that is in force at the moment. Documents are numbered, dated and due by it,
// payments, deposits and closes are dated by it, and all of them take that day's exchange rates.
import type { Tx } from '../../platform/db/database.ts';
import { bookedDayAt, termsOfTenant } from '../tenancy/index.ts';

export const todayOf = async (tx: Tx, tenantId: string, at: Date): Promise<string> =>
  bookedDayAt((await termsOfTenant(tx, tenantId)).zones, at).day;
