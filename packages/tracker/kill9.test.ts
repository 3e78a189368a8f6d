// The short form of `npm run bench:kill9`: a tracker is killed under load again and again; every click that was answered
// with a redirect must be counted exactly once.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import * as make from './testing/entities.ts';
import { FixtureServer } from './testing/fixture-server.ts';
import { ask } from './testing/harness.ts';

const ROUNDS = 4;
const dataDir = mkdtempSync(join(tmpdir(), 'kill9-'));
const server = new FixtureServer();
let tracker: ChildProcess | undefined;

afterAll(async () => {
  tracker?.kill('SIGKILL');
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(serverUrl: string): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { ...process.env, DATA_DIR: dataDir, TRACKER_PORT: '0', SERVER_URL: serverUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  tracker = child;
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the tracker ended before it listened')));
    child.stdout.on('data', (chunk) => {
      const port = /"listening","port":(\d+)/.exec(String(chunk))?.[1];
      if (port) resolve(Number(port));
    });
  });
}

test(`${ROUNDS} × kill -9 under load: every click answered with a 302 is counted exactly once`, async () => {
  const { href } = await server.listen();
  server.publishFull(make.basics());
  const answered: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const port = await start(href);
    let isRunning = true;
    const clickers = Array.from({ length: 16 }, async () => {
      while (isRunning) {
        const answer = await ask(port, '/click?camp_id=10&publisher_id=2').catch(() => null);
        if (answer?.status === 302) answered.push(new URL(answer.headers.location ?? '').searchParams.get('cid') ?? '');
        else await sleep(5);
      }
    });
    const before = answered.length;
    while (answered.length < before + 200) await sleep(5);
    await sleep(Math.random() * 300);
    const child = tracker ?? expect.fail();
    child.kill('SIGKILL');
    await once(child, 'exit');
    isRunning = false;
    await Promise.all(clickers);
  }
  await start(href);
  const counted = (): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { row } of server.rows) counts.set(row.event_id ?? '', (counts.get(row.event_id ?? '') ?? 0) + 1);
    return counts;
  };
  const missing = (): number => answered.filter((id) => !counted().has(id)).length;
  const limit = Date.now() + 60_000;
  while (missing() > 0 && Date.now() < limit) await sleep(200);
  expect(answered.length).toBeGreaterThan(ROUNDS * 200 - 1);
  expect(missing()).toBe(0);
  expect([...counted().values()].every((count) => count === 1)).toBe(true);
  const child = tracker ?? expect.fail();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 240_000);
