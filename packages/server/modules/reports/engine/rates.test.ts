// An amount without a rate is shown in its own currency and marked, on every screen, card and file; entering a dated rate
// repairs the reports, correcting it corrects them.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { verifyMoney } from '../../conversions/index.ts';

let t: TestApp;
let w: World;
let token: string;
let euros: { id: string; number: number };
let dollars: { id: string; number: number };
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  token = (await t.signIn('admin@demo.test')).token;
  euros = await w.addOffer({ currency: 'EUR', title: 'Euros' });
  dollars = await w.addOffer({ title: 'Dollars' });
  for (const offer of [euros, euros, dollars]) {
    await w.convert({ click_id: w.clickId(offer.number), txn_id: `${offer.number}-${Math.random()}` });
  }
});
afterAll(() => t.close());

const both = () => ({ 'filter[offer]': `${euros.number},${dollars.number}`, period: 'last_7_days', sort: 'offer' });
const report = async (more: Record<string, string> = {}) =>
  (
    await t.call(routes.reports, {
      token,
      query: { dimensions: 'offer', metrics: 'revenue,payout,profit,epc', ...both(), ...more },
    })
  ).body;
const setRate = (rate: string, more: Record<string, unknown> = {}) =>
  t.call(routes.setExchangeRate, { token, body: { base: 'EUR', quote: 'USD', rate, from: '2020-01-01', ...more } });
const EUR = (amount: string) => [{ currency: 'EUR', amount }];

describe('without a rate', () => {
  test('a report shows the amount in its own currency, by row and in the total, and says where rates are entered', async () => {
    const { rows, totals, without_rate, notes } = await report();
    expect(rows.map(({ revenue }: { revenue: string }) => revenue)).toEqual(['0', '10']);
    expect(totals).toMatchObject({ revenue: '10', payout: '4', profit: '6' });
    expect(without_rate.rows).toEqual([{ revenue: EUR('20'), payout: EUR('8'), profit: EUR('12') }, null]);
    expect(without_rate.totals).toEqual({ revenue: EUR('20'), payout: EUR('8'), profit: EUR('12') });
    expect(without_rate.currencies).toEqual(['EUR']);
    expect(notes).toContain(
      'There is no rate from EUR to USD: amounts in EUR are shown as they are, beside the others.',
    );
  });

  test('in another currency the same, for each that has no rate', async () => {
    const { totals, without_rate } = await report({ currency: 'EUR' });
    expect(totals.revenue).toBe('20');
    expect(without_rate.totals.revenue).toEqual([{ currency: 'USD', amount: '10' }]);
  });

  test('by day and by country, which come from rollups, and by browser, which comes from rows', async () => {
    for (const dimensions of ['day', 'country', 'browser', '']) {
      const { totals, without_rate } = await report({ dimensions, sort: '' });
      expect([dimensions, totals.revenue, without_rate.totals.revenue]).toEqual([dimensions, '10', EUR('20')]);
    }
  });

  test('dashboard cards, countries and live offers carry it, too', async () => {
    const dashboard = (await t.call(routes.dashboard, { token, query: { range: 'last_7_days' } })).body;
    const card = dashboard.cards.find(({ metric }: { metric: string }) => metric === 'revenue');
    expect(card.without_rate).toEqual(EUR('20'));
    expect(dashboard.cards.find(({ metric }: { metric: string }) => metric === 'clicks').without_rate).toEqual([]);
    expect(dashboard.countries.some((row: { without_rate: unknown[] }) => row.without_rate.length > 0)).toBe(true);
    const live = (await t.call(routes.liveOffers, { token, query: {} })).body;
    const row = live.rows.find(({ offer }: { offer: { number: number } }) => offer.number === euros.number);
    if (row) expect(row.without_rate).toMatchObject({ revenue: EUR('20'), payout: EUR('8') });
  });

  test('a file has a column for it', async () => {
    const body = { name: 'x', format: 'csv', query: { dimensions: 'offer', metrics: 'revenue', ...both() } };
    const made = await t.call(routes.startExport, { token, body });
    await t.app.worker?.drain();
    const file = await t.call(routes.exportFile, { token, params: { id: made.body.id } });
    const [head = '', first = ''] = file.raw.replace('\ufeff', '').split('\r\n');
    expect(head).toContain('Revenue without a rate');
    expect(first).toContain('20 EUR');
  });
});

describe('the rates', () => {
  test('a rate that is entered repairs the reports, one that is corrected corrects them, and the trail keeps both', async () => {
    expect((await setRate('1.1')).status).toBe(200);
    await t.app.worker?.drain();
    let now = await report();
    expect(now.rows.map(({ revenue }: { revenue: string }) => revenue)).toEqual(['22', '10']);
    expect(now.without_rate).toBeNull();
    expect((await setRate('1.2', { reason: 'Typed wrongly' })).status).toBe(200);
    await t.app.worker?.drain();
    now = await report();
    expect(now.totals.revenue).toBe('34');
    const history = (await t.call(routes.exchangeRateHistory, { token, query: { base: 'EUR', quote: 'USD' } })).body;
    expect(history.rows.map(({ rate, before }: { rate: string; before: string | null }) => [rate, before])).toEqual([
      ['1.2', '1.1'],
      ['1.1', null],
    ]);
  });

  test('a later rate counts from its day on only', async () => {
    await setRate('9', { from: '2099-01-01' });
    await t.app.worker?.drain();
    expect((await report()).totals.revenue).toBe('34');
  });

  test.each([
    ['a currency nobody uses', { base: 'XXQ' }, 400],
    ['the same currency twice', { base: 'USD' }, 400],
    ['nothing', { rate: '0' }, 400],
    ['less than nothing', { rate: '-1' }, 400],
    ['no number', { rate: 'a lot' }, 400],
    ['no day', { from: 'tomorrow' }, 400],
  ])('%s is refused', async (_what, change, status) => {
    expect((await setRate('1', change)).status).toBe(status);
  });

  test('are listed by page, searched and exported; a publisher sees none of it', async () => {
    const list = async (query: Record<string, string>) => (await t.call(routes.exchangeRates, { token, query })).body;
    const all = await list({ page: '1', page_size: '2' });
    expect([all.rows.length, all.total]).toEqual([2, 3]);
    expect(all.rows[0]).toMatchObject({ base: 'EUR', quote: 'USD', from: '2099-01-01', rate: '9' });
    expect((await list({ q: 'inr' })).rows).toMatchObject([{ base: 'USD', quote: 'INR', rate: '83' }]);
    const file = await t.call(routes.exportExchangeRates, { token, query: { q: 'eur' } });
    expect(file.raw.trim().split('\r\n')).toHaveLength(3);
    const publisher = (await t.signIn('publisher@demo.test')).token;
    expect((await t.call(routes.exchangeRates, { token: publisher, query: {} })).status).toBe(403);
    expect((await t.call(routes.setExchangeRate, { token: publisher, body: {} })).status).toBe(403);
  });

  test('say which currencies in use have none', async () => {
    const gold = await w.addOffer({ currency: 'GBP' });
    await w.convert({ click_id: w.clickId(gold.number), txn_id: 'gold' });
    const { missing, missing_days } = (await t.call(routes.exchangeRates, { token, query: {} })).body;
    const day = t.clock.now().toISOString().slice(0, 10);
    expect([missing, missing_days]).toEqual([['GBP'], [{ currency: 'GBP', from: day, to: day, conversions: 1 }]]);
  });

  test('also those that only days of paid clicks have been booked in, until there is a rate for the first of them', async () => {
    const day = t.clock.now().toISOString().slice(0, 10);
    const alps = await w.addOffer({
      offer_type: 'CPC',
      currency: 'CHF',
      revenue_micros: 500_000,
      payout_micros: 200_000,
    });
    await w.click(w.clickId(alps.number), t.clock.now(), alps.number);
    t.clock.advance(86_400_000);
    await t.database.asOwner(
      `insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.day-to-book', jsonb_build_object('day', $2::text))`,
      [w.tenantId, day],
    );
    await t.app.worker?.drain();
    token = (await t.signIn('admin@demo.test')).token;
    const listed = async () => (await t.call(routes.exchangeRates, { token, query: {} })).body;
    const missing = async () => (await listed()).missing;
    expect(await missing()).toEqual(['CHF', 'GBP']);
    expect((await listed()).missing_days[0]).toEqual({ currency: 'CHF', from: day, to: day, conversions: 0 });
    await w.insert('exchange_rates', {
      tenant_id: w.tenantId,
      base: 'CHF',
      quote: 'USD',
      valid_from: day,
      rate_micros: 1_100_000,
    });
    expect(await missing()).toEqual(['GBP']);
  });
});

describe('a rate that is taken back', () => {
  const known = { base: 'SEK', quote: 'USD', from: '2020-01-01' };
  const enter = (rate: string, from: string) =>
    t.call(routes.setExchangeRate, { token, body: { ...known, rate, from } });
  const takeBack = async (body: Record<string, unknown>) => {
    const reply = await t.call(routes.takeBackExchangeRate, { token, body });
    await t.app.worker?.drain();
    return reply;
  };
  const use = async (from: string) => (await t.call(routes.exchangeRateUse, { token, query: { ...known, from } })).body;
  const shownAs = async () =>
    (
      await t.database.asOwner<{ rate: string | null; payout_micros: string }>(
        `select home_rate_e12::text as rate, payout_micros from conversions where currency = 'SEK'`,
      )
    ).map(({ rate, payout_micros }) => [rate, payout_micros]);
  const verified = () => verifyMoney(t.database.open('worker'), [], () => undefined);

  test('leaves the one before it, then none; what was booked stays, the trail says who', async () => {
    token = (await t.signIn('admin@demo.test')).token;
    const north = await w.addOffer({ currency: 'SEK', title: 'North' });
    await enter('0.1', '2020-01-01');
    await enter('0.2', '2021-01-01');
    await w.convert({ click_id: w.clickId(north.number), txn_id: 'north' });
    expect(await shownAs()).toEqual([['200000000000', '4000000']]);
    expect(await use('2021-01-01')).toEqual({ conversions: 1, sales: 0, instead: '0.1' });
    expect(await use('2020-01-01')).toEqual({ conversions: 0, sales: 0, instead: null });
    expect((await takeBack({ ...known, from: '2021-01-01', reason: 'A slip' })).status).toBe(200);
    expect(await shownAs()).toEqual([['100000000000', '4000000']]);
    expect(await use('2020-01-01')).toEqual({ conversions: 1, sales: 0, instead: null });
    expect((await takeBack(known)).status).toBe(200);
    expect(await shownAs()).toEqual([[null, '4000000']]);
    expect((await t.call(routes.exchangeRates, { token, query: {} })).body.missing).toContain('SEK');
    const { rows } = (await t.call(routes.exchangeRateHistory, { token, query: { base: 'SEK', quote: 'USD' } })).body;
    expect(rows.slice(0, 2)).toMatchObject([
      { from: '2020-01-01', rate: null, before: '0.1', reason: null },
      { from: '2021-01-01', rate: null, before: '0.2', reason: 'A slip' },
    ]);
    expect(await verified()).toBe(true);
  });

  test('is one that somebody entered: the first of every workspace stays, and an unknown one is not there', async () => {
    const first = await takeBack({ base: 'USD', quote: 'INR', from: '1970-01-01' });
    expect([first.status, first.body.error.message]).toEqual([409, expect.stringContaining('cannot be taken back')]);
    for (const other of [{ from: '2020-01-02' }, { base: 'NOK' }, { base: 'USD', quote: 'SEK' }]) {
      expect((await takeBack({ ...known, ...other })).status).toBe(404);
    }
    expect((await takeBack({ ...known, from: 'soon' })).status).toBe(400);
  });
});
