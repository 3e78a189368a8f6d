// A restore: into an empty DATA_DIR or none, never over something. What fails on the way is taken away again.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuild } from '../build.mjs';
import { checkNode } from '../check-node.mjs';
import { openDataDir } from '../data-dir.mjs';
import { ensureDependencies } from '../dependencies.mjs';
import { inRoot } from '../root.mjs';
import { claimDataDir } from '../run-record.mjs';
import { PlainError, say } from '../say.mjs';
import { checkFits, openBackup } from './manifest.mjs';
import { proveDatabase, putBack, takeAway } from './put-back.mjs';

/** @param {string | undefined} given */
export async function restore(given, env = process.env) {
  checkNode();
  const { folder, manifest } = openBackup(given, 'restore');
  checkFits(manifest);
  checkEmpty(path.resolve(env.DATA_DIR || inRoot('data')));
  checkSecret(folder, env);
  if (manifest.database && env.DATABASE_URL) {
    throw new PlainError('The backup holds an embedded database: unset DATABASE_URL to restore it.');
  }
  await ensureDependencies();
  await ensureBuild(['server']);
  const dataDir = openDataDir(env);
  const claim = claimDataDir(dataDir);
  let isWhole = false;
  try {
    say(`restoring the backup of ${manifest.madeAt}`);
    putBack(folder, manifest, dataDir);
    if (manifest.database) await proveDatabase(dataDir, manifest.database, env);
    isWhole = true;
  } finally {
    claim.release();
    if (!isWhole) takeAway(dataDir);
  }
  say(`restored to ${dataDir}; npm start goes on from there`);
  if (!manifest.database) say('the database was not in it: restore it with its own tools before the start');
}

function checkEmpty(dataDir) {
  if (!fs.existsSync(dataDir) || fs.readdirSync(dataDir).length === 0) return;
  throw new PlainError(
    `${dataDir} is not empty: move it away, or name another with DATA_DIR. A restore never overwrites.`,
  );
}

/** With another secret nobody could sign in, and no click id would be known. */
function checkSecret(folder, { TRIBUTARY_SECRET: given }) {
  if (!given || fs.readFileSync(path.join(folder, 'secret/secret.key'), 'utf8').trim() === given) return;
  throw new PlainError('TRIBUTARY_SECRET is not the secret of this backup: unset it, and the backup’s own is used.');
}
