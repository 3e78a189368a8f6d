// DATA_DIR holds all state: the database, the tracker's spool, keys, uploads.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from './root.mjs';
import { PlainError } from './say.mjs';

/**
 * Whatever the umask: nobody else may read it, but when we are root PostgreSQL's account has to pass through.
 * @param {string} folder
 */
export function createFolder(folder) {
  if (fs.existsSync(folder)) return;
  // one by one: under /proc, where nothing can be created, Node's own recursive way never returns
  createFolder(path.dirname(folder));
  fs.mkdirSync(folder);
  fs.chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/**
 * @returns {string} the absolute path of a folder that can be written
 */
export function openDataDir(env = process.env) {
  const dataDir = path.resolve(env.DATA_DIR || inRoot('data'));
  const probe = path.join(dataDir, `.probe-${process.pid}`);
  try {
    createFolder(dataDir);
    fs.writeFileSync(probe, '');
    fs.rmSync(probe);
  } catch (error) {
    throw new PlainError(
      `The data folder ${dataDir} cannot be written (${error.code}); choose another with DATA_DIR, for example DATA_DIR=/srv/tributary npm start.`,
    );
  }
  return dataDir;
}
