// Readiness tells the truth: it goes and comes back by itself, and a wrong clock is said and not believed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as make from './testing/entities.ts';
import { Harness } from './testing/harness.ts';

const harness = new Harness();
const HOUR_MS = 3_600_000;
beforeAll(() => harness.start(make.basics()));
afterAll(() => harness.stop());

const ready = async () => (await harness.get('/readyz', { Host: 'localhost' })).status;

test('after a full disk is freed the tracker becomes ready without a single click', async () => {
  expect(await ready()).toBe(200);
  harness.isDiskFull = true;
  expect((await harness.get('/click?camp_id=10&publisher_id=2')).status).toBe(503);
  expect(await ready()).toBe(503);
  harness.isDiskFull = false;
  await expect.poll(ready, { timeout: 20_000 }).toBe(200);
  expect(harness.logLines.join('')).toContain('the spool can be written again');
  expect((await harness.get('/click?camp_id=10&publisher_id=2')).status).toBe(302);
});

test('a tracker whose clock differs from the server’s says so, and dates its clicks by the server’s', async () => {
  harness.server.clockAheadMs = 3 * HOUR_MS;
  const difference = () => [...harness.server.reports.values()][0]?.clockDifferenceMs ?? 0;
  await harness.until(() => Math.abs(difference() - 3 * HOUR_MS) < 60_000);
  await harness.get('/click?camp_id=10&publisher_id=2&p1=dated');
  const row = () => harness.server.rows.find(({ row: { params } }) => params?.includes('dated'))?.row;
  await harness.until(() => row() !== undefined);
  const at = Date.parse(row()?.at ?? '');
  expect(at - Date.now()).toBeGreaterThan(2.9 * HOUR_MS);
  const { body } = await harness.get('/metrics', { Host: 'localhost' });
  expect(body).toMatch(/tracker_clock_difference_seconds\{worker="0"\} 10[78]\d\d/);
});
