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
const WORKERS = 3;

beforeAll(async () => {
  await server.listen();
  server.publishFull([...make.basics(), { put: 'offer', value: make.offer({ number: 11, duplicates: 'refuse' }) }]);
  tracker = await startChild(
    { DATA_DIR: dataDir, SERVER_URL: server.url.href, TRACKER_WORKERS: String(WORKERS), TRUSTED_PROXIES: '127.0.0.1' },
    WORKERS,
  );
  while (server.reports.size < WORKERS) await sleep(20);
});
afterAll(async () => {
  tracker.process.kill('SIGTERM');
  const [code] = await once(tracker.process, 'exit');
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(code).toBe(0);
});

/** a connection of its own each time, so that any worker may get it */
function ask(path: string, host: string, visitor = '127.0.0.1'): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Host: host,
      'User-Agent': CHROME,
      ...(visitor === '127.0.0.1' ? {} : { 'X-Forwarded-For': visitor }),
    };
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

/** each of so many visitors clicks so often, all at the same time */
async function stampede(offer: number, visitors: readonly string[], times: number) {
  const path = `/click?camp_id=${offer}&publisher_id=2`;
  const asks = Array.from({ length: times }, () => visitors.map((visitor) => ({ visitor, path }))).flat();
  return Promise.all(
    asks.map(async ({ visitor }) => ({ visitor, status: (await ask(path, 'demo.localhost', visitor)).status })),
  );
}

test('"refuse duplicates" lets each visitor in once, however many of its clicks meet different workers at once', async () => {
  const visitors = Array.from({ length: 30 }, (_, at) => `73.1.${at}.7`);
  const answers = await stampede(11, visitors, 12);
  for (const visitor of visitors) {
    const own = answers.filter((answer) => answer.visitor === visitor);
    expect(own.map(({ status }) => status).toSorted()).toEqual([302, ...Array.from({ length: 11 }, () => 404)]);
  }
});

test('each visitor makes one unique click, whichever workers it meets', async () => {
  const visitors = Array.from({ length: 30 }, (_, at) => `73.2.${at}.7`);
  await stampede(10, visitors, 8);
  const rows = () => server.rows.filter(({ row }) => row.ip?.startsWith('73.2.'));
  await expect.poll(() => rows().length, { timeout: 20_000 }).toBe(30 * 8);
  for (const visitor of visitors) {
    const flags = rows().flatMap(({ row }) => (row.ip === visitor ? [row.is_unique] : []));
    expect(flags.filter((flag) => flag === 't')).toHaveLength(1);
  }
});

test('whichever worker is asked tells the figures of all', async () => {
  const { body } = await ask('/metrics', 'localhost');
  expect(body).toMatch(/tracker_snapshot_version\{worker="0"\} 1\n/);
  expect(body).toMatch(/tracker_snapshot_version\{worker="2"\} 1\n/);
});

test('each worker is a tracker of its own to the server, and clicks of all are counted once', async () => {
  expect(new Set([...server.reports.values()].map(({ label }) => label.split('/')[1]))).toEqual(
    new Set(['0', '1', '2']),
  );
  const before = server.rows.length;
  // fewer than one worker lets through of an address, should all of them come to it
  const clicks = await Promise.all(
    Array.from({ length: 30 }, () => ask('/click?camp_id=10&publisher_id=2', 'demo.localhost')),
  );
  expect(clicks.every(({ status }) => status === 302)).toBe(true);
  await expect.poll(() => server.rows.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 30);
});
