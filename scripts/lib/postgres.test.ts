import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { isAlive, startPostgres } from './postgres.mjs';

const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'tributary-postgres-'));
const dataDir = path.join(parent, 'postgres');
fs.chmodSync(parent, 0o755);

const started: Awaited<ReturnType<typeof startPostgres>>[] = [];

afterAll(async () => {
  for (const server of started) await server.stop();
  fs.rmSync(parent, { recursive: true, force: true });
});

async function start(folder = dataDir) {
  const settings = { shared_buffers: '16MB' };
  const server = await startPostgres({ dataDir: folder, settings, systemDir: path.join(parent, 'system') });
  started.push(server);
  return server;
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('rows survive a stop and a kill -9, on the same port, and only the last user stops the server', async () => {
  const first = await start();
  await query(first.url, 'create table kept (n int); insert into kept values (1)');
  const second = await start();
  expect(second).toMatchObject({ reused: true, pid: first.pid, url: first.url });
  await first.stop();
  expect(isAlive(second.pid)).toBe(true);

  process.kill(second.pid, 'SIGKILL');
  const third = await start();
  expect(third).toMatchObject({ reused: false, port: first.port });
  expect(await query(third.url, 'select n from kept')).toEqual([{ n: 1 }]);
  await second.stop();
  expect(isAlive(third.pid)).toBe(true);
  await third.stop();
  expect(isAlive(third.pid)).toBe(false);
});

test('a pid file that names a stranger does not keep the server from starting', async () => {
  await (await start()).stop();
  const stale = [process.pid, path.join(dataDir, 'cluster'), 0, 1, '', '127.0.0.1', '', 'ready'];
  fs.writeFileSync(path.join(dataDir, 'cluster/postmaster.pid'), stale.join('\n'));
  const server = await start();
  expect(server.reused).toBe(false);
  await server.stop();
});

test('another program on the last port does not keep the server from starting', async () => {
  const first = await start();
  await first.stop();
  const stranger = net.createServer().listen(first.port, '127.0.0.1');
  const second = await start();
  expect(second.port).not.toBe(first.port);
  await second.stop();
  stranger.close();
});

test('the password file is readable by its owner only, and strangers are refused', async () => {
  const server = await start();
  expect(fs.statSync(path.join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  await expect(query(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  );
  await server.stop();
});

test.runIf(process.getuid?.() === 0)(
  'below a folder that PostgreSQL cannot enter, its data is kept elsewhere',
  async () => {
    const closed = path.join(parent, 'closed');
    fs.mkdirSync(closed, { mode: 0o700 });
    const server = await start(path.join(closed, 'postgres'));
    const elsewhere = fs.readFileSync(path.join(closed, 'postgres/moved-to'), 'utf8');
    expect(fs.existsSync(path.join(elsewhere, 'cluster/PG_VERSION'))).toBe(true);
    await server.stop();
  },
);

test('a folder that cannot be written is one clear sentence', async () => {
  fs.writeFileSync(path.join(parent, 'file'), '');
  await expect(start(path.join(parent, 'file', 'postgres'))).rejects.toThrow(/^The database folder .* cannot be used/);
});
