// Reports of somebody who sees some accounts: twenty of them, from each of the engine's sources, against sums over the assigned
// accounts' own rows, added up here in another way. The system reads them; the condition and the wall behind it must both be his.
import { metricIds } from '@tributary/contract/reports/report-catalogue';
import { ReportQuery } from '@tributary/contract/reports/reports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing.ts';
import { requestOf } from '../saved/saved.ts';
import { makeWorld, type World } from '../testing.ts';
import { runReport } from './run-report.ts';
import { findViewer, requireViewer } from './viewer.repo.ts';

const now = new Date('2026-11-10T12:00:00Z');
/** whatever the zone, all that was placed lies in it */
const period = { from: '2026-10-29', to: '2026-11-03' };
let database: TestDatabase;
let app: Database;
let world: World;
const managers: Record<string, string> = {};
const scopes = {
  publishers: { publishers: 'assigned', advertisers: 'all' },
  advertisers: { publishers: 'all', advertisers: 'assigned' },
  both: { publishers: 'assigned', advertisers: 'assigned' },
} as const;
type Case = keyof typeof scopes;
/** by number */
const assigned = { publishers: [2, 3], advertisers: [6] };

beforeAll(async () => {
  database = await createTestDatabase();
  app = database.open('app');
  world = await makeWorld(database, {
    subdomain: 'scoped',
    timeZone: 'Asia/Kolkata',
    from: new Date('2026-10-30T00:00:00Z'),
    until: new Date('2026-11-03T00:00:00Z'),
    events: 1_500,
    conversions: 300,
  });
  for (const [name, scope] of Object.entries(scopes)) managers[name] = await addManager(name, scope);
  managers.nobody = await addManager('nobody', scopes.both, []);
});
afterAll(() => database.drop());

async function addManager(name: string, scope: object, numbers = [...assigned.publishers, ...assigned.advertisers]) {
  const [role, id] = [newId(), newId()];
  const { tenantId } = world;
  await database.asOwner(
    `insert into roles (tenant_id, id, name, sections, scope) values ($1, $2, $3, '{"reports": "read"}', $4)`,
    [tenantId, role, name, JSON.stringify(scope)],
  );
  await database.asOwner(
    `insert into users (tenant_id, id, type, user_sequence_id, first_name, last_name, email, status, role_id)
     values ($1, $2, 'admin', 900 + (select count(*) from users), $3, $3, $3 || '@scoped.test', 'approved', $4)`,
    [tenantId, id, name, role],
  );
  await database.asOwner(
    `insert into account_managers (tenant_id, account_id, user_id)
     select tenant_id, id, $1 from users where tenant_id = $2 and user_sequence_id = any($3::int[]) and type <> 'admin'`,
    [id, tenantId, numbers],
  );
  return id;
}

const report = (userId: string, query: Record<string, unknown>) =>
  app.withTenant(world.tenantId, systemActor, async (tx) =>
    runReport(tx, ReportQuery.parse(query), await requireViewer(tx, world.tenantId, userId), now),
  );

const metrics = 'gross_clicks,gross_impressions,conversions,rejected_conversions,revenue,payout,profit';
const shapes: Record<string, Record<string, string>> = {
  'in all': {},
  'by offer': { dimensions: 'offer' },
  'by publisher': { dimensions: 'publisher' },
  'by country': { dimensions: 'country' },
  'by day': { dimensions: 'day' },
  'by hour': { dimensions: 'hour' },
  'by week': { dimensions: 'week' },
  'by month': { dimensions: 'month' },
  'by advertiser': { dimensions: 'advertiser' },
  'by manager': { dimensions: 'manager' },
  'by offer and publisher': { dimensions: 'offer,publisher' },
  'by offer and day': { dimensions: 'offer,day' },
  'by status of offer': { dimensions: 'offer_status' },
  'by source': { dimensions: 'source' },
  'by device and system': { dimensions: 'device,os' },
  'by browser, from single events': { dimensions: 'browser' },
  'by p1, from single events': { dimensions: 'p1' },
  'by day of another zone': { dimensions: 'day', tz: 'America/New_York' },
  'beside the days before': { dimensions: 'country', compare: 'previous' },
  'with conversions alone, by publisher': { dimensions: 'publisher', with_conversions: '1' },
};

interface Sums {
  gross_clicks: number;
  gross_impressions: number;
  conversions: number;
  rejected_conversions: number;
  revenue: string;
  payout: string;
}
/** over what was placed, and by SQL over conversions and lots, never rollups */
async function sumsOf(scope: (typeof scopes)[Case], withConversions: boolean): Promise<Sums> {
  const { tenantId } = world;
  const [pubs, advs] = [
    scope.publishers === 'all' ? [...world.publishers.keys()] : assigned.publishers,
    scope.advertisers === 'all' ? [...world.advertisers.keys()] : assigned.advertisers,
  ];
  const isWithin = ({ offer, publisher }: { offer: number; publisher: number }) =>
    pubs.includes(publisher) && advs.includes(world.offers.get(offer) ?? 0);
  const converting = new Set(
    world.conversions.filter((one) => isWithin(one) && one.status !== 'rejected').map(({ publisher }) => publisher),
  );
  const events = world.events.filter((one) => isWithin(one) && (!withConversions || converting.has(one.publisher)));
  const [money] = await database.asOwner<Record<'n' | 'rejected' | 'revenue' | 'payout', string>>(
    `with c as (
       select c.status, c.revenue_micros * c.home_rate_e12::numeric as revenue, c.payout_micros * c.home_rate_e12::numeric as payout
       from conversions c join users p on p.id = c.publisher_id join users a on a.id = c.advertiser_id
       where c.tenant_id = $1 and p.user_sequence_id = any($2) and a.user_sequence_id = any($3)
       union all
       select 'lot', l.revenue_micros * 1e12, l.payout_micros * 1e12
       from earning_lots l join users p on p.id = l.publisher_id join users a on a.id = l.advertiser_id
       where l.tenant_id = $1 and p.user_sequence_id = any($2) and a.user_sequence_id = any($3))
     select count(*) filter (where status in ('approved', 'pending')) as n, count(*) filter (where status = 'rejected') as rejected,
       trim_scale(round(coalesce(sum(revenue) filter (where status <> 'rejected'), 0) / 1e18, 6))::text as revenue,
       trim_scale(round(coalesce(sum(payout) filter (where status <> 'rejected'), 0) / 1e18, 6))::text as payout from c`,
    [tenantId, pubs, advs],
  );
  return {
    gross_clicks: events.filter(({ kind }) => kind === 'click').length,
    gross_impressions: events.filter(({ kind }) => kind === 'impression').length,
    conversions: Number(money?.n),
    rejected_conversions: Number(money?.rejected),
    revenue: money?.revenue ?? '',
    payout: money?.payout ?? '',
  };
}

test('they are twenty, for each of three scopes', () => {
  expect([Object.keys(shapes).length, Object.keys(scopes).length]).toEqual([20, 3]);
});

describe.each(Object.keys(scopes) as Case[])('in charge of some, scoped by %s', (name) => {
  test.each(Object.entries(shapes))('%s', async (_, shape) => {
    const reply = await report(managers[name] ?? '', { metrics, tz: 'Asia/Kolkata', ...period, ...shape });
    const want = await sumsOf(scopes[name], shape.with_conversions === '1');
    const { profit: _profit, ...totals } = reply.totals;
    expect(totals).toEqual(want);
    const added = reply.rows.reduce((sum, row) => sum + Number(row.gross_clicks), 0);
    expect(added).toBe(want.gross_clicks);
    const names = JSON.stringify(reply.labels);
    if (scopes[name].publishers === 'assigned') expect(names).not.toContain('publisher 4');
    if (scopes[name].advertisers === 'assigned') expect(names).not.toContain('advertiser 5');
  });
});

test('who is in charge of nobody has nothing, by any shape and metric', async () => {
  for (const shape of Object.values(shapes)) {
    const reply = await report(managers.nobody ?? '', { metrics: metricIds.join(','), ...period, ...shape });
    expect(reply.rows.length).toBe(shape.dimensions ? 0 : 1);
    expect(Object.values(reply.totals).filter((value) => value !== null && Number(value) !== 0)).toEqual([]);
    expect(reply.labels).toEqual(
      expect.not.objectContaining({ offer: expect.objectContaining({ 11: expect.anything() }) }),
    );
  }
});

test('a filter, a comparison and a drill-down reach no further than the scope', async () => {
  const both = managers.both ?? '';
  for (const filter of [{ 'filter[publisher]': '4' }, { 'filter[offer]': '11' }, { 'filter[advertiser]': '5' }]) {
    const reply = await report(both, { metrics, ...period, ...filter });
    expect(Object.values(reply.totals).map(Number)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  }
  const beside = await report(both, {
    metrics,
    ...period,
    dimensions: 'day',
    compare: 'publisher:4',
    'filter[publisher]': '2',
  });
  expect(JSON.stringify(beside.previous)).not.toMatch(/"gross_clicks":[1-9]/);
});

test('a schedule or an export reads the role as it is when it runs', async () => {
  const id = await addManager('changing', { publishers: 'all', advertisers: 'all' });
  const query = { metrics: 'gross_clicks', ...period };
  const wide = await report(id, query);
  await database.asOwner(
    `update roles set scope = '{"publishers":"assigned","advertisers":"assigned"}' where name = 'changing'`,
  );
  const narrow = await report(id, query);
  expect(Number(narrow.totals.gross_clicks)).toBeLessThan(Number(wide.totals.gross_clicks));
  await app.withTenant(world.tenantId, systemActor, async (tx) => {
    const viewer = await findViewer(tx, world.tenantId, id);
    expect(viewer && requestOf(query, viewer, now).request.metrics).toEqual(['gross_clicks']);
  });
});
