// A backup's files, put into an empty data folder, and the proof that what came of it is whole.
import fs from 'node:fs';
import path from 'node:path';
import { serverEnv } from '../part-env.mjs';
import { startPostgres } from '../postgres.mjs';
import { giveTo } from '../postgres-account.mjs';
import { openFolder } from '../postgres-folder.mjs';
import { PlainError, say } from '../say.mjs';
import { runProgram } from '../server-command.mjs';
import { countsIn } from './backup.mjs';
import { copyFile, syncFolder } from './copy-files.mjs';

/**
 * @param {string} folder the backup
 * @param {import('./manifest.mjs').Manifest} manifest
 * @param {string} dataDir
 */
export function putBack(folder, manifest, dataDir) {
  const cluster = manifest.database ? openFolder(path.join(dataDir, 'postgres'), '/var/lib/tributary') : undefined;
  if (cluster && fs.existsSync(cluster.cluster)) {
    throw new PlainError(`${cluster.cluster} is not empty: move it away, a restore never overwrites.`);
  }
  /** where each part of a backup belongs */
  const places = { data: dataDir, secret: dataDir, postgres: cluster?.folder, cluster: cluster?.cluster };
  if (cluster) makeFolder(cluster.cluster, cluster.account);
  for (const name of manifest.folders) makeFolder(path.join(cluster?.cluster ?? '', name), cluster?.account ?? {});
  for (const { path: file, sha256 } of manifest.files) {
    const [part = '', ...rest] = file.split('/');
    const place = places[part];
    if (!place) throw new PlainError(`${folder} is not as it was made: nobody knows where ${file} belongs.`);
    const to = path.join(place, ...rest);
    if (part === 'data') fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
    const copied = copyFile(path.join(folder, file), to);
    if (copied?.sha256 !== sha256) throw new PlainError(`${folder} is not as it was made: ${file} differs.`);
    if (part === 'cluster' && cluster) giveTo(to, cluster.account);
  }
  syncFolder(dataDir);
}

function makeFolder(folder, account) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTo(folder, account);
}

/** The database may have been put elsewhere (postgres-folder.mjs). @param {string} dataDir */
export function takeAway(dataDir) {
  const pointer = path.join(dataDir, 'postgres/moved-to');
  if (fs.existsSync(pointer)) fs.rmSync(fs.readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true });
  for (const name of fs.readdirSync(dataDir)) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
}

/**
 * Starts the database once, which replays its log, and asks it: everything the backup counted is there, and every ledger
 * adds up and begins with what it was when the backup began.
 * @param {string} dataDir
 * @param {import('./manifest.mjs').Database} expected
 * @param {NodeJS.ProcessEnv} env
 */
export async function proveDatabase(dataDir, expected, env) {
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres') });
  try {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const counts = await countsIn(client).finally(() => client.end());
    for (const [what, least] of Object.entries(expected.counts)) {
      if (counts[what] < least)
        throw new PlainError(`The restored database has ${counts[what]} ${what}, not ${least}.`);
    }
    const place = { env, dataDir, port: 3000, trackerPort: 3001 };
    const code = await runProgram('ledger-verify', expected.heads, serverEnv(place, postgres.url));
    if (code !== 0) throw new PlainError('The restored ledgers do not agree with the backup (see above).');
    say(`clicks ${counts.clicks}, conversions ${counts.conversions}, transfers ${counts.transfers}: all there`);
  } finally {
    await postgres.stop();
  }
}
