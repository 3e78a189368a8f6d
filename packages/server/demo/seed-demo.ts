// The two demo tenants, created once. They are on Premium and do not expire; their passwords bypass the password rules
// on purpose, so that the README can print them.

import type { PasswordHasher } from '../modules/accounts/index.ts';
import { addAccount, DEMO_PASSWORD } from '../modules/accounts/index.ts';
import { createTenant, findTenant, nextNumber } from '../modules/tenancy/index.ts';
import { type Clock, DAY_MS } from '../platform/clock.ts';
import { type Database, systemActor } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { LONG_AGO_DAYS } from './demo-people.ts';

export { DEMO_PASSWORD };
/** never where people reach us by https */
export const DEMO_OPERATOR = { email: 'operator@tributary.test', password: DEMO_PASSWORD };

export const demoTenants = [
  {
    subdomain: 'demo',
    people: { admin: ['Asha', 'Rao'], publisher: ['Priya', 'Shah'], advertiser: ['Adam', 'Novak'] },
  },
  {
    subdomain: 'acme',
    people: { admin: ['Ana', 'Costa'], publisher: ['Paul', 'Weber'], advertiser: ['Aiko', 'Mori'] },
  },
] as const;

export async function seedDemo(database: Database, passwords: PasswordHasher, clock: Clock, log: Log): Promise<void> {
  for (const tenant of demoTenants) {
    const at = clock.now();
    const known = await database.withoutTenant((tx) => findTenant(tx, tenant.subdomain, at));
    if (known) continue;
    const passwordHash = await passwords.hash(DEMO_PASSWORD);
    const tenantId = newId(at.getTime());
    await database.withTenant(tenantId, systemActor, async (tx) => {
      await createTenant(tx, {
        id: tenantId,
        subdomain: tenant.subdomain,
        plan: 'premium',
        planKind: 'paid',
        planEndsAt: null,
        createdAt: at,
      });
      // whoever has conversions was there before them
      const joinedAt = new Date(at.getTime() - (LONG_AGO_DAYS + 90) * DAY_MS);
      const ownerId = newId(joinedAt.getTime());
      for (const type of ['admin', 'publisher', 'advertiser'] as const) {
        const [firstName, lastName] = tenant.people[type];
        await addAccount(tx, {
          tenantId,
          id: type === 'admin' ? ownerId : newId(joinedAt.getTime()),
          type,
          isOwner: type === 'admin',
          sequence: await nextNumber(tx, tenantId, 'user'),
          firstName,
          lastName,
          email: `${type}@${tenant.subdomain}.test`,
          passwordHash,
          status: 'approved',
          managerId: type === 'advertiser' ? ownerId : null,
          createdAt: joinedAt,
        });
      }
    });
    log.info({ tenant: tenant.subdomain }, 'demo tenant created');
  }
}
