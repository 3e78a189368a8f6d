// One workspace with a day of everything: an untouched one agrees; whatever is changed by hand is named by the recount, rollups are
// rebuilt from rows, and those who may look are told once.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, FakeClock } from '../../../platform/clock.ts';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { testSecret, testVault } from '../../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { startRun } from '../../billing/index.ts';
import { rebuildRollups } from '../../conversions/index.ts';
import { eventsToMend } from '../../events/testing.ts';
import { makeWorld } from '../../reports/testing.ts';
import { setRollupDays } from '../../tenancy/index.ts';
import { lastDay, recountTasks } from './jobs.ts';
import { recountDay } from './recount-day.ts';

let t: TestApp;
let w: World;
let token = '';
let worker: Database;
let day = '';
let ownToken = '';

const part = async (name: string) => {
  const { body } = await t.call(routes.recount, { token, params: { day } });
  return body.parts.find((one: { part: string }) => one.part === name) ?? expect.fail(`no part ${name}`);
};
const recount = async (books = true) => {
  await recountDay({ database: worker, clock: t.clock, vault: testVault, secret: testSecret }, w.tenantId, {
    day,
    books,
  });
  const { status, body } = await t.call(routes.recount, { token, params: { day } });
  expect(status).toBe(200);
  return body;
};
/** by the owner of the database, in the tenant's name */
const byHand = (statement: string) => t.database.asOwner(statement, statement.includes('$1') ? [w.tenantId] : []);

beforeAll(async () => {
  t = await createTestApp({ clock: new FakeClock(new Date('2026-11-12T09:00:00Z')) });
  w = await createWorld(t);
  worker = t.database.open('worker');
  ({ token } = await t.signIn('admin@demo.test', { rememberMe: true }));
  day = t.clock.now().toISOString().slice(0, 10);
  const offer = await w.addOffer();
  const paid = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
  const stranger = await w.addPerson('publisher');
  await w.clicks(offer.number, t.clock.now(), 40);
  await w.clicks(offer.number, t.clock.now(), 7, { verdict: 'bot' });
  await w.clicks(offer.number, t.clock.now(), 5, { publisher: String(stranger.number), country: 'DE', source: 's' });
  await w.clicks(paid.number, t.clock.now(), 9);
  await w.impressions(offer.number, t.clock.now(), 12);
  for (const status of ['approved', 'pending', 'rejected', 'approved']) {
    const id = w.clickId(offer.number);
    await w.click(id, new Date(t.clock.now().getTime() - 60_000), offer.number);
    await w.convert({ click_id: id, txn_id: `order-${status}-${id.slice(-6)}`, status });
  }
  // a tracker that was killed has told of fewer than it kept: rows that a test takes away are not missed by it
  await t.database.asOwner(
    `insert into tracker_counts (tenant_id, quarter, tracker, boot, clicks, impressions, receipts) values
       ($1, '2026-11-12T08:45:00Z', 't1', 'b1', 40, 0, 0), ($1, '2026-11-12T09:00:00Z', 't1', 'b1', 4, 12, 3),
       ($1, '2026-11-12T09:00:00Z', 't1', 'b2', 1, 0, 1), ($1, '2026-11-13T00:00:00Z', 't1', 'b2', 9, 9, 9)`,
    [w.tenantId],
  );
  t.clock.advance(DAY_MS);
  await t.database.asOwner(
    `insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.day-to-book', jsonb_build_object('day', $2::text))`,
    [w.tenantId, day],
  );
  await t.app.worker?.drain();
  const { userId } = await t.signIn('admin@demo.test');
  const principal = { userId, role: 'admin', team: null, impersonator: null, scopes: null };
  const call = { tenant: { id: w.tenantId }, principal, clock: t.clock, ip: '127.0.0.1', requestId: 'recount' };
  await t.app.database.withTenant(w.tenantId, systemActor, (tx) =>
    startRun(tx, call as never, {
      side: 'publisher',
      periodFrom: '2026-11-01',
      periodTo: day,
      onlyOwner: w.publisher.id,
    }),
  );
  await t.app.worker?.drain();
  await t.database.asOwner(
    `update users set password_hash = (select password_hash from users where email = 'publisher@demo.test' limit 1) where id = $1`,
    [w.publisher.id],
  );
  const [own] = await t.database.asOwner<{ email: string }>('select email from users where id = $1', [w.publisher.id]);
  ownToken = (await t.signIn(own?.email ?? '')).token;
});
afterAll(() => t.close());

test('an untouched day agrees in every part, and had something to agree about', async () => {
  const body = await recount();
  expect(body).toMatchObject({ day, state: 'agrees', differences: 0, waits_for: null, rows_removed: false });
  const counted = Object.fromEntries(
    body.parts.map((one: { part: string; counted: number }) => [one.part, one.counted]),
  );
  expect(counted).toEqual({
    trackers: 40 + 4 + 1 + 12 + 3 + 1,
    clicks: 40 + 7 + 5 + 9 + 12 + 4,
    conversions: 4,
    receipts: 4,
    lots: 1,
    usage: 40 + 5 + 9 + 4,
    ledger: expect.toSatisfy((n: number) => n > 4),
    documents: 1,
  });
  const { rows } = (await t.call(routes.recounts, { token })).body;
  expect(rows[0]).toMatchObject({ id: day, day, state: 'agrees' });
});

test('each publisher reads its own figures of the day, and nobody else’s', async () => {
  await recount();
  const { body } = await t.call(routes.ownRecounts, { token: ownToken });
  // billable clicks; approved and pending conversions
  expect(body).toMatchObject({ total: 1, rows: [{ day, clicks: 40 + 9 + 4, conversions: 3, differs: false }] });
  const [all] = await t.database.asOwner<{ n: number }>('select count(*)::int as n from recount_publishers');
  expect(all?.n).toBe(2);
});

const one = (table: string, where = 'true'): string =>
  `ctid = (select ctid from ${table} where tenant_id = $1 and ${where} limit 1)`;
const flipped = (table: string, column: string): string =>
  `update ${table} set ${column} = set_byte(${column}, 0, get_byte(${column}, 0) # 1) where tenant_id = $1`;
const changed: [what: string, part: string, statement: string, back: string | null][] = [
  ...eventsToMend.map(([what, statement, back]): (typeof changed)[number] => [what, 'clicks', statement, back]),
  [
    'a rollup of conversions',
    'conversions',
    `update rollup_conversions_publisher set approved_payout = approved_payout + 1 where ${one('rollup_conversions_publisher')}`,
    null,
  ],
  ...['clicks', 'impressions', 'receipts'].map((kept): (typeof changed)[number] => [
    `${kept} of a tracker that are not stored`,
    'trackers',
    `update tracker_counts set ${kept} = ${kept} + 50 where tenant_id = $1 and boot = 'b1'`,
    `update tracker_counts set ${kept} = ${kept} - 50 where tenant_id = $1 and boot = 'b1'`,
  ]),
  // twice is as before
  ['a node of the tree', 'ledger', flipped('ledger_nodes', 'hash'), flipped('ledger_nodes', 'hash')],
  ['a root that was signed', 'ledger', flipped('checkpoints', 'root'), flipped('checkpoints', 'root')],
  [
    'an outcome',
    'receipts',
    `with gone as (delete from receipt_outcomes where ${one('receipt_outcomes')} returning *)
     insert into receipt_outcomes_kept select * from gone`,
    'insert into receipt_outcomes select * from receipt_outcomes_kept',
  ],
  [
    'an outcome that denies its conversion',
    'receipts',
    `update receipt_outcomes set outcome = 'goal_unknown' where ${one('receipt_outcomes', `outcome = 'recorded'`)}`,
    `update receipt_outcomes set outcome = 'recorded' where tenant_id = $1 and outcome = 'goal_unknown'`,
  ],
  [
    'an outcome without its conversion',
    'receipts',
    `update receipt_outcomes set conversion_id = null where ${one('receipt_outcomes', `outcome = 'recorded'`)}`,
    `update receipt_outcomes o set conversion_id = c.id from conversions c
     where o.tenant_id = $1 and o.conversion_id is null and c.receipt_id = o.receipt_id`,
  ],
  [
    'a conversion that names no call',
    'receipts',
    `update conversions set receipt_id = null where ${one('conversions', 'receipt_id is not null')}`,
    `update conversions c set receipt_id = o.receipt_id from receipt_outcomes o
     where c.tenant_id = $1 and c.receipt_id is null and o.conversion_id = c.id and o.outcome = 'recorded'`,
  ],
  [
    'a lot',
    'lots',
    `update earning_lots set events = events + 1 where ${one('earning_lots')}`,
    `update earning_lots set events = events - 1 where ${one('earning_lots')}`,
  ],
  [
    'what the plan counts',
    'usage',
    'update tenant_usage set clicks = clicks + 1 where tenant_id = $1',
    'update tenant_usage set clicks = clicks - 1 where tenant_id = $1',
  ],
  [
    'an entry of the ledger',
    'ledger',
    'update ledger_transfers set amount_micros = amount_micros + 1 where tenant_id = $1 and sequence = 1',
    'update ledger_transfers set amount_micros = amount_micros - 1 where tenant_id = $1 and sequence = 1',
  ],
  [
    'a conversion’s amount',
    'ledger',
    `update conversions set payout_micros = payout_micros + 1 where tenant_id = $1 and id = (select min(id::text)::uuid from conversions where status = 'approved')`,
    `update conversions set payout_micros = payout_micros - 1 where tenant_id = $1 and id = (select min(id::text)::uuid from conversions where status = 'approved')`,
  ],
  [
    'a document',
    'documents',
    'update documents set net_micros = net_micros + 1, total_micros = total_micros + 1 where tenant_id = $1',
    'update documents set net_micros = net_micros - 1, total_micros = total_micros - 1 where tenant_id = $1',
  ],
];

const statementOf = (what: string): string =>
  eventsToMend.find(([name]) => name === what)?.[1] ?? expect.fail(`nothing is called ${what}`);

describe('changed by hand', () => {
  beforeAll(() => t.database.asOwner('create table receipt_outcomes_kept (like receipt_outcomes)'));

  test.each(changed)('%s is named', async (_what, name, statement, back) => {
    await byHand(statement);
    const body = await recount();
    expect([body.state, body.differences > 0]).toEqual(['differs', true]);
    const found = await part(name);
    expect(found.differences).toBeGreaterThan(0);
    expect(found.findings[0]).toEqual(expect.any(String));
    const others = body.parts.filter((one: { part: string; differences: number }) => one.differences > 0);
    expect(others.map((one: { part: string }) => one.part)).toContain(name);
    if (back) await byHand(back);
    else {
      const asked = await t.call(routes.rebuildDay, { token, params: { day }, body: {} });
      expect([asked.status, asked.body.state, asked.body.waits_for]).toEqual([200, 'waiting', 'rebuild']);
      const twice = await t.call(routes.rebuildDay, { token, params: { day }, body: {} });
      expect(twice.status).toBe(409);
      await t.app.worker?.drain();
    }
    expect(back ? await recount() : (await t.call(routes.recount, { token, params: { day } })).body).toMatchObject({
      state: 'agrees',
      waits_for: null,
    });
  });

  test('rows that a living tracker still has on its disk are not missed; those of a dead one are', async () => {
    await byHand(`update tracker_counts set clicks = clicks + 50 where tenant_id = $1 and boot = 'b1'`);
    const unsentSince = async (reportedAt: Date) => {
      const report = JSON.stringify({ spool: { oldestUnsentAt: new Date(`${day}T08:50:00Z`).getTime() } });
      await t.database.asOwner(
        `insert into trackers (id, boot, label, snapshot_version, reported_at, report) values ('t1', 'b2', 'host/0', 1, $1, $2)
         on conflict (id) do update set reported_at = excluded.reported_at`,
        [reportedAt, report],
      );
      return (await recount(false)).state;
    };
    expect(await unsentSince(t.clock.now())).toBe('agrees');
    expect(await unsentSince(new Date(t.clock.now().getTime() - 60_000))).toBe('differs');
    expect((await part('trackers')).findings).toEqual([
      expect.stringMatching(/^trackers have kept 145 clicks, 6\d are stored$/),
    ]);
    await t.database.asOwner(`delete from trackers where id = 't1'`);
    await byHand(`update tracker_counts set clicks = clicks - 50 where tenant_id = $1 and boot = 'b1'`);
    expect((await recount()).state).toBe('agrees');
  });

  test('a row that is gone: its publisher is told so, the rollups follow the rows that are left, and the ledger stays', async () => {
    const chain = () =>
      t.database.asOwner(
        'select sequence::text, amount_micros::text, hash from ledger_transfers where tenant_id = $1 order by sequence',
        [w.tenantId],
      );
    const before = await chain();
    await byHand(statementOf('a refused click’s row, gone'));
    expect((await recount()).state).toBe('differs');
    expect((await t.call(routes.ownRecounts, { token: ownToken })).body.rows[0]).toMatchObject({ differs: true });
    await t.call(routes.rebuildDay, { token, params: { day }, body: {} });
    await t.app.worker?.drain();
    expect((await t.call(routes.recount, { token, params: { day } })).body).toMatchObject({ state: 'agrees' });
    expect((await t.call(routes.ownRecounts, { token: ownToken })).body.rows[0]).toMatchObject({ differs: false });
    expect(await chain()).toEqual(before);
    const [trail] = await t.database.asOwner<{ n: number }>(
      `select count(*)::int as n from audit_log where action = 'recount.rollups-rebuilt' and object_id = $1`,
      [day],
    );
    expect(trail?.n).toBeGreaterThan(0);
  });

  test('who may look hears of it once, by the bell and by mail; the close of its month counts the day', async () => {
    await byHand(statementOf('a rollup by day'));
    const told = async () => (await t.inbox()).filter(({ subject }) => subject.startsWith('A recount found')).length;
    const before = await told();
    await recount();
    expect(await told()).toBe(before + 1);
    await recount();
    expect(await told()).toBe(before + 1);
    const { rows } = (await t.call(routes.notifications, { token })).body;
    expect(rows[0]).toMatchObject({ kind: 'drift', path: '/am/settings/system/recounts' });
    const { checks } = (await t.call(routes.closeChecklist, { token, query: { month: day.slice(0, 7) } })).body;
    expect(checks).toContainEqual({ check: 'drift', count: 1, amounts: [], stops: false });
    await t.call(routes.rebuildDay, { token, params: { day }, body: {} });
    await t.app.worker?.drain();
    const after = (await t.call(routes.closeChecklist, { token, query: { month: day.slice(0, 7) } })).body.checks;
    expect(after).toContainEqual({ check: 'drift', count: 0, amounts: [], stops: false });
  });
});

describe('asked for', () => {
  beforeEach(() => t.database.asOwner('delete from recounts'));

  test('a day waits for its turn, is counted, and is in the trail', async () => {
    const asked = await t.call(routes.startRecount, { token, body: { day } });
    expect([asked.status, asked.body.state, asked.body.at]).toEqual([200, 'waiting', null]);
    expect((await t.call(routes.startRecount, { token, body: { day } })).status).toBe(409);
    await t.app.worker?.drain();
    expect((await t.call(routes.recount, { token, params: { day } })).body.state).toBe('agrees');
  });

  test('today, days whose rows are removed, and more than ten at once are refused in words', async () => {
    const today = t.clock.now().toISOString().slice(0, 10);
    const ask = async (asked: string) => (await t.call(routes.startRecount, { token, body: { day: asked } })).body;
    expect((await ask(today)).error.message).toBe('Only days that are over can be counted again.');
    expect((await t.call(routes.startRecount, { token, body: { day: 'yesterday' } })).status).toBe(400);
    await t.database.asOwner(
      `insert into recounts (tenant_id, day, state, waits_for)
       select $1, '2026-10-01'::date + n, 'waiting', 'turn' from generate_series(1, 10) n`,
      [w.tenantId],
    );
    expect((await ask('2026-10-30')).error.message).toMatch(/^Ten days are waiting/);
    await t.database.asOwner(`update tenants set rows_since = '2026-11-01' where id = $1`, [w.tenantId]);
    for (let n = 1; n <= 10; n++) {
      const asked = { day: `2026-10-${String(n + 1).padStart(2, '0')}`, books: false };
      await recountDay({ database: worker, clock: t.clock, vault: testVault, secret: testSecret }, w.tenantId, asked);
    }
    // asked for before, removed meanwhile: as if nobody had asked
    expect((await t.call(routes.recounts, { token })).body.total).toBe(0);
    expect((await ask('2026-10-30')).error.message).toMatch(/were removed/);
    await t.database.asOwner('update tenants set rows_since = null where id = $1', [w.tenantId]);
    expect((await t.call(routes.recount, { token, params: { day: '2020-01-01' } })).status).toBe(404);
  });

  test('while all rollups are counted anew it says so, and no difference', async () => {
    const days = { timeZone: 'UTC', rebuild: { from: day, next: day, last: day } };
    await worker.withTenant(w.tenantId, systemActor, (tx) => setRollupDays(tx, w.tenantId, days));
    expect(await recount()).toMatchObject({ state: 'waiting', waits_for: 'rollups', differences: 0 });
    expect((await t.call(routes.startRecount, { token, body: { day: '2026-10-30' } })).status).toBe(409);
    await rebuildRollups({ database: worker, clock: t.clock }, w.tenantId, 'UTC');
    // what waited for it is counted in the hour after
    const [task] = recountTasks({ database: worker, clock: t.clock, vault: testVault, secret: testSecret });
    await task?.run();
    await t.app.worker?.drain();
    expect((await t.call(routes.recount, { token, params: { day } })).body).toMatchObject({ state: 'agrees' });
  });

  test('each night the last three days, once, the ledger with the newest alone', async () => {
    const [task] = recountTasks({ database: worker, clock: t.clock, vault: testVault, secret: testSecret });
    await task?.run();
    await t.app.worker?.drain();
    const rows = async () =>
      (await t.call(routes.recounts, { token })).body.rows.map(({ day: of, state }: { day: string; state: string }) => [
        of,
        state,
      ]);
    expect(await rows()).toEqual([
      [day, 'agrees'],
      ['2026-11-11', 'agrees'],
      ['2026-11-10', 'agrees'],
    ]);
    expect((await part('ledger')).counted).toBeGreaterThan(0);
    const { body } = await t.call(routes.recount, { token, params: { day: '2026-11-11' } });
    expect(body.parts.map((one: { part: string }) => one.part)).not.toContain('ledger');
    await task?.run();
    const [waiting] = await t.database.asOwner<{ n: number }>(
      `select count(*)::int as n from outbox where topic = 'recount.due' and relayed_at is null and tenant_id = $1`,
      [w.tenantId],
    );
    expect(waiting?.n).toBe(0);
  });
});

test.each(['America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'])(
  'random traffic agrees on every day in %s',
  async (timeZone) => {
    const [from, until] = [new Date('2026-10-30T00:00:00Z'), new Date('2026-11-03T00:00:00Z')];
    const subdomain = `recounted-${timeZone.slice(-4).toLowerCase()}`;
    const seed = Math.floor(Math.random() * 1_000_000);
    const world = await makeWorld(t.database, { subdomain, timeZone, from, until, events: 400, conversions: 60, seed });
    let counted = 0;
    for (let at = -1; at < 5; at++) {
      const of = new Date(from.getTime() + at * DAY_MS).toISOString().slice(0, 10);
      await recountDay({ database: worker, clock: t.clock, vault: testVault, secret: testSecret }, world.tenantId, {
        day: of,
        books: false,
      });
      const [row] = await t.database.asOwner<{ state: string; clicks: number; parts: unknown }>(
        `select state, (jsonb_path_query_first(parts, '$[*] ? (@.part == "clicks")') ->> 'counted')::int as clicks, parts
         from recounts where tenant_id = $1 and day = $2`,
        [world.tenantId, of],
      );
      expect(row?.state, `seed ${seed}, ${of}: ${JSON.stringify(row?.parts)}`).toBe('agrees');
      counted += row?.clicks ?? 0;
    }
    expect(counted).toBe(world.events.length);
  },
);

test.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('the last day of %s', (month, last) => expect(lastDay(month)).toBe(last));
