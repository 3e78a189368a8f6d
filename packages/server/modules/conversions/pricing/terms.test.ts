// Terms are dated: whatever is edited later, a click or conversion keeps the price, type, currency, advertiser, rules and
// caps of its own moment. Expected values are worked out by hand from the prices of each case.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '../../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { checkBookings } from '../index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
});
/** days pass in each case, and sessions end; a case that passes days itself asks again */
const signIn = async () => {
  token = (await t.signIn('admin@demo.test')).token;
};
beforeEach(signIn);
afterAll(async () => {
  const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  const findings = await t.app.database.withTenant(tenant?.id ?? '', systemActor, async (tx) => [
    ...(await verifyLedger(tx, tenant?.id ?? '')).findings,
    ...(await checkBookings(tx)),
  ]);
  await t.close();
  expect(findings).toEqual([]);
});

/** an edit as the app makes one: the row and the moment it was changed */
const edit = (offerId: string, set: string) =>
  t.database.asOwner(`update offers set ${set}, updated_at = $2 where id = $1`, [offerId, t.clock.now()]);
const editGoal = async (offerId: string, revenue: number, payout: number) => {
  await t.database.asOwner('update offers set updated_at = $2 where id = $1', [offerId, t.clock.now()]);
  await t.database.asOwner('update offer_goals set revenue_micros = $2, payout_micros = $3 where offer_id = $1', [
    offerId,
    revenue,
    payout,
  ]);
};
const click = (w: World, offer: number, at: Date, more: Record<string, string> = {}) =>
  w.click(w.clickId(offer, at), at, offer, more);
const dayOf = (at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC' }).format(at);
const book = async (w: World, day: string) => {
  await t.database.asOwner(
    `insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.day-to-book', $2)`,
    [w.tenantId, JSON.stringify({ day })],
  );
  await t.app.worker?.drain();
};
const findLate = async (w: World, before: string) => {
  await t.database.asOwner(
    `insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.late-lots-to-find', $2)`,
    [w.tenantId, JSON.stringify({ before })],
  );
  await t.app.worker?.drain();
};
interface LotRow {
  id: string;
  day: string;
  version: number;
  currency: string;
  model: string;
  advertiser: string;
  events: string;
  revenue: string;
  payout: string;
}
const lots = (w: World) =>
  t.database.asOwner<LotRow>(
    `select id, to_char(day, 'YYYY-MM-DD') as day, terms_version as version, currency, model, advertiser_id as advertiser,
       events::text, revenue_micros::text as revenue, payout_micros::text as payout
     from earning_lots where publisher_id = $1 order by day, terms_version`,
    [w.publisher.id],
  );
const summary = ({ version, currency, model, events, revenue, payout }: LotRow) =>
  [version, model, currency, Number(events), Number(revenue), Number(payout)].join(' ');

/** the next day at this hour, UTC, so that a case has a day of its own */
function nextDay(hour = 0): Date {
  const start = Math.floor(t.clock.now().getTime() / DAY_MS + 1) * DAY_MS;
  t.clock.advance(start - t.clock.now().getTime() + hour * HOUR_MS);
  return t.clock.now();
}

describe('a day of clicks is booked by the terms of each click’s moment', () => {
  // three clicks before 10:07, two after; 0.50 revenue and 0.20 payout before the edit
  test.each([
    ['the price', `x`, ['1 CPC USD 3 1500000 600000', '2 CPC USD 2 1600000 1400000']],
    ['the currency', `currency = 'INR'`, ['1 CPC USD 3 1500000 600000', '2 CPC INR 2 1000000 400000']],
    ['the model', `offer_type = 'CPM'`, ['1 CPC USD 3 1500000 600000', '2 CPM USD 1000 500000 200000']],
    ['the type, away from clicks', `offer_type = 'CPS'`, ['1 CPC USD 3 1500000 600000']],
    ['the advertiser', `advertiser`, ['1 CPC USD 3 1500000 600000', '2 CPC USD 2 1000000 400000']],
    ['the status, to paused', `status = 'paused'`, ['1 CPC USD 5 2500000 1000000']],
  ])('%s changes at 10:07', async (what, set, expected) => {
    const w = await createWorld(t);
    const other = await w.addPerson('advertiser');
    const day = nextDay();
    const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
    const at = (minutes: number) => new Date(day.getTime() + minutes * 60_000);
    for (const minute of [60, 600, 606.99]) await click(w, offer.number, at(minute));
    t.clock.advance(607 * 60_000);
    if (what === 'the price') await editGoal(offer.id, 800_000, 700_000);
    else await edit(offer.id, set === 'advertiser' ? `advertiser_id = '${other.id}'` : set);
    for (const minute of [607, 1_000]) await click(w, offer.number, at(minute));
    if (what === 'the model') await w.impressions(offer.number, at(700), 1_000);
    t.clock.advance(DAY_MS);
    await book(w, dayOf(day));
    await book(w, dayOf(day));
    const booked = await lots(w);
    expect(booked.map(summary)).toEqual(expected);
    expect(booked.map(({ advertiser }) => advertiser)).toEqual(
      [w.advertiser.id, set === 'advertiser' ? other.id : w.advertiser.id].slice(0, booked.length),
    );
  });

  test('what was booked stays when everything about the offer is edited afterwards', async () => {
    const w = await createWorld(t);
    const other = await w.addPerson('advertiser');
    const day = nextDay(12);
    const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
    for (let n = 0; n < 4; n++) await click(w, offer.number, day);
    t.clock.advance(DAY_MS);
    await book(w, dayOf(day));
    await edit(offer.id, `currency = 'INR', offer_type = 'CPM', advertiser_id = '${other.id}'`);
    await editGoal(offer.id, 90_000_000, 80_000_000);
    await book(w, dayOf(day));
    expect((await lots(w)).map(summary)).toEqual(['1 CPC USD 4 2000000 800000']);
    // a late row of that day has the price, currency and advertiser of that day
    await click(w, offer.number, day);
    await book(w, dayOf(day));
    expect((await lots(w)).map(summary)).toEqual(['1 CPC USD 5 2500000 1000000']);
    await signIn();
    const { body } = await t.call(routes.advertiserSpend, { token, params: { id: other.id } });
    expect(body.rows).toEqual([]);
  });

  test('a dated rule begins and ends to the minute, and a country’s price is its own', async () => {
    const w = await createWorld(t);
    const day = nextDay();
    const at = (minutes: number) => new Date(day.getTime() + minutes * 60_000);
    const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
    await w.addRule(offer.id, { payout_micros: 300_000, starts_at: at(127), ends_at: at(253) });
    await w.addRule(offer.id, { countries: ['us'], payout_micros: 450_000 });
    // 2 × 0.20 outside the dated rule, 3 × 0.30 inside it, 2 × 0.45 from the US whenever
    for (const minute of [126, 127, 200, 252, 253]) await click(w, offer.number, at(minute));
    for (const minute of [100, 200]) await click(w, offer.number, at(minute), { country: 'US' });
    t.clock.advance(DAY_MS);
    await book(w, dayOf(day));
    expect((await lots(w)).map(summary)).toEqual(['3 CPC USD 7 3500000 2200000']);
  });
});

describe('late rows', () => {
  test('within three days they are booked; later ones wait for a person, who books or dismisses them once', async () => {
    const w = await createWorld(t);
    const day = nextDay(12);
    const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
    await click(w, offer.number, day);
    t.clock.advance(DAY_MS);
    await book(w, dayOf(day));
    await editGoal(offer.id, 900_000, 800_000);
    t.clock.advance(4 * DAY_MS);
    for (let n = 0; n < 2; n++) await click(w, offer.number, day);
    const before = dayOf(new Date(t.clock.now().getTime() - 3 * DAY_MS));
    // a job that waited too long itself books nothing any more
    await book(w, dayOf(day));
    await findLate(w, before);
    await findLate(w, before);
    await signIn();
    expect((await lots(w)).map(summary)).toEqual(['1 CPC USD 1 500000 200000']);
    const waiting = async () =>
      (await t.call(routes.lateLots, { token, query: { offer_id: offer.id, state: 'waiting' } })).body.rows;
    const [late] = await waiting();
    expect(late).toMatchObject({ events: 2, revenue: '1', payout: '0.4', terms_version: 1, currency: 'USD' });
    const decide = (id: string, body: object) => t.call(routes.decideLateLot, { token, params: { id }, body });
    expect((await decide(late.id, { decision: 'book' })).status).toBe(400);
    expect((await decide(late.id, { decision: 'book', reason: 'The tracker was offline' })).status).toBe(200);
    expect((await decide(late.id, { decision: 'book', reason: 'again' })).status).toBe(409);
    expect((await lots(w)).map(summary)).toEqual(['1 CPC USD 3 1500000 600000']);
    await click(w, offer.number, day);
    await findLate(w, before);
    const [more] = await waiting();
    expect(more).toMatchObject({ events: 1, revenue: '0.5', payout: '0.2' });
    expect((await decide(more.id, { decision: 'dismiss', reason: 'A test' })).status).toBe(200);
    await findLate(w, before);
    expect(await waiting()).toEqual([]);
    expect((await lots(w)).map(summary)).toEqual(['1 CPC USD 3 1500000 600000']);
  });

  test('a lot is corrected only with a reason, by an entry of its own, and late rows still add to it', async () => {
    const w = await createWorld(t);
    const day = nextDay(12);
    const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
    for (let n = 0; n < 2; n++) await click(w, offer.number, day);
    t.clock.advance(DAY_MS);
    await book(w, dayOf(day));
    const [lot] = await lots(w);
    await signIn();
    const correct = (body: object) => t.call(routes.correctLot, { token, params: { id: lot?.id ?? '' }, body });
    expect((await correct({ revenue: '3', payout: null })).status).toBe(400);
    const reply = await correct({ revenue: '3', payout: null, reason: 'Agreed by mail' });
    expect(reply.body).toMatchObject({ revenue: '3', payout: '0.4' });
    await click(w, offer.number, day);
    await book(w, dayOf(day));
    expect((await lots(w)).map(summary)).toEqual(['1 CPC USD 3 3500000 600000']);
    const shown = await t.call(routes.lots, { token, query: { offer_id: offer.id } });
    expect(shown.body.rows).toMatchObject([{ corrected_revenue: '2', corrected_payout: '0', revenue: '3.5' }]);
    const entries = await t.database.asOwner<{ reason: string }>(
      `select reason from ledger_transfers where subject_id = $1 order by sequence`,
      [lot?.id],
    );
    expect(entries.map(({ reason }) => reason)).toContain(`Correction of ${dayOf(day)}: Agreed by mail`);
  });
});

describe('a conversion is priced by the terms of its own moment', () => {
  const edits: [string, (w: World, id: string, other: string) => Promise<unknown>][] = [
    ['goal', (_w, id) => editGoal(id, 70_000_000, 60_000_000)],
    ['currency', (_w, id) => edit(id, `currency = 'INR'`)],
    ['advertiser', (_w, id, other) => edit(id, `advertiser_id = '${other}'`)],
    ['rules', (w, id) => w.addRule(id, { payout_micros: 9_000_000 }).then(() => edit(id, `currency = currency`))],
  ];
  test.each(edits)('%s edited before the receipt is processed changes nothing of it', async (_what, change) => {
    const w = await createWorld(t);
    const other = await w.addPerson('advertiser');
    const offer = await w.addOffer();
    t.clock.advance(HOUR_MS);
    const id = w.clickId(offer.number);
    const at = t.clock.now().toISOString();
    t.clock.advance(HOUR_MS);
    await t.database.asOwner('update offers set updated_at = $2 where id = $1', [offer.id, t.clock.now()]);
    await change(w, offer.id, other.id);
    expect(await w.convert({ click_id: id, at })).toBe('recorded');
    const [row] = await t.database.asOwner(
      `select terms_version, currency, advertiser_id, revenue_micros, payout_micros from conversions where click_id = $1`,
      [id],
    );
    expect(row).toEqual({
      terms_version: 1,
      currency: 'USD',
      advertiser_id: w.advertiser.id,
      revenue_micros: '10000000',
      payout_micros: '4000000',
    });
  });

  test('a goal that was added after a receipt came is known when it is replayed, in the same currency only', async () => {
    const w = await createWorld(t);
    const offer = await w.addOffer();
    expect(await w.convert({ click_id: w.clickId(offer.number), goal: 'ftd' })).toBe('goal_unknown');
    await w.addGoal(offer.id, 'ftd', 7_000_000, 3_000_000);
    expect(await w.convert({ click_id: w.clickId(offer.number), goal: 'ftd' })).toBe('recorded');
  });
});

test('a version is written by every way of changing an offer, once for each change, and by none that changes no price', async () => {
  const w = await createWorld(t);
  const offer = await w.addOffer();
  const versions = async () =>
    (
      await t.database.asOwner<{ n: number }>(
        'select version as n from offer_terms where offer_id = $1 order by version',
        [offer.id],
      )
    ).map(({ n }) => n);
  expect(await versions()).toEqual([1]);
  const call = (route: Parameters<TestApp['call']>[0], body: object) =>
    t.call(route, { token, params: { id: offer.id }, body });
  t.clock.advance(1_000);
  const cap = { publisher_id: null, metric: 'clicks', period: 'day', limit: '5', action: 'fallback' };
  expect((await call(routes.setOfferCaps, { caps: [cap] })).status).toBe(200);
  expect(await versions()).toEqual([1, 2]);
  expect((await call(routes.setOfferCaps, { caps: [cap] })).status).toBe(200);
  expect(await versions()).toEqual([1, 2]);
  expect((await call(routes.setOfferStatus, { status: 'paused' })).status).toBe(200);
  expect(await versions()).toEqual([1, 2]);
  await expect(
    t.app.database.withTenant(w.tenantId, systemActor, (tx) =>
      tx.updateTable('offer_terms').set({ currency: 'EUR' }).execute(),
    ),
  ).rejects.toThrow('permission denied');
});
