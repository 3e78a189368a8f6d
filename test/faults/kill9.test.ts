// The short forms of `npm run bench:kill9` and `npm run bench:outage`, on a PostgreSQL of their own.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Crowd, createOffer, settle, type TestOffer } from './clicks.ts';
import { type Stack, startStack } from './stack.ts';

const CLICKERS = 8;
const OUTAGE_MS = 5_000;
let stack: Stack;
let offer: TestOffer;
beforeAll(async () => {
  stack = await startStack();
  offer = await createOffer(stack, await stack.panel());
});
afterAll(() => stack?.stop());

const exact = { missing: 0, doubled: 0, wrongQuarters: 0, wrongDays: 0 };

test('kill -9 of tracker, server and PostgreSQL in turn: every click answered with a 302 is counted exactly once', async () => {
  const crowd = new Crowd(stack.trackerPorts, offer.number, CLICKERS);
  for (const part of [...stack.trackers, stack.server, stack.postgres]) {
    const before = crowd.answered.length;
    await sleep(700 + Math.random() * 300);
    const failedBefore = crowd.failed;
    await part.kill();
    await stack.ready();
    // only the tracker's own death may cost an answer
    if (part === stack.server || part === stack.postgres) expect(crowd.failed).toBe(failedBefore);
    expect(crowd.answered.length).toBeGreaterThan(before);
  }
  await crowd.stop();
  expect(await settle(stack, crowd.answered, 60_000)).toMatchObject(exact);
  expect(stack.accidents).toEqual([]);
});

test(`${OUTAGE_MS / 1_000} s without a database: no redirect fails, and all are counted once it is back`, async () => {
  const crowd = new Crowd(stack.trackerPorts, offer.number, CLICKERS, 200);
  await sleep(500);
  await stack.postgres.stop();
  await sleep(OUTAGE_MS);
  await stack.postgres.start();
  await sleep(500);
  await crowd.stop();
  expect(crowd.failed).toBe(0);
  expect(await settle(stack, crowd.answered, 60_000)).toMatchObject(exact);
  expect(stack.accidents).toEqual([]);
});
