// The demo tenant's team beside its owner, once: somebody for a few affiliates, in a role of the workspace's own that sees those
// alone and no profit, somebody who pays, one who looks on, and an invitation that nobody has accepted yet. Invented.
import { type Powers, type RolePreset, rolePresets } from '@tributary/contract';
import {
  addAccount,
  addRole,
  assignAll,
  changeMember,
  findAccountByEmail,
  type PasswordHasher,
  presetRoleId,
} from '../modules/accounts/index.ts';
import { findTenant, nextNumber } from '../modules/tenancy/index.ts';
import { type Clock, DAY_MS } from '../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { demoPeople, LONG_AGO_DAYS } from './demo-people.ts';
import { DEMO_PASSWORD } from './seed-demo.ts';

const ownAffiliates: Powers & { name: string } = {
  name: 'Own affiliates',
  grants: rolePresets.affiliate_manager.grants,
  scope: { publishers: 'assigned', advertisers: 'all' },
  hidden: ['profit'],
};

interface DemoMember {
  first: string;
  last: string;
  email: string;
  role: RolePreset | 'own';
  daysAgo: number;
  invited?: true;
}
const members: readonly DemoMember[] = [
  { first: 'Mateo', last: 'Silva', email: 'manager@demo.test', role: 'own', daysAgo: LONG_AGO_DAYS },
  { first: 'Farah', last: 'Aziz', email: 'finance@demo.test', role: 'finance', daysAgo: 200 },
  { first: 'Oskar', last: 'Lund', email: 'viewer@demo.test', role: 'viewer', daysAgo: 90 },
  { first: 'Nina', last: 'Okoye', email: 'nina@demo.test', role: 'fraud_analyst', daysAgo: 2, invited: true },
];
const [first] = members;

export async function seedDemoTeam(database: Database, passwords: PasswordHasher, clock: Clock): Promise<void> {
  const now = clock.now();
  const tenant = await database.withoutTenant((tx) => findTenant(tx, 'demo', now));
  if (!tenant || !first) return;
  const known = await database.withTenant(tenant.id, systemActor, (tx) => findAccountByEmail(tx, first.email));
  if (known) return;
  const passwordHash = await passwords.hash(DEMO_PASSWORD);
  await database.withTenant(tenant.id, systemActor, async (tx) => {
    const own = newId(now.getTime());
    await addRole(tx, { tenantId: tenant.id, id: own, at: now, ...ownAffiliates });
    for (const member of members) {
      const createdAt = new Date(now.getTime() - member.daysAgo * DAY_MS);
      const id = newId(createdAt.getTime());
      await addAccount(tx, {
        tenantId: tenant.id,
        id,
        type: 'admin',
        roleId: member.role === 'own' ? own : await presetRoleId(tx, member.role),
        sequence: await nextNumber(tx, tenant.id, 'user'),
        firstName: member.first,
        lastName: member.last,
        email: member.email,
        passwordHash: member.invited ? null : passwordHash,
        status: member.invited ? 'pending' : 'approved',
        createdAt,
      });
      if (member.invited) await changeMember(tx, id, { invited_at: createdAt });
      if (member.role === 'own') {
        await assignAll(tx, { tenantId: tenant.id, memberId: id, ids: await someAffiliates(tx), at: createdAt });
      }
    }
  });
}

/** whose traffic the history has */
async function someAffiliates(tx: Tx): Promise<string[]> {
  const emails = demoPeople
    .filter(({ type, status }) => type === 'publisher' && status === 'approved')
    .slice(0, 2)
    .map(({ email }) => email);
  const accounts = await Promise.all(['publisher@demo.test', ...emails].map((email) => findAccountByEmail(tx, email)));
  return accounts.flatMap((account) => (account ? [account.id] : []));
}
