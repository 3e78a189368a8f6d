// Three trackers that know each other only through the server: what they must agree upon, and how soon.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../packages/server/platform/testing.ts';
import type { Panel } from '../../scripts/lib/panel-client.ts';
import { Crowd, click, createOffer, until } from './clicks.ts';
import { type Stack, startStack } from './stack.ts';

const CAP = 1_000;
const AFTERWARDS = 150;
let database: TestDatabase;
let stack: Stack;
let panel: Panel;
beforeAll(async () => {
  database = await createTestDatabase();
  stack = await startStack({ trackers: 3, databaseUrl: database.ownerUrl });
  panel = await stack.panel();
});
afterAll(async () => {
  await stack?.stop();
  await database?.drop();
});

const countedClicks = async (offer: number, verdict: string): Promise<number> => {
  const text = `select count(*)::int as n from events where offer = $1 and kind = 'click' and verdict = $2`;
  return (await database.asOwner<{ n: number }>(text, [offer, verdict]))[0]?.n ?? 0;
};

test(`of a cap of ${CAP} clicks exactly ${CAP} pass, however many come at once through three trackers`, async () => {
  const offer = await createOffer(stack, panel);
  const seen = await until(async () => (await countedClicks(offer.number, 'accepted')) >= 3, 20_000).then(() =>
    countedClicks(offer.number, 'accepted'),
  );
  const cap = { publisher_id: '', metric: 'clicks', period: 'total', limit: CAP, action: 'fallback' };
  const { snapshot_version: before } = await panel.call('/api/admin/system');
  await panel.call(`/api/offers/${offer.id}/caps`, { method: 'PUT', body: { caps: [cap] } });
  await until(async () => {
    const { snapshot_version: now, live_on: trackers } = await panel.call('/api/admin/system');
    return now > before && trackers === 3;
  }, 20_000);
  const crowd = new Crowd(stack.trackerPorts, offer.number, 48);
  // a cap that is set counts what its window holds already
  const left = CAP - seen;
  await until(async () => crowd.answered.length >= left, 90_000);
  const refused = crowd.failed;
  await until(async () => crowd.failed - refused >= AFTERWARDS, 60_000);
  await crowd.stop();
  expect(crowd.answered.length).toBe(left);
  await until(async () => (await countedClicks(offer.number, 'accepted')) >= CAP, 30_000);
  expect(await countedClicks(offer.number, 'accepted')).toBe(CAP);
});

const SAMPLES = 5;
/** shown beside the limit it is meant to keep; whether it did is for the reader, not for a busy machine, to say */
const tell = (what: string, took: number[]): void => {
  const median = took.toSorted((a, b) => a - b)[took.length >> 1] ?? Number.NaN;
  process.stdout.write(
    `${what}: median ${median.toFixed(0)} ms, worst ${Math.max(...took).toFixed(0)} ms (aim 2,000 ms)\n`,
  );
};

test('a click is soon counted, in the raw rows and in the rollup', async () => {
  const offer = await createOffer(stack, panel);
  const counted = async (id: string): Promise<boolean> => {
    const text = `select from events e where event_id = $1 and exists (select from rollup_day r where r.offer = e.offer)`;
    return (await database.asOwner(text, [id])).length === 1;
  };
  const took: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { id } = await click(stack.trackerPorts[sample % 3] ?? 0, offer.number);
    expect(id).not.toBeNull();
    took.push(await until(() => counted(id ?? ''), 30_000));
  }
  tell('from a redirect to the rollup', took);
});

test('a change in the panel is soon live on every tracker, and the panel says so', async () => {
  const offer = await createOffer(stack, panel);
  const took: number[] = [];
  for (const status of ['paused', 'active', 'paused', 'active', 'paused']) {
    await panel.call(`/api/offers/${offer.id}/status`, { method: 'POST', body: { status } });
    const passes = async (port: number) => (await click(port, offer.number)).id !== null;
    const isLive = async () => {
      const answers = await Promise.all(stack.trackerPorts.map(passes));
      return answers.every((passed) => passed === (status === 'active'));
    };
    took.push(await until(isLive, 30_000));
  }
  tell('from the panel to three trackers', took);
  const isTold = async () => (await panel.call('/api/admin/system')).live_on === 3;
  await until(isTold, 30_000);
});
