// What the portals' first pages say is what stands behind their links: the same period, the same campaigns, the same moment.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

let t: TestApp;
let w: World;
let publisher: { token: string; number: number };
let advertiser: { token: string; id: string };
const DAY_MS = 86_400_000;

const signIn = async (email: string) => {
  const { token, userId } = await t.signIn(email);
  const [row] = await t.database.asOwner<{ n: number }>('select user_sequence_id as n from users where id = $1', [
    userId,
  ]);
  return { token, id: userId, number: row?.n ?? 0 };
};
const click = (offer: { number: number }, at: Date) =>
  w.click(w.clickId(offer.number, at, publisher.number), at, offer.number, { publisher: String(publisher.number) });
const before = (ms: number) => new Date(t.clock.now().getTime() - ms);
const dashboardOf = async (role: 'publisher' | 'advertiser') =>
  (
    await t.call(role === 'publisher' ? routes.publisherDashboard : routes.advertiserDashboard, {
      token: { publisher, advertiser }[role].token,
      query: {},
    })
  ).body;

/** last month one click; now two, and conversions of each status */
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  publisher = await signIn('publisher@demo.test');
  advertiser = await signIn('advertiser@demo.test');
  const offer = await w.addOffer({ title: 'Run', advertiser_id: advertiser.id });
  await w.addOffer({ title: 'Never run' });
  await click(offer, before(60_000));
  await w.impressions(offer.number, before(60_000), 3);
  t.clock.advance(20 * DAY_MS);
  await click(offer, before(22 * 60_000));
  await click(offer, before(60_000));
  for (const status of ['approved', 'pending', 'rejected']) {
    await w.convert({ click_id: w.clickId(offer.number, undefined, publisher.number), txn_id: status, status });
  }
  publisher = await signIn('publisher@demo.test');
  advertiser = await signIn('advertiser@demo.test');
});
afterAll(() => t.close());

test.each(['publisher', 'advertiser'] as const)(
  'the report of the period that a %s’s totals are of has the same totals',
  async (role) => {
    const page = await dashboardOf(role);
    const money = role === 'publisher' ? 'payout' : 'revenue';
    const { totals } = (
      await t.call(routes.reports, {
        token: { publisher, advertiser }[role].token,
        query: { from: page.since, to: page.days.at(-1).day, metrics: `impressions,clicks,conversions,${money}` },
      })
    ).body;
    expect(totals.conversions).toBe(2);
    expect(page).toMatchObject({
      total_conversions: totals.conversions,
      ...(role === 'publisher'
        ? { total_clicks: totals.clicks, total_revenue: totals[money] }
        : { total_impressions: totals.impressions, total_spent: totals[money] }),
    });
  },
);

test('the campaigns that a publisher can run now are the rows behind the figure, those with traffic among them', async () => {
  const asked = await w.addOffer({ title: 'Asked for', visibility: 'Ask to Permission' });
  await t.call(routes.askForCampaign, { token: publisher.token, params: { id: asked.id }, body: {} });
  const campaigns = async (show: string) =>
    (await t.call(routes.campaigns, { token: publisher.token, query: { show, page_size: '200' } })).body;
  const running = await campaigns('running');
  const titles = ({ rows }: { rows: { title: string }[] }) => rows.map(({ title }) => title);
  expect(titles(running)).toContain('Run');
  expect(titles(running)).not.toContain('Asked for');
  expect(titles(running)).not.toContain('Never run');
  expect(titles(await campaigns('mine'))).toEqual(expect.arrayContaining(['Run', 'Asked for']));
  expect((await dashboardOf('publisher')).active_campaigns).toBe(running.total);
});

test('clicks are counted by the hour, and said to be of that hour, never of a moment before they came', async () => {
  const { recent } = await dashboardOf('publisher');
  const clicks = recent.filter(({ type }: { type: string }) => type === 'click');
  expect(clicks.length).toBeGreaterThan(0);
  const now = Math.floor(t.clock.now().getTime() / 1_000);
  for (const { from, at } of clicks) {
    expect(from % 3_600).toBe(0);
    expect([at > from, at - from <= 3_600, at <= now]).toEqual([true, true, true]);
  }
  const [latest] = clicks;
  expect(latest.at).toBeGreaterThanOrEqual(now - 61);
  expect(recent.find(({ type }: { type: string }) => type === 'conversion').from).toBeNull();
});
