// Limits hold when calls come in the same moment, each with a sentence, and none ends in a 500.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../testing.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const atOnce = async (count: number, call: (n: number) => ReturnType<TestApp['call']>) => {
  const replies = await Promise.all(Array.from({ length: count }, (_, n) => call(n)));
  const counted: Record<number, number> = {};
  for (const { status } of replies) counted[status] = (counted[status] ?? 0) + 1;
  const refused = replies.find(({ status }) => status >= 400);
  return { counted, message: refused?.body.error?.message };
};

test('50 postbacks of a publisher, by whoever and however many at once', async () => {
  const { token } = await t.signIn('publisher@demo.test');
  const add = (n: number) =>
    t.call(routes.addOwnPostback, { token, body: { url: `https://t.example/${n}`, statuses: ['approved'] } });
  const had = (await t.call(routes.ownPostbacks, { token })).body.rows.length;
  const { counted, message } = await atOnce(60, add);
  expect(counted).toEqual({ 201: 50 - had, 409: 10 + had });
  expect(message).toBe('There are 50 postbacks of this publisher already. Please delete one first.');
  const { rows } = (await t.call(routes.ownPostbacks, { token })).body;
  await t.call(routes.removeOwnPostback, { token, params: { id: rows[0].id } });
  expect((await add(99)).status).toBe(201);
});

test('20 webhooks of a workspace', async () => {
  const { token } = await t.signIn('admin@acme.test', { subdomain: 'acme' });
  const { counted, message } = await atOnce(24, (n) =>
    t.call(routes.addWebhook, {
      token,
      subdomain: 'acme',
      body: { url: `https://t.example/${n}`, events: ['conversion.created'] },
    }),
  );
  expect(counted).toEqual({ 201: 20, 409: 4 });
  expect(message).toBe('There are 20 webhooks already. Please delete one first.');
});

test('5 exports of a person that are not ready yet', async () => {
  const { token } = await t.signIn('publisher@demo.test');
  await t.app.worker?.stop();
  const query = { dimensions: 'day', metrics: 'clicks', period: 'today' };
  const { counted } = await atOnce(12, () => t.call(routes.startExport, { token, body: { format: 'csv', query } }));
  expect(counted).toEqual({ 201: 5, 429: 7 });
});

test('5000 saved links of a publisher', async () => {
  const admin = await t.signIn('admin@demo.test');
  const form = {
    offer_name: 'Counted',
    advertiser_id: 3,
    default_campaign_url: 'https://shop.example/?cid={click_id}',
    revenue: '1',
    payout: '0.5',
  };
  const offer = (await t.call(routes.createOffer, { token: admin.token, body: form })).body;
  const { token, userId } = await t.signIn('publisher@demo.test');
  await t.database.asOwner(
    `insert into links (tenant_id, code, offer_id, publisher_id, params, created_at)
     select tenant_id, 'full' || n, $2, id, '{}', now() from users, generate_series(1, 4999) n where id = $1`,
    [userId, offer.id],
  );
  const had = await t.database.asOwner<{ n: number }>('select count(*)::int as n from links where publisher_id = $1', [
    userId,
  ]);
  expect(had[0]?.n).toBeGreaterThanOrEqual(4_999);
  await t.database.asOwner(
    `delete from links where publisher_id = $1 and code in (select code from links where publisher_id = $1 order by code limit $2)`,
    [userId, (had[0]?.n ?? 0) - 4_998],
  );
  const { counted, message } = await atOnce(4, () =>
    t.call(routes.createLink, { token, body: { offer_id: offer.id, params: {} } }),
  );
  expect(counted).toEqual({ 200: 2, 409: 2 });
  expect(message).toBe('You have 5000 saved links. A campaign’s link also works without being saved.');
});

test('a password confirmed many times at once is confirmed or asked to wait, never a failure of ours', async () => {
  const { token } = await t.signIn('advertiser@demo.test');
  const { counted } = await atOnce(40, () =>
    t.call(routes.confirmPassword, { token, body: { password: DEMO_PASSWORD } }),
  );
  expect(Object.keys(counted).filter((status) => !['200', '429'].includes(status))).toEqual([]);
});
