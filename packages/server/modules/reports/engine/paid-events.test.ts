// Paid clicks and impressions in reports: today's are shown by country and hour before they are booked, and are the same
// afterwards; each belongs to the advertiser of its moment; a comparison sets equal hours beside each other.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeClock } from '../../../platform/clock.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

const DAY_MS = 86_400_000;
let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp({ clock: new FakeClock(new Date('2026-03-02T00:00:00Z')) });
});
afterAll(() => t.close());

/** the start of the next day, UTC, which is the workspace's; sessions end, so everybody signs in again */
async function nextDay(): Promise<Date> {
  const start = Math.floor(t.clock.now().getTime() / DAY_MS + 1) * DAY_MS;
  t.clock.advance(start - t.clock.now().getTime());
  token = (await t.signIn('admin@demo.test')).token;
  return t.clock.now();
}
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const click = (w: World, offer: number, at: Date, country = 'IN') =>
  w.click(w.clickId(offer, at), at, offer, { country });
const book = async (w: World, day: string) => {
  await t.database.asOwner(
    `insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.day-to-book', $2)`,
    [w.tenantId, JSON.stringify({ day })],
  );
  await t.app.worker?.drain();
};
const report = async (query: Record<string, string>) => {
  const { status, body } = await t.call(routes.reports, {
    token,
    query: { metrics: 'clicks,revenue,payout', tz: 'UTC', currency: 'USD', ...query },
  });
  expect([status, body.message ?? '']).toEqual([200, '']);
  return body;
};
const rowsBy = async (id: string, query: Record<string, string>) => {
  const { rows } = await report({ dimensions: id, sort: id, ...query });
  return rows.map((row: Record<string, unknown>) => [row[id], row.revenue, row.payout].join(' '));
};

describe('before and after booking the same figures', () => {
  test.each([
    ['CPC', 500_000, 200_000],
    // a thousandth of these is no whole micro-unit: 333.333 and 0.0007 millionths
    ['CPM', 333_333, 7],
    ['CPM', 1_500, 1_499],
  ])('%s at %i and %i millionths, by hour, country, publisher, advertiser and day', async (model, revenue, payout) => {
    const w = await createWorld(t);
    const day = await nextDay();
    const offer = await w.addOffer({ offer_type: model, revenue_micros: revenue, payout_micros: payout });
    await w.addRule(offer.id, { countries: ['us'], payout_micros: payout * 3 });
    const at = (minutes: number) => new Date(day.getTime() + minutes * 60_000);
    for (const [minute, country] of [
      [3, 'IN'],
      [4, 'US'],
      [61, 'US'],
      [62, 'DE'],
      [64, 'IN'],
      [300, 'US'],
      [610, 'IN'],
    ] as const) {
      if (model === 'CPC') await click(w, offer.number, at(minute), country);
      else await w.impressions(offer.number, at(minute), 1 + (minute % 5), { country });
    }
    t.clock.advance(11 * 3_600_000);
    await t.database.asOwner('update offers set updated_at = $2 where id = $1', [offer.id, at(607)]);
    await t.database.asOwner(`update offer_goals set revenue_micros = revenue_micros * 2 where offer_id = $1`, [
      offer.id,
    ]);
    token = (await t.signIn('admin@demo.test')).token;
    const asked = { 'filter[offer]': String(offer.number), from: dayOf(day), to: dayOf(day) };
    const look = async () => {
      const figures: Record<string, unknown> = {};
      for (const id of ['hour', 'country', 'publisher', 'advertiser', 'offer', 'day'])
        figures[id] = await rowsBy(id, asked);
      return { ...figures, total: (await report(asked)).totals };
    };
    const provisional = await look();
    expect(Number(provisional.total.revenue)).toBeGreaterThan(0);
    if (model === 'CPC') {
      // six clicks at 0.50 and one at 1; four at 0.20 and three from the US at 0.60
      expect(provisional.total).toMatchObject({ clicks: 7, revenue: '4', payout: '2.6' });
      expect(await rowsBy('country', asked)).toEqual(['de 0.5 0.2', 'in 2 0.6', 'us 1.5 1.8']);
      expect(await rowsBy('hour', asked)).toHaveLength(4);
    }
    t.clock.advance(DAY_MS);
    await book(w, dayOf(day));
    const [lots] = await t.database.asOwner<{ revenue: string; n: string }>(
      `select sum(revenue_micros)::text as revenue, count(*)::text as n from earning_lots where offer_id = $1`,
      [offer.id],
    );
    expect(lots?.n).toBe('2');
    token = (await t.signIn('admin@demo.test')).token;
    expect(await look()).toEqual(provisional);
    expect(Number(provisional.total.revenue)).toBe(Number(lots?.revenue) / 1_000_000);
  });

  test('a correction stands where hour and country are not known, and the total is the ledger’s', async () => {
    const w = await createWorld(t);
    const day = await nextDay();
    const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
    for (const hour of [1, 2]) await click(w, offer.number, new Date(day.getTime() + hour * 3_600_000));
    t.clock.advance(DAY_MS);
    await book(w, dayOf(day));
    token = (await t.signIn('admin@demo.test')).token;
    const [lot] = await t.database.asOwner<{ id: string }>('select id from earning_lots where offer_id = $1', [
      offer.id,
    ]);
    const body = { revenue: '1.25', payout: null, reason: 'Agreed' };
    expect((await t.call(routes.correctLot, { token, params: { id: lot?.id ?? '' }, body })).status).toBe(200);
    const asked = { 'filter[offer]': String(offer.number), from: dayOf(day), to: dayOf(day) };
    expect(await rowsBy('country', asked)).toEqual(['in 1 0.4', ' 0.25 0']);
    expect((await report(asked)).totals).toMatchObject({ revenue: '1.25', payout: '0.4' });
  });

  test('what came later than three days is in no report until a person books it', async () => {
    const w = await createWorld(t);
    const day = await nextDay();
    const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
    t.clock.advance(5 * DAY_MS);
    await click(w, offer.number, new Date(day.getTime() + 3_600_000));
    token = (await t.signIn('admin@demo.test')).token;
    const asked = { 'filter[offer]': String(offer.number), from: dayOf(day), to: dayOf(day) };
    expect((await report(asked)).totals).toMatchObject({ clicks: 1, revenue: '0' });
    expect((await report({ ...asked, dimensions: 'country' })).totals).toMatchObject({ clicks: 1, revenue: '0' });
  });
});

describe('an offer that changed hands', () => {
  test('clicks, conversions and lots are each advertiser’s own, in the console and in the portal, as in the ledger', async () => {
    const w = await createWorld(t);
    const second = await w.addPerson('advertiser');
    const day = await nextDay();
    const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
    const at = (minutes: number) => new Date(day.getTime() + minutes * 60_000);
    for (const minute of [5, 100, 606]) await click(w, offer.number, at(minute));
    t.clock.advance(607 * 60_000);
    await t.database.asOwner('update offers set advertiser_id = $2, updated_at = $3 where id = $1', [
      offer.id,
      second.id,
      t.clock.now(),
    ]);
    for (const minute of [608, 900]) await click(w, offer.number, at(minute));
    const expected = [
      [String(w.advertiser.number), 3, '1.5'],
      [String(second.number), 2, '1'],
    ];
    const byAdvertiser = async (more: Record<string, string> = {}) => {
      token = (await t.signIn('admin@demo.test')).token;
      const asked = { dimensions: 'advertiser', sort: 'advertiser', 'filter[offer]': String(offer.number) };
      const { rows } = await report({ ...asked, from: dayOf(day), to: dayOf(day), ...more });
      return rows.map((row: Record<string, unknown>) => [String(row.advertiser), row.clicks, row.revenue]);
    };
    t.clock.advance(8 * 3_600_000);
    expect(await byAdvertiser()).toEqual(expected);
    t.clock.advance(DAY_MS);
    await book(w, dayOf(day));
    expect(await byAdvertiser()).toEqual(expected);
    expect(await byAdvertiser({ dimensions: 'advertiser,hour' })).toHaveLength(5);
    const byBoth = await byAdvertiser({ 'filter[advertiser]': String(second.number) });
    expect(byBoth).toEqual([expected[1]]);
    // by source the rollup is kept by day: the day of the change is counted from single rows
    const sourced = await byAdvertiser({ dimensions: 'advertiser,source', from: '2026-01-01' });
    expect(
      sourced.filter(([, clicks]: [string, number]) => clicks > 0).map(([who, n]: [string, number]) => [who, n]),
    ).toEqual([
      [String(w.advertiser.number), 3],
      [String(second.number), 2],
    ]);
    for (const [who, spent] of [
      [w.advertiser, '1.5'],
      [second, '1'],
    ] as const) {
      const { body } = await t.call(routes.advertiserSpend, { token, params: { id: who.id } });
      expect(body.rows).toEqual([{ currency: 'USD', pending: '0', approved: spent }]);
    }
  });
});

test('the dashboard sets equal hours of yesterday beside today’s, for paid clicks too', async () => {
  const w = await createWorld(t);
  const first = await nextDay();
  const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
  const earlier = async () =>
    (await t.call(routes.dashboard, { token, query: { range: 'today', tz: 'UTC', currency: 'USD' } })).body.cards.find(
      ({ metric }: { metric: string }) => metric === 'revenue',
    );
  // yesterday: two clicks until 10:08, one at 10:09, one in the evening; today: one until 10:08
  for (const minute of [10, 607, 609, 1_200]) await click(w, offer.number, new Date(first.getTime() + minute * 60_000));
  const second = await nextDay();
  await book(w, dayOf(first));
  await click(w, offer.number, new Date(second.getTime() + 30 * 60_000));
  t.clock.advance(608 * 60_000);
  token = (await t.signIn('admin@demo.test')).token;
  expect(await earlier()).toMatchObject({ value: '0.5', previous: '1', change: '-50' });
  // a report likewise, in sum and row by row
  const asked = { 'filter[offer]': String(offer.number), period: 'today', compare: 'previous' };
  expect((await report(asked)).previous.totals).toMatchObject({ clicks: 2, revenue: '1' });
  const byCountry = await report({ ...asked, dimensions: 'country' });
  expect(byCountry.previous.rows).toMatchObject([{ clicks: 2, revenue: '1' }]);
  const over = await report({ ...asked, period: 'yesterday', compare: 'previous' });
  expect(over.totals).toMatchObject({ clicks: 4, revenue: '2' });
});

test('what is not booked yet is said to be provisional, wherever it stands; what is booked is not', async () => {
  const w = await createWorld(t);
  const day = await nextDay();
  const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
  await click(w, offer.number, new Date(day.getTime() + 60_000));
  t.clock.advance(3_600_000);
  token = (await t.signIn('admin@demo.test')).token;
  const SAID = 'are provisional until their day is booked';
  const asked = { 'filter[offer]': String(offer.number) };
  const notes = async () => ({
    today: (await report({ ...asked, period: 'today' })).notes.join(),
    day: (await report({ ...asked, from: dayOf(day), to: dayOf(day) })).notes.join(),
    dashboard: (await t.call(routes.dashboard, { token, query: { tz: 'UTC' } })).body.notes.join(),
    live: (await t.call(routes.liveOffers, { token, query: { tz: 'UTC' } })).body.notes.join(),
  });
  for (const said of Object.values(await notes())) expect(said).toContain(SAID);
  expect((await report({ ...asked, period: 'today', metrics: 'clicks' })).notes.join()).not.toContain(SAID);
  t.clock.advance(DAY_MS);
  await book(w, dayOf(day));
  token = (await t.signIn('admin@demo.test')).token;
  expect((await notes()).day).not.toContain(SAID);
});
