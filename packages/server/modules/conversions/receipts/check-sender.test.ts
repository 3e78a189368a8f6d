// Deleting or rejecting an advertiser closes its door: offers pause, trackers are told to let nobody in, and whatever a
// tracker let through all the same makes no conversion.
import { routes } from '@tributary/contract';
import { INTERNAL_KEY_LABEL, internalPaths } from '@tributary/contract/tracker/tracker-wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSecret } from '../../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

let t: TestApp;
let w: World;
let admin: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  admin = await t.signIn('admin@demo.test');
});
afterAll(() => t.close());

const ways = [
  { change: 'deleted', route: routes['advertisers.remove'], back: routes['advertisers.restore'] },
  { change: 'rejected', route: routes['advertisers.reject'], back: routes['advertisers.approve'] },
] as const;

const statusOf = async (offerId: string) =>
  (await t.database.asOwner<{ status: string }>('select status from offers where id = $1', [offerId]))[0]?.status;

async function tokenHash(number: number): Promise<string | null | undefined> {
  const token = testSecret.derive(INTERNAL_KEY_LABEL).toString('hex');
  const reply = await t.app.http?.inject({
    url: `${internalPaths.snapshot}?after=0&tracker=0000000000000001`,
    headers: { authorization: `Bearer ${token}` },
  });
  const lines = (reply?.payload ?? '')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.find((line) => line.put === 'advertiser' && line.value.number === number)?.value.postbackTokenHash;
}

describe.each(ways)('an advertiser that is $change', ({ change, route, back }) => {
  let advertiser: { id: string; number: number };
  let offer: { id: string; number: number };
  let pending: { id: string };
  const clicked = () => w.clickId(offer.number);
  const setStatus = (status: 'active' | 'paused') =>
    t.call(routes.setOfferStatus, { token: admin.token, params: { id: offer.id }, body: { status } });

  beforeAll(async () => {
    advertiser = await w.addPerson('advertiser');
    offer = await w.addOffer({ advertiser_id: advertiser.id });
    pending = await w.addOffer({ advertiser_id: advertiser.id, status: 'pending' });
  });

  test('has its conversions recorded while it is there', async () => {
    expect(await w.convert({ click_id: clicked(), txn_id: `${change}-before` })).toBe('recorded');
  });

  test('has its active offers paused, with a trace that says why, and no others', async () => {
    await t.call(route, { token: admin.token, params: { id: advertiser.id } });
    await t.app.worker?.drain();
    expect([await statusOf(offer.id), await statusOf(pending.id)]).toEqual(['paused', 'pending']);
    const trail = await t.database.asOwner<{ after: unknown }>(
      `select after from audit_log where object_id = $1 and action = 'offer.status-changed'`,
      [offer.id],
    );
    expect(trail).toEqual([{ after: { status: 'paused', reason: `the advertiser was ${change}` } }]);
  });

  test('stays in the trackers’ snapshot as one that lets nobody in', async () => {
    expect(await tokenHash(advertiser.number)).toBe('');
  });

  test('makes no conversion, though a tracker let postback and pixel through', async () => {
    const before = (await w.conversions()).length;
    for (const [at, kind] of (['postback', 'pixel', 'postback'] as const).entries()) {
      expect(await w.convert({ click_id: clicked(), txn_id: `${change}-${at}` }, kind)).toBe('sender_unknown');
    }
    expect(await w.conversions()).toHaveLength(before);
  });

  test('cannot have its offer resumed: the sentence says what to do', async () => {
    const reply = await setStatus('active');
    expect(reply.status).toBe(409);
    expect(JSON.stringify(reply.body)).toContain('Approve or restore it');
  });

  test('brings back its check, not its offers, when it comes back', async () => {
    await t.call(back, { token: admin.token, params: { id: advertiser.id } });
    await t.app.worker?.drain();
    expect(await statusOf(offer.id)).toBe('paused');
    expect(await tokenHash(advertiser.number)).toMatch(/^[0-9a-f]{64}$/);
    expect((await setStatus('active')).status).toBe(200);
    expect(await w.convert({ click_id: clicked(), txn_id: `${change}-after` })).toBe('recorded');
  });
});
