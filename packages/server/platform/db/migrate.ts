// Forward-only SQL migrations, each in its own transaction, one process at a time.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Log } from '../log.ts';
import type { InstallationSecret } from '../secret.ts';
import { connectOwner } from './connect-owner.ts';
import { ensureRoles } from './roles.ts';

interface Migration {
  name: string;
  text: string;
}

/** beside the sources, or beside the built program */
export function readMigrations(): Migration[] {
  const places = ['../../migrations/', './migrations/'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const folder = places.find((place) => existsSync(place));
  if (!folder) throw new Error('the migrations are missing from this build');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(`${folder}${name}`, 'utf8') }));
}

/** any constant will do: it names the lock that keeps two migrators apart */
const MIGRATION_LOCK = 7_272_741;
const LOCK_TRIES = 30;

export async function migrate(
  ownerUrl: string,
  secret: InstallationSecret,
  log: Log,
  migrations: readonly Migration[] = readMigrations(),
): Promise<number> {
  const owner = await connectOwner(ownerUrl);
  try {
    await owner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await ensureRoles(owner, secret);
    await owner.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await owner.query<{ name: string }>('select name from schema_migrations');
    const done = new Set(rows.map((row) => row.name));
    const waiting = migrations.filter(({ name }) => !done.has(name));
    for (const migration of waiting) {
      await apply(owner, migration);
      log.info({ migration: migration.name }, 'migrated');
    }
    return waiting.length;
  } finally {
    await owner.end();
  }
}

/** A short lock_timeout keeps a migration from queueing traffic behind it; it simply tries again. */
async function apply(owner: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await owner.query('begin');
    try {
      await owner.query(`set local lock_timeout = '1s'`);
      await owner.query(migration.text);
      await owner.query('insert into schema_migrations (name) values ($1)', [migration.name]);
      await owner.query('commit');
      return;
    } catch (error) {
      await owner.query('rollback');
      const timedOut = error instanceof Error && 'code' in error && error.code === '55P03';
      if (!timedOut || attempt >= LOCK_TRIES) throw new Error(`migration ${migration.name} failed`, { cause: error });
    }
  }
}
