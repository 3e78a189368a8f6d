// Copies files that may be written to, or vanish, meanwhile. What is copied is on disk, readable by its owner alone, and
// known by its length and SHA-256.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ path: string, bytes: number, sha256: string }} CopiedFile `path` is relative, with slashes */

const blockBytes = 1 << 20;
const block = Buffer.alloc(blockBytes);

/**
 * @param {string} from
 * @param {string} to
 * @returns {{ bytes: number, sha256: string } | undefined} undefined where the file was gone
 */
export function copyFile(from, to) {
  const source = openOrNothing(from);
  if (source === undefined) return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const target = fs.openSync(to, 'wx', 0o600);
    try {
      for (let read = fs.readSync(source, block); read > 0; read = fs.readSync(source, block)) {
        const piece = block.subarray(0, read);
        hash.update(piece);
        fs.writeFileSync(target, piece);
        bytes += read;
      }
      fs.fsyncSync(target);
    } finally {
      fs.closeSync(target);
    }
  } finally {
    fs.closeSync(source);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** @param {string} file */
export function sumOf(file) {
  const hash = createHash('sha256');
  const handle = fs.openSync(file, 'r');
  let bytes = 0;
  try {
    for (let read = fs.readSync(handle, block); read > 0; read = fs.readSync(handle, block)) {
      hash.update(block.subarray(0, read));
      bytes += read;
    }
  } finally {
    fs.closeSync(handle);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * The files and folders below `root`, in the order in which they are to be copied.
 * @param {string} root
 * @param {(relative: string, isFolder: boolean) => boolean} isWanted a folder that is not wanted is not entered
 * @returns {{ files: string[], folders: string[] }} relative paths
 */
export function listTree(root, isWanted) {
  /** @type {string[]} */
  const files = [];
  /** @type {string[]} */
  const folders = [];
  const enter = (relative) => {
    for (const entry of readFolder(path.join(root, relative))) {
      const inside = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (!isWanted(inside, entry.isDirectory())) continue;
      if (entry.isFile()) files.push(inside);
      if (!entry.isDirectory()) continue;
      folders.push(inside);
      enter(inside);
    }
  };
  enter('');
  return { files, folders };
}

/**
 * @param {{ root: string, files: readonly string[], folders: readonly string[] }} tree
 * @param {string} target the folder of the backup
 * @param {string} prefix where in it
 * @returns {CopiedFile[]}
 */
export function copyTree({ root, files, folders }, target, prefix) {
  const place = path.join(target, prefix);
  fs.mkdirSync(place, { recursive: true, mode: 0o700 });
  for (const folder of folders) fs.mkdirSync(path.join(place, folder), { recursive: true, mode: 0o700 });
  return files.flatMap((file) => {
    const copied = copyFile(path.join(root, file), path.join(place, file));
    return copied ? [{ path: `${prefix}/${file}`, ...copied }] : [];
  });
}

/** A name in a folder is only durable once the folder is. @param {string} folder */
export function syncFolder(folder) {
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function openOrNothing(file) {
  try {
    return fs.openSync(file, 'r');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

function readFolder(folder) {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return [];
  }
}
