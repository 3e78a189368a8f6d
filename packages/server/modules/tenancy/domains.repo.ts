// Verified domains as the directory has them: written there by the database from the table of domains.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface DomainOwner {
  subdomain: string;
  kind: 'portal' | 'tracking';
}

export async function verifiedDomains(tx: Tx): Promise<ReadonlyMap<string, DomainOwner>> {
  const rows = await tx
    .selectFrom('tenants')
    .select(['subdomain', 'portal_domains', 'tracking_domains'])
    .where(sql<boolean>`(portal_domains <> '{}' or tracking_domains <> '{}')`)
    .execute();
  const owners = new Map<string, DomainOwner>();
  for (const { subdomain, portal_domains, tracking_domains } of rows) {
    if (subdomain === null) continue;
    for (const host of tracking_domains) owners.set(host, { subdomain, kind: 'tracking' });
    for (const host of portal_domains) owners.set(host, { subdomain, kind: 'portal' });
  }
  return owners;
}

/** proven by another workspace: says nothing about which */
export async function isVerifiedElsewhere(tx: Tx, tenantId: string, host: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tenants')
    .select('id')
    .where('id', '<>', tenantId)
    .where(sql<boolean>`(portal_domains @> array[${host}] or tracking_domains @> array[${host}])`)
    .executeTakeFirst();
  return row !== undefined;
}
