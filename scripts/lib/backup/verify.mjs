// A backup is only one once it was restored: so it is, into a folder that is thrown away.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuild } from '../build.mjs';
import { checkNode } from '../check-node.mjs';
import { createFolder } from '../data-dir.mjs';
import { ensureDependencies } from '../dependencies.mjs';
import { say } from '../say.mjs';
import { checkFits, checkSums, openBackup } from './manifest.mjs';
import { proveDatabase, putBack, takeAway } from './put-back.mjs';

/** @param {string | undefined} given */
export async function verify(given, env = process.env) {
  checkNode();
  const { folder, manifest } = openBackup(given, 'verify');
  checkSums(folder, manifest);
  say(`${manifest.files.length} files of ${manifest.madeAt} are as they were made`);
  if (!manifest.database) {
    say('the database is not in it: its own tools verify it');
    return;
  }
  checkFits(manifest);
  await ensureDependencies();
  await ensureBuild(['server']);
  const aside = path.join(os.tmpdir(), `tributary-verify-${process.pid}`);
  createFolder(aside);
  try {
    putBack(folder, manifest, aside);
    // the backup's own secret, whatever this machine's is
    await proveDatabase(aside, manifest.database, { ...env, TRIBUTARY_SECRET: '', DATABASE_URL: '' });
  } finally {
    takeAway(aside);
    fs.rmdirSync(aside);
  }
  say('the backup is whole and can be restored');
}
