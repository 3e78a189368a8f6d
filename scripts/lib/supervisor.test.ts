// The supervisor as its own process, with stand-ins for the server and the tracker (fixtures/part.mjs).
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFreePort } from './ports.mjs';
import { isAlive } from './postgres.mjs';
import { endLeftBehind } from './run-record.mjs';

const program = fileURLToPath(new URL('./fixtures/supervise.mjs', import.meta.url));
const part = fileURLToPath(new URL('./fixtures/part.mjs', import.meta.url));
// Generous, for a machine that is busy with other tests; on an idle one each step takes well under a second.
const deadlineMs = 25_000;
vi.setConfig({ testTimeout: 3 * deadlineMs, hookTimeout: 3 * deadlineMs });

type Reply = { role: string; pid: number; DATABASE_URL?: string; DEMO?: string; SERVER_URL?: string };
let dataDir: string;
let port: number;
let trackerPort: number;
let started: ChildProcess[];

beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tributary-supervisor-'));
  fs.chmodSync(dataDir, 0o755);
  port = await findFreePort();
  trackerPort = await findFreePort();
  started = [];
});

afterEach(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) await stop(child, 'SIGTERM');
  await endLeftBehind(dataDir, [part]);
  fs.rmSync(dataDir, { recursive: true, force: true });
});

function startSupervisor(env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      DATABASE_URL: 'postgres://elsewhere/tributary',
      DATA_DIR: dataDir,
      PORT: String(port),
      TRACKER_PORT: String(trackerPort),
      ...env,
    },
  });
  started.push(child);
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  return { child, output: () => text };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal);
  return ended(child);
}

async function ended(child: ChildProcess, event: 'close' | 'exit' = 'close'): Promise<number | null> {
  const isRunning = child.exitCode === null && child.signalCode === null;
  if (isRunning) await new Promise((resolve) => child.once(event, resolve));
  return child.exitCode;
}

async function ask(at: number): Promise<Reply | undefined> {
  return fetch(`http://127.0.0.1:${at}/`, { headers: { connection: 'close' } }).then(
    (reply) => reply.json(),
    () => undefined,
  );
}

const isUp = (output: () => string) => expect.poll(output, { timeout: deadlineMs }).toContain('fixture is up');
const isReplaced = (at: number, oldPid: number) =>
  expect.poll(async () => (await ask(at))?.pid ?? oldPid, { timeout: deadlineMs }).not.toBe(oldPid);

test('SIGTERM stops the tracker before the server, and says so', async () => {
  const { child, output } = startSupervisor();
  await isUp(output);
  expect(await stop(child, 'SIGTERM')).toBe(0);
  expect(output()).toMatch(/tracker stops[\s\S]*server stops[\s\S]*stopped cleanly\n$/);
  expect(fs.readdirSync(dataDir)).toEqual([]);
});

test('the server gets the database and the demo; the tracker gets only the server', async () => {
  const { output } = startSupervisor();
  await isUp(output);
  expect(await ask(port)).toMatchObject({ DATABASE_URL: 'postgres://elsewhere/tributary', DEMO: '1' });
  const tracker = await ask(trackerPort);
  expect(tracker).toMatchObject({ role: 'tracker', SERVER_URL: `http://127.0.0.1:${port}` });
  expect(tracker).not.toHaveProperty('DATABASE_URL');
});

test('an https origin starts without the demo', async () => {
  const { output } = startSupervisor({ PUBLIC_ORIGIN: 'https://track.example' });
  await isUp(output);
  expect(await ask(port)).not.toHaveProperty('DEMO');
});

test.each(['server', 'tracker'])('a killed %s is started again', async (role) => {
  const { output } = startSupervisor();
  await isUp(output);
  const at = role === 'server' ? port : trackerPort;
  const before = (await ask(at))?.pid ?? 0;
  process.kill(before, 'SIGKILL');
  await isReplaced(at, before);
  expect(output()).toContain(`the ${role} ended (SIGKILL); starting it again`);
});

test('a killed database is started again on the same port, and the supervisor stops it at the end', async () => {
  const { child, output } = startSupervisor({ DATABASE_URL: '' });
  await isUp(output);
  const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid');
  const read = () => (fs.existsSync(pidFile) ? fs.readFileSync(pidFile, 'utf8') : '').split('\n');
  const [pid, , , databasePort] = read();
  process.kill(Number(pid), 'SIGKILL');
  // one reading for both questions: between two the file may be written anew
  const isReplacedAndReady = (): boolean => {
    const lines = read();
    return lines[7]?.trim() === 'ready' && lines[0] !== pid;
  };
  await expect.poll(isReplacedAndReady, { timeout: deadlineMs }).toBe(true);
  expect(read()[3]).toBe(databasePort);
  const secondPid = Number(read()[0]);
  expect(await stop(child, 'SIGINT')).toBe(0);
  expect(isAlive(secondPid)).toBe(false);
});

test('after a kill -9 of the supervisor the next start ends what was left behind', async () => {
  const first = startSupervisor();
  await isUp(first.output);
  const orphan = (await ask(port))?.pid ?? 0;
  first.child.kill('SIGKILL');
  // Its output stays open: the parts it left behind hold the other end.
  await ended(first.child, 'exit');
  expect(isAlive(orphan)).toBe(true);
  const second = startSupervisor();
  await isUp(second.output);
  expect(isAlive(orphan)).toBe(false);
  expect(second.output()).toContain('ending the server that an earlier run left behind');
});

test('a configuration error at the first start ends the supervisor instead of repeating it', async () => {
  const { child, output } = startSupervisor({ FIXTURE_EXIT: '78' });
  expect(await ended(child)).toBe(78);
  expect(output()).not.toContain('starting it again');
});

test('a part that keeps dying is retried, more and more slowly', async () => {
  const { output } = startSupervisor({ FIXTURE_EXIT: '3' });
  await expect.poll(output, { timeout: deadlineMs }).toContain('starting it again in 1 s');
});

test('one DATA_DIR belongs to one supervisor', async () => {
  const first = startSupervisor();
  await isUp(first.output);
  const second = startSupervisor({ PORT: String(await findFreePort()) });
  expect(await ended(second.child)).toBe(1);
  expect(second.output()).toContain(`already running on ${dataDir} (process ${first.child.pid})`);
});

test('a port in use is named together with the variable that changes it', async () => {
  const other = net.createServer().listen(trackerPort, '127.0.0.1');
  const { child, output } = startSupervisor();
  expect(await ended(child)).toBe(1);
  expect(output()).toMatch(new RegExp(`^Port ${trackerPort} is already in use .* TRACKER_PORT`));
  other.close();
});

test('a data folder that cannot be written is one clear sentence', async () => {
  const file = path.join(dataDir, 'a-file');
  fs.writeFileSync(file, '');
  // where there is no /proc it is the root of the disk that refuses
  for (const folder of [path.join(file, 'data'), '/proc/tributary/data']) {
    const { child, output } = startSupervisor({ DATA_DIR: folder });
    expect(await ended(child)).toBe(1);
    expect(output()).toMatch(/^The data folder .* cannot be written \(E\w+\); choose another with DATA_DIR.*\n$/);
  }
});
