// In how many days an advertiser pays, and what its invoices name.
import type { Tx } from '../../../platform/db/database.ts';

export interface AdvertiserTerms {
  netDays: number | null;
  poNumber: string | null;
}

export async function advertiserTerms(tx: Tx, ownerId: string): Promise<AdvertiserTerms> {
  const row = await tx
    .selectFrom('billing_terms')
    .select(['net_days', 'po_number'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return { netDays: row?.net_days ?? null, poNumber: row?.po_number ?? null };
}

export async function saveAdvertiserTerms(
  tx: Tx,
  { tenantId, ownerId, at }: { tenantId: string; ownerId: string; at: Date },
  { netDays, poNumber }: AdvertiserTerms,
): Promise<void> {
  const row = { net_days: netDays, po_number: poNumber, changed_at: at };
  await tx
    .insertInto('billing_terms')
    .values({ tenant_id: tenantId, owner_id: ownerId, side: 'advertiser', ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'owner_id'])
        .doUpdateSet((eb) => ({ ...row, version: eb('billing_terms.version', '+', 1) })),
    )
    .execute();
}
