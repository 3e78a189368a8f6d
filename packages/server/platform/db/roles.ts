// The database roles (decision 2). They log in with passwords derived from the installation's secret; the owner (of
// DATABASE_URL) is used for migrations only.
import type pg from 'pg';
import type { InstallationSecret } from '../secret.ts';

export const databaseRoles = ['app', 'intake', 'worker', 'operator', 'readonly'] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

export const roleName = (role: DatabaseRole): string => `tributary_${role}`;
const rolePassword = (secret: InstallationSecret, role: DatabaseRole): string =>
  secret.derive(`database-role:${role}`).toString('base64url');

export function roleUrl(ownerUrl: string, role: DatabaseRole, secret: InstallationSecret): string {
  const url = new URL(ownerUrl);
  url.username = roleName(role);
  url.password = rolePassword(secret, role);
  return url.href;
}

/** Creates what is missing and sets each password. Two databases of one cluster may do this at once: hence the retry. */
export async function ensureRoles(owner: pg.Client, secret: InstallationSecret): Promise<void> {
  for (const role of databaseRoles) {
    for (let attempt = 1; ; attempt++) {
      try {
        await ensureRole(owner, role, secret);
        break;
      } catch (error) {
        if (attempt >= 20 || !isConcurrentChange(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20 * attempt));
      }
    }
  }
}

async function ensureRole(owner: pg.Client, role: DatabaseRole, secret: InstallationSecret): Promise<void> {
  const name = roleName(role);
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name]);
  // Only a superuser may even repeat that a role lacks a right; a role that has gained one is refused at start.
  const verb = rowCount ? 'alter' : 'create';
  // the password is base64url and the name a constant: neither can break out of its quotes
  await owner.query(`${verb} role ${name} login password '${rolePassword(secret, role)}'`);
  await owner.query(
    `do $$ begin execute format('grant connect on database %I to ${name}', current_database()); end $$`,
  );
  await owner.query(`grant usage on schema public to ${name}`);
}

const isConcurrentChange = (error: unknown): boolean =>
  error instanceof Error &&
  (/tuple concurrently (updated|deleted)/.test(error.message) ||
    ('code' in error && (error.code === '23505' || error.code === '42710')));
