// For tests only: a database of its own for each test file, cloned from one migrated template, on the run's cluster.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Clock } from './clock.ts';
import { type Database, openDatabase, surviveLoss } from './db/database.ts';
import { migrate, readMigrations } from './db/migrate.ts';
import { type DatabaseRole, roleUrl } from './db/roles.ts';
import { createLog } from './log.ts';
import { secretFrom } from './secret.ts';
import { createVault } from './vault.ts';

export const testSecret = secretFrom('ab'.repeat(32));
export const testVault = createVault(testSecret);
export const quietLog = createLog('silent');

/** for an intake whose events have days of their own, which may lie ahead of this machine's */
export const anyDay: Clock = { now: () => new Date('2100-01-01') };

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
    /** this run's own: what it leaves on a server that outlives it is dropped by this name */
    runName: string;
  }
}

/** named after what it holds: on a server that outlives the run, an older template is not taken for this one */
const TEMPLATE = `tributary_template_${createHash('sha256').update(JSON.stringify(readMigrations())).digest('hex').slice(0, 12)}`;
const TEMPLATE_LOCK = 7_272_742;

export interface TestDatabase {
  ownerUrl: string;
  open(role: DatabaseRole, max?: number): Database;
  /** as the owner, past row-level security: for setting a scene and for looking behind the wall */
  asOwner<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

const withName = (url: string, name: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

async function onCluster<R>(clusterUrl: string, run: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** the first test file to come makes the template; the others wait for it */
async function ensureTemplate(name: string, fill: (url: string) => Promise<unknown>, from?: string): Promise<void> {
  const clusterUrl = inject('clusterUrl');
  await onCluster(clusterUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const ready = await client.query('select from pg_database where datname = $1 and datistemplate', [name]);
    if (ready.rowCount) return;
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name}${from ? ` template ${from}` : ''}`);
    await client.query(`grant connect on database ${name} to public`);
    await fill(withName(clusterUrl, name));
    await client.query(`alter database ${name} with is_template true`);
  });
}

const ensureMigrated = (): Promise<void> => ensureTemplate(TEMPLATE, (url) => migrate(url, testSecret, quietLog));

/**
 * A database that this run's tests may clone, filled once for all of them.
 * @param fill gets the owner's address, and leaves no connection behind
 */
export async function createFilledDatabase(fill: (ownerUrl: string) => Promise<unknown>): Promise<TestDatabase> {
  const name = inject('runName');
  await ensureMigrated();
  await ensureTemplate(name, fill, TEMPLATE);
  return clone(name);
}

/** @param migrations only so many of them: an older release's database, to be filled and then brought up to date */
export async function createTestDatabase(migrations?: number): Promise<TestDatabase> {
  await ensureMigrated();
  return migrations === undefined ? clone(TEMPLATE) : clone(undefined, migrations);
}

async function clone(template: string | undefined, migrations?: number): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl');
  const name = `t_${randomBytes(6).toString('hex')}`;
  await onCluster(clusterUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    await client.query(`create database ${name}${template ? ` template ${template}` : ''}`);
    await client.query(`grant connect on database ${name} to public`);
  });
  const ownerUrl = withName(clusterUrl, name);
  if (migrations !== undefined) {
    await migrate(ownerUrl, testSecret, quietLog, readMigrations().slice(0, migrations));
  }
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  // dropping the database may end a connection that is just closing: idle, it is the pool's to hear of it
  owner.on('connect', surviveLoss);
  owner.on('error', () => undefined);
  const opened: Database[] = [];
  return {
    ownerUrl,
    open: (role, max = 5) => {
      const database = openDatabase(roleUrl(ownerUrl, role, testSecret), { name: `test-${role}`, max, log: quietLog });
      opened.push(database);
      return database;
    },
    asOwner: async (text, values) => (await owner.query(text, values)).rows,
    drop: async () => {
      await Promise.all(opened.map((database) => database.close()));
      await owner.end();
      await onCluster(clusterUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** a folder for the test's files, and the way to remove it */
export function temporaryFolder(): { path: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-'));
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
