// A lock is a file that names its owner. It outlives a crash, so a lock whose owner is gone is taken over.
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf, isStillRunning, pidOf } from './processes.mjs';
import { say } from './say.mjs';

const pollMs = 100;

/**
 * @param {string} file
 * @returns {{ release: () => void } | { ownerPid: number }}
 */
export function tryLock(file) {
  const mine = identityOf(process.pid);
  for (;;) {
    if (createOnce(file, mine)) return { release: () => releaseIfMine(file, mine) };
    const owner = readOwner(file);
    if (owner === undefined) continue;
    if (isStillRunning(owner) || isBeingWritten(file, owner)) return { ownerPid: pidOf(owner) };
    removeStale(file, owner);
  }
}

/**
 * Waits for the lock, runs `body`, and gives the lock back whatever happens.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function withLock(file, body) {
  const { release } = await waitForLock(file);
  process.once('exit', release);
  try {
    return await body();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function waitForLock(file) {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const lock = tryLock(file);
    if ('release' in lock) return lock;
    if (waitedMs === 2_000) say(`waiting for process ${lock.ownerPid}, which holds ${file}`);
    await sleep(pollMs);
  }
}

function createOnce(file, content) {
  try {
    fs.writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function readOwner(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Between creating the file and writing the owner's name there is a moment in which it is empty. */
function isBeingWritten(file, owner) {
  const createdAt = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return owner === '' && Date.now() - createdAt < 2_000;
}

/** Another waiter may have replaced the stale lock with its own since we read it; that one is put back. */
function removeStale(file, staleOwner) {
  const aside = `${file}.${process.pid}`;
  try {
    fs.renameSync(file, aside);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return;
  }
  const moved = readOwner(aside);
  if (moved !== undefined && moved !== staleOwner) createOnce(file, moved);
  fs.rmSync(aside, { force: true });
}

function releaseIfMine(file, mine) {
  if (readOwner(file) === mine) fs.rmSync(file, { force: true });
}
