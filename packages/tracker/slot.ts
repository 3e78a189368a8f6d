// A worker's own place under DATA_DIR: its spool, its snapshot, its memory of visitors. Two processes must never share
// one (each would ship and delete the other's segments), so it is held by a lock file with the owner's pid and start.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Slot {
  path: string;
  release(): void;
}

const WAIT_MS = 30_000;

/** when the process began, in clock ticks since boot; empty where the system does not tell */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number, start: string): boolean {
  if (pid === process.pid) return false; // our own number, from before a restart of the container
  try {
    process.kill(pid, 0);
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM';
  }
  return start === '' || startOf(pid) === start;
}

function tryLock(file: string): boolean {
  try {
    writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EEXIST')) throw fault;
  }
  const [pid = '', start = ''] = readFileSync(file, 'utf8').split(' ');
  if (isAlive(Number(pid), start)) return false;
  rmSync(file, { force: true });
  return tryLock(file);
}

/** null where another process holds it */
export function tryTakeSlot(dataDir: string, number: number): Slot | null {
  const path = join(dataDir, 'tracker', String(number));
  mkdirSync(path, { recursive: true });
  const file = join(path, 'lock');
  return tryLock(file) ? { path, release: () => rmSync(file, { force: true }) } : null;
}

/** waits for a predecessor that is still draining, but not for ever */
export async function takeSlot(dataDir: string, number: number): Promise<Slot> {
  const limit = Date.now() + WAIT_MS;
  for (let slot = tryTakeSlot(dataDir, number); ; slot = tryTakeSlot(dataDir, number)) {
    if (slot) return slot;
    if (Date.now() > limit) throw new Error(`another tracker holds slot ${number} of ${dataDir}`);
    await sleep(100);
  }
}
