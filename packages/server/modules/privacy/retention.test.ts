// What a workspace's retention takes away, and what it must not touch: figures, money, and what can be proved of them.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { checkBooks } from '../conversions/index.ts';
import { events } from '../events/index.ts';
import { keptFrom } from './retention.ts';

let t: TestApp;
let w: World;
let token: string;
let sold: { id: string; number: number };
let paid: { id: string; number: number };
let begin: Date;
let clickId: string;
let receiptId: string;

const moment = (minutes: number): Date => new Date(begin.getTime() + minutes * MINUTE_MS);
const signIn = async () => {
  token = (await t.signIn('admin@demo.test')).token;
};
const save = async (raw_rows: string) => {
  const params = { section: 'retention' };
  const { body } = await t.call(routes.settings, { token, params });
  return t.call(routes.saveSettings, { token, params, body: { version: body.version, value: { raw_rows } } });
};
const inTenant = <R>(run: Parameters<typeof t.app.database.withTenant<R>>[2]) =>
  t.app.database.withTenant(w.tenantId, systemActor, run);
const count = async (text: string): Promise<number> =>
  Number((await t.database.asOwner<{ n: string }>(text, [w.tenantId]))[0]?.n);

const metrics = 'gross_clicks,clicks,unique_clicks,impressions,conversions,revenue,payout,profit';
const report = async (dimensions: string) => {
  const [from, to] = [-DAY_MS, 2 * DAY_MS].map((ms) => new Date(begin.getTime() + ms).toISOString().slice(0, 10));
  const query = { dimensions, metrics, from: from ?? '', to: to ?? '' };
  return t.call(routes.reports, { token, query });
};
const reports = async () => {
  const kinds = ['', 'offer', 'publisher', 'country', 'day', 'hour', 'source', 'offer,hour', 'advertiser', 'device'];
  const answers = await Promise.all(kinds.map(report));
  return answers.map(({ status, body }) => ({ status, rows: body.rows, totals: body.totals, labels: body.labels }));
};

beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  begin = new Date(Math.ceil(t.clock.now().getTime() / (15 * MINUTE_MS)) * 15 * MINUTE_MS);
  // paid by the click, dearer from the seventh minute of a quarter of an hour on
  paid = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
  await w.addRule(paid.id, { starts_at: moment(7), revenue_micros: 900_000, payout_micros: 300_000 });
  sold = await w.addOffer();
  t.clock.advance(begin.getTime() - t.clock.now().getTime());
  const person = { ip: '203.0.113.9', user_agent: 'Mozilla/5.0 (ours)', referer: 'https://news.example/' };
  await w.clicks(paid.number, moment(1), 3, person);
  await w.clicks(paid.number, moment(9), 5, person);
  await w.clicks(paid.number, moment(20), 7, person);
  await w.clicks(sold.number, moment(2), 4, person);
  await w.impressions(sold.number, moment(2), 6, person);
  clickId = w.clickId(sold.number, moment(3));
  await w.click(clickId, moment(3), sold.number, person);
  t.clock.advance(10 * MINUTE_MS);
  expect(await w.convert({ click_id: clickId, txn_id: 'order-1' })).toBe('recorded');
  [receiptId = ''] = await w.receipts([{ click_id: clickId, txn_id: 'order-2' }]);
  await t.app.worker?.drain();
  t.clock.advance(2 * DAY_MS);
  await t.app.worker?.drain();
  await signIn();
});
afterAll(() => t.close());

test.each([
  ['2026-11-16T12:00:00Z', 'Asia/Kolkata', '3', '2026-08-15T18:30:00.000Z'],
  ['2026-05-31T12:00:00Z', 'UTC', '3', '2026-02-28T00:00:00.000Z'],
  ['2026-03-31T12:00:00Z', 'UTC', '13', '2025-02-28T00:00:00.000Z'],
] as const)('%s in %s, %s months: kept from %s on', (now, zone, months, from) => {
  expect(keptFrom(months, zone, new Date(now))?.toISOString()).toBe(from);
});

test('never shorter than clicks live, in the sentence of the refusal; a word that nobody knows is refused', async () => {
  await t.database.asOwner('update offers set click_life_days = 365 where id = $1', [sold.id]);
  const refused = await save('6');
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'Clicks of this workspace can become conversions for 365 days: please keep single rows for at least 12 months.',
  ]);
  await t.database.asOwner('update offers set click_life_days = 30 where id = $1', [sold.id]);
  expect((await save('1')).status).toBe(400);
  expect((await save('3')).status).toBe(200);
});

test('what is over goes, lot by lot; every figure, balance and proof stays', async () => {
  const before = await reports();
  expect(before.map(({ status }) => status)).toEqual(before.map(() => 200));
  const at = begin.getTime() + 120 * DAY_MS - t.clock.now().getTime();
  t.clock.advance(at);
  await signIn();
  await t.app.worker?.drain();
  expect(await count('select count(*) as n from receipts where tenant_id = $1')).toBe(0);
  expect(await count('select count(*) as n from receipt_outcomes where tenant_id = $1')).toBe(0);
  const left = await inTenant((tx) =>
    events().scan(tx, w.tenantId, { start: new Date(0), end: t.clock.now() }, {}, null),
  );
  // the quarter of an hour in which the price changed is counted from its rows for ever: they stay, and tell of nobody
  expect(left.rows.map(({ offer }) => offer)).toEqual(Array(8).fill(paid.number));
  for (const row of left.rows) {
    expect(row).toMatchObject({ ip: null, user_agent: null, referer: null, params: {}, country: 'IN' });
  }
  expect(await reports()).toEqual(before);
  expect(await inTenant((tx) => checkBooks(tx, w.tenantId))).toEqual([]);
  const trail = await t.call(routes.changeLog, { token, query: { action: 'retention.rows-removed' } });
  expect(trail.body.rows[0].fields).toContainEqual({ field: 'events', before: null, after: 26 });
});

test('a conversion keeps what it copied of its click', async () => {
  const [conversion] = await w.conversions();
  const { body } = await t.call(routes.conversion, { token, params: { id: conversion?.id ?? '' } });
  expect(body).toMatchObject({ ip: '203.0.113.9', country: 'IN', click_id: clickId, click_seen: true });
});

test('whoever looks for what was removed is told so', async () => {
  const day = /before \d{4}-\d\d-\d\d/;
  const receipt = await t.call(routes.receipt, { token, params: { id: receiptId } });
  expect([receipt.status, receipt.body.error.message]).toEqual([404, expect.stringMatching(day)]);
  const browser = await report('browser');
  expect([browser.status, browser.body.error.message]).toEqual([400, expect.stringMatching(day)]);
  const body = { click_id: clickId, reason: 'By phone', status: 'approved', goal: '', over_cap: false };
  const added = await t.call(routes.addConversion, { token, body: { ...body, txn_id: 'by-hand' } });
  expect([added.status, added.body.error.message]).toEqual([
    400,
    'This click was removed by this workspace’s retention. Please choose its offer and publisher instead',
  ]);
});

test('a click that lives longer only since its row went waits for a person: nobody knows any more what it was', async () => {
  await t.database.asOwner('update offers set click_life_days = 365 where id = $1', [sold.id]);
  t.clock.advance(1_000);
  expect(await w.convert({ click_id: w.clickId(sold.number, moment(2)), txn_id: 'late' })).toBe('recorded');
  const late = (await w.conversions()).find(({ txn_id }) => txn_id === 'late');
  expect(late).toMatchObject({
    status: 'pending',
    reason: 'The click needs a look: its own row was removed by this workspace’s retention',
  });
});
