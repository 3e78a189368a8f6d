// No figure over money leaves an amount out silently: where a currency has no rate, every sum, ratio, comparison, projection
// and file says so. Beside a dollar's offer stands one in euros, for which nobody entered a rate.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

let t: TestApp;
let w: World;
let token: string;
let euros: { id: string; number: number };
let dollars: { id: string; number: number };
const DAY_MS = 86_400_000;
const EUR = (amount: string) => [{ currency: 'EUR', amount }];

async function convert(offer: { number: number }, txn_id: string, publisher?: number) {
  await w.convert({ click_id: w.clickId(offer.number, undefined, publisher), txn_id, sale_amount: '40' });
}
/** a week ago one conversion each; now two in euros and one in dollars, of four clicks and two */
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  euros = await w.addOffer({ currency: 'EUR', title: 'Euros' });
  dollars = await w.addOffer({ title: 'Dollars' });
  await convert(euros, 'e1');
  await convert(dollars, 'd1');
  t.clock.advance(7 * DAY_MS);
  for (const [offer, many] of [
    [euros, 4],
    [dollars, 2],
  ] as const) {
    const at = new Date(t.clock.now().getTime() - 1_000);
    for (let n = 0; n < many; n++) await w.click(w.clickId(offer.number, at), at, offer.number);
  }
  await convert(euros, 'e2');
  await convert(euros, 'e3');
  await convert(dollars, 'd2');
  token = (await t.signIn('admin@demo.test')).token;
});
afterAll(() => t.close());

const both = () => ({ 'filter[offer]': `${euros.number},${dollars.number}`, period: 'today', sort: 'offer' });
const report = async (metrics: string, more: Record<string, string> = {}) =>
  (await t.call(routes.reports, { token, query: { dimensions: 'offer', metrics, ...both(), ...more } })).body;

describe('a ratio', () => {
  test.each([
    // metric, the two rows and the total in dollars, and what stands beside the first row and the total in euros
    ['epc', '0', '2', '0.666667', '2', '1.333333'],
    ['rpc', '0', '5', '1.666667', '5', '3.333333'],
    ['cpa', '0', '10', '3.333333', '10', '6.666667'],
  ])('%s of amounts by count is told in each currency', async (id, euro, dollar, total, beside, besideTotal) => {
    const { rows, totals, without_rate } = await report(id);
    expect([rows[0][id], rows[1][id], totals[id]]).toEqual([euro, dollar, total]);
    expect(without_rate.rows).toEqual([{ [id]: EUR(beside) }, null]);
    expect(without_rate.totals).toEqual({ [id]: EUR(besideTotal) });
  });

  test.each([
    ['margin', '60'],
    ['roi', '150'],
    ['roas', '4'],
    ['advertiser_roi', '300'],
  ])('%s of two amounts is empty and marked where a part has no rate', async (id, dollar) => {
    const { rows, totals, without_rate } = await report(id);
    expect([rows[0][id], rows[1][id], totals[id]]).toEqual([null, dollar, null]);
    expect(without_rate.rows).toEqual([{ [id]: [] }, null]);
    expect(without_rate.totals).toEqual({ [id]: [] });
    // sorted by what is shown: what is empty stands last, whichever way
    for (const sort of [id, `-${id}`]) {
      const sorted = await report(id, { sort });
      expect(sorted.rows.map(({ offer }: { offer: number }) => offer)).toEqual([dollars.number, euros.number]);
    }
  });
});

test('a comparison carries it on both sides, row by row and in all', async () => {
  const { rows, previous, without_rate } = await report('revenue,profit', {
    period: 'last_7_days',
    compare: 'previous',
  });
  expect(rows.map(({ revenue }: { revenue: string }) => revenue)).toEqual(['0', '10']);
  expect(without_rate.totals).toEqual({ revenue: EUR('20'), profit: EUR('12') });
  expect(previous.rows.map(({ revenue }: { revenue: string }) => revenue)).toEqual(['0', '10']);
  expect(previous.without_rate).toEqual({
    rows: [{ revenue: EUR('10'), profit: EUR('6') }, null],
    totals: { revenue: EUR('10'), profit: EUR('6') },
  });
});

test('what only the other side has is said, too', async () => {
  const only = { 'filter[offer]': String(dollars.number), period: 'today', compare: `offer:${euros.number}` };
  const { without_rate, previous, notes } = await report('revenue', { ...only, dimensions: 'country', sort: '' });
  expect(without_rate).toBeNull();
  expect(previous.without_rate.totals).toEqual({ revenue: EUR('20') });
  expect(notes.join()).toContain('There is no rate from EUR to USD');
});

describe('dashboards', () => {
  test('a card says what its month and the hours before leave out, and no percentage of a part', async () => {
    const dashboard = (await t.call(routes.dashboard, { token, query: { range: 'last_7_days' } })).body;
    const month = await report('revenue,payout,profit', { period: 'this_month', dimensions: '', sort: '' });
    for (const card of dashboard.cards) {
      const isMoney = ['revenue', 'payout', 'profit'].includes(card.metric);
      expect([card.metric, card.month_without_rate]).toEqual([
        card.metric,
        isMoney ? month.without_rate.totals[card.metric] : [],
      ]);
      if (!isMoney) continue;
      expect(card.previous_without_rate).toEqual(
        EUR({ revenue: '10', payout: '4', profit: '6' }[card.metric as 'payout']),
      );
      expect(card.change).toBeNull();
    }
  });

  test('a forecast stands beside what it leaves out', async () => {
    const forecast = (await t.call(routes.forecast, { token, query: {} })).body;
    const month = await report('revenue', { period: 'this_month', dimensions: '', sort: '' });
    const row = forecast.rows.find(({ metric }: { metric: string }) => metric === 'revenue');
    expect(row.today_without_rate).toEqual(EUR('20'));
    expect(row.month_without_rate).toEqual(month.without_rate.totals.revenue);
    expect(forecast.notes.join()).toContain('There is no rate from EUR to USD');
  });

  test('an offer that runs now has its EPC in its own currency', async () => {
    const live = (await t.call(routes.liveOffers, { token, query: {} })).body;
    const row = live.rows.find(({ offer }: { offer: { number: number } }) => offer.number === euros.number);
    expect([row.epc, row.without_rate.epc]).toEqual(['0', EUR('2')]);
  });

  test('a publisher is told what is owed in euros, day by day and for hidden campaigns, too', async () => {
    const signedIn = await t.signIn('publisher@demo.test');
    const [row] = await t.database.asOwner<{ n: number }>('select user_sequence_id as n from users where id = $1', [
      signedIn.userId,
    ]);
    const hidden = await w.addOffer({ currency: 'EUR', hide_payout: true });
    await convert(await w.addOffer({ currency: 'EUR' }), 'p1', row?.n);
    await convert(hidden, 'p2', row?.n);
    const dashboard = (await t.call(routes.publisherDashboard, { token: signedIn.token, query: {} })).body;
    expect(dashboard.without_rate.total).toEqual(EUR('8'));
    expect(dashboard.hidden).toEqual(EUR('4'));
    expect(dashboard.days.at(-1).without_rate).toEqual(EUR('4'));
    const whole = await t.call(routes.reports, {
      token: signedIn.token,
      query: { metrics: 'payout', period: 'this_month' },
    });
    expect(whole.body.without_rate.totals).toEqual({ payout: EUR('8') });
  });
});

describe('files', () => {
  const file = async (format: string) => {
    const query = {
      dimensions: 'offer',
      metrics: 'revenue,epc,margin',
      ...both(),
      period: 'last_7_days',
      compare: 'previous',
    };
    const made = await t.call(routes.startExport, { token, body: { name: 'x', format, query } });
    await t.app.worker?.drain();
    return (await t.call(routes.exportFile, { token, params: { id: made.body.id } })).raw
      .replace('\ufeff', '')
      .replaceAll('"', format === 'csv' ? '' : '"');
  };

  test('a table has a column for each figure over money, of either side', async () => {
    const [head = '', first = '', second = ''] = (await file('csv')).split('\r\n');
    const cells = (line: string) => Object.fromEntries(line.split(',').map((cell, at) => [head.split(',')[at], cell]));
    expect(cells(first)).toMatchObject({
      'Revenue (USD)': '0',
      'Revenue without a rate': '20 EUR',
      'Revenue before without a rate': '10 EUR',
      'EPC without a rate': '2 EUR',
      'Margin (%)': '',
      'Margin without a rate': 'No rate',
      'Margin before without a rate': 'No rate',
    });
    expect(cells(second)).toMatchObject({
      'Revenue without a rate': '',
      'Margin (%)': '60',
      'Margin without a rate': '',
    });
  });

  test('JSON likewise', async () => {
    const [row] = JSON.parse(await file('json'));
    expect(row.without_rate).toEqual({ revenue: EUR('20'), epc: EUR('2'), margin: [] });
    expect(row.beside_without_rate).toMatchObject({ revenue: EUR('10'), margin: [] });
  });
});
