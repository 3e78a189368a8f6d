// The folder of one embedded PostgreSQL:
//   cluster/  PostgreSQL's own data       secret  the superuser's password
//   users/    one file per process        port    the last port, used again so that clients can reconnect
//   postgres.log                          moved-to  where the folder is instead (see `settle`)
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createFolder } from './data-dir.mjs';
import { findFreePort, isPortFree } from './ports.mjs';
import { accountFor, canEnter } from './postgres-account.mjs';
import { PlainError, say } from './say.mjs';

const logLimitBytes = 10_000_000;

/**
 * @param {string} wanted
 * @param {string} systemDir
 */
export function openFolder(wanted, systemDir) {
  const folder = settle(path.resolve(wanted), systemDir);
  const inFolder = (name) => path.join(folder, name);
  const cluster = inFolder('cluster');
  return {
    folder,
    cluster,
    account: accountFor(cluster),
    lockFile: inFolder('start.lock'),
    usersDir: inFolder('users'),
    isInitialised: () => fs.existsSync(path.join(cluster, 'PG_VERSION')),
    password: () => readOrCreateSecret(inFolder('secret'), fs.existsSync(cluster)),
    choosePort: () => choosePort(inFolder('port')),
    rememberPort: (port) => fs.writeFileSync(inFolder('port'), String(port)),
    openLog: () => openLog(inFolder('postgres.log')),
    recentLog: () => readEnd(inFolder('postgres.log'), 1_500),
  };
}

/** @typedef {ReturnType<typeof openFolder>} Folder */

/**
 * As root, PostgreSQL runs under another account. Below a folder that this account cannot enter (a private home) its
 * data goes to the system's place for such things instead, and a file here says so.
 */
function settle(wanted, systemDir) {
  createFolder(path.join(wanted, 'users'));
  const pointer = path.join(wanted, 'moved-to');
  if (fs.existsSync(pointer)) return fs.readFileSync(pointer, 'utf8').trim();
  const cluster = path.join(wanted, 'cluster');
  if (canEnter(wanted, accountFor(cluster))) return wanted;
  if (fs.existsSync(cluster)) {
    throw new PlainError(
      `The account that owns ${cluster} can no longer enter ${wanted}; give others the right to pass through (chmod o+x).`,
    );
  }
  const elsewhere = path.join(systemDir, `data-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`);
  createFolder(path.join(elsewhere, 'users'));
  fs.writeFileSync(pointer, elsewhere);
  say(`PostgreSQL's account cannot enter ${wanted}; the database is kept in ${elsewhere}`);
  return elsewhere;
}

function readOrCreateSecret(file, hasCluster) {
  if (fs.existsSync(file)) return fs.readFileSync(file, 'utf8').trim();
  if (hasCluster) throw new PlainError(`The database's password file ${file} is missing; restore it from a backup.`);
  const password = randomBytes(24).toString('base64url');
  fs.writeFileSync(file, password, { mode: 0o600 });
  return password;
}

async function choosePort(file) {
  const last = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0;
  return last > 0 && (await isPortFree(last, '127.0.0.1')) ? last : findFreePort();
}

function openLog(file) {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) fs.renameSync(file, `${file}.1`);
  return fs.openSync(file, 'a', 0o600);
}

function readEnd(file, bytes) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').slice(-bytes) : '';
}
