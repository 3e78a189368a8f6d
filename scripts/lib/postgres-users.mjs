// Several programs may use one embedded server (a running Tributary and `npm run dev`, say); only the last one may
// stop it. Each use is a file that names its process, so a user that crashed does not count.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { identityOf, isStillRunning } from './processes.mjs';

/**
 * @param {string} usersDir
 * @returns {() => void} ends the use
 */
export function registerUser(usersDir) {
  const file = path.join(usersDir, `${process.pid}-${randomUUID().slice(0, 8)}`);
  fs.writeFileSync(file, identityOf(process.pid));
  return () => fs.rmSync(file, { force: true });
}

/** @param {string} usersDir */
export function hasUsers(usersDir) {
  if (!fs.existsSync(usersDir)) return false;
  return fs.readdirSync(usersDir).some((name) => {
    const file = path.join(usersDir, name);
    if (isStillRunning(fs.readFileSync(file, 'utf8'))) return true;
    fs.rmSync(file, { force: true });
    return false;
  });
}
