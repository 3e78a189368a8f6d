// The daily look at every domain of every workspace, a few at a time.
import { type Clock, DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { type Database, systemActor } from '../../platform/db/database.ts';
import type { Dns } from '../../platform/outbound/dns.ts';
import { tenantById } from '../tenancy/index.ts';
import { checkDomain } from './check-domain.ts';
import { dueDomains, findDomain } from './domains.repo.ts';
import { type OwnNames, wantedOf } from './wanted.ts';

const AT_ONCE = 8;
const A_RUN = 400;
/** the task comes round every hour: a little less than a day, so that it does not slip */
const DUE_MS = DAY_MS - HOUR_MS;

export interface DueDeps {
  database: Database;
  dns: Dns;
  clock: Clock;
  names: OwnNames;
}

export async function checkDueDomains({ database, dns, clock, names }: DueDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - DUE_MS);
  const due = await database.withoutTenant((tx) => dueDomains(tx, before, A_RUN));
  const next = async (): Promise<void> => {
    for (let one = due.pop(); one; one = due.pop()) {
      const { tenant_id: tenantId, id } = one;
      const transaction = <R>(run: Parameters<typeof database.withTenant<R>>[2]) =>
        database.withTenant(tenantId, systemActor, run);
      const known = await transaction(async (tx) => ({
        domain: await findDomain(tx, tenantId, id),
        tenant: await tenantById(tx, tenantId),
      }));
      if (!known.domain) continue;
      await checkDomain(known.domain, {
        call: { tenant: { id: tenantId }, clock, ip: '', requestId: '', system: true },
        transaction,
        dns,
        wanted: wantedOf(names, known.tenant.subdomain),
        clock,
        isDaily: true,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}
