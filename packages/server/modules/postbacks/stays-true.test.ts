// What a publisher was told stays true: every call carries its place in the conversion's story, a try that has been overtaken
// is dropped with its reason in the log, and a corrected payout is told.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { type Endpoint, startEndpoint } from './testing.ts';

let t: TestApp;
let token: string;
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await startEndpoint();
  t = await createTestApp({ env: { OUTBOUND_ALLOW: endpoint.place } });
});
afterAll(async () => {
  await t.close();
  await endpoint.close();
});

const TEMPLATE = '/pb?s={conv_status}&p={payout}&n={sequence}';
const every = ['approved', 'pending', 'rejected'];
let conversionId = '';

/** a conversion of 10 revenue and 4 payout, approved at once, and the publisher's address */
async function told(url = TEMPLATE, statuses = every, offer: Record<string, unknown> = {}): Promise<World> {
  endpoint.calls.length = 0;
  endpoint.answer = (_request, reply) => reply.end('OK');
  token = (await t.signIn('admin@demo.test')).token;
  const w = await createWorld(t);
  const { number } = await w.addOffer(offer);
  const body = { publisher_id: w.publisher.id, url: `${endpoint.origin}${url}`, statuses };
  expect((await t.call(routes.addPublisherPostback, { token, body })).status).toBe(201);
  await w.convert({ click_id: w.clickId(number), txn_id: 'T1' });
  conversionId = (await w.conversions())[0]?.id ?? '';
  return w;
}
const decide = async (status: string) => {
  await t.call(routes.decideConversion, { token, params: { id: conversionId }, body: { status, reason: 'x' } });
  await t.app.worker?.drain();
};
const adjust = async (amounts: { revenue?: string; payout?: string }) => {
  const body = { ...amounts, reason: 'Agreed' };
  const reply = await t.call(routes.adjustConversion, { token, params: { id: conversionId }, body });
  expect(reply.status).toBe(200);
  await t.app.worker?.drain();
};
const later = async (ms: number) => {
  t.clock.advance(ms);
  await t.app.worker?.drain();
};
const failing = () => {
  endpoint.answer = (_request, reply) => {
    reply.statusCode = 500;
    reply.end();
  };
};
const working = () => {
  endpoint.answer = (_request, reply) => reply.end('OK');
};
const calls = () => endpoint.calls.map(({ url }) => url);
const log = async () =>
  (await t.call(routes.deliveries, { token, query: { conversion_id: conversionId } })).body.rows.toSorted(
    (a: { sequence: number }, b: { sequence: number }) => a.sequence - b.sequence,
  );

test('each change of status or amount has the next number, and every call carries its own', async () => {
  await told();
  await decide('rejected');
  await decide('approved');
  await adjust({ payout: '5.5' });
  await decide('pending');
  expect(calls()).toEqual([
    '/pb?s=approved&p=4&n=1',
    '/pb?s=rejected&p=4&n=2',
    '/pb?s=approved&p=4&n=3',
    '/pb?s=approved&p=5.5&n=4',
    '/pb?s=pending&p=5.5&n=5',
  ]);
  expect((await log()).map(({ sequence }: { sequence: number }) => sequence)).toEqual([1, 2, 3, 4, 5]);
});

describe('a try that was overtaken', () => {
  test('is dropped: the newer status is the last thing the publisher hears', async () => {
    await told();
    failing();
    await decide('rejected');
    working();
    await decide('approved');
    await later(600_000);
    expect(calls()).toEqual(['/pb?s=approved&p=4&n=1', '/pb?s=rejected&p=4&n=2', '/pb?s=approved&p=4&n=3']);
    const rows = await log();
    expect(rows.map(({ state }: { state: string }) => state)).toEqual(['delivered', 'superseded', 'delivered']);
    expect(rows[1]).toMatchObject({
      next_at: null,
      last_error: 'Not tried again: the conversion has changed since (it is approved now, change 3)',
    });
  });

  test('is dropped as well where the newer status is none this address asked for', async () => {
    await told(TEMPLATE, ['approved']);
    await decide('rejected');
    failing();
    await decide('approved');
    await decide('rejected');
    working();
    await later(600_000);
    expect(calls()).toEqual(['/pb?s=approved&p=4&n=1', '/pb?s=approved&p=4&n=3']);
    expect((await log()).map(({ state }: { state: string }) => state)).toEqual(['delivered', 'superseded']);
  });

  test('cannot be sent again by hand: the present status can', async () => {
    await told();
    await decide('rejected');
    const [first] = await log();
    const again = await t.call(routes.resendDelivery, { token, params: { id: first.id } });
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'The conversion has changed since: this would tell the publisher something old. Send its present status from the conversion instead.',
    ]);
    const many = await t.call(routes.replayDeliveries, { token, body: { ids: [first.id] } });
    expect(many.body).toEqual({ queued: 0, skipped: 1 });
    await t.call(routes.resendConversion, { token, params: { id: conversionId } });
    await t.app.worker?.drain();
    expect(calls().at(-1)).toBe('/pb?s=rejected&p=4&n=2');
  });
});

describe('a corrected amount', () => {
  test.each([
    ['the payout changes', TEMPLATE, every, { payout: '5' }, ['/pb?s=approved&p=5&n=2']],
    ['only the revenue changes', TEMPLATE, every, { revenue: '11' }, []],
    ['both change', TEMPLATE, every, { revenue: '11', payout: '6' }, ['/pb?s=approved&p=6&n=2']],
    ['the address does not carry the payout', '/pb?s={conv_status}&n={sequence}', every, { payout: '5' }, []],
    ['the address does not ask for the status', TEMPLATE, ['rejected'], { payout: '5' }, []],
  ])('is told where %s as the table says', async (_what, url, statuses, amounts, expected) => {
    await told(url, statuses);
    endpoint.calls.length = 0;
    await adjust(amounts);
    expect(calls()).toEqual(expected);
  });

  test('before the first call arrived: only the newer is sent on', async () => {
    await told();
    failing();
    await decide('rejected');
    await decide('approved');
    await adjust({ payout: '7' });
    working();
    await later(600_000);
    expect(calls().at(-1)).toBe('/pb?s=approved&p=7&n=4');
    const states = (await log()).map(({ state, sequence }: { state: string; sequence: number }) => [sequence, state]);
    expect(states).toEqual([
      [1, 'delivered'],
      [2, 'superseded'],
      [3, 'superseded'],
      [4, 'delivered'],
    ]);
  });
});

test('a webhook tells the whole story in its order’s numbers: none is dropped', async () => {
  await told('/none?s={conv_status}', ['pending']);
  const hook = { url: `${endpoint.origin}/hook`, events: ['conversion.approved', 'conversion.rejected'] };
  const { token: fresh } = await t.signIn('admin@demo.test');
  const added = await t.call(routes.addWebhook, { token: fresh, body: hook });
  expect(added.status).toBe(201);
  failing();
  await decide('rejected');
  working();
  await decide('approved');
  await later(10_000);
  const numbers = endpoint.calls.filter(({ url }) => url === '/hook').map(({ body }) => JSON.parse(body).data.sequence);
  expect(numbers).toEqual([2, 3, 2]);
});
