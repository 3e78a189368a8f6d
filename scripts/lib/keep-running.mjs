// Keeps one part of the system running: a part that ends is started again, for as long as we run.
import { spawn } from 'node:child_process';
import { signalProcess, waitForEnd } from './processes.mjs';
import { say } from './say.mjs';

const quickDeathMs = 10_000;
const longestPauseMs = 5_000;

/**
 * How long to wait before the next start: not at all after a healthy life, longer and longer after early deaths.
 * @returns {(livedMs: number) => number}
 */
export function createBackoff() {
  let quickDeaths = 0;
  return (livedMs) => {
    quickDeaths = livedMs < quickDeathMs ? quickDeaths + 1 : 0;
    return quickDeaths <= 1 ? 0 : Math.min(longestPauseMs, 250 * 2 ** (quickDeaths - 1));
  };
}

/**
 * @typedef {object} Part
 * @property {() => number | undefined} pid undefined while it is down
 * @property {() => void} restart
 * @property {(graceMs: number) => Promise<boolean>} stop false when it had to be killed
 * @property {() => void} kill
 */

/**
 * @param {object} options
 * @param {string} options.name as in "the server"
 * @param {string[]} options.args for node: the program, and what it is told
 * @param {() => NodeJS.ProcessEnv} options.env asked at every start
 * @param {string} [options.cwd]
 * @param {(pid: number | undefined) => void} [options.onPid]
 * @param {(code: number | null) => boolean} [options.onEnd] true: do not start it again
 * @returns {Part}
 */
export function keepRunning({ name, args, env, cwd, onPid = () => {}, onEnd = () => false }) {
  const pauseAfter = createBackoff();
  let child;
  let timer;
  let stopping = false;

  function start() {
    const startedAt = Date.now();
    // A process group of its own: a Ctrl-C in the terminal must reach it through us, in the right order.
    child = spawn(process.execPath, args, { env: env(), cwd, detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
    onPid(child.pid);
    let ended = false;
    const end = (how, code) => {
      if (ended) return;
      ended = true;
      child = undefined;
      onPid(undefined);
      if (stopping || onEnd(code)) return;
      const pauseMs = pauseAfter(Date.now() - startedAt);
      say(`${name} ended (${how}); starting it again${pauseMs ? ` in ${pauseMs / 1000} s` : ''}`);
      timer = setTimeout(start, pauseMs);
    };
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`, code));
    child.once('error', (error) => end(error.message, null));
  }

  async function stop(graceMs) {
    stopping = true;
    clearTimeout(timer);
    const pid = child?.pid;
    if (pid === undefined) return true;
    child.kill('SIGTERM');
    if (await waitForEnd(pid, graceMs)) return true;
    say(`${name} did not stop within ${graceMs / 1000} s and is ended by force`);
    kill();
    await waitForEnd(pid, 5_000);
    return false;
  }

  function kill() {
    stopping = true;
    clearTimeout(timer);
    // The whole group: a watcher (npm run dev) would otherwise leave its program behind.
    if (child?.pid !== undefined) signalProcess(-child.pid, 'SIGKILL');
  }

  start();
  return { pid: () => child?.pid, restart: () => child?.kill('SIGTERM'), stop, kill };
}
