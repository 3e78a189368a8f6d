// Any interleaving of convert, approve, reject, hold, adjust and cap from eight clients keeps every currency's sum at zero,
// every balance equal to its entries, every cap within its limit and the chain whole. On the real database, with a seed that
// a failure names.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { verifyLedger } from '../ledger/index.ts';
import { checkBookings } from './verify/bookings.repo.ts';

const CLIENTS = 8;
const STEPS = Number(process.env.PROPERTY_STEPS ?? 12);
let t: TestApp;
let w: World;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  token = (await t.signIn('admin@demo.test')).token;
});
afterAll(() => t.close());

/** mulberry32: small, and the same everywhere */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test(`${CLIENTS} clients, ${STEPS} steps each, in any order`, async () => {
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const random = randomFrom(seed);
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)];
  const offers = [
    await w.addOffer({ hold_minutes: 10 }),
    await w.addOffer({ status_after_hold: 'pending' }),
    await w.addOffer({ currency: 'INR' }),
  ];
  const cap = await w.addCap(offers[0]?.id ?? '', { metric: 'revenue', limit_value: 120_000_000, action: 'hold' });
  await w.addCap(offers[1]?.id ?? '', { metric: 'conversions', limit_value: 7, action: 'reject' });
  await w.addCap(offers[2]?.id ?? '', { metric: 'payout', limit_value: 30_000_000, action: 'zero_payout' });

  let transaction = 0;
  const someIds = async (): Promise<string[]> =>
    (await w.conversions()).map(({ id }) => id).filter(() => random() < 0.3);
  const steps: Record<string, () => Promise<unknown>> = {
    convert: () =>
      w.receipts(
        Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
          click_id: w.clickId(pick(offers)?.number ?? 0),
          txn_id: `t-${Math.floor(random() * 40)}-${++transaction % 3}`,
          status: pick(['', '', 'approved', 'rejected']) ?? '',
        })),
      ),
    decide: async () =>
      t.call(routes.decideConversions, {
        token,
        body: { ids: ['x', ...(await someIds())], status: pick(['approved', 'rejected', 'pending']), reason: 'step' },
      }),
    adjust: async () =>
      t.call(routes.adjustConversions, {
        token,
        body: { ids: ['x', ...(await someIds())], payout: String(Math.floor(random() * 9)), reason: 'step' },
      }),
    hold: async () => {
      t.clock.advance(6 * 60_000);
      await t.database.asOwner(`insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.due', '{}')`, [
        w.tenantId,
      ]);
    },
  };
  const names = ['convert', 'convert', 'convert', 'decide', 'decide', 'adjust', 'hold'];
  const client = async () => {
    for (let step = 0; step < STEPS; step++) await steps[pick(names) ?? 'convert']?.();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await t.app.worker?.drain();

  const { transfers, findings } = await t.app.database.withTenant(w.tenantId, systemActor, async (tx) => {
    const ledger = await verifyLedger(tx, w.tenantId);
    return { ...ledger, findings: [...ledger.findings, ...(await checkBookings(tx))] };
  });
  expect({ seed, findings }).toEqual({ seed, findings: [] });
  expect(transfers).toBeGreaterThan(100);
  const spent = await t.database.asOwner<{ over: boolean }>(
    `select w.spent <> coalesce(sum(c.amount), 0) as over from cap_windows w
     left join conversion_caps c on c.cap_id = w.cap_id and c.window_start = w.window_start group by w.cap_id, w.window_start, w.spent`,
  );
  expect({ seed, miscounted: spent.filter(({ over }) => over).length }).toEqual({ seed, miscounted: 0 });
  const dead = await t.database.asOwner<{ last_error: string }>(
    `select last_error from jobs where last_error is not null or state = 'dead'`,
  );
  expect({ seed, dead }).toEqual({ seed, dead: [] });
  expect(cap).toBeTruthy();
}, 600_000);
