import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Child, startChild } from './testing/child.ts';
import * as make from './testing/entities.ts';
import { FixtureServer } from './testing/fixture-server.ts';
import { CHROME } from './testing/request.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'cluster-'));
const server = new FixtureServer();
let tracker: Child;

beforeAll(async () => {
  await server.listen();
  server.publishFull([...make.basics(), { put: 'offer', value: make.offer({ number: 11, duplicates: 'refuse' }) }]);
  tracker = await startChild({ DATA_DIR: dataDir, SERVER_URL: server.url.href, TRACKER_WORKERS: '2' }, 2);
  while (server.reports.size < 2) await sleep(20);
}, 60_000);
afterAll(async () => {
  tracker.process.kill('SIGTERM');
  const [code] = await once(tracker.process, 'exit');
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(code).toBe(0);
});

/** a connection of its own each time, so that either worker may get it */
function ask(path: string, host: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { Host: host, 'User-Agent': CHROME };
    const outgoing = request({ host: '127.0.0.1', port: tracker.port, path, agent: false, headers }, (incoming) => {
      let body = '';
      incoming.on('data', (chunk) => {
        body += String(chunk);
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body }));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

test('a visitor known to one worker is a repeat for the other', async () => {
  expect((await ask('/click?camp_id=11&publisher_id=2', 'demo.localhost')).status).toBe(302);
  await sleep(1000);
  const again = await Promise.all(
    Array.from({ length: 40 }, () => ask('/click?camp_id=11&publisher_id=2', 'demo.localhost')),
  );
  expect(again.filter(({ status }) => status === 302)).toHaveLength(0);
});

test('whichever worker is asked tells the figures of both', async () => {
  const { body } = await ask('/metrics', 'localhost');
  expect(body).toMatch(/tracker_snapshot_version\{worker="0"\} 1\n/);
  expect(body).toMatch(/tracker_snapshot_version\{worker="1"\} 1\n/);
});

test('each worker is a tracker of its own to the server, and clicks of both are counted once', async () => {
  expect(new Set([...server.reports.values()].map(({ label }) => label.split('/')[1]))).toEqual(new Set(['0', '1']));
  const before = server.rows.length;
  const clicks = await Promise.all(
    Array.from({ length: 60 }, () => ask('/click?camp_id=10&publisher_id=2', 'demo.localhost')),
  );
  expect(clicks.every(({ status }) => status === 302)).toBe(true);
  await expect.poll(() => server.rows.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 60);
});
