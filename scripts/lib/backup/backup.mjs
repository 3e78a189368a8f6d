// A backup of a running Tributary. The order is what makes it consistent: first the spools, then the end of the database's
// copy. A click that was answered before the backup began is in the copied spool, or it was shipped from there and is in the
// database; one that is in both is counted once, since the database remembers how far it has taken in each segment.
import fs from 'node:fs';
import path from 'node:path';
import { checkNode } from '../check-node.mjs';
import { createFolder } from '../data-dir.mjs';
import { ensureDependencies } from '../dependencies.mjs';
import { startPostgres } from '../postgres.mjs';
import { openFolder } from '../postgres-folder.mjs';
import { inRoot } from '../root.mjs';
import { PlainError, say } from '../say.mjs';
import { copyCluster } from './copy-cluster.mjs';
import { copyTree, listTree, sumOf, syncFolder } from './copy-files.mjs';
import { writeManifest } from './manifest.mjs';

/** what belongs to running processes, or is copied in a way of its own */
const left = /^(postgres|run\.(lock|json)|secret\.key|tracker\/\d+\/lock|\.probe-\d+)$|\.(log|part|new)$/;

/**
 * @param {string | undefined} given the folder in which backups are kept
 * @returns {Promise<string>} the backup's own
 */
export async function backup(given, env = process.env) {
  checkNode();
  await ensureDependencies();
  const dataDir = path.resolve(env.DATA_DIR || inRoot('data'));
  if (!fs.existsSync(dataDir)) throw new PlainError(`There is nothing to back up: ${dataDir} does not exist.`);
  const place = path.resolve(given || env.BACKUP_DIR || inRoot('backups'));
  if (`${place}/`.startsWith(`${dataDir}/`)) throw new PlainError(`A backup inside ${dataDir} would go with it.`);
  createFolder(place);
  const madeAt = new Date().toISOString();
  const target = path.join(place, `tributary-${madeAt.replaceAll(/[:.]/g, '-')}`);
  const draft = `${target}.part`;
  fs.mkdirSync(draft, { mode: 0o700 });
  try {
    writeManifest(draft, { madeAt, ...(await copyAll(dataDir, draft, env)) });
    syncFolder(draft);
    fs.renameSync(draft, target);
    syncFolder(place);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    throw error;
  }
  say(`backed up to ${target}`);
  if (env.DATABASE_URL) say('the database is not in it: back it up now with its own tools (docs/operating.md, Backup)');
  return target;
}

async function copyAll(dataDir, target, env) {
  const copyState = () => [...copySecret(dataDir, target, env), ...copyDataDir(dataDir, target)];
  if (env.DATABASE_URL) return { database: null, files: copyState(), folders: [] };
  const folder = openFolder(path.join(dataDir, 'postgres'), '/var/lib/tributary');
  if (!folder.isInitialised()) throw new PlainError(`There is nothing to back up: ${dataDir} has no database yet.`);
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    const database = await statusOf(client);
    /** @type {import('./copy-files.mjs').CopiedFile[]} */
    let state = [];
    const { files, folders } = await copyCluster(client, folder.cluster, target, () => {
      state = copyState();
    });
    const password = copyTree({ root: folder.folder, files: ['secret'], folders: [] }, target, 'postgres');
    return { database, files: [...state, ...password, ...files], folders };
  } finally {
    await client.end();
    await postgres.stop();
  }
}

function copyDataDir(dataDir, target) {
  const { files, folders } = listTree(dataDir, (relative) => !left.test(relative));
  return copyTree({ root: dataDir, files, folders }, target, 'data');
}

/** Wherever it comes from: without it no password is right, and no click id is ours. */
function copySecret(dataDir, target, { TRIBUTARY_SECRET: given }) {
  const text = given || fs.readFileSync(path.join(dataDir, 'secret.key'), 'utf8');
  const file = path.join(target, 'secret', 'secret.key');
  fs.mkdirSync(path.dirname(file), { mode: 0o700 });
  fs.writeFileSync(file, text, { mode: 0o600, flush: true });
  return [{ path: 'secret/secret.key', ...sumOf(file) }];
}

/** Of a moment before the copy: what is restored may have more, never less. */
async function statusOf(client) {
  const rows = async (text) => (await client.query(text)).rows;
  const [{ version }] = await rows(`select current_setting('server_version_num')::int as version`);
  const migrations = await rows('select name from schema_migrations order by name');
  const heads = await rows(`select t.subdomain || ':' || h.sequence || ':' || encode(h.hash, 'hex') as head
    from ledger_heads h join tenants t on t.id = h.tenant_id where h.sequence > 0 order by 1`);
  return {
    major: Math.floor(version / 10_000),
    migrations: migrations.map(({ name }) => name),
    heads: heads.map(({ head }) => head),
    counts: await countsIn(client),
  };
}

/**
 * @param {import('pg').Client} client
 * @returns {Promise<{ clicks: number, conversions: number, transfers: number }>}
 */
export async function countsIn(client) {
  const { rows } = await client.query(`select (select coalesce(sum(clicks), 0) from rollup_day)::float8 as clicks,
    (select count(*) from conversions)::float8 as conversions,
    (select count(*) from ledger_transfers)::float8 as transfers`);
  return rows[0];
}
