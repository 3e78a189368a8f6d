// Reports against an independent recount: the placed rows are added up here in another way than the server does it.
import { metricIds } from '@tributary/contract/reports/report-catalogue';
import { ReportQuery, type ReportRow } from '@tributary/contract/reports/reports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing.ts';
import {
  INR_RATE_E12,
  makeWorld,
  type PlacedConversion,
  type PlacedEvent,
  type PlacedLot,
  type World,
} from '../testing.ts';
import { runReport } from './run-report.ts';
import { findViewer } from './viewer.repo.ts';

const zones = ['Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York', 'UTC'] as const;
const now = new Date('2026-11-10T12:00:00Z');
const allMetrics = metricIds.join(',');
/** sales are not rolled up: without these, conversions come from their day rollups */
const ofSales: readonly string[] = ['sale_amount', 'roas', 'advertiser_roi'];
const metricLists = [metricIds, metricIds.filter((id) => !ofSales.includes(id))];

let database: TestDatabase;
let app: Database;
const worlds = new Map<string, World>();
const worldOf = (zone: string): World => {
  const world = worlds.get(zone);
  if (!world) throw new Error(`no world in ${zone}`);
  return world;
};
beforeAll(async () => {
  database = await createTestDatabase();
  app = database.open('app');
  for (const [at, timeZone] of zones.entries()) {
    const world = await makeWorld(database, {
      subdomain: `zone-${at}`,
      timeZone,
      // New York sets its clocks back on 1 November 2026 at 06:00 UTC
      from: new Date('2026-10-30T00:00:00Z'),
      until: new Date('2026-11-03T00:00:00Z'),
      events: 1_200,
      conversions: 200,
      seed: 11 + at,
    });
    worlds.set(timeZone, world);
    for (const { day } of world.lots) {
      const [row] = await database.asOwner<{ at: Date }>('select ($1::date)::timestamp at time zone $2 as at', [
        day,
        timeZone,
      ]);
      if (row) lotBegins.set(`${timeZone}/${day}`, row.at);
    }
  }
});
afterAll(() => database.drop());

async function report(world: World, query: Record<string, unknown>, userId = world.admin) {
  return app.withTenant(world.tenantId, systemActor, async (tx) => {
    const viewer = await findViewer(tx, world.tenantId, userId);
    if (!viewer) throw new Error('no such viewer');
    return runReport(tx, ReportQuery.parse(query), viewer, now);
  });
}

interface Pile {
  events: PlacedEvent[];
  conversions: PlacedConversion[];
  lots: PlacedLot[];
}

/** a quotient with six decimals, halves away from zero, by long division on whole numbers */
function exact(top: bigint, bottom: bigint): string | null {
  if (bottom === 0n) return null;
  const sign = top < 0n !== bottom < 0n && top !== 0n ? '-' : '';
  const size = (value: bigint) => (value < 0n ? -value : value);
  const units = (size(top) * 20_000_000n) / size(bottom);
  const digits = String((units + 10n) / 20n).padStart(7, '0');
  const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '');
  return text === '0' ? '0' : sign + text;
}
const count = (items: readonly unknown[]): bigint => BigInt(items.length);
const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n);
const UNIT = 10n ** 18n;

/** every metric by its definition; money in 10⁻¹⁸ of a dollar */
function recount({ events, conversions, lots }: Pile): Record<string, string | null> {
  const clicks = events.filter(({ kind }) => kind === 'click');
  const usd = ({ currency }: PlacedConversion, amount: bigint) =>
    amount * (currency === 'USD' ? 10n ** 12n : INR_RATE_E12);
  const of = (status: string) => conversions.filter((conversion) => conversion.status === status);
  const money = (field: 'revenue' | 'payout', ...statuses: string[]) =>
    sum(statuses.flatMap(of).map((conversion) => usd(conversion, conversion[field])));
  const lotted = (field: 'revenue' | 'payout') => sum(lots.map((lot) => lot[field] * 10n ** 12n));
  const accepted = count(clicks.filter(({ verdict }) => verdict === 'accepted'));
  const invalid = count(clicks.filter(({ verdict }) => ['duplicate', 'target_country'].includes(verdict)));
  const gross = count(clicks);
  const seen = events.filter(({ kind }) => kind === 'impression');
  const impressions = count(seen.filter(({ verdict }) => verdict === 'accepted'));
  const share = (part: bigint, whole: bigint) => (part > whole ? null : exact(100n * part, whole));
  const live = [...of('approved'), ...of('pending')];
  const [approved, pending, rejected] = [count(of('approved')), count(of('pending')), count(of('rejected'))];
  const revenue = money('revenue', 'approved', 'pending') + lotted('revenue');
  const payout = money('payout', 'approved', 'pending') + lotted('payout');
  const sales = sum(live.map((conversion) => usd(conversion, conversion.sale ?? 0n)));
  const times = live
    .flatMap(({ at, clickAt }) => (clickAt ? [Math.floor((at.getTime() - clickAt.getTime()) / 1000)] : []))
    .sort((a, b) => a - b);
  const median = times[Math.ceil(times.length / 2) - 1];
  return {
    impressions: exact(impressions, 1n),
    gross_impressions: exact(count(seen), 1n),
    gross_clicks: exact(gross, 1n),
    clicks: exact(accepted, 1n),
    unique_clicks: exact(count(clicks.filter(({ unique }) => unique)), 1n),
    invalid_clicks: exact(invalid, 1n),
    ctr: share(accepted, impressions),
    invalid_rate: share(invalid, gross),
    conversions: exact(approved + pending, 1n),
    approved_conversions: exact(approved, 1n),
    pending_conversions: exact(pending, 1n),
    rejected_conversions: exact(rejected, 1n),
    cr: share(approved + pending, accepted),
    rejection_rate: share(rejected, approved + pending + rejected),
    revenue: exact(revenue, UNIT),
    approved_revenue: exact(money('revenue', 'approved') + lotted('revenue'), UNIT),
    pending_revenue: exact(money('revenue', 'pending'), UNIT),
    payout: exact(payout, UNIT),
    approved_payout: exact(money('payout', 'approved') + lotted('payout'), UNIT),
    pending_payout: exact(money('payout', 'pending'), UNIT),
    rejected_payout: exact(money('payout', 'rejected'), UNIT),
    profit: exact(revenue - payout, UNIT),
    margin: exact(100n * (revenue - payout), revenue),
    epc: exact(payout, accepted * UNIT),
    rpc: exact(revenue, accepted * UNIT),
    ecpm: exact(1000n * revenue, impressions * UNIT),
    cpa: exact(revenue, (approved + pending) * UNIT),
    roi: exact(100n * (revenue - payout), payout),
    sale_amount: exact(sales, UNIT),
    roas: exact(sales, revenue),
    advertiser_roi: exact(100n * (sales - revenue), revenue),
    average_conversion_time: exact(BigInt(times.reduce((all, time) => all + time, 0)), count(times)),
    median_conversion_time: median === undefined ? null : String(median),
  };
}

const figuresOf = (row: ReportRow | undefined): Record<string, string | null> =>
  Object.fromEntries(metricIds.map((id) => [id, row?.[id] == null ? null : String(row[id])]));
const only = (ids: readonly string[], figures: Record<string, string | null>) =>
  Object.fromEntries(ids.map((id) => [id, figures[id]]));

/** the calendar day by the platform's own formatting */
const calendars = new Map(zones.map((zone) => [zone as string, new Intl.DateTimeFormat('en-CA', { timeZone: zone })]));
const dayIn = (at: Date, zone: string): string | undefined => calendars.get(zone)?.format(at);
const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'];

/** a lot's day begins at its workspace's midnight; the database says when that is */
const lotBegins = new Map<string, Date>();

function pileOf(world: World, home: string, keep: (at: Date, item: object) => boolean): Pile {
  return {
    events: world.events.filter((event) => keep(event.at, event)),
    conversions: world.conversions.filter((conversion) => keep(conversion.at, conversion)),
    lots: world.lots.filter((lot) => keep(lotBegins.get(`${home}/${lot.day}`) ?? new Date(0), lot)),
  };
}

describe.each(zones)('a workspace in %s', (home) => {
  test.each(zones)('read in %s: every metric of every day equals the recount', async (tz) => {
    const world = worldOf(home);
    const expected = days.map((day) => recount(pileOf(world, home, (moment) => dayIn(moment, tz) === day)));
    for (const ids of metricLists) {
      const query = { dimensions: 'day', metrics: ids.join(','), from: days[0], to: days[3], tz };
      const { rows } = await report(world, query);
      expect(rows.map(({ day }) => day)).toEqual(days);
      for (const [at, day] of days.entries()) {
        expect({ day, ...only(ids, figuresOf(rows[at])) }).toEqual({ day, ...only(ids, expected[at] ?? {}) });
      }
    }
  });

  test.each(zones)('read in %s without days: the totals equal the recount, edges and all', async (tz) => {
    const world = worldOf(home);
    const inside = (moment: Date) => [days[1], days[2]].includes(dayIn(moment, tz) ?? '');
    for (const ids of metricLists) {
      const query = { dimensions: 'offer', metrics: ids.join(','), from: days[1], to: days[2], tz };
      const { totals, rows } = await report(world, query);
      expect(only(ids, figuresOf(totals))).toEqual(only(ids, recount(pileOf(world, home, inside))));
      for (const offer of [11, 12, 13]) {
        const pile = pileOf(world, home, (moment, item) => inside(moment) && 'offer' in item && item.offer === offer);
        expect(only(ids, figuresOf(rows.find((row) => row.offer === offer)))).toEqual(only(ids, recount(pile)));
      }
    }
  });
});

test.each(zones)('of one device, day by day in %s: the full quarters and days equal the recount too', async (tz) => {
  const world = worldOf('Asia/Kolkata');
  const query = { metrics: allMetrics, from: days[1], to: days[2], tz, 'filter[device]': 'mobile' };
  const keep = (wanted: readonly string[]) => (moment: Date, item: object) =>
    wanted.includes(dayIn(moment, tz) ?? '') && 'device' in item && item.device === 'mobile';
  const { rows } = await report(world, { ...query, dimensions: 'day' });
  for (const [at, day] of [days[1], days[2]].entries()) {
    expect(figuresOf(rows[at])).toEqual(recount(pileOf(world, 'Asia/Kolkata', keep([day ?? '']))));
  }
  const { totals } = await report(world, query);
  expect(figuresOf(totals)).toEqual(recount(pileOf(world, 'Asia/Kolkata', keep([days[1] ?? '', days[2] ?? '']))));
});

test('by hour, the hour that the autumn repeats stays two', async () => {
  const world = worldOf('America/New_York');
  const tz = 'America/New_York';
  const { rows } = await report(world, {
    dimensions: 'hour',
    metrics: 'gross_clicks',
    from: '2026-11-01',
    to: '2026-11-01',
    tz,
  });
  const ones = rows.filter(({ hour }) => String(hour).startsWith('2026-11-01T01:00:00'));
  expect(ones.map(({ hour }) => hour)).toEqual(['2026-11-01T01:00:00-04:00', '2026-11-01T01:00:00-05:00']);
  const clicksBetween = (from: string, until: string) =>
    world.events.filter(({ kind, at }) => kind === 'click' && at >= new Date(from) && at < new Date(until)).length;
  expect(ones.map((row) => row.gross_clicks)).toEqual([
    clicksBetween('2026-11-01T05:00:00Z', '2026-11-01T06:00:00Z'),
    clicksBetween('2026-11-01T06:00:00Z', '2026-11-01T07:00:00Z'),
  ]);
});

/** [dimension, value in a row, the same in what was placed] */
const splits = [
  ['publisher', 3, 'publisher', 3],
  ['country', 'in', 'country', 'IN'],
  ['country', null, 'country', ''],
  ['device', 'mobile', 'device', 'mobile'],
  ['os', 'ios', 'os', 'ios'],
  ['browser', 'edge', 'browser', 'edge'],
  ['source', 'news', 'source', 'news'],
  ['source', null, 'source', ''],
  ['p1', 'v2', 'p1', 'v2'],
] as const;

test.each(splits)(
  'by %s = %s every metric equals the recount, and the rows add up to the totals',
  async (id, value, field, placed) => {
    const world = worldOf('Asia/Kolkata');
    const tz = 'Asia/Kolkata';
    const query = { dimensions: id, metrics: allMetrics, from: days[0], to: days[3], tz };
    const { rows, totals } = await report(world, query);
    const all = pileOf(world, tz, (moment) => days.includes(dayIn(moment, tz) ?? ''));
    expect(figuresOf(totals)).toEqual(recount(all));
    // these lots know the publisher and, where it is not known, the country: in other splits they stand where it is not known
    const lotIn = (lot: PlacedLot) => (field === 'publisher' ? lot.publisher === placed : value === null);
    const pile = {
      events: all.events.filter((event) => event[field] === placed),
      conversions: all.conversions.filter((conversion) => conversion[field] === placed),
      lots: all.lots.filter(lotIn),
    };
    expect(figuresOf(rows.find((row) => row[id] === value))).toEqual(recount(pile));
    for (const metric of ['gross_clicks', 'conversions'] as const) {
      expect(rows.reduce((sum, row) => sum + Number(row[metric]), 0)).toBe(totals[metric]);
    }
    const filtered = await report(world, { ...query, dimensions: '', [`filter[${id}]`]: String(value ?? '') });
    expect(figuresOf(filtered.totals)).toEqual(
      recount({ ...pile, lots: field === 'publisher' || field === 'country' ? pile.lots : [] }),
    );
  },
);

test('goals and the advertiser’s values split conversions; clicks stand where they are not known', async () => {
  const world = worldOf('UTC');
  const query = { metrics: 'gross_clicks,conversions,revenue', from: days[0], to: days[3], tz: 'UTC' };
  for (const [id, field, value] of [
    ['goal', 'goal', 'Deposit'],
    ['sub1', 'sub1', 'y'],
  ] as const) {
    const { rows, totals } = await report(world, { ...query, dimensions: id });
    const kept = world.conversions.filter((one) => one[field] === value && one.status !== 'rejected');
    expect(rows.find((row) => row[id] === value)).toMatchObject({ gross_clicks: 0, conversions: kept.length });
    expect(rows.find((row) => row[id] === null)).toMatchObject({ gross_clicks: totals.gross_clicks, conversions: 0 });
    const filtered = await report(world, { ...query, [`filter[${id}]`]: value });
    expect(filtered.totals).toMatchObject({ gross_clicks: totals.gross_clicks, conversions: kept.length });
    expect(filtered.notes).toHaveLength(1);
  }
});

test('conversions that are decided, priced or placed later move from sum to sum', async () => {
  const tz = 'Asia/Kolkata';
  const world = await makeWorld(database, {
    subdomain: 'later',
    timeZone: tz,
    from: new Date('2026-10-30T00:00:00Z'),
    until: new Date('2026-11-03T00:00:00Z'),
    events: 20,
    conversions: 200,
    seed: 31,
  });
  await database.asOwner(
    `update conversions set status = case status when 'pending' then 'approved' else 'pending' end,
       payout_micros = payout_micros + 1, country = coalesce(country, 'DE')
     where tenant_id = $1 and status <> 'rejected'`,
    [world.tenantId],
  );
  const conversions = world.conversions.map((one): PlacedConversion => {
    if (one.status === 'rejected') return one;
    const status = one.status === 'pending' ? 'approved' : 'pending';
    return { ...one, status, payout: one.payout + 1n, country: one.country || 'DE' };
  });
  const metrics = 'conversions,approved_conversions,pending_conversions,rejected_conversions,revenue,payout';
  const query = { metrics: `${metrics},average_conversion_time`, from: days[0], to: '2026-11-03', tz };
  const ids = [...metrics.split(','), 'average_conversion_time'];
  for (const [id, field] of [
    ['offer', 'offer'],
    ['publisher', 'publisher'],
    ['country', 'country'],
  ] as const) {
    const { rows } = await report(world, { ...query, dimensions: id });
    const placed = (row: ReportRow) => (id === 'country' ? String(row[id] ?? '').toUpperCase() : row[id]);
    const lots = (value: unknown) => world.lots.filter((lot) => (id === 'country' ? value === '' : lot[id] === value));
    for (const row of rows) {
      const own = conversions.filter((one) => one[field] === placed(row));
      expect(only(ids, figuresOf(row))).toEqual(
        only(ids, recount({ events: [], conversions: own, lots: lots(placed(row)) })),
      );
    }
    const known = new Set(conversions.map((one) => one[field]));
    expect(rows.filter((row) => known.has(placed(row) as never))).toHaveLength(known.size);
  }
  for (const of of ['offer_publisher', 'offer', 'publisher', 'country']) {
    const [sums] = await database.asOwner(
      `select sum(counted)::text as counted, sum(approved_payout + pending_payout + rejected_payout)::text as payout
       from rollup_conversions_${of} where tenant_id = $1`,
      [world.tenantId],
    );
    const payout = conversions.reduce((sum, one) => sum + one.payout, 0n);
    expect({ of, ...sums }).toEqual({ of, counted: '200', payout: String(payout) });
  }
});
