import { setTimeout as sleep } from 'node:timers/promises';
import { type LeaseRequest, lotSize } from '@tributary/contract/tracker/tracker-wire';
import { expect, test } from 'vitest';
import { jsonLog } from '../log.ts';
import type { CallServer } from '../shipping/server-calls.ts';
import { LeaseLedger } from '../testing/lease-ledger.ts';
import { Leases } from './leases.ts';

const log = jsonLog({}, () => {});

const callOf =
  (ledger: LeaseLedger, delayMs = 1): CallServer =>
  async ({ body }) => {
    await sleep(delayMs);
    return { status: 200, body: Buffer.from(JSON.stringify(ledger.answer(JSON.parse(String(body))))) };
  };

/** one click on one cap: true where it passed */
function click(leases: Leases, cap: string): Promise<boolean> {
  return new Promise((resolve) => {
    const attempt = (): void => {
      const state = leases.state(cap);
      if (state === 'wait') leases.wait(cap, attempt);
      else {
        if (state === 'available') leases.spend(cap);
        resolve(state === 'available');
      }
    };
    attempt();
  });
}

test('a cap of 1,000 and three trackers under parallel load: exactly 1,000 pass', async () => {
  const ledger = new LeaseLedger({ limits: { cap: 1000 }, trackers: 3, ttlMs: 10_000 });
  const trackers = ['a', 'b', 'c'].map((trackerId) => new Leases({ trackerId, boot: 'x', log, call: callOf(ledger) }));
  let passed = 0;
  await Promise.all(
    trackers.map(async (leases, at) => {
      for (let round = 0; round < 60; round++) {
        const clicks = await Promise.all(Array.from({ length: 10 + at * 5 }, () => click(leases, 'cap')));
        passed += clicks.filter(Boolean).length;
        await sleep(1);
      }
    }),
  );
  // some budget may still lie in lots: what is left passes once they are back
  await Promise.all(trackers.map((leases) => leases.stop()));
  const last = new Leases({ trackerId: 'd', boot: 'x', log, call: callOf(ledger) });
  for (let at = 0; at < 1000; at++) if (await click(last, 'cap')) passed++;
  expect(passed).toBe(1000);
  await last.stop();
  expect(ledger.spent('cap')).toBe(1000);
});

test('a tracker that dies with a lot never leads to one click too many', async () => {
  const ledger = new LeaseLedger({ limits: { cap: 50 }, trackers: 2, ttlMs: 20 });
  const dead = new Leases({ trackerId: 'dead', boot: 'x', log, call: callOf(ledger) });
  let passed = 0;
  for (let at = 0; at < 5; at++) if (await click(dead, 'cap')) passed++;
  await sleep(40);
  const alive = new Leases({ trackerId: 'alive', boot: 'x', log, call: callOf(ledger) });
  for (let at = 0; at < 200; at++) if (await click(alive, 'cap')) passed++;
  expect(passed).toBeGreaterThan(30);
  expect(passed).toBeLessThanOrEqual(50);
});

test('a lot is not spent after its time, nor after its window', async () => {
  let now = 0;
  let unixNow = 0;
  const ledger = new LeaseLedger({ limits: { cap: 100 }, trackers: 1, ttlMs: 1000, now: () => unixNow });
  const leases = new Leases({
    trackerId: 't',
    boot: 'x',
    log,
    call: callOf(ledger),
    now: () => now,
    unixNow: () => unixNow,
  });
  expect(await click(leases, 'cap')).toBe(true);
  expect(leases.state('cap')).toBe('available');
  now = 1001;
  expect(leases.state('cap')).toBe('wait');
  expect(await click(leases, 'cap')).toBe(true);
  unixNow = 86_400_001;
  expect(leases.state('cap')).toBe('wait');
});

test('without a server a capped click is refused as unknown, and asked for again a little later', async () => {
  let isAway = true;
  const ledger = new LeaseLedger({ limits: { cap: 10 }, trackers: 1, ttlMs: 1000 });
  const call: CallServer = (request) => (isAway ? Promise.reject(new Error('away')) : callOf(ledger)(request));
  const leases = new Leases({ trackerId: 't', boot: 'x', log, call });
  expect(await click(leases, 'cap')).toBe(false);
  expect(leases.state('cap')).toBe('unknown');
  isAway = false;
  await sleep(300);
  expect(await click(leases, 'cap')).toBe(true);
});

test('a reached cap answers at once and without asking the server each time', async () => {
  let calls = 0;
  const ledger = new LeaseLedger({ limits: { cap: 0 }, trackers: 1, ttlMs: 1000 });
  const leases = new Leases({
    trackerId: 't',
    boot: 'x',
    log,
    call: (request) => {
      calls++;
      return callOf(ledger)(request);
    },
  });
  for (let at = 0; at < 100; at++) expect(await click(leases, 'cap')).toBe(false);
  expect(calls).toBeLessThan(5);
});

test('what thousands of caps have spent is told by turns, and told again where the answer was lost', async () => {
  const CAPS = 400;
  const limits = Object.fromEntries(Array.from({ length: CAPS }, (_, at) => [`cap${at}`, 100]));
  const ledger = new LeaseLedger({ limits, trackers: 1, ttlMs: 60_000 });
  const most: number[] = [];
  let lost = 0;
  const call: CallServer = async (request) => {
    const { asks, lots } = JSON.parse(String(request.body)) as LeaseRequest;
    most.push(lots.length);
    if (asks.length === 0 && lost++ === 0) throw new Error('connection reset');
    return callOf(ledger)(request);
  };
  const leases = new Leases({ trackerId: 't', boot: 'x', log, call });
  for (const cap of Object.keys(limits)) expect(await click(leases, cap)).toBe(true);
  leases.start();
  const spent = (): number => Object.keys(limits).reduce((sum, cap) => sum + ledger.spent(cap), 0);
  await expect.poll(spent, { timeout: 15_000 }).toBe(CAPS);
  expect(lost).toBeGreaterThan(1);
  expect(Math.max(...most)).toBeLessThan(CAPS);
  await leases.stop();
});

test('a stop gives everything back: what was asked for is not asked any more, what is on its way returns, too', async () => {
  const ledger = new LeaseLedger({ limits: { pending: 1000, coming: 1000 }, trackers: 1, ttlMs: 60_000 });
  const leases = new Leases({ trackerId: 't', boot: 'x', log, call: callOf(ledger, 20) });
  for (let at = 0; at < 5; at++) expect(await click(leases, 'pending')).toBe(true); // more than half: an ask waits for its turn
  const waiting = click(leases, 'coming');
  await sleep(5);
  await Promise.all([leases.stop(), waiting]);
  expect([ledger.out('pending'), ledger.out('coming'), ledger.spent('pending')]).toEqual([0, 0, 5]);
});

test('lots shrink as the budget ends, so that no tracker sits on the last clicks', () => {
  expect([
    lotSize(1000, 4096, 3),
    lotSize(1000, 8, 3),
    lotSize(5, 8, 3),
    lotSize(1, 8, 3),
    lotSize(0, 8, 3),
    lotSize(-4, 8, 3),
  ]).toEqual([167, 8, 1, 1, 0, 0]);
});
