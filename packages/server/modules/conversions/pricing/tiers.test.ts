// Tiers count what came before in the month and is not rejected. Whatever the order of postbacks, decisions and repetitions,
// the amounts at the end are those of the final set, in the order in which it happened. Expected values by hand.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { checkBookings } from '../index.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  token = (await t.signIn('admin@demo.test')).token;
});
afterAll(async () => {
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  const findings = await t.app.database.withTenant(tenant?.id ?? '', systemActor, async (tx) => [
    ...(await verifyLedger(tx, tenant?.id ?? '')).findings,
    ...(await checkBookings(tx)),
  ]);
  await t.close();
  expect(findings).toEqual([]);
});

/** payouts by transaction, in the order in which they happened; a dash before what is rejected */
const payouts = async (w: World): Promise<string> =>
  (
    await t.database.asOwner<{ txn_id: string; status: string; payout_micros: string }>(
      `select txn_id, status, payout_micros from conversions where advertiser_id = $1 order by at, id`,
      [w.advertiser.id],
    )
  )
    .map((row) => `${row.txn_id}${row.status === 'rejected' ? '-' : ''}${Number(row.payout_micros) / 1_000_000}`)
    .join(' ');
const idOf = async (w: World, txn: string): Promise<string> =>
  (await w.conversions()).find(({ txn_id }) => txn_id === txn)?.id ?? '';
const decide = async (w: World, txn: string, status: string) =>
  t.call(routes.decideConversion, { token, params: { id: await idOf(w, txn) }, body: { status, reason: 'case' } });

/** 4 at first, 6 from the third on, 9 from the fifth on */
const tiered = async (w: World, columns: object = {}) => {
  const offer = await w.addOffer(columns as Record<string, unknown>);
  await w.addRule(offer.id, { from_conversions: 2, payout_micros: 6_000_000 });
  await w.addRule(offer.id, { from_conversions: 4, payout_micros: 9_000_000 });
  return offer;
};
const convert = async (w: World, offer: number, txns: string) => {
  for (const txn_id of txns) await w.convert({ click_id: w.clickId(offer), txn_id });
};

describe('the amounts follow from the final set', () => {
  test.each<[string, object, (w: World, offer: number) => Promise<unknown>, string]>([
    ['approved at once', {}, async () => {}, 'a4 b4 c6 d6 e9'],
    ['on hold, nothing approved', { hold_minutes: 60 }, async () => {}, 'a4 b4 c6 d6 e9'],
    ['pending for a person', { status_after_hold: 'pending' }, async () => {}, 'a4 b4 c6 d6 e9'],
    ['the first rejected', {}, (w) => decide(w, 'a', 'rejected'), 'a-4 b4 c4 d6 e6'],
    [
      'the first two rejected, one comes back',
      {},
      async (w) => {
        await decide(w, 'a', 'rejected');
        await decide(w, 'b', 'rejected');
        await decide(w, 'a', 'approved');
      },
      'a4 b-4 c4 d6 e6',
    ],
    [
      'one that was rejected among the first comes back on its own tier',
      {},
      async (w) => {
        await decide(w, 'd', 'rejected');
        await decide(w, 'b', 'rejected');
        await decide(w, 'a', 'rejected');
        await decide(w, 'd', 'approved');
      },
      'a-4 b-4 c4 d4 e6',
    ],
    ['the last rejected', {}, (w) => decide(w, 'e', 'rejected'), 'a4 b4 c6 d6 e-9'],
    [
      'amounts by hand stay, and count',
      {},
      async (w) => {
        const id = await idOf(w, 'c');
        await t.call(routes.adjustConversion, { token, params: { id }, body: { payout: '7', reason: 'case' } });
        await decide(w, 'a', 'rejected');
      },
      'a-4 b4 c7 d6 e6',
    ],
  ])('%s', async (_what, columns, change, expected) => {
    const w = await createWorld(t);
    const offer = await tiered(w, columns);
    await convert(w, offer.number, 'abcde');
    await change(w, offer.number);
    expect(await payouts(w)).toBe(expected);
  });

  test('one that happened earlier and arrives later moves the others up', async () => {
    const w = await createWorld(t);
    const offer = await tiered(w);
    const early = t.clock.now().toISOString();
    t.clock.advance(60_000);
    await convert(w, offer.number, 'abcd');
    await w.convert({
      click_id: w.clickId(offer.number, new Date(Date.parse(early) - 60_000)),
      txn_id: 'z',
      at: early,
    });
    expect(await payouts(w)).toBe('z4 a4 b6 c6 d9');
    const [entry] = await t.database.asOwner<{ reason: string }>(
      `select reason from ledger_transfers where subject_id = $1 and leg = 'payout' order by sequence desc limit 1`,
      [await idOf(w, 'd')],
    );
    expect(entry?.reason).toContain('tier');
  });

  test('months end in the workspace’s zone', async () => {
    const w = await createWorld(t);
    await t.database.asOwner(`update tenants set time_zone = 'Asia/Kolkata' where id = $1`, [w.tenantId]);
    const offer = await tiered(w);
    const now = t.clock.now();
    // 18:30 UTC on the last of the month is midnight in Kolkata
    const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0, 18, 29));
    const before = (seconds: number) => new Date(end.getTime() - seconds * 1_000);
    const after = new Date(end.getTime() + 60_000);
    t.clock.advance(after.getTime() + 86_400_000 - now.getTime());
    for (const [txn_id, at] of [
      ['a', before(2)],
      ['b', before(1)],
      ['c', end],
      ['d', after],
    ] as const) {
      await w.convert({
        click_id: w.clickId(offer.number, new Date(at.getTime() - 60_000)),
        txn_id,
        at: at.toISOString(),
      });
    }
    expect(await payouts(w)).toBe('a4 b4 c6 d4');
    await t.database.asOwner(`update tenants set time_zone = 'UTC' where id = $1`, [w.tenantId]);
  });

  test('a publisher’s own rate outranks a general tier; its own tier outranks its rate', async () => {
    const w = await createWorld(t);
    const offer = await tiered(w);
    await w.addRule(offer.id, { publisher_id: w.publisher.id, payout_micros: 5_000_000 });
    await w.addRule(offer.id, { publisher_id: w.publisher.id, from_conversions: 3, payout_micros: 5_500_000 });
    await convert(w, offer.number, 'abcde');
    expect(await payouts(w)).toBe('a5 b5 c5 d5.5 e5.5');
  });
});
