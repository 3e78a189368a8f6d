// Runs one tool to its end, with its output passed through.
import { spawn } from 'node:child_process';
import { isInterrupted, whenInterrupted } from './interrupt.mjs';
import { waitForEnd } from './processes.mjs';
import { root } from './root.mjs';
import { say, secondsSince } from './say.mjs';

const heartbeatMs = 10_000;
const interruptGraceMs = 40_000;

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, doing?: string }} [options]
 *   `doing` names the work in a line every ten seconds, for tools that are silent without a terminal
 * @returns {Promise<number>} the exit code
 */
export function run(command, args, { cwd = root, env = process.env, shell = false, doing } = {}) {
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', 'inherit', 'inherit'] });
  const heartbeat =
    doing && setInterval(() => say(`${doing}… ${Math.round(Number(secondsSince(startedAt)))} s`), heartbeatMs);
  const forget = whenInterrupted(() => endChild(child));
  return new Promise((resolve, reject) => {
    const finish = (settle) => {
      clearInterval(heartbeat);
      // After Ctrl-C the caller must not go on to its next step while the clean-up runs.
      if (isInterrupted()) return;
      forget();
      settle();
    };
    child.once('error', (error) => finish(() => reject(error)));
    child.once('exit', (code) => finish(() => resolve(code ?? 1)));
  });
}

/** @param {string} script @param {string[]} args @param {Parameters<typeof run>[2]} [options] */
export function runNode(script, args, options) {
  return run(process.execPath, [script, ...args], options);
}

/** SIGINT, not the signal we got: it is the one that test runners answer by shutting down what they started. */
async function endChild(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  child.kill('SIGINT');
  if (!(await waitForEnd(child.pid, interruptGraceMs))) child.kill('SIGKILL');
}
