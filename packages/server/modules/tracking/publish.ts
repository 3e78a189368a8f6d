// Publishing: an entity's present value goes into the snapshot under the next version. Versions are handed out under the
// lock of one row, so they become visible in their order and no tracker can miss one that committed late.
import { type EntityName, entityKey, type SnapshotEntities } from '@tributary/contract/tracker/snapshot';
import type { Database, Tx } from '../../platform/db/database.ts';
import { systemActor } from '../../platform/db/database.ts';
import { tenantIds } from '../tenancy/index.ts';
import type { PostbackSecrets } from './postback-auth.ts';
import { nextVersion, putEntities, type StoredEntity } from './snapshot.repo.ts';
import { readLinks, readOffers, readPeople, readShields, readTenant, type Wanted } from './sources.ts';

/** what may have changed in a tenant; `all` reads everything again */
export interface Scope {
  tenant?: true;
  people?: readonly string[] | 'all';
  offers?: readonly string[] | 'all';
  links?: readonly string[] | 'all';
  shields?: true;
}
export const everything: Scope = { tenant: true, people: 'all', offers: 'all', links: 'all', shields: true };

const some = (ids: readonly string[] | 'all'): Wanted => (ids === 'all' ? null : { ids });

export async function publish(tx: Tx, tenantId: string, scope: Scope, secrets: PostbackSecrets): Promise<void> {
  const version = await nextVersion(tx);
  const tenant = await readTenant(tx, tenantId);
  // the platform's own row has no host and no traffic
  if (!tenant) return;
  const stored: StoredEntity[] = [];
  const put = <Name extends EntityName>(entity: Name, values: readonly SnapshotEntities[Name][]) => {
    for (const value of values) stored.push({ entity, key: entityKey[entity](value), value });
  };
  if (scope.tenant) put('tenant', [tenant]);
  if (scope.people) {
    const people = await readPeople(tx, tenant.number, some(scope.people), secrets);
    put('publisher', people.publishers);
    put('advertiser', people.advertisers);
    stored.push(...people.gone);
  }
  if (scope.offers) put('offer', await readOffers(tx, tenant.number, some(scope.offers)));
  if (scope.links) put('link', await readLinks(tx, tenant.number, scope.links === 'all' ? null : scope.links));
  if (scope.shields) put('shield', await readShields(tx, tenant.number));
  await putEntities(tx, tenantId, version, stored);
}

/** At a start: whatever was changed by hand, by a migration or by a newer format of ours reaches the trackers. */
export async function publishEverything(database: Database, secrets: PostbackSecrets): Promise<void> {
  for (const tenantId of await database.withoutTenant(tenantIds)) {
    await database.withTenant(tenantId, systemActor, (tx) => publish(tx, tenantId, everything, secrets));
  }
}
