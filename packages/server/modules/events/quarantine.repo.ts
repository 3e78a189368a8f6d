// Frames that could not be read: kept aside as they came.
import type { Tx } from '../../platform/db/database.ts';

export async function quarantinedFrames(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('intake_quarantine')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
