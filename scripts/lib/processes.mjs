// Other processes, seen by their pid. A pid alone does not identify one: containers hand out the same small numbers at
// every start, so whatever we write to disk is an identity (pid and start time).
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const hasProc = fs.existsSync('/proc/self/stat');

/** The fields of /proc/<pid>/stat after the command name, which may itself hold spaces and parentheses. */
function statFields(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * A zombie counts as dead: where pid 1 does not reap (common in containers) it stays for ever.
 * @param {number} pid
 */
export function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  if (!hasProc) return true;
  const state = statFields(pid)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/**
 * Text that names this very process and no later one with the same pid.
 * @param {number} pid
 */
export function identityOf(pid) {
  return `${pid} ${(hasProc && statFields(pid)?.[19]) || '-'}`;
}

/** @param {string} identity */
export function pidOf(identity) {
  return Number.parseInt(identity, 10);
}

/** @param {string} identity */
export function isStillRunning(identity) {
  const pid = pidOf(identity);
  return isAlive(pid) && identityOf(pid) === identity.trim();
}

/**
 * @param {number} pid
 * @returns {string} '' when it cannot be read
 */
export function commandLineOf(pid) {
  try {
    if (hasProc) return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * Whether the live process `pid` is the program `name` at work in `directory`; elsewhere than on Linux, only the former.
 * @param {number} pid
 * @param {string} name
 * @param {string} directory
 */
export function isProgramIn(pid, name, directory) {
  if (!isAlive(pid)) return false;
  if (!hasProc) return commandLineOf(pid).includes(name);
  try {
    const isProgram = fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name;
    return isProgram && fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(directory);
  } catch {
    return false;
  }
}

/**
 * Every live process that is the program `name` at work in `directory`; none where /proc does not tell.
 * @param {string} name
 * @param {string} directory
 * @returns {number[]}
 */
export function programsIn(name, directory) {
  if (!hasProc) return [];
  const pids = fs.readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => isProgramIn(pid, name, directory));
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
export function signalProcess(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * @param {number} pid
 * @param {number} timeoutMs
 * @returns {Promise<boolean>} whether it ended in time
 */
export async function waitForEnd(pid, timeoutMs) {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) {
    if (!isAlive(pid)) return true;
  }
  return !isAlive(pid);
}
