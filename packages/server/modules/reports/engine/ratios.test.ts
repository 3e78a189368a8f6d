// Shares cannot exceed the whole, and what a bot saw is no impression that anybody pays for. The expected figures were worked
// out by hand; each way of reading (every rollup, quarters, single events) must give the same.
import { type MetricId, metrics } from '@tributary/contract/reports/report-catalogue';
import { ReportQuery, type ReportRow } from '@tributary/contract/reports/reports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing.ts';
import { makeWorld, type PlacedEvent, shipEvents, type World } from '../testing.ts';
import { runReport } from './run-report.ts';
import { findViewer } from './viewer.repo.ts';

const now = new Date('2026-11-10T12:00:00Z');
const day = '2026-11-02';
const at = new Date('2026-11-02T09:03:00Z');

/** how many of each verdict came, the conversions that are not rejected, and what a report says */
const cases = [
  {
    offer: 11,
    impressions: { accepted: 4, bot: 3 },
    clicks: { accepted: 2, bot: 1 },
    conversions: 1,
    // bots' impressions are gross only; half of the people who saw it clicked, half of those converted
    says: { impressions: 4, gross_impressions: 7, clicks: 2, gross_clicks: 3, ctr: '50', cr: '50' },
  },
  {
    offer: 12,
    impressions: { bot: 5, head: 1, prefetch: 1 },
    clicks: { accepted: 1 },
    conversions: 2,
    // nobody saw it: a click came another way, and two conversions of one click are no share of it
    says: { impressions: 0, gross_impressions: 7, clicks: 1, gross_clicks: 1, ctr: null, cr: null },
  },
  {
    offer: 13,
    impressions: { accepted: 2, target_country: 4 },
    clicks: { accepted: 3, duplicate: 2 },
    conversions: 3,
    // more clicks than impressions: some came without one, so this is no share; three of three is one
    says: { impressions: 2, gross_impressions: 6, clicks: 3, gross_clicks: 5, ctr: null, cr: '100' },
  },
] as const;
const ids = Object.keys(cases[0].says) as MetricId[];

let database: TestDatabase;
let app: Database;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  app = database.open('app');
  world = await makeWorld(database, {
    subdomain: 'shares',
    timeZone: 'UTC',
    from: at,
    until: at,
    events: 0,
    conversions: 0,
  });
  const event = (kind: PlacedEvent['kind'], offer: number, verdict: string): PlacedEvent => ({
    kind,
    at,
    offer,
    publisher: 3,
    verdict,
    unique: false,
    country: 'IN',
    device: 'mobile',
    os: 'ios',
    browser: 'safari',
    source: 'news',
    p1: 'v1',
  });
  const many = (kind: PlacedEvent['kind'], offer: number, verdicts: Record<string, number>): PlacedEvent[] =>
    Object.entries(verdicts).flatMap(([verdict, count]) =>
      Array.from({ length: count }, () => event(kind, offer, verdict)),
    );
  await shipEvents(
    database,
    world.tenantId,
    cases.flatMap(({ offer, impressions, clicks }) => [
      ...many('impression', offer, impressions),
      ...many('click', offer, clicks),
    ]),
  );
  for (const { offer, conversions } of cases) {
    await database.asOwner(
      `insert into conversions (tenant_id, kind, offer_id, goal_id, publisher_id, advertiser_id, txn_id, at, recorded_at, status,
         currency, revenue_micros, payout_micros, home_currency, home_rate_e12, source, country, device_type, os, browser, click_params)
       select o.tenant_id, 'postback', o.id, g.id, $3, o.advertiser_id, 'txn-' || o.number || '-' || n, $2, $2, 'pending', 'USD', 0, 0,
         'USD', 1000000000000, 'news', 'IN', 'mobile', 'ios', 'safari', '{"p1":"v1"}'
       from offers o join offer_goals g on g.offer_id = o.id and g.number = 1 cross join generate_series(1, $4::int) n
       where o.tenant_id = $1 and o.number = $5`,
      [world.tenantId, at, world.publishers.get(3), conversions, offer],
    );
  }
});
afterAll(() => database.drop());

const report = (query: Record<string, string>, userId = world.admin) =>
  app.withTenant(world.tenantId, systemActor, async (tx) => {
    const viewer = await findViewer(tx, world.tenantId, userId);
    if (!viewer) throw new Error('no such viewer');
    return runReport(
      tx,
      ReportQuery.parse({ metrics: ids.join(','), from: day, to: day, tz: 'UTC', ...query }),
      viewer,
      now,
    );
  });
const figures = (row: ReportRow | undefined) => Object.fromEntries(ids.map((id) => [id, row?.[id]]));

/** which table answers is the plan's affair; the figures are the same */
const shapes = [
  'offer',
  'offer,publisher',
  'offer,country',
  'offer,device',
  'offer,source',
  'offer,hour',
  'offer,day',
  'offer,p1',
  'offer,browser',
];
describe.each(shapes)('by %s', (dimensions) => {
  test.each(cases)('offer $offer', async ({ offer, says }) => {
    const { rows } = await report({ dimensions });
    expect(figures(rows.find((row) => row.offer === offer))).toEqual(says);
  });
});

test.each(['', 'publisher', 'country', 'day', 'hour'])('all offers together, by "%s"', async (dimensions) => {
  const { totals, rows } = await report({ dimensions });
  // 4 + 0 + 2 seen, 2 + 1 + 3 clicked, 1 + 2 + 3 converted
  const all = { impressions: 6, gross_impressions: 20, clicks: 6, gross_clicks: 9, ctr: '100', cr: '100' };
  expect(figures(totals)).toEqual(all);
  if (dimensions !== '') expect(rows.map(figures)).toEqual([all]);
});

test('by verdict: what was not accepted is gross alone', async () => {
  const { rows } = await report({
    dimensions: 'verdict',
    metrics: 'impressions,gross_impressions,clicks,gross_clicks',
  });
  const of = (verdict: string) => {
    const row = rows.find((one) => one.verdict === verdict);
    return [row?.impressions, row?.gross_impressions, row?.clicks, row?.gross_clicks];
  };
  expect([of('accepted'), of('bot'), of('target_country')]).toEqual([
    [6, 6, 6, 6],
    [0, 8, 0, 1],
    [0, 4, 0, 0],
  ]);
});

test('sorted by a share, rows that have none come last, up and down', async () => {
  const order = async (sort: string) => (await report({ dimensions: 'offer', sort })).rows.map(({ offer }) => offer);
  expect(await order('-ctr')).toEqual([11, 12, 13]);
  expect(await order('ctr')).toEqual([11, 12, 13]);
  expect(await order('-cr')).toEqual([13, 11, 12]);
  expect(await order('cr')).toEqual([11, 13, 12]);
});

test('publishers and advertisers are told the same', async () => {
  const { rows: published } = await report({ dimensions: 'offer' }, world.publishers.get(3));
  expect(figures(published.find(({ offer }) => offer === 11))).toEqual(cases[0].says);
  const { rows: advertised } = await report({ dimensions: 'offer' }, world.advertisers.get(6));
  expect(advertised.map(figures)).toEqual([cases[2].says]);
});

test('every percentage says how it is bounded: a share of a whole, or one that may be more', () => {
  const percentages = Object.entries(metrics).filter(([, { format }]) => format === 'percent');
  const shares = percentages.flatMap(([id, { share }]) => (share ? [id] : []));
  expect(shares).toEqual(['ctr', 'invalid_rate', 'cr', 'rejection_rate']);
  // a profit is a part of the revenue, or a loss; these two are returns, which have no upper end
  const others = percentages.flatMap(([id, { share }]) => (share ? [] : [id]));
  expect(others).toEqual(['margin', 'roi', 'advertiser_roi']);
});
