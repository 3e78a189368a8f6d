// What outlives a process: the snapshot on disk, unsent records, visitors; and what happens when the disk fails.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import * as make from './testing/entities.ts';
import { Harness } from './testing/harness.ts';

const GOOD = '/click?camp_id=10&publisher_id=2';
let harness: Harness;
afterEach(() => harness.stop());

test('a tracker boots and redirects from its own disk while the server is away; its clicks arrive afterwards', async () => {
  harness = new Harness();
  await harness.start(make.basics());
  harness.server.publishPatch([{ put: 'offer', value: make.offer({ number: 21, url: 'https://patched.example/' }) }]);
  await harness.untilLive();
  await harness.worker?.stop();

  harness.server.isAway = true;
  const began = process.cpuUsage(); // not the clock: the machine may be busy with other tests
  await harness.startWorker();
  expect((await harness.get('/readyz', { Host: 'localhost' })).status).toBe(200);
  expect((await harness.get('/click?camp_id=21&publisher_id=2')).headers.location).toBe('https://patched.example/');
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(2000);
  expect(harness.server.rows).toHaveLength(0);
  await harness.worker?.stop();

  harness.server.isAway = false;
  await harness.startWorker();
  await harness.until(() => harness.server.rows.length === 1);
});

test('a visitor who came before the restart is still a repeat after it', async () => {
  harness = new Harness();
  await harness.start([...make.basics(), { put: 'offer', value: make.offer({ duplicates: 'refuse' }) }]);
  expect((await harness.get(GOOD)).status).toBe(302);
  await harness.worker?.stop();
  await harness.startWorker();
  expect((await harness.get(GOOD)).status).toBe(404);
});

test('a tracker that has never heard from a server is alive but not ready', async () => {
  harness = new Harness();
  harness.serverUrl = 'http://127.0.0.1:9';
  await harness.start(null);
  expect((await harness.get('/livez', { Host: 'localhost' })).status).toBe(200);
  const { status, body } = await harness.get('/readyz', { Host: 'localhost' });
  expect([status, JSON.parse(body)]).toEqual([503, { ready: false, reasons: ['no snapshot yet'] }]);
});

test('stopping answers what is in flight and leaves nothing unsent', async () => {
  harness = new Harness();
  await harness.start(make.basics());
  const clicks = Array.from({ length: 50 }, () => harness.get(GOOD));
  await clicks[0];
  const stopped = harness.worker?.stop();
  const answers = await Promise.allSettled(clicks);
  await stopped;
  const redirected = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 302).length;
  expect(redirected).toBeGreaterThan(0);
  expect(harness.server.rows.length).toBe(redirected);
  // and by its own count, too
  const kept = [...harness.server.reports.values()].flatMap((report) => report.kept ?? []);
  expect(kept.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(redirected);
});

test('a connection that a browser opened ahead of need does not hold up a stop', async () => {
  harness = new Harness();
  await harness.start(make.basics());
  const socket = connect(harness.port, '127.0.0.1');
  await once(socket, 'connect');
  await harness.get(GOOD);
  const began = Date.now();
  await harness.worker?.stop();
  expect(Date.now() - began).toBeLessThan(5000);
  socket.destroy();
});

test('when the disk fails each tenant gets what it chose, and an alarm is raised', async () => {
  harness = new Harness();
  await harness.start([
    ...make.basics(),
    { put: 'tenant', value: make.tenant({ number: 2, subdomain: 'acme', whenUnlogged: 'redirect' }) },
    { put: 'offer', value: make.offer({ tenant: 2 }) },
    { put: 'publisher', value: make.publisher({ tenant: 2 }) },
  ]);
  expect((await harness.get(GOOD)).status).toBe(302);
  harness.isDiskFull = true;
  expect((await harness.get(GOOD)).status).toBe(503);
  expect((await harness.get(GOOD, { Host: 'acme.localhost' })).status).toBe(302);
  const { body } = await harness.get('/metrics', { Host: 'localhost' });
  expect(body).toContain('tracker_spool_failing{worker="0"} 1');
  expect(body).toContain('tracker_unlogged_total{tenant="acme",kind="click",worker="0"} 1');
  expect((await harness.get('/readyz', { Host: 'localhost' })).status).toBe(503);
  harness.isDiskFull = false;
  expect((await harness.get(GOOD)).status).toBe(302);
  expect((await harness.get('/readyz', { Host: 'localhost' })).status).toBe(200);
});
