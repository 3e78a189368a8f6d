// PostgreSQL refuses to run as root. When we are root (containers), it runs under an ordinary account, and that account
// must be able to reach both the programs and the data.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { PlainError } from './say.mjs';

/** @typedef {{ uid?: number, gid?: number }} Account empty: our own */

/**
 * @param {string} cluster a folder that already holds data keeps its owner
 * @returns {Account}
 */
export function accountFor(cluster) {
  if (process.getuid?.() !== 0) return {};
  const existing = fs.statSync(path.join(cluster, 'PG_VERSION'), { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (account) return account;
  throw new PlainError(
    'PostgreSQL does not run as root and there is no account "postgres" or "nobody" here; start as an ordinary user or set DATABASE_URL.',
  );
}

function lookUp(name) {
  try {
    const ask = (flag) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

/**
 * Whether the account may enter `folder`: every folder on the way down must let it through.
 * @param {string} folder
 * @param {Account} account
 */
export function canEnter(folder, { uid, gid }) {
  if (uid === undefined) return true;
  const { mode, uid: owner, gid: group } = fs.statSync(folder);
  const needed = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  const parent = path.dirname(folder);
  return (mode & needed) !== 0 && (parent === folder || canEnter(parent, { uid, gid }));
}

/**
 * @param {string} place
 * @param {Account} account
 */
export function giveTo(place, { uid, gid }) {
  if (uid !== undefined && gid !== undefined) fs.chownSync(place, uid, gid);
}
