// The files of a spool. Segment numbers come from the clock, so that one is never used twice by the same tracker, not
// even after the files are gone: the server remembers how far it got by (tracker, segment).
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export interface SpoolDirectory {
  /** 16 hex digits, for as long as the directory lives */
  trackerId: string;
  path: string;
  quarantine: string;
}

const ID_FILE = 'tracker-id';

export function openSpoolDirectory(path: string): SpoolDirectory {
  const quarantine = join(path, 'quarantine');
  mkdirSync(quarantine, { recursive: true });
  return { trackerId: readTrackerId(path), path, quarantine };
}

function readTrackerId(path: string): string {
  const file = join(path, ID_FILE);
  try {
    const id = readFileSync(file, 'utf8').trim();
    if (/^[0-9a-f]{16}$/.test(id)) return id;
  } catch {
    // made below
  }
  const id = randomBytes(8).toString('hex');
  writeFileSync(`${file}.new`, id);
  renameSync(`${file}.new`, file);
  syncDirectory(path);
  return id;
}

/** a new name in a directory is only durable once the directory is */
export function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const SEGMENT = /^(\d{13,16})\.spool$/;

export const segmentFile = (directory: string, segment: number): string => join(directory, `${segment}.spool`);

/** in the order they were written */
export function listSegments(directory: string): number[] {
  const numbers: number[] = [];
  for (const name of readdirSync(directory)) {
    const match = SEGMENT.exec(name);
    if (match) numbers.push(Number(match[1]));
  }
  return numbers.sort((a, b) => a - b);
}

export const nextSegment = (existing: readonly number[], nowMs: number): number =>
  Math.max(nowMs, (existing.at(-1) ?? 0) + 1);
