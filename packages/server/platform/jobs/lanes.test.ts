// What fairness means: no lane waits for another, tenants take turns in each, one tenant or one silent host never holds a
// lane for itself, and choosing whose turn it is does not read the backlog.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../clock.ts';
import { type Database, systemActor } from '../db/database.ts';
import { newId } from '../ids.ts';
import { createTestDatabase, quietLog, type TestDatabase } from '../testing.ts';
import { choose, claim } from './claim.repo.ts';
import { emit, relay } from './outbox.repo.ts';
import { type Job, job, type Lane, laneNames, lanes, topic } from './topics.ts';
import { byIndexAlone } from './turns.ts';
import { startWorker, type Worker, type WorkerDeps } from './worker.ts';

const happened = topic('test.happened', z.object({ n: z.number(), place: z.string(), host: z.string().default('') }));
/** in the order in which a walk meets them */
const [A, B, C] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-7000-8000-000000000000`) as [
  string,
  string,
  string,
];
const nameOf = (tenantId: string): string => tenantId.charAt(0);

let database: TestDatabase;
let app: Database;
let workerDatabase: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  app = database.open('app');
  workerDatabase = database.open('worker', 8);
  for (const id of [A, B, C]) await database.asOwner(`insert into tenants (id, plan) values ($1, 'premium')`, [id]);
});
afterAll(() => database.drop());

const workers: Worker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await database.asOwner('delete from jobs');
  await database.asOwner('delete from outbox');
});
const start = async (jobs: readonly Job[], deps: Partial<WorkerDeps> = {}): Promise<Worker> => {
  const common = { database: workerDatabase, recurring: [], clock: systemClock, log: quietLog, tickMs: 50 };
  const worker = await startWorker({ ...common, jobs, ...deps });
  workers.push(worker);
  return worker;
};
const say = (tenantId: string, count: number, place = '', host = '') =>
  app.withTenant(tenantId, systemActor, async (tx) => {
    for (let n = 0; n < count; n++) await emit(tx, tenantId, happened, { n, place, host });
  });
const handler = (lane: Lane, run: Job['run']): Job =>
  job(happened, 'test.handle', { lane, place: ({ place }) => place, run });
/** jobs that run until they are told that they may end */
function gate() {
  const begun: { tenant: string; place: string; end: () => void }[] = [];
  const heard: (() => void)[] = [];
  const run: Job['run'] = ({ tenantId, payload }) =>
    new Promise<void>((end) => {
      begun.push({ tenant: nameOf(tenantId), place: happened.payload.parse(payload).place, end });
      for (const wake of heard.splice(0)) wake();
    });
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise<void>((wake) => heard.push(wake));
  };
  const endAll = (): void => {
    for (const { end } of begun) end();
  };
  return { begun, run, until, endAll };
}

describe('lanes', () => {
  test.each(laneNames)('while every other lane is full of work that hangs, %s goes on', async (free) => {
    const hanging = laneNames.filter((lane) => lane !== free);
    let end = () => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    let ran = () => {};
    const done = new Promise<void>((resolve) => (ran = resolve));
    const jobs = laneNames.map((lane) =>
      job(happened, `test.${lane}`, { lane, run: hanging.includes(lane) ? () => held : async () => ran() }),
    );
    for (const tenant of [A, B, C]) await say(tenant, 30);
    await start(jobs);
    await done;
    end();
  });

  test('tenants take turns, whoever asked for more or earlier', async () => {
    const order: string[] = [];
    const one = { slots: 1, perTenant: 1, perPlace: 1 };
    const jobs = [handler('bulk', async ({ tenantId }) => void order.push(nameOf(tenantId)))];
    await say(A, 40);
    await say(C, 3);
    await say(B, 2);
    const worker = await start(jobs, { lanes: { ...lanes, bulk: one } });
    await worker.drain();
    expect(order.slice(0, 8).sort().join('')).toBe('aaabbccc');
    expect(order.slice(0, 3).sort().join('')).toBe('abc');
    expect(order.slice(8).join('')).toBe('a'.repeat(37));
  });

  test('a tenant holds its share of a lane and no more; another one’s job starts beside it at once', async () => {
    const { begun, run, until, endAll } = gate();
    const rules = { slots: 6, perTenant: 4, perPlace: 4 };
    await say(A, 30);
    await start([handler('mail', run)], { lanes: { ...lanes, mail: rules } });
    await until(() => begun.length === 4);
    await say(B, 1);
    await until(() => begun.length === 5);
    expect(begun.map(({ tenant }) => tenant).join('')).toBe('aaaab');
    await database.asOwner(`delete from jobs where state = 'ready'`);
    endAll();
  });

  test('a silent place holds a few of its tenant’s deliveries; those to other places go on', async () => {
    const { begun, run, until, endAll } = gate();
    const rules = { slots: 20, perTenant: 8, perPlace: 2 };
    await say(A, 200, 'silent.example');
    await start([handler('deliveries', run)], { lanes: { ...lanes, deliveries: rules } });
    await until(() => begun.length === 2);
    await say(A, 3, 'other.example');
    await say(B, 1, 'silent.example');
    await until(() => begun.length === 5);
    expect(begun.map(({ tenant, place }) => `${tenant} ${place}`).sort()).toEqual([
      'a other.example',
      'a other.example',
      'a silent.example',
      'a silent.example',
      'b silent.example',
    ]);
    await database.asOwner(`delete from jobs where state = 'ready'`);
    endAll();
  });

  test('one publisher’s backlog, to however many hosts, holds a few of its tenant’s deliveries; another’s goes out at once', async () => {
    const { begun, run, until, endAll } = gate();
    await start([handler('deliveries', run)]);
    for (let n = 0; n < 50; n++) await say(A, 4, 'greedy', `host-${n}.example`);
    await until(() => begun.length === lanes.deliveries.perPlace);
    await say(A, 1, 'patient', 'own.example');
    await until(() => begun.length === lanes.deliveries.perPlace + 1);
    expect(begun.at(-1)?.place).toBe('patient');
    await database.asOwner(`delete from jobs where state = 'ready'`);
    endAll();
  });

  test('publishers whose backlogs fill their tenant’s share take turns with one who has a single call', async () => {
    const { begun, run, until, endAll } = gate();
    const rules = { ...lanes.deliveries, perHost: 100 };
    const greedy = ['greedy one', 'greedy two', 'greedy three'];
    for (const place of greedy) await say(A, 40, place, `${place}.example`);
    await start([handler('deliveries', run)], { lanes: { ...lanes, deliveries: rules } });
    await until(() => begun.length === rules.perTenant);
    await say(A, 1, 'patient', 'own.example');
    const waits = `select from jobs where state = 'ready' and place = 'patient'`;
    await expect.poll(async () => (await database.asOwner(waits)).length, { timeout: 30_000 }).toBe(1);
    begun[0]?.end();
    await until(() => begun.length === rules.perTenant + 1);
    const next = begun.at(-1)?.place;
    await database.asOwner(`delete from jobs where state = 'ready'`);
    endAll();
    expect(next).toBe('patient');
  });

  test('a host that many tenants call holds its share of the lane, over all of them and all workers', async () => {
    const { begun, run, until, endAll } = gate();
    const rules = { slots: 12, perTenant: 6, perPlace: 6, perHost: 4 };
    const deps = { lanes: { ...lanes, deliveries: rules } };
    for (const tenant of [A, B, C]) await say(tenant, 40, 'publisher', 'silent.example');
    await start([handler('deliveries', run)], deps);
    await until(() => begun.length === 4);
    await start([handler('deliveries', run)], { ...deps, database: database.open('worker', 4) });
    for (const tenant of [A, B, C]) await say(tenant, 2, 'publisher two', 'quick.example');
    await until(() => begun.length === 8);
    // those to the quick host end, its others follow; the silent one has still no more than its share
    for (const { end, place } of begun.slice()) if (place === 'publisher two') end();
    await until(() => begun.length === 10);
    expect(begun.filter(({ place }) => place === 'publisher')).toHaveLength(4);
    await database.asOwner(`delete from jobs where state = 'ready'`);
    endAll();
  });

  test('what several workers run counts together', async () => {
    const { begun, run, until, endAll } = gate();
    const deps = { lanes: { ...lanes, exports: { slots: 4, perTenant: 1, perPlace: 1 } } };
    await say(A, 5);
    await start([handler('exports', run)], deps);
    await until(() => begun.length === 1);
    const second = await start([handler('exports', run)], { ...deps, database: database.open('worker', 4) });
    await say(B, 1);
    await until(() => begun.length === 2);
    expect(begun.map(({ tenant }) => tenant).join('')).toBe('ab');
    await database.asOwner(`delete from jobs where state = 'ready'`);
    endAll();
    await second.drain();
  });
});

describe('under a backlog', () => {
  const BACKLOG = 5_000;
  const pile = (tenantId: string, lane: Lane, count: number, place: string) =>
    database.asOwner(
      `insert into jobs (tenant_id, outbox_id, handler, lane, place, payload, run_at)
       select $1, uuidv7(), 'test.handle', $2, $3, '{"n":1,"place":""}', now() - interval '1 hour' from generate_series(1, $4::int)`,
      [tenantId, lane, place, count],
    );
  const opening = (lane: Lane, room: number) => ({ lane, room, after: A, rules: lanes[lane] });

  // the planner's own count of the backlog may come at any moment
  test.each(['', 'analyze jobs'])('whose turn it is is found without reading it; first: %s', async (counted) => {
    await database.asOwner('delete from jobs');
    await pile(A, 'deliveries', BACKLOG, 'silent.example');
    await pile(A, 'bulk', BACKLOG, '');
    await pile(B, 'deliveries', BACKLOG, 'other.example');
    await database.asOwner(counted);
    const statement = choose([opening('deliveries', 8), opening('bulk', 2)], new Date(), 60_000);
    const read = await workerDatabase.withoutTenant(async (tx) => {
      await byIndexAlone(tx);
      const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (analyze, format json) ${statement}`.execute(tx);
      return rowsRead(rows[0]?.['QUERY PLAN']);
    });
    expect(read).toBeLessThan(200);
  });

  test('a claim takes one tenant’s share, then the next tenant’s', async () => {
    await pile(A, 'deliveries', 300, 'silent.example');
    await pile(B, 'deliveries', 300, 'silent.example');
    const take = (after: string) =>
      workerDatabase.withoutTenant((tx) => claim(tx, [{ ...opening('deliveries', 4), after }], new Date(), 60_000));
    const { perPlace } = lanes.deliveries;
    const first = await take(C);
    expect(first.map(({ tenant_id }) => nameOf(tenant_id)).join('')).toBe('a'.repeat(perPlace).padEnd(4, 'b'));
    const second = await take(A);
    expect(second.map(({ tenant_id }) => nameOf(tenant_id)).join('')).toBe('b'.repeat(2 * perPlace - 4));
  });

  test('events of one tenant do not keep those of another from becoming jobs', async () => {
    await database.asOwner(
      `insert into outbox (tenant_id, topic, payload) select $1, 'test.happened', '{"n":1,"place":""}' from generate_series(1, 3000)`,
      [A],
    );
    await say(B, 1);
    const byTopic = new Map([[happened.name, [handler('bulk', async () => undefined)]]]);
    const { taken } = await workerDatabase.withoutTenant((tx) => relay(tx, byTopic, new Date(), newId()));
    expect(taken).toBeLessThan(3_000);
    const jobs = await database.asOwner<{ n: number }>('select count(*)::int as n from jobs where tenant_id = $1', [B]);
    expect(jobs).toEqual([{ n: 1 }]);
  });
});

/** of the table of jobs, by every scan in the plan */
function rowsRead(plan: unknown): number {
  if (Array.isArray(plan)) return plan.reduce((sum: number, part: unknown) => sum + rowsRead(part), 0);
  if (typeof plan !== 'object' || plan === null) return 0;
  const node = plan as Record<string, unknown>;
  const count = (name: string): number => Number(node[name] ?? 0);
  const own =
    node['Relation Name'] === 'jobs' && String(node['Node Type']).includes('Scan')
      ? (count('Actual Rows') + count('Rows Removed by Filter')) * count('Actual Loops')
      : 0;
  return own + rowsRead(node.Plans) + rowsRead(node.Plan);
}
