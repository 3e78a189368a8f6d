// Hidden stays hidden: of an offer whose payout is hidden a publisher sees no amount per offer or conversion, whichever door
// he tries; totals and balances show what is owed, hidden offers as one line per currency.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../platform/clock.ts';
import { addDays, dayOf, startOf } from '../../../platform/zone.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

let t: TestApp;
let w: World;
let token: string;
let number: number;
let open: { id: string; number: number };
let hidden: { id: string; number: number };
let rupees: { id: string; number: number };
/** the workspace's own: its months are what is shown */
let tz: string;

beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  const signedIn = await t.signIn('publisher@demo.test');
  token = signedIn.token;
  const [row] = await t.database.asOwner<{ n: number }>('select user_sequence_id as n from users where id = $1', [
    signedIn.userId,
  ]);
  number = row?.n ?? 0;
  const zones = await t.database.asOwner<{ time_zone: string }>('select time_zone from tenants where id = $1', [
    w.tenantId,
  ]);
  tz = zones[0]?.time_zone ?? '';
  open = await w.addOffer({ title: 'Open' });
  hidden = await w.addOffer({ title: 'Hidden', hide_payout: true, payout_micros: 3_000_000 });
  rupees = await w.addOffer({
    title: 'Rupees',
    hide_payout: true,
    payout_micros: 83_000_000,
    revenue_micros: 90_000_000,
    currency: 'INR',
  });
  for (const [offer, txn] of [
    [open, 'o1'],
    [open, 'o2'],
    [hidden, 'h1'],
    [rupees, 'r1'],
  ] as const) {
    await w.convert({
      click_id: w.clickId(offer.number, undefined, number),
      txn_id: `secret-${txn}`,
      sale_amount: '77',
    });
  }
});
afterAll(() => t.close());

const ask = async (query: Record<string, string>) => {
  const reply = await t.call(routes.reports, { token, query: { period: 'this_month', tz, ...query } });
  expect(`${reply.status} ${reply.raw}`).toMatch(/^200/);
  return reply.body;
};
const payouts = (rows: { offer: number; payout: string | null }[]) =>
  Object.fromEntries(rows.map((row) => [row.offer, row.payout]));
/** what is owed: two at 4, one at 3, and 83 rupees, which are a dollar */
const LINES = [
  { currency: 'INR', amount: '83' },
  { currency: 'USD', amount: '3' },
];

describe('a report', () => {
  test('by offer shows open amounts, hidden ones nowhere, and the total that is owed', async () => {
    const report = await ask({ dimensions: 'offer', metrics: 'conversions,payout,approved_payout,epc' });
    expect(payouts(report.rows)).toEqual({ [open.number]: '8', [hidden.number]: null, [rupees.number]: null });
    const row = report.rows.find((one: { offer: number }) => one.offer === hidden.number);
    expect(row).toMatchObject({ conversions: 1, payout: null, approved_payout: null, epc: null });
    expect(report.totals.payout).toBe('12');
    expect(report.hidden).toEqual(LINES);
  });

  test.each([
    ['a filter on the offer', () => ({ 'filter[offer]': String(hidden.number) })],
    ['a filter on both hidden offers', () => ({ 'filter[offer]': `${hidden.number},${rupees.number}` })],
    ['the goal of the offer', () => ({ dimensions: 'offer,goal', 'filter[offer]': String(hidden.number) })],
    ['drilling to the hour', () => ({ dimensions: 'hour', 'filter[offer]': String(hidden.number) })],
    ['sorting by it', () => ({ dimensions: 'offer', 'filter[offer]': String(hidden.number), sort: '-payout' })],
  ])('%s reveals nothing', async (_how, query) => {
    const report = await ask({ metrics: 'payout,approved_payout,pending_payout,rejected_payout,epc', ...query() });
    for (const row of [...report.rows, report.totals]) {
      expect([row.payout, row.approved_payout, row.pending_payout, row.epc]).toEqual([null, null, null, null]);
    }
    expect(report.hidden).toEqual([]);
  });

  test('a filter that leaves both kinds in shows the open ones alone, in rows and in the total', async () => {
    const query = { dimensions: 'offer', metrics: 'payout', 'filter[offer]': `${open.number},${hidden.number}` };
    const report = await ask(query);
    expect(payouts(report.rows)).toEqual({ [open.number]: '8', [hidden.number]: null });
    expect([report.totals.payout, report.hidden]).toEqual(['8', []]);
    expect(report.notes.join(' ')).toContain('hidden');
  });

  test('a part of a day, by which one conversion could be told from the others, shows the open ones alone', async () => {
    const at = t.clock.now();
    const day = at.toISOString().slice(0, 10);
    const query = { metrics: 'payout', tz: 'UTC', from: `${day}T00:00`, to: `${day}T23:45` };
    const reply = await t.call(routes.reports, { token, query });
    expect(reply.body.hidden).toEqual([]);
    expect(['8', '0', null]).toContain(reply.body.totals.payout);
  });

  test('a day’s row holds the open amounts; a comparison with the hidden offer shows none', async () => {
    const byDay = await ask({ dimensions: 'day', metrics: 'payout' });
    const sum = byDay.rows.reduce((all: number, row: { payout: string }) => all + Number(row.payout), 0);
    expect(sum).toBe(8);
    const compared = await ask({ metrics: 'payout', compare: `offer:${hidden.number}` });
    expect(compared.previous.totals.payout).toBeNull();
  });

  describe('of other days than whole months of the workspace', () => {
    const first = () => dayOf(t.clock.now(), tz).slice(0, 8).concat('01');
    /** of last month, and of the one before */
    const monthBefore = (day: string) => addDays(day, -1).slice(0, 8).concat('01');
    const inLast = (day: number) => addDays(monthBefore(first()), day - 1);
    beforeAll(async () => {
      const at = new Date(startOf(inLast(10), tz).getTime() + 12 * HOUR_MS);
      const click_id = w.clickId(hidden.number, at, number);
      expect(await w.convert({ click_id, txn_id: 'secret-h2', at: at.toISOString() })).toBe('recorded');
    });
    const last = [{ currency: 'USD', amount: '3' }];
    const both = [
      { currency: 'INR', amount: '83' },
      { currency: 'USD', amount: '6' },
    ];
    const today = () => dayOf(t.clock.now(), tz);
    const cases: [string, () => Record<string, string>, { currency: string; amount: string }[]][] = [
      ['last month', () => ({ period: 'last_month' }), last],
      ['last month, by its days', () => ({ from: inLast(1), to: addDays(first(), -1) }), last],
      ['two months', () => ({ from: monthBefore(inLast(1)), to: addDays(first(), -1) }), last],
      ['last month and what there is of this one', () => ({ from: inLast(1), to: today() }), both],
      ['one day', () => ({ from: inLast(10), to: inLast(10) }), []],
      ['all but the last day of a month', () => ({ from: inLast(1), to: addDays(first(), -2) }), []],
      ['a month from its second day', () => ({ from: inLast(2), to: addDays(first(), -1) }), []],
      ['from a second day until today', () => ({ from: inLast(2), to: today() }), []],
      ['thirty days', () => ({ from: addDays(inLast(5), -1), to: addDays(inLast(5), 28) }), []],
      ['a month of another zone', () => ({ from: inLast(1), to: addDays(first(), -1), tz: 'Pacific/Kiritimati' }), []],
    ];
    test.each(cases)('%s', async (_name, query, lines) => {
      const report = await ask({ dimensions: 'offer', metrics: 'conversions,payout', ...query() });
      expect(report.hidden).toEqual(lines);
      const isTold = report.notes.some((note: string) => note.includes(`by whole months (${tz})`));
      expect(isTold).toBe(lines.length === 0);
      if (lines.length === 0) expect([null, '0', '8']).toContain(report.totals.payout);
    });
  });

  test('an account manager sees it all', async () => {
    const admin = (await t.signIn('admin@demo.test')).token;
    const query = { period: 'last_7_days', metrics: 'payout', 'filter[offer]': String(hidden.number) };
    expect((await t.call(routes.reports, { token: admin, query })).body.totals.payout).toBe('3');
  });
});

test.each(['UTC', 'Pacific/Kiritimati'])(
  'the dashboard, read in %s: totals are what is owed, the newest conversions of hidden offers have no amount',
  async (zone) => {
    const { body } = await t.call(routes.publisherDashboard, { token, query: { tz: zone } });
    const own = body.recent.filter(({ type }: { type: string }) => type === 'conversion');
    const amounts = Object.fromEntries(
      own.map(({ campaign, amount }: { campaign: { name: string }; amount: string | null }) => [campaign.name, amount]),
    );
    expect(amounts).toMatchObject({ Open: '4', Hidden: null, Rupees: null });
    expect(body.hidden).toEqual([LINES[0], { currency: 'USD', amount: '6' }]);
    expect(Number(body.total_revenue)).toBeGreaterThanOrEqual(15);
  },
);

test('the log hides payout, sale and transaction, and cannot be searched by what it hides', async () => {
  const log = await t.call(routes.publisherConversions, { token, query: { offer_id: hidden.id } });
  expect(log.body.rows).toMatchObject([{ payout: null }, { payout: null }]);
  expect(log.raw).not.toContain('secret-');
  for (const q of ['secret-h1', 'secret-', '198.51.']) {
    expect((await t.call(routes.publisherConversions, { token, query: { q } })).body.rows).toEqual([]);
  }
  const file = await t.call(routes.exportPublisherConversions, { token, query: { offer_id: hidden.id } });
  expect(file.raw).not.toMatch(/secret-|,3,/);
});

test('the balance shows all that is owed, and how much of it is of hidden offers, per currency', async () => {
  const { body } = await t.call(routes.ownBalance, { token });
  expect(body.rows).toContainEqual({ currency: 'INR', pending: '0', approved: '83' });
  expect(body.hidden).toEqual([
    { currency: 'INR', pending: '0', approved: '83' },
    { currency: 'USD', pending: '0', approved: '6' },
  ]);
});
