import { oncePerTransaction } from '../../platform/db/once-per-transaction.ts';

/** what decides about a tenant's money and days */
export interface TenantTerms {
  /** as click ids carry it */
  number: number;
  timeZone: string;
  currency: string;
}

/** a conversion asks for them at every step */
export const termsOfTenant = oncePerTransaction(async (tx, tenantId): Promise<TenantTerms> => {
  const row = await tx
    .selectFrom('tenants')
    .select(['number', 'time_zone', 'currency'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { number: row.number, timeZone: row.time_zone, currency: row.currency };
});
