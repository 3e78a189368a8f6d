// Accounts that everybody can open: those of the demo tenants, and operators, whose password is still the one that the README
// prints. Production does not start with them; `npm run demo:remove` takes them away. Their rows stay, as those of every
// deleted account do: ledger and reports name them.
import { closeAccounts, type OpenAccount, openAccounts, type PasswordHasher } from '../modules/accounts/index.ts';
import { operatorsWithPasswords, removeOperators } from '../modules/operations/index.ts';
import { findTenant, suspendTenant } from '../modules/tenancy/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, systemActor } from '../platform/db/database.ts';
import { DEMO_PASSWORD, demoTenants } from './seed-demo.ts';

export interface DemoDeps {
  /** as the app's role */
  database: Database;
  /** as the operator's role */
  operators: Database;
  passwords: PasswordHasher;
  clock: Clock;
}

interface Found {
  operators: OpenAccount[];
  tenants: { id: string; accounts: OpenAccount[]; others: number }[];
}

export async function findDemoCredentials(deps: DemoDeps): Promise<string[]> {
  const { operators, tenants } = await find(deps);
  return [...operators, ...tenants.flatMap(({ accounts }) => accounts)].map(({ email }) => email);
}

/** a demo tenant in which nobody else can sign in is suspended with them: its links and offers end, too */
export async function removeDemoCredentials(deps: DemoDeps): Promise<string[]> {
  const { operators, tenants } = await find(deps);
  await deps.operators.withoutTenant((tx) =>
    removeOperators(
      tx,
      operators.map(({ id }) => id),
    ),
  );
  for (const { id, accounts, others } of tenants) {
    if (accounts.length === 0) continue;
    await deps.database.withTenant(id, systemActor, async (tx) => {
      const ids = accounts.map((account) => account.id);
      await closeAccounts(tx, id, ids, { action: 'account.demo-removed', clock: deps.clock });
      if (others === 0) await suspendTenant(tx, id, deps.clock);
    });
  }
  return [...operators, ...tenants.flatMap(({ accounts }) => accounts)].map(({ email }) => email);
}

async function find(deps: DemoDeps): Promise<Found> {
  const operators = await withDemoPassword(deps, await deps.operators.withoutTenant(operatorsWithPasswords));
  const tenants: Found['tenants'] = [];
  for (const { subdomain } of demoTenants) {
    const tenant = await deps.database.withoutTenant((tx) => findTenant(tx, subdomain, deps.clock.now()));
    if (!tenant) continue;
    const all = await deps.database.withTenant(tenant.id, systemActor, openAccounts);
    const accounts = await withDemoPassword(deps, all);
    tenants.push({ id: tenant.id, accounts, others: all.length - accounts.length });
  }
  return { operators, tenants };
}

/** accounts that were made together share a hash: each is tried once */
async function withDemoPassword({ passwords }: DemoDeps, all: readonly OpenAccount[]): Promise<OpenAccount[]> {
  const hashes = [...new Set(all.map(({ password_hash }) => password_hash))];
  const open = new Set<string>();
  for (const hash of hashes) if (await passwords.verify(hash, DEMO_PASSWORD)) open.add(hash);
  return all.filter(({ password_hash }) => open.has(password_hash));
}
