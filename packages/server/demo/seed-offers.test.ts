import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyMoney } from '../modules/conversions/index.ts';
import { quietLog, testSecret } from '../platform/testing.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { seedHistory } from './seed-history.ts';
import { seedDemoOffers } from './seed-offers.ts';

let t: TestApp;
const seed = () => seedDemoOffers(t.app.database, t.app.passwords, t.clock, quietLog);
beforeAll(async () => {
  t = await createTestApp();
  await seed();
});
afterAll(() => t.close());

test('the demo has offers, people, requests and links to show, on every screen of every role', async () => {
  const { token } = await t.signIn('admin@demo.test');
  const offers = (await t.call(routes.offers, { token, query: { page_size: '100' } })).body;
  expect(offers.total).toBe(13);
  const kinds = (read: (row: Record<string, string>) => string | undefined) => new Set(offers.rows.map(read));
  expect(kinds((row) => row.offer_type)).toEqual(new Set(['CPR', 'CPS', 'CPI', 'CPL', 'CPM', 'CPC']));
  expect(kinds((row) => row.offer_visibility)).toEqual(new Set(['Public', 'Private', 'Ask to Permission']));
  expect(kinds((row) => row.status)).toEqual(new Set(['active', 'paused', 'pending']));
  expect((await t.call(routes.permissionRequests, { token, query: { state: 'requested' } })).body.total).toBe(2);
  const pending = { token, query: { status: 'pending', page: '1' } };
  expect((await t.call(routes['publishers.list'], pending)).body.total).toBe(2);
  expect((await t.call(routes['advertisers.list'], pending)).body.total).toBe(1);

  const publisher = await t.signIn('publisher@demo.test');
  expect((await t.call(routes.campaigns, { token: publisher.token })).body.total).toBe(10);
  expect((await t.call(routes.links, { token: publisher.token })).body.total).toBe(3);
  const advertiser = await t.signIn('advertiser@demo.test');
  const own = (await t.call(routes.advertiserCampaigns, { token: advertiser.token })).body.rows;
  expect(own[0]).toMatchObject({ title: 'Lantern – Personal loans', brief: true });

  const acme = await t.signIn('admin@acme.test', { subdomain: 'acme' });
  expect((await t.call(routes.offers, { subdomain: 'acme', token: acme.token })).body.total).toBe(2);
});

test('whoever may have conversions is older than the longest history', async () => {
  const longestHistoryDays = 365;
  const [youngest] = await t.database.asOwner(
    `select max(created_at) as at from users where status = 'approved' and type in ('publisher', 'advertiser')`,
  );
  const days = (t.clock.now().getTime() - new Date(String(youngest?.at)).getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(longestHistoryDays);
});

test('its last days have a request, a partial refund, an order without a rate and a word nobody knows', async () => {
  const parts = { database: t.app.database, intake: t.app.intake, secret: testSecret, clock: t.clock, log: quietLog };
  await seedHistory({ ...parts, days: 2, stopped: () => false });
  await t.app.worker?.drain();
  const { token } = await t.signIn('admin@demo.test');
  const requests = (await t.call(routes.conversionRequests, { token, query: { state: 'open' } })).body;
  expect(requests.rows[0]).toMatchObject({ word: 'approved', state: 'open' });
  const shown = await t.database.asOwner<{ what: string }>(
    `select outcome as what from receipt_outcomes where outcome = 'currency_unknown'
     union select outcome from receipts where outcome = 'status_unknown'
     union select 'refund ' || refund from conversions where refund is not null order by 1`,
  );
  expect(shown.map(({ what }) => what)).toEqual(['currency_unknown', 'refund partial', 'status_unknown']);
  const { body: inbox } = await t.call(routes.unmatched, { token, query: { page_size: '100' } });
  const causes = new Set(inbox.rows.map(({ cause }: { cause: string }) => cause));
  expect([...causes].sort()).toEqual(['amount', 'currency', 'goal', 'other_name', 'unfilled', 'unknown']);
  const found = inbox.rows.filter(({ cause }: { cause: string }) => cause === 'other_name');
  expect(found.every(({ advertiser }: { advertiser: unknown }) => advertiser !== null)).toBe(true);
  expect(await verifyMoney(t.database.open('worker'), [], () => undefined)).toBe(true);
});

test('a second start adds nothing', async () => {
  const count = async () =>
    await t.database.asOwner('select count(*) from offers union all select count(*) from users');
  const before = await count();
  await seed();
  expect(await count()).toEqual(before);
});
