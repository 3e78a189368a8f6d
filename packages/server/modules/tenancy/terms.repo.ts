import { sql } from 'kysely';
import { oncePerTransaction } from '../../platform/db/once-per-transaction.ts';
import { readZones, type Zones } from './zones.ts';

/** what decides about a tenant's money and days */
export interface TenantTerms {
  /** as click ids carry it */
  number: number;
  timeZone: string;
  /** and those that were, or will be, at other times: whatever belongs to a day or a month asks these */
  zones: Zones;
  currency: string;
}

/** a conversion asks for them at every step */
export const termsOfTenant = oncePerTransaction(async (tx, tenantId): Promise<TenantTerms> => {
  const row = await tx
    .selectFrom('tenants')
    .select(['number', 'time_zone', 'currency', sql<unknown>`zones_of(tenants)`.as('zones')])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { number: row.number, timeZone: row.time_zone, zones: readZones(row.zones), currency: row.currency };
});
