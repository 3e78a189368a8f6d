// The owner's connection (DATABASE_URL), for migrations only. What is wrong with it is said in one sentence: most people
// who meet this are setting up their own PostgreSQL.
import pg from 'pg';
import { SettingsError } from '../env.ts';

/** it may come back: whoever started us tries again */
export class DatabaseAway extends Error {}

const OLDEST = 18;

export async function connectOwner(url: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url, application_name: 'tributary-migrate' });
  try {
    await owner.connect();
    const { rows } = await owner.query<{ version: string; may: boolean }>(
      `select current_setting('server_version') as version, rolsuper or (rolcreaterole and rolbypassrls) as may
       from pg_roles where rolname = current_user`,
    );
    refuseUnfit(rows[0]);
    return owner;
  } catch (error) {
    await owner.end().catch(() => undefined);
    throw explained(error, url);
  }
}

export function refuseUnfit(server: { version: string; may: boolean } | undefined): void {
  const version = server?.version ?? 'unknown';
  if (!(Number.parseInt(version, 10) >= OLDEST)) {
    throw new SettingsError(`Tributary needs PostgreSQL ${OLDEST} or newer; DATABASE_URL leads to version ${version}.`);
  }
  if (!server?.may) {
    // migrations move the rows of all tenants at once, which the walls would hide from an ordinary owner
    throw new SettingsError(
      'The user in DATABASE_URL needs the rights CREATEROLE and BYPASSRLS: alter role … createrole bypassrls.',
    );
  }
}

const AWAY = /^(ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|53300)$/;
const WRONG = /^(28\w{3}|3D000)$/;

/** what the driver says, with the place but never the password */
function explained(error: unknown, url: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const { host, pathname } = new URL(url);
  const place = `the database ${pathname.slice(1)} at ${host}`;
  if (AWAY.test(error.code)) return new DatabaseAway(`Cannot reach ${place} (${error.code}); trying again.`);
  if (WRONG.test(error.code)) return new SettingsError(`DATABASE_URL does not open ${place}: ${error.message}.`);
  return error;
}
