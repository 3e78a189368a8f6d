import type { Tx } from '../../platform/db/database.ts';

/** what decides about a tenant's money and days */
export interface TenantTerms {
  /** as click ids carry it */
  number: number;
  timeZone: string;
  currency: string;
}

export async function termsOfTenant(tx: Tx, tenantId: string): Promise<TenantTerms> {
  const row = await tx
    .selectFrom('tenants')
    .select(['number', 'time_zone', 'currency'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { number: row.number, timeZone: row.time_zone, currency: row.currency };
}
