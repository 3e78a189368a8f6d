// Reports over HTTP: who sees what, what is refused and with which words, saved reports, exports, keys and live figures.
import { type ReportReply, routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene, type Scene } from '../../http/matrix/scene.ts';
import { FakeClock } from '../../platform/clock.ts';
import { type CallResult, createTestApp, type TestApp } from '../../testing.ts';
import { makeWorld, type PlacedEvent, shipEvents, type World } from './testing.ts';

const HOUR = 3_600_000;
const now = new Date('2026-11-02T10:07:00Z');
let t: TestApp;
let scene: Scene;
let world: World;
let tokens: { admin: string; publisher: string; advertiser: string };

beforeAll(async () => {
  t = await createTestApp({ clock: new FakeClock(now) });
  world = await makeWorld(t.database, {
    subdomain: 'river',
    timeZone: 'UTC',
    from: new Date('2026-10-20T00:00:00Z'),
    until: now,
    events: 3_000,
    conversions: 300,
  });
  scene = await createScene(t);
  tokens = {
    admin: await tokenOf(world.admin),
    publisher: await tokenOf(world.publishers.get(3) ?? ''),
    advertiser: await tokenOf(world.advertisers.get(5) ?? ''),
  };
});
afterAll(() => t.close());

async function tokenOf(id: string): Promise<string> {
  const person = { id, email: '', subdomain: 'river' };
  return (await scene.openSession(person, { expires_at: new Date(now.getTime() + 24 * HOUR) })).token;
}

type Role = keyof typeof tokens;
const call = (route: Parameters<TestApp['call']>[0], role: Role, options: Parameters<TestApp['call']>[1] = {}) =>
  t.call(route, { subdomain: 'river', token: tokens[role], ...options });
const report = async (role: Role, query: Record<string, string>): Promise<ReportReply> => {
  const reply = await call(routes.reports, role, { query });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return routes.reports.reply.parse(reply.body);
};
const refusal = async (role: Role, query: Record<string, string>): Promise<string> => {
  const reply = await call(routes.reports, role, { query });
  expect(reply.status).toBe(400);
  return reply.body.error.message;
};
const days = { from: '2026-10-25', to: '2026-10-31', tz: 'UTC' };
const inDays = ({ at }: { at: Date }) =>
  at >= new Date('2026-10-25T00:00:00Z') && at < new Date('2026-11-01T00:00:00Z');

test('the specified call answers rows, totals and fresh_at, money as decimal strings', async () => {
  const query = {
    dimensions: 'offer,day',
    metrics: 'gross_clicks,conversions,revenue,payout',
    ...days,
    currency: 'USD',
  };
  const { rows, totals, fresh_at, labels } = await report('admin', { ...query, 'filter[offer]': '12' });
  expect(Object.keys(rows[0] ?? {})).toEqual(['offer', 'day', 'gross_clicks', 'conversions', 'revenue', 'payout']);
  expect(rows[0]).toMatchObject({ offer: 12, day: '2026-10-25' });
  expect(rows[0]?.revenue).toMatch(/^\d+(\.\d{1,6})?$/);
  expect(totals.gross_clicks).toBe(
    world.events.filter((e) => inDays(e) && e.offer === 12 && e.kind === 'click').length,
  );
  expect(fresh_at).toBeGreaterThan(0);
  expect(labels.offer).toEqual({ 12: 'Offer 12' });
});

describe('a publisher', () => {
  test('sees only its own rows, whatever it filters by', async () => {
    const { totals } = await report('publisher', {
      dimensions: 'offer',
      metrics: 'gross_clicks,conversions,payout',
      ...days,
    });
    const own = world.events.filter((e) => inDays(e) && e.publisher === 3 && e.kind === 'click');
    const sold = world.conversions.filter((c) => inDays(c) && c.publisher === 3 && c.status !== 'rejected');
    expect(totals).toMatchObject({ gross_clicks: own.length, conversions: sold.length });
    expect(await refusal('publisher', { ...days, 'filter[publisher]': '2' })).toContain(
      'no dimension called publisher',
    );
  });

  test.each(['revenue', 'profit', 'rpc', 'ecpm', 'roi', 'margin', 'cpa', 'sale_amount', 'approved_revenue'])(
    'gets no %s',
    async (metric) => {
      expect(await refusal('publisher', { metrics: metric, ...days })).toContain(
        `There is no metric called ${metric}.`,
      );
      expect(await refusal('publisher', { metrics: 'payout', sort: metric, ...days })).toContain('cannot be sorted');
    },
  );

  test.each(['publisher', 'advertiser', 'manager', 'sub1', 'offer_status'])('cannot group by %s', async (dimension) => {
    expect(await refusal('publisher', { dimensions: dimension, ...days })).toContain(
      `no dimension called ${dimension}`,
    );
  });
});

describe('an advertiser', () => {
  test('sees only its own offers', async () => {
    const { rows, totals } = await report('advertiser', {
      dimensions: 'offer',
      metrics: 'gross_clicks,conversions',
      ...days,
    });
    expect(rows.map(({ offer }) => offer).toSorted()).toEqual([11, 12]);
    const own = world.events.filter((e) => inDays(e) && e.offer !== 13 && e.kind === 'click');
    expect(totals.gross_clicks).toBe(own.length);
    const foreign = await report('advertiser', { metrics: 'gross_clicks,conversions', 'filter[offer]': '13', ...days });
    expect(foreign.totals).toEqual({ gross_clicks: 0, conversions: 0 });
  });

  test.each(['payout', 'profit', 'epc', 'roi', 'margin', 'pending_payout'])('gets no %s', async (metric) => {
    expect(await refusal('advertiser', { metrics: metric, ...days })).toContain(`There is no metric called ${metric}.`);
  });

  test('knows publishers by number until an account manager opens their names', async () => {
    const query = { dimensions: 'publisher', metrics: 'gross_clicks', ...days };
    const set = (value: boolean) =>
      call(routes.setReportSettings, 'admin', { body: { advertisers_see_publishers: value } });
    expect((await report('advertiser', query)).labels.publisher?.['3']).toBe('Publisher 3');
    await set(true);
    expect((await report('advertiser', query)).labels.publisher?.['3']).toBe('publisher 3');
    await set(false);
  });
});

describe('what cannot be answered is refused with a sentence', () => {
  test.each([
    [{ dimensions: 'colour' }, 'There is no dimension called colour.'],
    [{ metrics: 'fun' }, 'There is no metric called fun.'],
    [{ 'filter[colour]': 'red' }, 'There is no dimension called colour.'],
    [{ colour: 'red' }, 'There is no parameter called colour.'],
    [{ dimensions: 'offer,publisher,country,device,os,day' }, 'at most 5 dimensions'],
    [
      { dimensions: 'p1', from: '2026-09-01', to: '2026-10-31' },
      'P1 is read from single events: the period can be at most 31 days.',
    ],
    [{ 'filter[browser]': 'chrome', from: '2026-09-01', to: '2026-10-31' }, 'Browser is read from single events'],
    [{ dimensions: 'hour', from: '2026-01-01', to: '2026-10-31' }, 'By hour the period can be at most 93 days.'],
    [{ from: '2020-01-01', to: '2026-10-31' }, 'The period can be at most 731 days.'],
    [
      { dimensions: 'source,country', from: '2026-09-01', to: '2026-10-31' },
      'Source is kept by day in the time zone UTC',
    ],
    [{ from: '2026-10-31', to: '2026-10-30' }, 'from must not lie after to.'],
    [{ from: '31/10/2026', to: '2026-10-30' }, 'from must be a day such as 2026-11-01.'],
    [{ from: '2026-02-30', to: '2026-10-30' }, 'from must be a day such as 2026-11-01.'],
    [{ from: '2026-10-30T10:07', to: '2026-10-30' }, 'full quarter of an hour'],
    [{ tz: '+05:30' }, 'There is no time zone called +05:30.'],
    [{ tz: 'Mars/Olympus' }, 'There is no time zone called Mars/Olympus.'],
    [{ currency: 'XXX' }, 'There is no exchange rate for XXX.'],
    [{ currency: '1' }, 'currency must be three letters'],
    [{ 'filter[offer]': 'abc' }, 'filter[offer] takes numbers'],
    [{ 'filter[day]': '2026-10-30' }, 'Time is narrowed with from and to'],
    [{ sort: '-revenue', metrics: 'clicks' }, 'cannot be sorted by revenue'],
  ])('%j', async (query, sentence) => {
    expect(await refusal('admin', { ...days, ...(query as unknown as Record<string, string>) })).toContain(sentence);
  });
});

test('a filter is named, rows or none, where the viewer may know the name: an advertiser knows its own offers', async () => {
  const query = { metrics: 'clicks', ...days };
  const named = async (role: 'admin' | 'publisher' | 'advertiser', asked: string) =>
    Object.keys((await report(role, { ...query, 'filter[offer]': asked })).labels.offer ?? {});
  expect(await named('admin', '11,12,13,14')).toEqual(['11', '12', '13']);
  expect(await named('publisher', '11,12,13,14')).toEqual(['11', '12', '13']);
  expect(await named('advertiser', '11,12,13,14')).toEqual(['11', '12']);
  expect(await named('advertiser', '13')).toEqual([]);
});

test('sorting, paging and labels', async () => {
  const query = { dimensions: 'offer,publisher', metrics: 'gross_clicks,epc', sort: '-epc', ...days };
  const all = await report('admin', query);
  expect(all.total_rows).toBe(9);
  const values = all.rows.map(({ epc }) => Number(epc));
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  const second = await report('admin', { ...query, limit: '4', offset: '4' });
  expect(second.rows).toEqual(all.rows.slice(4, 8));
  expect(second.totals).toEqual(all.totals);
  expect(all.labels.publisher).toEqual({ 2: 'publisher 2', 3: 'publisher 3', 4: 'publisher 4' });
});

test('rows without conversions can be left out', async () => {
  const query = { dimensions: 'offer,hour', metrics: 'gross_clicks,conversions', limit: '1000', ...days };
  const some = await report('admin', { ...query, with_conversions: '1' });
  expect(some.rows.every(({ conversions }) => Number(conversions) > 0)).toBe(true);
  expect(some.total_rows).toBeLessThan((await report('admin', query)).total_rows);
});

test('compared with the previous period: the same figures of as many days before, row by row', async () => {
  const metrics = 'gross_clicks,conversions,revenue';
  const current = await report('admin', {
    dimensions: 'day',
    metrics,
    ...days,
    from: '2026-10-28',
    compare: 'previous',
  });
  const before = await report('admin', { dimensions: 'day', metrics, from: '2026-10-24', to: '2026-10-27', tz: 'UTC' });
  expect(current.previous?.totals).toEqual(before.totals);
  const withoutDay = (row: object) => ({ ...row, day: undefined });
  expect(current.previous?.rows.map(withoutDay)).toEqual(before.rows.map(withoutDay));
  const byOffer = { dimensions: 'offer', metrics, sort: 'offer' };
  const offers = await report('admin', { ...byOffer, ...days, from: '2026-10-28', compare: 'previous' });
  const past = await report('admin', { ...byOffer, from: '2026-10-24', to: '2026-10-27', tz: 'UTC' });
  expect(offers.previous?.rows).toEqual(past.rows);
});

describe('compared with another one', () => {
  const query = { dimensions: 'country,source', metrics: 'clicks,conversions,revenue', sort: 'country', ...days };
  const one = { ...query, 'filter[offer]': '11', 'filter[publisher]': '2' };

  test('both sides row by row; a row that only one side has stands there too', async () => {
    const other = { ...query, 'filter[offer]': '11', 'filter[publisher]': '4', limit: '1000' };
    const [here, there] = [await report('admin', { ...one, limit: '1000' }), await report('admin', other)];
    const both = await report('admin', { ...one, compare: 'publisher:4', limit: '1000' });
    const keyed = ({ rows }: Pick<ReportReply, 'rows'>) =>
      new Map(rows.map((row) => [`${row.country}/${row.source}`, row]));
    const expected = new Set([...keyed(here).keys(), ...keyed(there).keys()]);
    expect(new Set(keyed(both).keys())).toEqual(expected);
    expect(both.total_rows).toBe(expected.size);
    for (const [at, row] of both.rows.entries()) {
      const key = `${row.country}/${row.source}`;
      const nothing = { country: row.country, source: row.source, clicks: 0, conversions: 0, revenue: '0' };
      expect(row).toEqual(keyed(here).get(key) ?? nothing);
      expect(both.previous?.rows[at]).toEqual(keyed(there).get(key) ?? nothing);
    }
    expect(both.totals).toEqual(here.totals);
    expect(both.previous?.totals).toEqual(there.totals);
    expect(both.labels.publisher).toEqual({ 2: 'publisher 2', 4: 'publisher 4' });
  });

  test('the file has both sides', async () => {
    const stored = { ...one, compare: 'publisher:4' };
    const { body } = await call(routes.startExport, 'admin', { body: { format: 'csv', query: stored } });
    await t.app.worker?.drain();
    const file = await call(routes.exportFile, 'admin', { params: { id: body.id } });
    const lines = String(file.raw).trim().split('\r\n');
    expect(lines[0]).toBe(
      '"Country","Source","Clicks","Clicks of publisher 4","Conversions","Conversions of publisher 4","Revenue (USD)","Revenue of publisher 4 (USD)"',
    );
    const { rows, previous } = await report('admin', { ...stored, limit: '1000' });
    expect(lines).toHaveLength(rows.length + 1);
    expect(lines[1]?.split(',').slice(2, 4)).toEqual([rows[0]?.clicks, previous?.rows[0]?.clicks].map(String));
  });

  test('only with what there is and what one may see', async () => {
    expect(await refusal('admin', { ...one, compare: 'yesterday' })).toContain('compare must be previous');
    expect(await refusal('admin', { ...one, compare: 'day:2026-10-25' })).toContain('Time is narrowed');
    expect(await refusal('admin', { ...one, compare: 'offer:x' })).toContain('takes numbers');
    const own = { dimensions: 'day', metrics: 'clicks', ...days };
    expect(await refusal('publisher', { ...own, compare: 'publisher:4' })).toContain('no dimension called publisher');
    const alone = await report('advertiser', { ...own, 'filter[offer]': '11', compare: 'offer:13' });
    expect(alone.previous?.totals).toEqual({ clicks: 0 });
    expect(alone.labels.offer ?? {}).toEqual({ 11: 'Offer 11' });
  });
});

test('another currency: amounts go by the dated rates of the workspace', async () => {
  await call(routes.setExchangeRate, 'admin', { body: { base: 'USD', quote: 'EUR', rate: '0.5', from: '2026-01-01' } });
  await call(routes.setExchangeRate, 'admin', {
    body: { base: 'USD', quote: 'EUR', rate: '0.25', from: '2026-10-28' },
  });
  const query = { dimensions: 'day', metrics: 'revenue', ...days };
  const usd = await report('admin', query);
  const eur = await report('admin', { ...query, currency: 'EUR' });
  for (const [at, row] of usd.rows.entries()) {
    const rate = String(row.day) < '2026-10-28' ? 0.5 : 0.25;
    expect(Number(eur.rows[at]?.revenue)).toBeCloseTo(Number(row.revenue) * rate, 4);
  }
  expect(eur.period.currency).toBe('EUR');
});

describe('saved reports', () => {
  const query = { dimensions: 'offer', metrics: 'gross_clicks,revenue', period: 'last_7_days' };
  const save = (role: Role, body: object) => call(routes.saveReport, role, { body });

  test('are their owner’s; shared ones are seen by other account managers and changed by none of them', async () => {
    const other = await scene.addPerson('river', 'admin');
    const otherToken = (await scene.openSession(other)).token;
    const own = (await save('admin', { name: 'Mine', query })).body;
    const shared = (await save('admin', { name: 'Ours', query, shared: true })).body;
    const seen = (await call(routes.savedReports, 'admin', { token: otherToken })).body.rows;
    expect(seen.map(({ name, own }: { name: string; own: boolean }) => [name, own])).toEqual([['Ours', false]]);
    const change = { params: { id: shared.id }, body: { name: 'Theirs', query }, token: otherToken };
    expect((await call(routes.changeSavedReport, 'admin', change)).status).toBe(404);
    expect((await call(routes.deleteSavedReport, 'admin', { params: { id: own.id } })).status).toBe(200);
    expect((await call(routes.savedReports, 'publisher')).body.rows).toEqual([]);
  });

  test('hold only what their owner may see, and go only to people of the workspace', async () => {
    const bad = await save('publisher', { name: 'x', query });
    expect([bad.status, bad.body.error.message]).toEqual([400, expect.stringContaining('no metric called revenue')]);
    expect((await save('publisher', { name: 'x', query: { metrics: 'payout' }, shared: true })).status).toBe(403);
    const schedule = { every: 'day', hour: 9, recipients: ['stranger@example.test'] };
    expect((await save('admin', { name: 'x', query, schedule })).body.error.message).toContain(
      'not an account manager',
    );
    const own = await save('publisher', { name: 'x', query: { metrics: 'payout' }, schedule });
    expect(own.body.error.message).toBe('A scheduled report can only be sent to your own address.');
  });

  test('are mailed when their hour comes, once, in the report’s zone', async () => {
    const schedule = { every: 'day', hour: 16, recipients: ['admin1@river.test'] };
    // 16:00 in Kolkata is 10:30 UTC
    const saved = (await save('admin', { name: 'Morning figures', query: { ...query, tz: 'Asia/Kolkata' }, schedule }))
      .body;
    expect(saved.next_run_at).toBe(new Date('2026-11-02T10:30:00Z').getTime() / 1000);
    t.clock.advance(25 * 60_000);
    const mailed = async () => (await t.inbox()).filter(({ to }) => to === 'admin1@river.test');
    await expect.poll(mailed).not.toEqual([]);
    const mails = await mailed();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Morning figures: 2026-10-27 to 2026-11-02 (Asia/Kolkata)');
    expect(mails[0]?.text).toMatch(/Offer 1\d: Gross clicks \d+/);
    const after = (await call(routes.savedReports, 'admin')).body.rows.find(
      ({ id }: { id: string }) => id === saved.id,
    );
    expect(after).toMatchObject({ next_run_at: saved.next_run_at + 86_400, last_error: null });
    t.clock.advance(-25 * 60_000);
  });
});

describe('exports', () => {
  const query = { dimensions: 'offer,publisher', metrics: 'gross_clicks,revenue,cr', sort: 'offer', ...days };
  async function exported(role: Role, body: object): Promise<{ id: string; file: CallResult }> {
    const { body: made } = await call(routes.startExport, role, { body });
    await t.app.worker?.drain();
    const state = (await call(routes.reportExport, role, { params: { id: made.id } })).body;
    expect(state).toMatchObject({ state: 'ready', progress: 100, error: null });
    return { id: made.id, file: await call(routes.exportFile, role, { params: { id: made.id } }) };
  }

  test('CSV: every row of the report, with names beside the numbers', async () => {
    const { file } = await exported('admin', { format: 'csv', name: 'By offer', query });
    const lines = String(file.raw).trim().split('\r\n');
    expect(lines[0]).toBe('"Offer ID","Offer","Publisher ID","Publisher","Gross clicks","Revenue (USD)","CR (%)"');
    const { rows } = await report('admin', query);
    expect(lines).toHaveLength(rows.length + 1);
    expect(lines[1]).toBe(
      `11,"Offer 11",2,"publisher 2",${rows[0]?.gross_clicks},${Number(rows[0]?.revenue)},${Number(rows[0]?.cr)}`,
    );
    expect(file.headers['content-disposition']).toBe("attachment; filename*=UTF-8''By%20offer.csv");
  });

  test('JSON: the rows as the API answers them; single events are read day by day', async () => {
    const raw = { dimensions: 'p1,offer', metrics: 'gross_clicks,conversions,revenue', sort: '-gross_clicks', ...days };
    const { file } = await exported('admin', { format: 'json', query: raw });
    expect(file.body).toEqual((await report('admin', { ...raw, limit: '1000' })).rows);
  });

  test('XLSX: a zip whose sheet holds the rows', async () => {
    const { file } = await exported('admin', { format: 'xlsx', query });
    expect(file.raw.startsWith('PK')).toBe(true);
    expect(file.headers['content-type']).toContain('spreadsheetml');
  });

  test('a publisher’s file holds its own rows, and nobody else can fetch it', async () => {
    const own = { dimensions: 'offer', metrics: 'gross_clicks,payout', ...days };
    const { id, file } = await exported('publisher', { format: 'json', query: own });
    expect(file.body).toEqual((await report('publisher', own)).rows);
    expect((await call(routes.exportFile, 'admin', { params: { id } })).status).toBe(404);
    const refused = await call(routes.startExport, 'publisher', { body: { format: 'csv', query } });
    expect(refused.body.error.message).toContain('no dimension called publisher');
  });

  test('a file is gone after a week', async () => {
    const { id } = await exported('admin', { format: 'csv', query });
    t.clock.advance(7 * 24 * HOUR + 1);
    const state = await t.database.asOwner('select expires_at <= $1 as over from report_exports where id = $2', [
      t.clock.now(),
      id,
    ]);
    expect(state).toEqual([{ over: true }]);
    t.clock.advance(-(7 * 24 * HOUR + 1));
  });
});

describe('API keys', () => {
  const make = async (role: Role): Promise<{ id: string; key: string }> =>
    (await call(routes.createApiKey, role, { body: { name: 'Nightly' } })).body;

  test('read reports with the rights of whoever made them, and nothing else', async () => {
    const { key } = await make('publisher');
    const query = { dimensions: 'offer', metrics: 'gross_clicks,payout', ...days };
    const reply = await call(routes.reports, 'publisher', { token: key, query });
    expect(reply.body.rows).toEqual((await report('publisher', query)).rows);
    expect((await call(routes.reports, 'publisher', { token: key, query: { metrics: 'revenue' } })).status).toBe(400);
    expect((await call(routes.profile, 'publisher', { token: key })).status).toBe(403);
  });

  test('are shown once, stored hashed, and say when they were last used', async () => {
    const { id, key } = await make('admin');
    await call(routes.reports, 'admin', { token: key, query: days });
    const listed = (await call(routes.apiKeys, 'admin')).body.rows.find((row: { id: string }) => row.id === id);
    expect(listed).toMatchObject({
      calls: 1,
      last_used_at: Math.floor(now.getTime() / 1000),
      hint: `trb_live_…${key.slice(-4)}`,
    });
    expect(JSON.stringify(listed)).not.toContain(key);
    const stored = await t.database.asOwner('select * from api_keys where id = $1', [id]);
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  test('stop working the moment they are revoked, or their account is closed', async () => {
    const { id, key } = await make('advertiser');
    const works = async () => (await call(routes.reports, 'advertiser', { token: key, query: days })).status;
    const setStatus = (status: string) =>
      t.database.asOwner('update users set status = $1 where id = $2', [status, world.advertisers.get(5)]);
    expect(await works()).toBe(200);
    await setStatus('rejected');
    expect(await works()).toBe(401);
    await setStatus('approved');
    expect((await call(routes.revokeApiKey, 'advertiser', { params: { id } })).status).toBe(200);
    expect(await works()).toBe(401);
    expect((await call(routes.revokeApiKey, 'advertiser', { params: { id } })).status).toBe(404);
  });
});

describe('dashboards', () => {
  test('the account manager’s: today against the same hours of yesterday, to the minute', async () => {
    const { body } = await call(routes.dashboard, 'admin', { query: { tz: 'UTC' } });
    const dashboard = routes.dashboard.reply.parse(body);
    const clicksIn = (from: string, until: Date) =>
      world.events.filter(
        (e) => e.kind === 'click' && e.verdict === 'accepted' && e.at >= new Date(from) && e.at < until,
      ).length;
    const card = dashboard.cards.find(({ metric }) => metric === 'clicks');
    expect(card?.value).toBe(clicksIn('2026-11-02T00:00:00Z', now));
    expect(card?.previous).toBe(clicksIn('2026-11-01T00:00:00Z', new Date('2026-11-01T10:07:00Z')));
    expect(card?.month_to_date).toBe(clicksIn('2026-11-01T00:00:00Z', now));
    expect(dashboard.series.points).toHaveLength(24);
    expect(dashboard.series.points.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(card?.value);
    expect(dashboard.countries.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(card?.value);
    const paused = (await call(routes.dashboard, 'admin', { query: { status: 'inactive', tz: 'UTC' } })).body;
    const ofPaused = world.events.filter((e) => e.offer === 13 && e.kind === 'click' && e.verdict === 'accepted');
    expect(paused.cards[2].value).toBe(ofPaused.filter(({ at }) => at >= new Date('2026-11-02T00:00:00Z')).length);
  });

  test('the forecast lies above what has come in, within its band', async () => {
    const { body } = await call(routes.forecast, 'admin', { query: { tz: 'UTC' } });
    for (const { today, month, end_of_day: day, end_of_month: end } of routes.forecast.reply.parse(body).rows) {
      expect(Number(day?.value)).toBeGreaterThanOrEqual(Number(today));
      expect(Number(day?.low)).toBeLessThanOrEqual(Number(day?.value));
      expect(Number(day?.high)).toBeGreaterThanOrEqual(Number(day?.value));
      expect(Number(end?.value)).toBeGreaterThan(Number(month));
    }
  });

  test('Offers – Live shows offers with traffic today', async () => {
    const { rows } = routes.liveOffers.reply.parse(
      (await call(routes.liveOffers, 'admin', { query: { tz: 'UTC' } })).body,
    );
    const today = world.events.filter(({ at }) => at >= new Date('2026-11-02T00:00:00Z'));
    expect(rows.map(({ offer }) => offer.number).toSorted()).toEqual(
      [...new Set(today.map(({ offer }) => offer))].toSorted(),
    );
  });

  test('the portals’: own totals, and an advertiser’s spend is negative', async () => {
    const publisher = routes.publisherDashboard.reply.parse((await call(routes.publisherDashboard, 'publisher')).body);
    const own = world.events.filter((e) => e.publisher === 3 && e.kind === 'click' && e.verdict === 'accepted');
    expect(publisher.total_clicks).toBe(own.length);
    expect(publisher.recent.every(({ amount }) => amount === null || !amount.startsWith('-'))).toBe(true);
    expect(JSON.stringify(publisher)).not.toContain('profit');
    const advertiser = routes.advertiserDashboard.reply.parse(
      (await call(routes.advertiserDashboard, 'advertiser')).body,
    );
    expect(advertiser.total_campaigns).toBe(2);
    const spent = advertiser.recent.filter(({ type }) => type === 'conversion');
    expect(spent.length).toBeGreaterThan(0);
    expect(spent.every(({ amount }) => amount?.startsWith('-') || amount === '0')).toBe(true);
  });

  test('a workspace without anything answers zeros, not failures', async () => {
    const { token } = await t.signIn('admin@acme.test', { subdomain: 'acme' });
    for (const route of [routes.dashboard, routes.forecast, routes.liveOffers, routes.reports]) {
      expect((await t.call(route, { subdomain: 'acme', token })).status).toBe(200);
    }
  });
});

describe('live figures', () => {
  let address: string;
  beforeAll(async () => {
    address = (await t.app.http?.listen({ port: 0, host: '127.0.0.1' })) ?? '';
  });

  /** the clicks of each dashboard that is pushed; null when the stream has ended */
  async function watchClicks(token: string): Promise<{ next(): Promise<number | null>; close(): Promise<void> }> {
    const response = await fetch(`${address}/api/live?seconds=20&tz=UTC`, {
      headers: { authorization: `Bearer ${token}`, 'x-subdomain': 'river' },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body?.getReader();
    if (!reader) throw new Error('no stream');
    let text = '';
    const next = async (): Promise<number | null> => {
      for (;;) {
        const [, data] = /data: (.*)\n\n/.exec(text) ?? [];
        if (data) {
          text = '';
          return JSON.parse(data).cards.find(({ metric }: { metric: string }) => metric === 'clicks').value;
        }
        const { value, done } = await reader.read();
        if (done) return null;
        text += Buffer.from(value).toString();
      }
    };
    return { next, close: () => reader.cancel() };
  }
  async function storeClick(): Promise<void> {
    const [template] = world.events.filter(({ kind, verdict }) => kind === 'click' && verdict === 'accepted');
    if (!template) throw new Error('no click');
    const click: PlacedEvent = { ...template, at: new Date(t.clock.now().getTime() - 1_000) };
    await shipEvents(t.database, world.tenantId, [click]);
  }

  test('a click that is stored moves a watched dashboard', async () => {
    const stream = await watchClicks(tokens.admin);
    const before = await stream.next();
    await storeClick();
    expect(await stream.next()).toBe((before ?? 0) + 1);
    await stream.close();
  });

  test('a stream ends with its session: what happens after signing out is not pushed', async () => {
    const token = await tokenOf(world.admin);
    const [leaving, staying] = [await watchClicks(token), await watchClicks(tokens.admin)];
    const before = await staying.next();
    expect(await leaving.next()).toBe(before);
    await t.call(routes.logout, { subdomain: 'river', token });
    await storeClick();
    expect(await staying.next()).toBe((before ?? 0) + 1);
    expect(await leaving.next()).toBeNull();
    await staying.close();
  });
});
