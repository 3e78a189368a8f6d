import type { FreeTrialBody } from '@tributary/contract';
import type { Tx } from '../../platform/db/database.ts';

/** false where this address has had its trial: the unique index knows, although the row is another tenant's */
export async function addTrialRequest(tx: Tx, tenantId: string, request: FreeTrialBody, at: Date): Promise<boolean> {
  const result = await tx
    .insertInto('trial_requests')
    .values({
      tenant_id: tenantId,
      email: request.email,
      name: request.name,
      company: request.company,
      business_type: request.businessType,
      usage_types: request.usageType,
      country: request.country || null,
      mobile: request.mobile || null,
      microsoft_teams: request.microsoftTeams || null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** whose trial it was; only the worker's role may look across tenants here */
export async function findTrialTenant(tx: Tx, email: string): Promise<{ id: string; subdomain: string } | null> {
  const row = await tx
    .selectFrom('trial_requests')
    .innerJoin('tenants', 'tenants.id', 'trial_requests.tenant_id')
    .select(['tenants.id', 'tenants.subdomain'])
    .where((eb) => eb(eb.fn('lower', ['trial_requests.email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row?.subdomain ? { id: row.id, subdomain: row.subdomain } : null;
}
