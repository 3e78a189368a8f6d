// Runs the parts — PostgreSQL, the server, the tracker — starts again whatever dies, and stops them in the order in
// which nothing is lost: the tracker first, while the server can still take its records.
import path from 'node:path';
import { keepDatabase } from './keep-database.mjs';
import { keepRunning } from './keep-running.mjs';
import { serverEnv, trackerEnv } from './part-env.mjs';
import { say } from './say.mjs';
import { waitUntilReady } from './wait-until-ready.mjs';

// Longer than the 5 s of grace and 25 s of finishing that the parts allow themselves.
const stopGraceMs = 35_000;
// EX_CONFIG of sysexits.h. The part has printed what is wrong; starting it again would only print it again.
const configurationError = 78;
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * @typedef {object} Setup
 * @property {{ server: string[], tracker: string[], web?: string[] }} commands what node is to run
 * @property {string} dataDir absolute
 * @property {number} port
 * @property {number} trackerPort
 * @property {NodeJS.ProcessEnv} env
 * @property {string[]} addresses shown once everything answers
 * @property {string} [cwd]
 * @property {(name: string, pid: number | undefined) => void} [note] told of every process that comes and goes
 *
 * @typedef {{ database?: Awaited<ReturnType<typeof keepDatabase>> } & Partial<Record<'server' | 'tracker' | 'web', import('./keep-running.mjs').Part>>} Parts
 */

/**
 * @param {Setup} setup
 * @returns {Promise<number>} the exit code, once everything has stopped
 */
export async function supervise(setup) {
  /** @type {Parts} */
  const parts = {};
  const stop = new AbortController();
  const stopListening = listenForStop(stop, parts);
  let failure;
  try {
    await bringUp(parts, setup, stop);
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve, { once: true }));
  } catch (error) {
    if (!stop.signal.aborted) failure = error;
  }
  const isClean = await bringDown(parts);
  stopListening();
  if (failure) throw failure;
  say(isClean ? 'stopped cleanly' : 'stopped, but not cleanly');
  // passed on: whoever started us (systemd's RestartPreventExitStatus) need not try again either
  if (stop.signal.reason === configurationError) return configurationError;
  return isClean ? 0 : 1;
}

async function bringUp(parts, setup, stop) {
  const { commands, dataDir, port, trackerPort, env, addresses } = setup;
  if (!env.DATABASE_URL) {
    parts.database = await keepDatabase(path.join(dataDir, 'postgres'), () => parts.server?.restart());
    say(parts.database.reused ? 'PostgreSQL was still running' : 'PostgreSQL is ready');
    stop.signal.throwIfAborted();
  }
  if (commands.web) parts.web = keepPart('web', setup, stop, () => env);

  parts.server = keepPart('server', setup, stop, () => serverEnv(setup, parts.database?.url() ?? env.DATABASE_URL));
  await waitUntilReady('the server', `http://127.0.0.1:${port}/readyz`, stop.signal);
  say('the server is ready');

  parts.tracker = keepPart('tracker', setup, stop, () => trackerEnv(setup));
  await waitUntilReady('the tracker', `http://127.0.0.1:${trackerPort}/livez`, stop.signal);
  say('the tracker is ready');
  console.log(['', ...addresses, '', 'Ctrl-C stops it.', ''].map((line) => `  ${line}`.trimEnd()).join('\n'));
}

function keepPart(name, { commands, cwd, note = () => {} }, stop, env) {
  let starts = 0;
  return keepRunning({
    name: `the ${name}`,
    args: commands[name],
    env,
    cwd,
    onPid: (pid) => {
      if (pid !== undefined) starts++;
      note(name, pid);
    },
    onEnd: (code) => {
      // Settings that were good at the first start are good: a later 78 has another cause and may pass.
      const isHopeless = code === configurationError && starts === 1;
      if (isHopeless) stop.abort(configurationError);
      return isHopeless;
    },
  });
}

/** @returns {Promise<boolean>} whether everything stopped of its own accord */
async function bringDown({ tracker, web, server, database }) {
  say('stopping');
  const stopped = [];
  for (const part of [tracker, web, server]) stopped.push(await part?.stop(stopGraceMs));
  await database?.stop();
  return !stopped.includes(false);
}

/** @returns {() => void} stops listening */
function listenForStop(stop, parts) {
  let firstAt = 0;
  const onSignal = () => {
    if (!stop.signal.aborted) {
      firstAt = Date.now();
      stop.abort('signal');
    } else if (Date.now() - firstAt > 1_000) {
      // Under npm a single Ctrl-C arrives twice, from the terminal and forwarded by npm: only a later one forces.
      forceStop(parts);
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

function forceStop({ tracker, web, server, database }) {
  say('stopping by force');
  for (const part of [tracker, web, server]) part?.kill();
  database?.stopNow();
  process.exit(1);
}
