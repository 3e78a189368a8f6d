// The short form of `npm run bench:kill9`: a tracker is killed under load again and again; every click that was answered
// with a redirect must be counted exactly once.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { type Child, startChild } from './testing/child.ts';
import * as make from './testing/entities.ts';
import { FixtureServer } from './testing/fixture-server.ts';
import { ask } from './testing/harness.ts';

const ROUNDS = 4;
const dataDir = mkdtempSync(join(tmpdir(), 'kill9-'));
const server = new FixtureServer();
let tracker: Child | undefined;
let visitors = 0;

afterAll(async () => {
  tracker?.process.kill('SIGKILL');
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<Child> {
  tracker = await startChild({ DATA_DIR: dataDir, SERVER_URL: server.url.href, TRUSTED_PROXIES: '127.0.0.1' });
  return tracker;
}

function countById(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { row } of server.rows) counts.set(row.event_id ?? '', (counts.get(row.event_id ?? '') ?? 0) + 1);
  return counts;
}

async function clickUntilKilled(answered: string[]): Promise<void> {
  const { port, process: child } = await start();
  let isRunning = true;
  const clickers = Array.from({ length: 16 }, async () => {
    while (isRunning) {
      // each click is another visitor's: from one address they would be a flood
      const visitor = { 'X-Forwarded-For': `73.${(++visitors >> 8) & 255}.${visitors & 255}.7` };
      const answer = await ask(port, '/click?camp_id=10&publisher_id=2', visitor).catch(() => null);
      if (answer?.status === 302) answered.push(new URL(answer.headers.location ?? '').searchParams.get('cid') ?? '');
      else await sleep(5);
    }
  });
  const before = answered.length;
  while (answered.length < before + 200) await sleep(5);
  await sleep(Math.random() * 300);
  child.kill('SIGKILL');
  await once(child, 'exit');
  isRunning = false;
  await Promise.all(clickers);
}

test(`${ROUNDS} × kill -9 under load: every click answered with a 302 is counted exactly once`, async () => {
  await server.listen();
  server.publishFull(make.basics());
  const answered: string[] = [];
  for (let round = 0; round < ROUNDS; round++) await clickUntilKilled(answered);
  const { process: last } = await start();
  const missing = (): string[] => answered.filter((id) => !countById().has(id));
  const limit = Date.now() + 60_000;
  while (missing().length > 0 && Date.now() < limit) await sleep(200);
  expect(missing()).toEqual([]);
  expect([...countById().values()].every((count) => count === 1)).toBe(true);
  last.kill('SIGTERM');
  expect(await once(last, 'exit')).toEqual([0, null]);
});
