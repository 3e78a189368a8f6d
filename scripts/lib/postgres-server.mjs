// One PostgreSQL server process: finding it, clearing up after it, launching it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProgramIn, programsIn, signalProcess, waitForEnd } from './processes.mjs';
import { PlainError } from './say.mjs';

// Nothing of our own environment: PGPORT, PGOPTIONS and the like would reach the server, and so would our secrets.
export const serverEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  shared_buffers: '256MB',
  // Data sits on SSDs or in the cache; queries are short, so compiling them costs more than it saves.
  random_page_cost: '1.1',
  jit: 'off',
  log_checkpoints: 'off',
};

// Replaying the log after a crash takes a while on a slow disk.
const startTimeoutMs = 300_000;

/** Line 1 of postmaster.pid is the pid, line 4 the port, line 8 the status. */
function readPidFile(cluster) {
  try {
    const lines = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

/**
 * The pid file may name a zombie, or a stranger that got the same pid after a restart of the machine.
 * @param {number} pid
 * @param {string} cluster
 */
export function isServer(pid, cluster) {
  return isProgramIn(pid, 'postgres', cluster);
}

/**
 * @param {import('./postgres-folder.mjs').Folder} folder
 * @returns {Promise<{ pid: number, port: number } | undefined>}
 */
export async function findLiveServer({ cluster }) {
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await sleep(20)) {
    const found = readPidFile(cluster);
    if (!found || !isServer(found.pid, cluster)) return undefined;
    if (found.status === 'ready' && (await answers(found.port))) return found;
  }
  throw new PlainError(`The PostgreSQL in ${cluster} neither becomes ready nor ends.`);
}

/**
 * Whether the server does its work: one that was just killed is still listed for a moment, and its pid file says
 * "ready". The question is PostgreSQL's SSLRequest, which it answers before it asks who we are.
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', timeout: 5_000 });
    socket.once('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])));
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy());
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

/**
 * After a `kill -9` of the server its workers may live on for a while, writing to the same files; two servers on one
 * folder destroy it. So they are ended before the stale pid file, PostgreSQL's own guard against that, is removed.
 * @param {string} cluster
 */
export async function clearLeftovers(cluster) {
  const workers = programsIn('postgres', cluster);
  for (const pid of workers) signalProcess(pid, 'SIGQUIT');
  for (const pid of workers) {
    if (await waitForEnd(pid, 5_000)) continue;
    signalProcess(pid, 'SIGKILL');
    await waitForEnd(pid, 5_000);
  }
  fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * @param {import('./postgres-folder.mjs').Folder} folder
 * @param {{ postgres: string }} programs
 * @param {Record<string, string>} settings
 * @param {number} [wantedPort]
 * @returns {Promise<{ pid: number, port: number }>}
 */
export async function launch(folder, programs, settings, wantedPort) {
  for (let attempt = 1; ; attempt++) {
    const port = wantedPort ?? (await folder.choosePort());
    const { pid, problem } = await launchOnce(folder, programs, { ...defaults, ...settings }, port);
    if (!problem) {
      folder.rememberPort(port);
      return { pid, port };
    }
    // Someone may take the port between our look and PostgreSQL's; then another one will do.
    const portTaken = problem.includes('could not create any TCP/IP sockets');
    if (!portTaken || wantedPort !== undefined || attempt === 3)
      throw new PlainError(`PostgreSQL did not start: ${problem}`);
  }
}

async function launchOnce(folder, { postgres }, settings, port) {
  const { cluster, account } = folder;
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = folder.openLog();
  const stdio = ['ignore', log, log];
  const child = spawn(postgres, ['-D', cluster, '-p', String(port), ...flags], {
    ...account,
    env: serverEnv,
    cwd: cluster,
    stdio,
    detached: true,
  });
  fs.closeSync(log);
  let ended = '';
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `exit code ${code}`}`;
  });
  child.unref();
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await sleep(10)) {
    if (ended) return { problem: `${ended}. Its last words:\n${folder.recentLog()}` };
    const found = readPidFile(cluster);
    if (found?.pid === child.pid && found.status === 'ready') return { pid: child.pid };
  }
  child.kill('SIGQUIT');
  return { problem: `it was not ready after ${startTimeoutMs / 1000} s. Its last words:\n${folder.recentLog()}` };
}
