// A zone that is chosen comes into force at its own midnight, can be taken back until then, and moves no money: figures by hour, lots and
// the ledger are the same before, meanwhile and afterwards.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, FakeClock, HOUR_MS } from '../../platform/clock.ts';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { checkBooks } from '../conversions/index.ts';
import { rollupDaysOf } from '../tenancy/index.ts';
import { comeIntoForceWhereDue } from './index.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp({ clock: new FakeClock(new Date('2026-10-28T10:00:00Z')) });
});
afterAll(() => t.close());
const signIn = async (subdomain = 'demo') => {
  token = (await t.signIn(`admin@${subdomain}.test`, { subdomain })).token;
};
beforeEach(() => signIn());

const params = { section: 'locale' };
const read = async () => (await t.call(routes.settings, { params, token })).body;
const state = async () => (await t.call(routes.localeState, { token })).body;
async function choose(change: { time_zone?: string; currency?: string }) {
  const { version, value } = await read();
  return t.call(routes.saveSettings, { params, token, body: { version, value: { ...value, ...change } } });
}
const worker = () => t.database.open('worker');
/** until then, and what the worker does about it */
async function until(at: Date): Promise<void> {
  t.clock.advance(at.getTime() - t.clock.now().getTime());
  await comeIntoForceWhereDue(worker(), t.clock);
  await t.app.worker?.drain();
  await signIn();
}
const booksOf = ({ tenantId }: World) => worker().withTenant(tenantId, systemActor, (tx) => checkBooks(tx, tenantId));

describe('a workspace in which nothing has been counted', () => {
  const own = { subdomain: 'acme' };
  test('has another zone and another home currency at once', async () => {
    await signIn('acme');
    const before = (await t.call(routes.settings, { params, token, ...own })).body;
    const query = { time_zone: 'Asia/Kathmandu', currency: 'EUR' };
    const preview = (await t.call(routes.previewLocale, { token, query, ...own })).body;
    expect(preview).toMatchObject({ zone: { at_once: true, days: 0 }, currency: { allowed: true, reason: null } });
    const body = { version: before.version, value: query };
    expect((await t.call(routes.saveSettings, { params, token, body, ...own })).status).toBe(200);
    expect((await t.call(routes.localeState, { token, ...own })).body).toMatchObject({
      ...query,
      pending: null,
      rebuild: null,
    });
    const [row] = await t.database.asOwner<{ rollup_zone: string }>(
      `select rollup_zone from tenants where subdomain = 'acme'`,
    );
    expect(row?.rollup_zone).toBe('Asia/Kathmandu');
    // whoever has the older one in front of him is told so
    expect((await t.call(routes.saveSettings, { params, token, body, ...own })).status).toBe(409);
  });
});

describe('a workspace with traffic', () => {
  let w: World;
  let offer: { id: string; number: number };
  const placed: Date[] = [];
  const clickAt = async (at: Date): Promise<void> => {
    placed.push(at);
    await w.click(w.clickId(offer.number, at), at, offer.number);
  };
  /** every two hours and a bit, so that each day of each zone has some */
  async function traffic(from: Date, until: Date): Promise<void> {
    for (let at = from.getTime() + 7 * 60_000; at < until.getTime(); at += 137 * 60_000) await clickAt(new Date(at));
  }
  const report = async (query: Record<string, string>) => {
    const asked = {
      metrics: 'clicks,revenue,payout',
      currency: 'USD',
      tz: 'UTC',
      'filter[offer]': String(offer.number),
    };
    const reply = await t.call(routes.reports, { token, query: { ...asked, ...query } });
    expect([reply.status, reply.body.message ?? '']).toEqual([200, '']);
    return reply.body;
  };
  const period = { from: '2026-10-27', to: '2026-11-12' };
  const byHour = async () => (await report({ ...period, dimensions: 'hour', sort: 'hour' })).rows;
  const byDay = async (tz: string) => (await report({ ...period, tz, dimensions: 'day', sort: 'day' })).rows;
  const daysIn = (tz: string) => {
    const days = new Map<string, number>();
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: tz, dateStyle: 'short' });
    for (const at of placed) days.set(format.format(at), (days.get(format.format(at)) ?? 0) + 1);
    return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, clicks]) => ({ day, clicks }));
  };
  const lots = () =>
    t.database.asOwner<{ id: string; day: string; time_zone: string; events: string; revenue: string }>(
      `select id, to_char(day, 'YYYY-MM-DD') as day, time_zone, events, revenue_micros as revenue from earning_lots
       where offer_id = $1 order by begins`,
      [offer.id],
    );
  const book = async () => {
    await t.database.asOwner(
      `insert into outbox (tenant_id, topic, payload) select $1, 'conversions.day-to-book', jsonb_build_object('day', d::date, 'however_late', true)
       from generate_series(date '2026-10-27', ($2::timestamptz - interval '1 day')::date, interval '1 day') d`,
      [w.tenantId, t.clock.now()],
    );
    await t.app.worker?.drain();
  };

  beforeAll(async () => {
    w = await createWorld(t);
    offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 333_333, payout_micros: 111_111 });
    await traffic(new Date('2026-10-28T10:00:00Z'), new Date('2026-10-31T10:00:00Z'));
    await until(new Date('2026-10-31T10:00:00Z'));
    const click = w.clickId(offer.number, new Date('2026-10-30T23:30:00Z'));
    await w.convert({ click_id: click });
  });

  test('refuses another home currency, and says why', async () => {
    const preview = (await t.call(routes.previewLocale, { token, query: { currency: 'EUR' } })).body;
    expect(preview.currency).toMatchObject({ from: 'USD', to: 'EUR', allowed: false });
    const reply = await choose({ currency: 'EUR' });
    expect([reply.status, reply.body.error.message]).toEqual([409, preview.currency.reason]);
    expect(preview.currency.reason).toContain('before the first conversion');
  });

  test.each(['Mars/Olympus', '', '+05:30', 'UTC; drop table'])('refuses the zone "%s"', async (zone) => {
    expect((await choose({ time_zone: zone })).status).toBe(400);
    expect((await t.call(routes.previewLocale, { token, query: { time_zone: zone } })).status).toBe(400);
  });

  test('says when another zone would be in force, and takes it back until then', async () => {
    const at = Date.parse('2026-10-31T18:15:00Z') / 1_000;
    const query = { time_zone: 'Asia/Kathmandu' };
    const { zone } = (await t.call(routes.previewLocale, { token, query })).body;
    expect(zone).toMatchObject({ from: 'UTC', to: 'Asia/Kathmandu', at, at_once: false });
    expect((await choose(query)).status).toBe(200);
    expect((await read()).value.time_zone).toBe('Asia/Kathmandu');
    expect(await state()).toMatchObject({ time_zone: 'UTC', pending: { ...query, at } });
    expect((await t.call(routes.cancelTimeZone, { token, body: {} })).body).toMatchObject({ pending: null });
    expect((await read()).value.time_zone).toBe('UTC');
    const again = await t.call(routes.cancelTimeZone, { token, body: {} });
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'No other time zone is to come: there is nothing to cancel.',
    ]);
    // the same zone under another name is no change
    expect((await choose({ time_zone: 'Etc/UTC' })).status).toBe(200);
    expect(await state()).toMatchObject({ time_zone: 'UTC', pending: null });
  });

  test('at its midnight it is in force: hours, lots and books stay, days are the new zone’s', async () => {
    await book();
    const bookedBefore = await lots();
    expect((await choose({ time_zone: 'Asia/Kathmandu' })).status).toBe(200);
    await traffic(new Date('2026-10-31T10:00:00Z'), new Date('2026-10-31T18:00:00Z'));
    const hours = await byHour();
    await until(new Date('2026-10-31T18:15:00Z'));
    expect(await state()).toMatchObject({ time_zone: 'Asia/Kathmandu', pending: null, rebuild: null });
    expect(await byHour()).toEqual(hours);
    const counted = await byDay('Asia/Kathmandu');
    expect(counted.map(({ day, clicks }: { day: string; clicks: number }) => ({ day, clicks }))).toEqual(
      daysIn('Asia/Kathmandu'),
    );
    expect(await booksOf(w)).toEqual([]);
    await traffic(new Date('2026-10-31T18:15:00Z'), new Date('2026-11-02T18:15:00Z'));
    await until(new Date('2026-11-03T12:00:00Z'));
    const before = await byHour();
    await book();
    await book();
    const booked = await lots();
    // what was booked keeps its day, its zone and its amount; the day of the change was cut at its moment
    expect(booked.slice(0, bookedBefore.length)).toEqual(bookedBefore);
    const names = booked.map(({ day, time_zone }) => `${day} ${time_zone}`);
    expect(names.slice(-3)).toEqual(['2026-10-31 UTC', '2026-11-01 Asia/Kathmandu', '2026-11-02 Asia/Kathmandu']);
    expect(booked.reduce((sum, { events }) => sum + Number(events), 0)).toBe(placed.length);
    expect(booked.reduce((sum, { revenue }) => sum + BigInt(revenue), 0n)).toBe(BigInt(placed.length) * 333_333n);
    await signIn();
    expect(await byHour()).toEqual(before);
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/New_York']) {
      const rows = await byDay(zone);
      expect(rows.map(({ day, clicks }: { day: string; clicks: number }) => ({ day, clicks }))).toEqual(daysIn(zone));
      const revenue = rows.reduce((sum: number, row: { revenue: string }) => sum + Number(row.revenue), 0);
      expect(revenue).toBeCloseTo((placed.length * 333_333) / 1_000_000, 6);
    }
    expect(await booksOf(w)).toEqual([]);
  });

  test('two in a row and back, whether or not the figures have been counted meanwhile: right in the end', async () => {
    const hours = await byHour();
    expect((await choose({ time_zone: 'America/New_York' })).status).toBe(200);
    const at = new Date(Date.parse('2026-11-04T05:00:00Z'));
    t.clock.advance(at.getTime() - t.clock.now().getTime());
    await comeIntoForceWhereDue(worker(), t.clock);
    await signIn();
    // the worker may be at it already, with days done or none: the next comes into force all the same
    expect((await choose({ time_zone: 'Pacific/Pago_Pago' })).status).toBe(200);
    t.clock.advance(DAY_MS);
    await comeIntoForceWhereDue(worker(), t.clock);
    await signIn();
    expect(await byHour()).toEqual(hours);
    // back to where it was: both jobs find it
    expect((await choose({ time_zone: 'Asia/Kathmandu' })).status).toBe(200);
    await until(new Date(t.clock.now().getTime() + DAY_MS + HOUR_MS));
    expect(await state()).toMatchObject({ time_zone: 'Asia/Kathmandu', rebuild: null, pending: null });
    const rollups = await worker().withTenant(w.tenantId, systemActor, (tx) => rollupDaysOf(tx, w.tenantId));
    expect(rollups).toEqual({ timeZone: 'Asia/Kathmandu', rebuild: null });
    expect(await byHour()).toEqual(hours);
    expect(await booksOf(w)).toEqual([]);
    const trail = await t.database.asOwner<{ n: number }>(
      `select count(*)::int as n from audit_log where tenant_id = $1 and action = 'time-zone.in-force'`,
      [w.tenantId],
    );
    expect(trail).toEqual([{ n: 4 }]);
  });
});
