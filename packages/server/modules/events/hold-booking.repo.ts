import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { BOOKING_LOCK } from './store/sql.ts';

/** waits for what is being taken in of the tenant, and lets nothing more in until this transaction ends */
export async function holdBooking(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BOOKING_LOCK}, hashtext(${tenantId}))`.execute(tx);
}
