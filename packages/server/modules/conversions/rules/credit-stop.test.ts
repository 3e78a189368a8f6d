// What comes in for clicks that were sent before an advertiser's credit was used up: it waits for a person, with that reason.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld } from '../../../testing-world.ts';
import { stopCredit } from '../../tracking/index.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  token = (await t.signIn('admin@demo.test')).token;
});
afterAll(() => t.close());

test('pending with its reason, not lifted by a postback, and as always again once it goes on', async () => {
  const w = await createWorld(t);
  const offer = await w.addOffer();
  const stop = (at: Date | null) =>
    t.app.database.withTenant(w.tenantId, systemActor, (tx) => stopCredit(tx, w.tenantId, w.advertiser.id, at));
  const credit = async () =>
    (
      await t.database.asOwner<{ credit: string | null }>(
        `select value->>'credit' as credit from snapshot_entities where entity = 'advertiser' and entity_key = $1`,
        [`${w.tenantNumber}/${w.advertiser.number}`],
      )
    )[0]?.credit;
  const click_id = w.clickId(offer.number);

  expect([await stop(t.clock.now()), await stop(t.clock.now())]).toEqual([true, false]);
  await t.app.worker?.drain();
  expect(await credit()).toBe('stopped');
  expect(await w.convert({ click_id, txn_id: 'A' })).toBe('recorded');
  expect(await w.conversions()).toMatchObject([
    { status: 'pending', booked: 'pending', reason: 'The advertiser’s credit is used up' },
  ]);
  expect(await w.convert({ click_id, txn_id: 'A', status: 'approved' })).toBe('requested');
  expect(await w.convert({ click_id: w.clickId(offer.number), txn_id: 'B', status: 'rejected' })).toBe('recorded');
  const [first, second] = await w.conversions();
  expect(second).toMatchObject({ status: 'rejected' });
  const body = { status: 'approved', reason: 'Paid by bank transfer' };
  expect((await t.call(routes.decideConversion, { token, params: { id: first?.id ?? '' }, body })).status).toBe(200);

  expect(await stop(null)).toBe(true);
  await t.app.worker?.drain();
  expect(await credit()).toBeNull();
  expect(await w.convert({ click_id: w.clickId(offer.number), txn_id: 'C' })).toBe('recorded');
  expect((await w.conversions()).map(({ status }) => status)).toEqual(['approved', 'rejected', 'approved']);
});
