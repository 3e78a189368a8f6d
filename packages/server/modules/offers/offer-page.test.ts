// The offer's own page: what hangs on the offer beside its form, who changed what, and two people at one offer.

import { type RouteSpec, routes } from '@tributary/contract';
import { capActionNames, capMetrics, capPeriods } from '@tributary/contract/offers/offer-terms';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing.ts';
import { type Office, openOffice } from './testing.ts';

let t: TestApp;
let office: Office;
let id: string;
beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
  id = (await office.create({ goals: [{ name: 'Lead', token: 'lead', revenue: '2', payout: '1' }] })).id;
});
afterAll(() => t.close());

const put = (route: RouteSpec, body: unknown, offerId = id) =>
  t.call(route, { token: office.admin.token, params: { id: offerId }, body });
const message = async (route: RouteSpec, body: unknown) => {
  const reply = await put(route, body);
  return `${reply.status} ${reply.body.error?.message ?? ''}`;
};
const events = async (offerId = id) =>
  Number(
    (
      await t.database.asOwner<{ n: string }>(
        `select count(*) as n from outbox where topic = 'offer.changed' and payload->>'offer_id' = $1`,
        [offerId],
      )
    )[0]?.n,
  );

describe('two managers at one offer', () => {
  test('the second to save is told so, and nothing of the first is lost', async () => {
    const { id: own } = await office.create();
    const { fields, version } = await office.page(own);
    const save = (note: string) => put(routes.editOffer, { ...fields, note, version }, own);
    const replies = await Promise.all([save('one'), save('two'), save('three')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.error.message).toBe(
      'This was changed meanwhile. Please reload and try again.',
    );
    const after = await office.page(own);
    expect(after.version).toBe(version + 1);
    expect(after.history.filter((row: { action: string }) => row.action === 'offer.edited')).toHaveLength(1);
  });
  test('an edit may not move the offer to an advertiser in another manager’s charge', async () => {
    const other = await office.addPublisher({ type: 'advertiser', admin_user_email: 'else@demo.test' });
    const { fields, version } = await office.page(id);
    expect((await put(routes.editOffer, { ...fields, advertiser_id: other.number, version })).status).toBe(403);
    expect((await office.page(id)).history[0].action).toBe('offer.refused');
  });
});

describe('goals and landing pages keep their rows', () => {
  test('a removed goal comes back with its number, a renamed page keeps its own', async () => {
    const page = { name: 'Two', url: 'https://lantern.example/2?c={click_id}' };
    const goals = ['a', 'b'].map((token) => ({ name: token, token, revenue: '1', payout: '1' }));
    const { id: own } = await office.create({ goals, landing_pages: [page] });
    const edit = async (change: object) => {
      const { fields, version } = await office.page(own);
      expect((await put(routes.editOffer, { ...fields, ...change, version }, own)).status).toBe(200);
      return office.page(own);
    };
    const numbers = (list: { number: number; name: string }[]) => list.map(({ number, name }) => `${number} ${name}`);
    const first = await office.page(own);
    expect(numbers((await edit({ goals: goals.slice(1) })).goals)).toEqual(['1 Default', '3 b']);
    const again = await edit({ goals: [...goals, { name: 'c', token: 'c', revenue: '1', payout: '1' }] });
    expect(numbers(again.goals)).toEqual(['1 Default', '2 a', '3 b', '4 c']);
    expect(again.goals[1].id).toBe(first.goals[1].id);
    const renamed = await edit({ landing_pages: [{ ...page, name: 'Second' }] });
    expect(numbers(renamed.landing_pages)).toEqual(['1 Default', '2 Second']);
    expect((await edit({ default_campaign_url: 'https://new.example/?c={click_id}' })).landing_pages[0].url).toBe(
      'https://new.example/?c={click_id}',
    );
  });
  test.each([
    [
      'two goals with one token',
      { goals: [1, 2].map((n) => ({ name: `g${n}`, token: 'x', revenue: '1', payout: '1' })) },
    ],
    ['a second default goal with other amounts', { goals: [{ name: 'g', token: '', revenue: '1', payout: '1' }] }],
    ['two pages of one name', { landing_pages: [1, 2].map(() => ({ name: 'x', url: 'https://a.example/' })) }],
    ['a page that is no address', { landing_pages: [{ name: 'x', url: 'javascript:{click_id}' }] }],
  ])('%s are refused', async (_, change) => {
    const reply = await t.call(routes.createOffer, { token: office.admin.token, body: office.form(change) });
    expect([reply.status, typeof reply.body.message]).toEqual([400, 'string']);
  });
});

describe('caps', () => {
  const cap = { publisher_id: null, metric: 'clicks', period: 'day', limit: '100', action: 'fallback' };
  test('every metric, period, scope and action that goes together is kept as it was set', async () => {
    for (const metric of capMetrics) {
      const caps = capPeriods.flatMap((period) =>
        [null, office.publisher.userId].flatMap((publisher_id) =>
          capActionNames
            .filter((action) => metric !== 'clicks' || ['fallback', 'pause_offer', 'notify'].includes(action))
            .map((action) => ({
              publisher_id,
              metric,
              period,
              limit: metric === 'revenue' ? '0.000001' : '250',
              action,
            })),
        ),
      );
      expect(await message(routes.setOfferCaps, { caps })).toBe('200 ');
      const shown = (await office.page(id)).caps.map(
        ({ id: _id, publisher_name, ...rest }: Record<string, unknown>) => {
          expect(publisher_name).toBe(rest.publisher_id ? 'Priya Shah' : null);
          return rest;
        },
      );
      const sorted = (list: object[]) => list.map((one) => JSON.stringify(Object.entries(one).sort())).sort();
      expect(sorted(shown)).toEqual(sorted(caps));
    }
  });
  test('a cap that is set again keeps its id, and an unchanged list is no news', async () => {
    await put(routes.setOfferCaps, { caps: [cap, { ...cap, period: 'hour' }] });
    const [first] = (await office.page(id)).caps;
    const before = await events();
    await put(routes.setOfferCaps, { caps: [cap, { ...cap, period: 'hour' }] });
    expect(await events()).toBe(before);
    await put(routes.setOfferCaps, { caps: [{ ...cap, limit: '200' }] });
    expect((await office.page(id)).caps).toEqual([{ ...first, limit: '200' }]);
    expect(await events()).toBe(before + 1);
  });
  test.each([
    ['400 A cap on clicks is a whole number.', [{ ...cap, limit: '1.5' }]],
    ['400 A cap on clicks can send to the fallback, pause the offer or notify.', [{ ...cap, action: 'hold' }]],
    ['400 One of the publishers does not exist.', [{ ...cap, publisher_id: 'nobody' }]],
    ['400 Two caps differ in nothing but their limit. Please keep one of them.', [cap, { ...cap, limit: '7' }]],
  ])('%s', async (sentence, caps) => {
    expect(await message(routes.setOfferCaps, { caps })).toBe(sentence);
  });
});

describe('payout rules', () => {
  const rule = {
    publisher_id: null,
    goal_id: null,
    countries: [],
    source: null,
    from_conversions: 0,
    starts_at: null,
    ends_at: null,
    payout: '1',
    payout_percent: null,
    revenue: null,
    revenue_percent: null,
  };
  test('are shown in the order in which they apply, with exact amounts', async () => {
    const rules = [
      { ...rule, payout: '0.1' },
      {
        ...rule,
        publisher_id: office.publisher.userId,
        payout: null,
        payout_percent: 12.35,
        revenue: '999999999999.999999',
      },
      { ...rule, countries: ['in', 'us'], source: 'news', payout: '0.000001', starts_at: 1_790_000_000 },
    ];
    expect(await message(routes.setPayoutRules, { rules })).toBe('200 ');
    const shown = (await office.page(id)).payout_rules;
    expect(shown.map(({ id: _id, publisher_name: _name, ...rest }: Record<string, unknown>) => rest)).toEqual([
      { ...rules[2], priority: 1 },
      { ...rules[1], priority: 2 },
      { ...rules[0], priority: 3 },
    ]);
  });
  test.each([
    ['400 A payout rule has an amount or a percentage, not both.', { payout_percent: 5 }],
    ['400 A payout rule needs a payout, a percentage or a revenue.', { payout: null }],
    ['400 A payout rule must end after it begins.', { starts_at: 2_000, ends_at: 1_000 }],
    ['400 One of the rules names a goal that this offer does not have.', { goal_id: 'nope' }],
    ['400 One of the publishers does not exist.', { publisher_id: 'nobody' }],
  ])('%s', async (sentence, change) => {
    expect(await message(routes.setPayoutRules, { rules: [{ ...rule, ...change }] })).toBe(sentence);
  });
});

test('targets and creatives come back as they were set; html is cleaned', async () => {
  const targets = [
    { field: 'browser', op: 'in', values: ['chrome', 'firefox'] },
    { field: 'city', op: 'not_in', values: ['Pune'] },
  ];
  expect(await message(routes.setTargets, { targets })).toBe('200 ');
  const news = await events();
  expect(await message(routes.setTargets, { targets })).toBe('200 ');
  expect(await events()).toBe(news);
  const creatives = [
    { id: null, name: 'Line', kind: 'text', upload_id: null, content: 'Light < up' },
    { id: null, name: 'Ad', kind: 'html', upload_id: null, content: '<p onclick="x()">Ad</p><script>1</script>' },
  ];
  expect(await message(routes.setCreatives, { creatives })).toBe('200 ');
  const page = await office.page(id);
  expect(page.targets).toEqual(targets);
  const line = { id: expect.any(String), image_url: null, width: null, height: null };
  expect(page.creatives).toEqual([
    { ...line, number: 1, name: 'Line', kind: 'text', content: 'Light < up' },
    { ...line, number: 2, name: 'Ad', kind: 'html', content: '<p>Ad</p>' },
  ]);
  await put(routes.setCreatives, { creatives: [{ ...creatives[1], id: page.creatives[1].id, name: 'Renamed' }] });
  expect((await office.page(id)).creatives).toEqual([{ ...page.creatives[1], name: 'Renamed' }]);
});

test('rich text is clean in the row, and clean again when it is read', async () => {
  const dirty = '<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=alert(1)></p>';
  const rich = { description: dirty, kpi: dirty, offer_terms: dirty, terms_and_conditions: dirty };
  const { id: own } = await office.create(rich);
  const read = async () =>
    (await t.database.asOwner<{ texts: Record<string, string> }>('select texts from offers where id = $1', [own]))[0]
      ?.texts;
  const clean = Object.fromEntries(Object.keys(rich).map((name) => [name, '<p>Hi</p>']));
  expect(await read()).toMatchObject(clean);
  // written past us: an older release, a restored backup, a hand in the database
  await t.database.asOwner('update offers set texts = texts || $2 where id = $1', [own, JSON.stringify(rich)]);
  expect((await office.page(own)).fields).toMatchObject(clean);
  const { rows } = await office.campaigns({ page_size: '200' });
  expect(rows.find((row: { id: string }) => row.id === own)).toMatchObject({
    description: '<p>Hi</p>',
    kpi: '<p>Hi</p>',
    terms: '<p>Hi</p><hr /><p>Hi</p>',
  });
});

describe('status and clone', () => {
  test('a change of status is idempotent and kept in the history', async () => {
    const { id: own } = await office.create();
    const before = await events(own);
    for (const status of ['paused', 'paused', 'active']) {
      expect((await put(routes.setOfferStatus, { status }, own)).body).toEqual({ id: own, status });
    }
    expect(await events(own)).toBe(before + 2);
    const { history } = await office.page(own);
    expect(history.map((row: { action: string }) => row.action)).toEqual([
      'offer.status-changed',
      'offer.status-changed',
      'offer.created',
    ]);
    expect(history[0]).toMatchObject({ before: { status: 'paused' }, after: { status: 'active' }, actor: 'Asha Rao' });
  });
  test('a copy has everything but who may run it, and is pending', async () => {
    await put(routes.setPermission, { publisher_ids: [office.publisher.userId], state: 'allowed' });
    const goal = (await office.page(id)).goals[1];
    const rules = [
      {
        publisher_id: null,
        goal_id: goal.id,
        countries: ['in'],
        source: null,
        from_conversions: 5,
        starts_at: null,
        ends_at: null,
        payout: '2',
        payout_percent: null,
        revenue: null,
      },
    ];
    await put(routes.setPayoutRules, { rules });
    const reply = await put(routes.cloneOffer, undefined);
    const [from, copy] = [await office.page(id), await office.page(reply.body.id)];
    expect(copy.camp_id).toBe(reply.body.camp_id);
    expect(copy.fields).toEqual({ ...from.fields, offer_name: 'Lantern loans (copy)', status: 'pending' });
    const bare = (list: Record<string, unknown>[]) =>
      list.map(({ id: _id, goal_id: _goal, number: _number, ...rest }) => rest);
    for (const part of ['goals', 'landing_pages', 'caps', 'payout_rules', 'creatives', 'targets']) {
      expect(bare(copy[part])).toEqual(bare(from[part]));
      expect(copy[part].length).toBeGreaterThan(0);
    }
    expect(copy.payout_rules[0].goal_id).toBe(copy.goals[1].id);
    expect(copy.permissions).toEqual([]);
  });
});
