// Rollups counted anew, under their own zone's days or another's: against a recount of what was placed, whoever dies on the way and
// whatever comes late.
import { ReportQuery } from '@tributary/contract/reports/reports';
import { macKey } from '@tributary/contract/tracker/siphash';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, systemActor } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { createTestDatabase, quietLog, type TestDatabase, testSecret } from '../../platform/testing.ts';
import { checkBooks, conversionJobs, rebuildRollups } from '../conversions/index.ts';
import { rollupsToRebuild } from '../events/index.ts';
import { type Inspect, stores } from '../events/testing.ts';
import { rollupDaysOf } from '../tenancy/index.ts';
import { postbackSecrets } from '../tracking/index.ts';
import { runReport } from './engine/run-report.ts';
import { findViewer } from './engine/viewer.repo.ts';
import { makeWorld, type PlacedEvent, shipEvents, type World } from './testing.ts';

const now = new Date('2026-11-10T12:00:00Z');
const clock = { now: () => now };
// New York sets its clocks back on 1 November 2026 at 06:00 UTC
const [from, until] = [new Date('2026-10-30T00:00:00Z'), new Date('2026-11-03T00:00:00Z')];

let database: TestDatabase;
let worker: Database;
let inspect: Inspect;
beforeAll(async () => {
  database = await createTestDatabase();
  worker = database.open('worker');
  const [store] = stores;
  if (!store) throw new Error('no store');
  inspect = store.inspect(database);
});
afterAll(() => database.drop());

let worlds = 0;
const world = (timeZone: string): Promise<World> =>
  makeWorld(database, {
    subdomain: `rebuilt-${++worlds}`,
    timeZone,
    from,
    until,
    events: 500,
    conversions: 80,
    seed: worlds,
  });

const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at: Date): string => format.format(at);
};
function recountedDays(events: readonly PlacedEvent[], zone: string) {
  const days = new Map<string, { day: string; clicks: number; impressions: number }>();
  for (const { at, kind } of events) {
    const day = dayIn(zone)(at);
    const sums = days.get(day) ?? { day, clicks: 0, impressions: 0 };
    days.set(day, { ...sums, [`${kind}s`]: sums[`${kind}s`] + 1 });
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}
function recountedSources(events: readonly PlacedEvent[], zone: string) {
  const sources = new Map<string, number>();
  for (const { at, kind, source } of events) {
    if (kind === 'click')
      sources.set(`${dayIn(zone)(at)}/${source}`, (sources.get(`${dayIn(zone)(at)}/${source}`) ?? 0) + 1);
  }
  return [...sources]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, clicks]) => ({ day: name.slice(0, 10), source: name.slice(11), clicks }));
}

const rollupDays = ({ tenantId }: World) =>
  worker.withTenant(tenantId, systemActor, (tx) => rollupDaysOf(tx, tenantId));
/** what the verifier says of rollups; the worlds' money was placed by hand and is none of it */
const rollupFindings = async ({ tenantId }: World) =>
  (await worker.withTenant(tenantId, systemActor, (tx) => checkBooks(tx, tenantId))).filter((line) =>
    /rollup|counts under/.test(line),
  );

async function clicksByDay({ tenantId, admin }: World, tz: string) {
  const reply = await worker.withTenant(tenantId, systemActor, async (tx) => {
    const viewer = await findViewer(tx, tenantId, admin);
    if (!viewer) throw new Error('no such viewer');
    const period = { from: '2026-10-28', to: '2026-11-05', tz };
    return runReport(
      tx,
      ReportQuery.parse({
        ...period,
        dimensions: 'day',
        metrics: 'gross_clicks,gross_impressions,conversions',
        sort: 'day',
      }),
      viewer,
      now,
    );
  });
  return reply.rows.map((row) => ({ day: row.day, clicks: row.gross_clicks, impressions: row.gross_impressions }));
}

const late = (at: string): PlacedEvent => ({
  ...{ kind: 'click', offer: 11, publisher: 2, verdict: 'accepted', unique: true, country: 'IN', device: 'mobile' },
  ...{ os: 'ios', browser: 'safari', source: 'late', p1: 'v1', at: new Date(at) },
});

describe.each([
  ['America/New_York', 'Asia/Kathmandu'],
  ['Asia/Kolkata', 'America/New_York'],
  ['UTC', 'Europe/Berlin'],
])('from %s to %s', (own, other) => {
  test('killed again and again, with rows that come late meanwhile: in the end all equals a recount, and nothing was done twice', async () => {
    const w = await world(own);
    const placed = [...w.events];
    expect(await inspect.days(w.tenantId)).toEqual(recountedDays(placed, own));
    const done: string[] = [];
    const arriving = ['2026-10-30T23:50:00Z', '2026-11-01T05:59:59Z', '2026-11-01T06:00:00Z', '2026-11-02T18:14:00Z'];
    for (let isOver = false; !isOver; ) {
      const progress = async (day: string): Promise<void> => {
        done.push(day);
        const at = arriving.shift();
        if (at) {
          placed.push(late(at));
          await shipEvents(database, w.tenantId, [late(at)]);
        }
        // figures by any days are right while rollups are not
        if (done.length === 2) {
          const rows = (await clicksByDay(w, own)).filter(
            ({ clicks, impressions }) => Number(clicks) + Number(impressions) > 0,
          );
          expect(rows).toEqual(recountedDays(placed, own));
        }
        if (done.length % 2 === 0) throw new Error('killed');
      };
      isOver = await rebuildRollups({ database: worker, clock, progress }, w.tenantId, other).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed');
          return false;
        },
      );
    }
    expect(new Set(done).size).toBe(done.length);
    expect(await rollupDays(w)).toEqual({ timeZone: other, rebuild: null });
    expect(await inspect.days(w.tenantId)).toEqual(recountedDays(placed, other));
    expect(await inspect.sources(w.tenantId)).toEqual(recountedSources(placed, other));
    expect(await inspect.wrongRollups()).toEqual([]);
    expect(await rollupFindings(w)).toEqual([]);
    // the zone that was left is read from quarters, the new one from days: both equal the recount
    for (const zone of [own, other]) expect(await clicksByDay(w, zone)).toEqual(recountedDays(placed, zone));
    // what comes after it stands under the new days, whichever zone the tenant's own is
    await shipEvents(database, w.tenantId, [late('2026-10-31T18:20:00Z')]);
    placed.push(late('2026-10-31T18:20:00Z'));
    expect(await inspect.days(w.tenantId)).toEqual(recountedDays(placed, other));
    expect(await rollupFindings(w)).toEqual([]);
  });
});

test('another zone that comes while days are counted overtakes them; whoever dies, and whoever ends first, nothing is over before its time', async () => {
  const w = await world('UTC');
  let done = 0;
  const dies = { database: worker, clock, progress: () => Promise.reject(new Error('killed')) };
  const overtaken = {
    database: worker,
    clock,
    progress: async () => {
      if (++done !== 3) return;
      await rebuildRollups(dies, w.tenantId, 'Pacific/Apia', 'days').catch(() => undefined);
      expect((await rollupDays(w)).rebuild).not.toBeNull();
      expect(await clicksByDay(w, 'Asia/Kathmandu')).toEqual(recountedDays(w.events, 'Asia/Kathmandu'));
    },
  };
  // what it goes on with are the days of the zone that has overtaken it
  await rebuildRollups(overtaken, w.tenantId, 'Asia/Kathmandu', 'days');
  await rebuildRollups({ database: worker, clock }, w.tenantId, 'Pacific/Apia', 'days');
  expect(await rollupDays(w)).toEqual({ timeZone: 'Pacific/Apia', rebuild: null });
  expect(await inspect.days(w.tenantId)).toEqual(recountedDays(w.events, 'Pacific/Apia'));
  expect(await inspect.sources(w.tenantId)).toEqual(recountedSources(w.events, 'Pacific/Apia'));
  expect(await rollupFindings(w)).toEqual([]);
  // and back: as it was
  await rebuildRollups({ database: worker, clock }, w.tenantId, 'UTC', 'days');
  expect(await inspect.days(w.tenantId)).toEqual(recountedDays(w.events, 'UTC'));
  expect(await rollupFindings(w)).toEqual([]);
});

test('where rows are gone, days are counted from quarters of an hour, and sources are left alone', async () => {
  const w = await world('America/New_York');
  const before = await inspect.sources(w.tenantId);
  const cut = new Date('2026-11-01T00:00:00Z');
  await inspect.dropRows(w.tenantId, from, cut);
  // one of the lost days had a row that came late: it is no day
  await shipEvents(database, w.tenantId, [late('2026-10-30T12:00:00Z')]);
  const placed = [...w.events, late('2026-10-30T12:00:00Z')];
  await rebuildRollups({ database: worker, clock }, w.tenantId, 'Asia/Kathmandu');
  expect(await inspect.days(w.tenantId)).toEqual(recountedDays(placed, 'Asia/Kathmandu'));
  const sources = await inspect.sources(w.tenantId);
  const of = (day: string, list: typeof sources) => list.filter((row) => row.day === day && row.source !== 'late');
  expect(of('2026-10-30', sources)).toEqual(of('2026-10-30', before));
  expect(of('2026-11-02', sources)).toEqual(of('2026-11-02', recountedSources(placed, 'Asia/Kathmandu')));
});

test('a job puts right what has come to differ, in the zone as it is, and the workspace beside it keeps what it has', async () => {
  const [w, beside] = [await world('America/New_York'), await world('Asia/Kathmandu')];
  await inspect.spoil(w.tenantId, '2026-10-31');
  await inspect.spoil(beside.tenantId, '2026-10-31');
  expect(await rollupFindings(w)).not.toEqual([]);
  await worker.withTenant(w.tenantId, systemActor, (tx) =>
    emit(tx, w.tenantId, rollupsToRebuild, { time_zone: 'America/New_York' }),
  );
  const key = { key: macKey(new Uint8Array(16)), secrets: postbackSecrets(testSecret), log: quietLog };
  const running = await startWorker({
    database: worker,
    jobs: conversionJobs({ database: worker, clock, publicOrigin: new URL('http://localhost'), ...key }),
    recurring: [],
    clock,
    log: quietLog,
  });
  await running.drain();
  await running.stop();
  expect(await rollupFindings(w)).toEqual([]);
  expect(await rollupFindings(beside)).not.toEqual([]);
  await inspect.dropRows(beside.tenantId, from, until);
});

test('a zone that is chosen before anything was counted is the days’ at once; afterwards only a rebuild changes them', async () => {
  const w = await world('UTC');
  const zoneOf = async () => (await rollupDays(w)).timeZone;
  await database.asOwner(`update tenants set time_zone = 'Asia/Tokyo' where id = $1`, [w.tenantId]);
  expect(await zoneOf()).toBe('UTC');
  await shipEvents(database, w.tenantId, [late('2026-10-31T23:00:00Z')]);
  expect(await inspect.days(w.tenantId)).toEqual(recountedDays([...w.events, late('2026-10-31T23:00:00Z')], 'UTC'));
  expect(await rollupFindings(w)).toEqual([]);
  const [fresh] = await database.asOwner<{ rollup_zone: string }>(
    `insert into tenants (subdomain, plan) values ('fresh-zone', 'basic') returning rollup_zone`,
  );
  expect(fresh?.rollup_zone).toBe('UTC');
  const [chosen] = await database.asOwner<{ rollup_zone: string }>(
    `update tenants set time_zone = 'Asia/Tokyo' where subdomain = 'fresh-zone' returning rollup_zone`,
  );
  expect(chosen?.rollup_zone).toBe('Asia/Tokyo');
});
