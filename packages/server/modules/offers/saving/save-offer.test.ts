// One Save for the whole offer: all of it or none of it, one entry in its history, one version of its terms, and a refusal
// that names the place.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { type Office, openOffice } from '../testing.ts';

let t: TestApp;
let office: Office;
beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
});
afterAll(() => t.close());

const save = (id: string, body: object) =>
  t.call(routes.saveOffer, { token: office.admin.token, params: { id }, body });
const termsOf = async (id: string) =>
  (await t.call(routes.offerTermsVersions, { token: office.admin.token, params: { id } })).body.rows;
const news = async (id: string) =>
  (
    await t.database.asOwner<{ n: string }>(
      `select count(*) as n from outbox where topic = 'offer.changed' and payload->>'offer_id' = $1`,
      [id],
    )
  )[0]?.n;

const rule = {
  publisher_id: null,
  goal_id: null,
  countries: [],
  source: null,
  from_conversions: 0,
  starts_at: null,
  ends_at: null,
  payout: '500',
  payout_percent: null,
  revenue: null,
  revenue_percent: null,
};
const cap = { publisher_id: null, metric: 'conversions', period: 'day', limit: '10', action: 'fallback' };
const target = { field: 'browser', op: 'in', values: ['Firefox'] };
const creative = { id: null, name: 'Short', kind: 'text', upload_id: null, content: 'Try it' };
const goal = { name: 'Repeat order', token: 'repeat', revenue: '20', payout: '30' };
const kpi = (to_goal_id: string) => ({ from_goal_id: null, to_goal_id, op: 'at_least', percent: 5, min_sample: 100 });

async function everything() {
  const { id } = await office.create();
  const { fields, version, goals } = await office.page(id);
  return {
    id,
    body: {
      version,
      fields: { ...fields, note: 'New note', goals: [goal] },
      payout_rules: [rule],
      caps: [cap],
      targets: [target],
      creatives: [creative],
      kpi_targets: [kpi(goals[0].id)],
    },
  };
}

test('every part of an offer is saved by one call: one entry, one version of the terms, one piece of news', async () => {
  const { id, body } = await everything();
  const before = Number(await news(id));
  const reply = await save(id, body);
  expect([reply.status, reply.body]).toEqual([200, { id, version: body.version + 1 }]);
  const page = await office.page(id);
  expect(page.version).toBe(body.version + 1);
  expect(page.fields).toMatchObject({ note: 'New note', goals: [{ token: 'repeat' }] });
  const lists = ['payout_rules', 'caps', 'targets', 'creatives', 'kpi_targets'];
  expect(lists.map((name) => page[name].length)).toEqual([1, 1, 1, 1, 1]);
  expect(page.history.map(({ action }: { action: string }) => action)).toEqual(['offer.edited', 'offer.created']);
  const [{ before: old, after }] = page.history;
  expect(Object.keys(after).sort()).toEqual([...lists, 'goals', 'note'].sort());
  expect([old.caps, after.caps]).toEqual([[], [{ id: page.caps[0].id, ...cap }]]);
  expect((await termsOf(id)).map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  expect(Number(await news(id)) - before).toBe(1);
});

test('saving what is there already changes nothing and tells nobody', async () => {
  const { id, body } = await everything();
  const { version } = (await save(id, body)).body;
  const [page, told] = [await office.page(id), await news(id)];
  const again = await save(id, { ...body, version });
  expect([again.status, again.body.version]).toEqual([200, version]);
  expect((await office.page(id)).history).toEqual(page.history);
  expect(await news(id)).toBe(told);
});

test('parts that are left out stay as they are', async () => {
  const { id, body } = await everything();
  const { version } = (await save(id, body)).body;
  expect((await save(id, { version, caps: [] })).status).toBe(200);
  const page = await office.page(id);
  expect([page.caps, page.payout_rules.length, page.fields.note]).toEqual([[], 1, 'New note']);
  expect(page.version).toBe(version + 1);
});

describe('one fault anywhere: nothing is saved, and the fault says where', () => {
  const unknown = '00000000-0000-7000-8000-000000000000';
  test.each([
    ['an empty limit', { caps: [cap, { ...cap, period: 'hour', limit: '' }] }, ['caps', 1, 'limit']],
    ['a limit that is no number', { caps: [{ ...cap, limit: 'many' }] }, ['caps', 0, 'limit']],
    ['half a conversion', { caps: [{ ...cap, limit: '1.5' }] }, ['caps', 0, 'limit']],
    ['clicks that are held', { caps: [{ ...cap, metric: 'clicks', action: 'hold' }] }, ['caps', 0, 'action']],
    ['two caps of one kind', { caps: [cap, { ...cap, limit: '7' }] }, ['caps', 1, 'limit']],
    ['a cap for nobody', { caps: [cap, { ...cap, publisher_id: unknown }] }, ['caps', 1, 'publisher_id']],
    ['a rule without an amount', { payout_rules: [rule, { ...rule, payout: null }] }, ['payout_rules', 1, 'payout']],
    ['a rule for nobody', { payout_rules: [{ ...rule, publisher_id: unknown }] }, ['payout_rules', 0, 'publisher_id']],
    ['a rule for no goal', { payout_rules: [{ ...rule, goal_id: unknown }] }, ['payout_rules', 0, 'goal_id']],
    [
      'a rule that ends first',
      { payout_rules: [{ ...rule, starts_at: 200, ends_at: 100 }] },
      ['payout_rules', 0, 'ends_at'],
    ],
    ['targeting by nothing', { targets: [{ ...target, values: [] }] }, ['targets', 0, 'values']],
    ['a creative without text', { creatives: [{ ...creative, content: '' }] }, ['creatives', 0, 'content']],
    [
      'a creative without a picture',
      { creatives: [creative, { ...creative, kind: 'image' }] },
      ['creatives', 1, 'upload_id'],
    ],
    ['a KPI of no goal', { kpi_targets: [kpi(unknown)] }, ['kpi_targets', 0, 'to_goal_id']],
    ['a KPI without a rate', { kpi_targets: [{ ...kpi(unknown), percent: null }] }, ['kpi_targets', 0, 'percent']],
  ])('%s', async (_, part, path) => {
    const { id, body } = await everything();
    const before = await office.page(id);
    const reply = await save(id, { ...body, ...part });
    expect([reply.status, reply.body.error.code, reply.body.error.path]).toEqual([400, 'invalid_input', path]);
    expect(reply.body.error.message).toMatch(/^[A-Z].+/);
    expect(await office.page(id)).toEqual(before);
    expect(await termsOf(id)).toHaveLength(1);
  });
  test.each([
    ['a goal without a name', { goals: [{ ...goal, name: '' }] }, ['fields', 'goals', 0, 'name']],
    [
      'a goal that pays "much"',
      { goals: [goal, { ...goal, token: 'b', payout: 'much' }] },
      ['fields', 'goals', 1, 'payout'],
    ],
    [
      'a page that is no address',
      { landing_pages: [{ name: 'x', url: 'nowhere' }] },
      ['fields', 'landing_pages', 0, 'url'],
    ],
    ['a picture of nobody', { thumbnail_id: unknown }, ['fields', 'thumbnail_id']],
    ['an advertiser that is not there', { advertiser_id: 999_999 }, ['fields', 'advertiser_id']],
    [
      'hours that never open',
      { enable_time_targeting: true, enable_inactive_hours: true, start_hour: 3, end_hour: 3, selected_days: '[]' },
      ['fields', 'enable_inactive_hours'],
    ],
  ])('%s', async (_, part, path) => {
    const { id, body } = await everything();
    const { history: _history, ...before } = await office.page(id);
    const reply = await save(id, { ...body, fields: { ...body.fields, ...part } });
    expect([reply.status, reply.body.error.path]).toEqual([400, path]);
    expect(await office.page(id)).toMatchObject(before);
    expect(await termsOf(id)).toHaveLength(1);
  });
});

test('whoever saves second is told so, whichever part the first one saved; nothing of the first is lost', async () => {
  const { id, body } = await everything();
  const asAdmin = { token: office.admin.token, params: { id } };
  const changes: [string, () => Promise<{ status: number }>][] = [
    ['caps', () => t.call(routes.setOfferCaps, { ...asAdmin, body: { caps: [cap] } })],
    ['rules', () => t.call(routes.setPayoutRules, { ...asAdmin, body: { rules: [rule] } })],
    ['targets', () => t.call(routes.setTargets, { ...asAdmin, body: { targets: [target] } })],
    ['creatives', () => t.call(routes.setCreatives, { ...asAdmin, body: { creatives: [creative] } })],
    ['kpi', () => t.call(routes.setKpiTargets, { ...asAdmin, body: { targets: body.kpi_targets } })],
    ['status', () => t.call(routes.setOfferStatus, { ...asAdmin, body: { status: 'paused' } })],
  ];
  for (const [name, change] of changes) {
    const { version } = await office.page(id);
    expect([name, (await change()).status]).toEqual([name, 200]);
    const reply = await save(id, { version, caps: [] });
    expect([name, reply.status, reply.body.error?.code]).toEqual([name, 409, 'conflict']);
  }
  expect((await office.page(id)).caps).toHaveLength(1);
});

test('a goal and the rule for it leave in one save', async () => {
  const { id, body } = await everything();
  await save(id, body);
  const { goals, version, fields } = await office.page(id);
  const forGoal = { ...rule, goal_id: goals[1].id };
  const with2 = (await save(id, { version, payout_rules: [forGoal] })).body.version;
  const dangling = await save(id, { version: with2, fields: { ...fields, goals: [] }, payout_rules: [forGoal] });
  expect([dangling.status, dangling.body.error.path]).toEqual([400, ['payout_rules', 0, 'goal_id']]);
  expect((await save(id, { version: with2, fields: { ...fields, goals: [] }, payout_rules: [] })).status).toBe(200);
});
