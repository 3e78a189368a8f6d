// DATA_DIR belongs to one running Tributary. Its processes are written down there, so that after a `kill -9` of the
// supervisor the next start finds the ones that were left behind and still hold the ports.
import fs from 'node:fs';
import path from 'node:path';
import { tryLock } from './lock.mjs';
import { commandLineOf, identityOf, isStillRunning, pidOf, signalProcess, waitForEnd } from './processes.mjs';
import { PlainError, say } from './say.mjs';

const graceMs = 30_000;

/**
 * @param {string} dataDir
 * @returns {{ note: (name: string, pid: number | undefined) => void, release: () => void }}
 */
export function claimDataDir(dataDir) {
  const lock = tryLock(path.join(dataDir, 'run.lock'));
  if ('ownerPid' in lock) {
    throw new PlainError(
      `Tributary is already running on ${dataDir} (process ${lock.ownerPid}); stop it first, or choose another folder with DATA_DIR.`,
    );
  }
  const file = path.join(dataDir, 'run.json');
  const running = readRecord(file);
  const note = (name, pid) => {
    if (pid === undefined) delete running[name];
    else running[name] = identityOf(pid);
    try {
      fs.writeFileSync(`${file}.new`, JSON.stringify(running));
      fs.renameSync(`${file}.new`, file);
    } catch (error) {
      // A full disk must not take the supervisor down with it.
      say(`${file} could not be written: ${error.message}`);
    }
  };
  const release = () => {
    fs.rmSync(file, { force: true });
    lock.release();
  };
  return { note, release };
}

/**
 * Ends what an earlier supervisor left behind. Only processes that we recorded and that still are this project's
 * programs are touched.
 * @param {string} dataDir
 * @param {string[]} programs absolute paths of our programs, as they stand in a command line
 */
export async function endLeftBehind(dataDir, programs) {
  const started = Object.entries(readRecord(path.join(dataDir, 'run.json')));
  for (const [name, identity] of started.reverse()) {
    const pid = pidOf(identity);
    if (!isStillRunning(identity) || !programs.some((program) => commandLineOf(pid).includes(program))) continue;
    say(`ending the ${name} that an earlier run left behind (process ${pid})`);
    signalProcess(pid, 'SIGTERM');
    if (await waitForEnd(pid, graceMs)) continue;
    signalProcess(pid, 'SIGKILL');
    await waitForEnd(pid, graceMs);
  }
}

/** @returns {Record<string, string>} process identities by name */
function readRecord(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    // Absent, or cut off by a crash of the machine; then its processes are gone too.
    return {};
  }
}
