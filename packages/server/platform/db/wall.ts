// The commonest way to lose tenant isolation is to connect as a role that row-level security does not bind. So the
// start refuses to go on with one.
import { sql } from 'kysely';
import type { Database } from './database.ts';

export class WallError extends Error {}

export async function assertWalled(database: Database): Promise<void> {
  const { rows } = await database.withoutTenant((tx) =>
    sql<{ name: string; unbound: boolean; owned: string }>`
      select current_user as name, r.rolsuper or r.rolbypassrls as unbound,
        (select count(*) from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p', 'v')) as owned
      from pg_roles r where r.rolname = current_user`.execute(tx),
  );
  const role = rows[0];
  if (!role || role.unbound || role.owned !== '0') {
    throw new WallError(
      `The database role ${role?.name ?? '?'} is a superuser, bypasses row-level security or owns tables: refusing to serve tenants with it.`,
    );
  }
}
