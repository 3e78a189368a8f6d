// Starts, reuses and stops an embedded PostgreSQL. The server is detached: it survives a crash of ours, and the next
// start finds it again.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { withLock } from './lock.mjs';
import { giveTo } from './postgres-account.mjs';
import { openFolder } from './postgres-folder.mjs';
import { findPrograms } from './postgres-programs.mjs';
import { clearLeftovers, findLiveServer, isServer, launch, serverEnv } from './postgres-server.mjs';
import { hasUsers, registerUser } from './postgres-users.mjs';
import { isAlive, signalProcess, waitForEnd } from './processes.mjs';
import { PlainError } from './say.mjs';

export { isAlive };

/** @typedef {{ url: string, port: number, pid: number, reused: boolean, stop: () => Promise<void>, stopNow: () => void }} Postgres */

const stopTimeoutMs = 60_000;

/**
 * @param {{ dataDir: string, port?: number, settings?: Record<string, string>, systemDir?: string }} options
 *   `systemDir` is where programs and data go when PostgreSQL's account cannot enter this project (only as root)
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ dataDir, port, settings = {}, systemDir = '/var/lib/tributary' }) {
  try {
    const folder = openFolder(dataDir, systemDir);
    return await withLock(folder.lockFile, () => reuseOrLaunch(folder, port, settings, systemDir));
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST'].includes(error.code)) throw error;
    throw new PlainError(`The database folder ${dataDir} cannot be used by this user: ${error.message}.`);
  }
}

async function reuseOrLaunch(folder, port, settings, systemDir) {
  const password = folder.password();
  const live = await findLiveServer(folder);
  if (live) return handle(folder, password, live, true);
  const programs = await findPrograms(folder.account, systemDir);
  if (!folder.isInitialised()) initialise(folder, password, programs, settings);
  await clearLeftovers(folder.cluster);
  return handle(folder, password, await launch(folder, programs, settings, port), false);
}

function handle(folder, password, { pid, port }, reused) {
  const endUse = registerUser(folder.usersDir);
  const stopNow = () => {
    endUse();
    if (!hasUsers(folder.usersDir) && isServer(pid, folder.cluster)) signalProcess(pid, 'SIGINT');
  };
  const stop = () =>
    withLock(folder.lockFile, async () => {
      stopNow();
      if (hasUsers(folder.usersDir) || (await waitForEnd(pid, stopTimeoutMs))) return;
      // SIGQUIT skips the last checkpoint; the next start replays the log instead.
      signalProcess(pid, 'SIGQUIT');
      await waitForEnd(pid, stopTimeoutMs);
    });
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return { url, port, pid, reused, stop, stopNow };
}

/** Into a draft folder first: a crash in the middle must not leave half a cluster that looks like a whole one. */
function initialise(folder, password, { initdb }, settings) {
  const draft = `${folder.cluster}.new`;
  const passwordFile = `${draft}.password`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(draft, folder.account);
  giveTo(passwordFile, folder.account);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const args = ['-D', draft, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--no-instructions'];
  if (settings.fsync === 'off') args.push('--no-sync');
  try {
    execFileSync(initdb, [...args, ...locale], {
      ...folder.account,
      env: serverEnv,
      cwd: draft,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    throw new PlainError(`PostgreSQL could not create its data in ${folder.folder}: ${error.stderr || error.message}`);
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
  fs.renameSync(draft, folder.cluster);
}
