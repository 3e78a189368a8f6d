// What the queue promises: an event commits with its rows or not at all, each job runs until it is done or dead, never
// twice at once, and a worker that dies takes no job with it.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { FakeClock, systemClock } from '../clock.ts';
import { type Database, systemActor } from '../db/database.ts';
import { createTestDatabase, quietLog, type TestDatabase } from '../testing.ts';
import { claim } from './claim.repo.ts';
import { emit, relay } from './outbox.repo.ts';
import type { RecurringTask } from './recurring.ts';
import { type Job, type JobRun, job, lanes, topic } from './topics.ts';
import { NOBODY } from './turns.ts';
import { startWorker, type Worker, type WorkerDeps } from './worker.ts';

const TENANT = '00000000-0000-7000-8000-000000000000';
const happened = topic('test.happened', z.object({ n: z.number() }));

let database: TestDatabase;
let app: Database;
let workerDatabase: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  app = database.open('app');
  workerDatabase = database.open('worker', 8);
});
afterAll(() => database.drop());

const workers: Worker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await database.asOwner('delete from jobs');
  await database.asOwner('delete from outbox');
});
const start = async (jobs: readonly Job[], deps: Partial<WorkerDeps> = {}): Promise<Worker> => {
  const worker = await startWorker({
    database: workerDatabase,
    jobs,
    recurring: [],
    clock: systemClock,
    log: quietLog,
    tickMs: 100,
    ...deps,
  });
  workers.push(worker);
  return worker;
};
const say = (n: number) => app.withTenant(TENANT, systemActor, (tx) => emit(tx, TENANT, happened, { n }));
const on = (run: (run: JobRun<{ n: number }>) => Promise<void>, more: object = {}) =>
  job(happened, 'test.handle', { run, ...more });
interface JobRow {
  state: string;
  attempts: number;
  last_error: string | null;
}
/** those that an event made */
const jobs = () =>
  database.asOwner<JobRow>(
    `select state, attempts, last_error from jobs where exists (select from outbox o where o.id = outbox_id) order by id`,
  );
const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
  for (let waited = 0; waited < 10_000; waited += 10) {
    if (await done()) return;
    await sleep(10);
  }
  throw new Error('it did not happen within 10 seconds');
};

describe('an event', () => {
  test('and the rows it tells of commit together, and roll back together', async () => {
    const seen: number[] = [];
    const worker = await start([on(async ({ payload }) => void seen.push(payload.n))]);
    await say(1);
    const undone = app.withTenant(TENANT, systemActor, async (tx) => {
      await emit(tx, TENANT, happened, { n: 2 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await worker.drain();
    expect(seen).toEqual([1]);
  });

  test('that does not fit its topic is refused where it is made', async () => {
    const wrong = app.withTenant(TENANT, systemActor, (tx) => emit(tx, TENANT, happened, { n: 'one' } as never));
    await expect(wrong).rejects.toThrow(/"expected": "number"|expected number/);
  });

  // a tick that comes after until() has given up: only the notice can have woken the worker
  const slowTick = { tickMs: 60_000 };

  test('wakes an idle worker at once', async () => {
    let ran = 0;
    await start([on(async () => void ran++)], slowTick);
    await sleep(300);
    await say(1);
    await until(() => ran === 1);
  });

  test('that comes while the worker has just looked is not left until the next tick', async () => {
    let ran = 0;
    let looks = 0;
    const database: Database = {
      ...workerDatabase,
      withoutTenant: async (run) => {
        const found = await workerDatabase.withoutTenant(run);
        if (++looks === 1) {
          await say(1);
          await sleep(100);
        }
        return found;
      },
    };
    await start([on(async () => void ran++)], { ...slowTick, database });
    await until(() => ran === 1);
  });

  test('reaches each handler of its topic once, however often it is relayed', async () => {
    const seen: string[] = [];
    const both = ['test.first', 'test.second'].map((handler) =>
      job(happened, handler, { run: async () => void seen.push(handler) }),
    );
    const worker = await start(both);
    await say(1);
    await worker.drain();
    await database.asOwner('update outbox set relayed_at = null');
    await worker.drain();
    expect(seen.sort()).toEqual(['test.first', 'test.second']);
  });

  test('cannot be read, changed or turned into a job by the app role', async () => {
    await say(1);
    for (const text of [
      sql`select * from outbox`,
      sql`delete from outbox`,
      sql`select * from jobs`,
      sql`delete from jobs`,
    ]) {
      await expect(app.withTenant(TENANT, systemActor, (tx) => text.execute(tx))).rejects.toThrow(/permission denied/);
    }
  });
});

describe('a job that fails', () => {
  test('is tried again by its schedule and no sooner, then is dead and has said so', async () => {
    const clock = new FakeClock();
    const tries: number[] = [];
    const died: string[] = [];
    const failing = on(
      async ({ attempt }) => {
        tries.push(attempt);
        throw new Error(`no luck ${attempt}`);
      },
      {
        retryAfterSeconds: [1, 5, 30],
        died: async ({ payload }: JobRun<{ n: number }>, error: Error) =>
          void died.push(`${payload.n}: ${error.message}`),
      },
    );
    const worker = await start([failing], { clock });
    await say(7);
    await worker.drain();
    expect(tries).toEqual([1]);
    for (const [waitSeconds, so_far] of [
      [1, 2],
      [5, 3],
      [30, 4],
    ] as const) {
      clock.advance(waitSeconds * 1_000 - 1);
      await worker.drain();
      expect(tries).toHaveLength(so_far - 1);
      clock.advance(1);
      await worker.drain();
      expect(tries).toHaveLength(so_far);
    }
    clock.advance(86_400_000);
    await worker.drain();
    expect(tries).toEqual([1, 2, 3, 4]);
    expect(died).toEqual(['7: no luck 4']);
    expect(await jobs()).toEqual([{ state: 'dead', attempts: 4, last_error: 'no luck 4' }]);
  });

  test('and then succeeds is done, and forgets its error', async () => {
    const clock = new FakeClock();
    const worker = await start(
      [
        on(async ({ attempt }) => {
          if (attempt < 3) throw new Error('not yet');
        }),
      ],
      { clock },
    );
    await say(1);
    for (const waitMs of [0, 1_000, 5_000]) {
      clock.advance(waitMs);
      await worker.drain();
    }
    expect(await jobs()).toEqual([{ state: 'done', attempts: 3, last_error: null }]);
  });

  test('undoes what it wrote, stops no other job, and may die without a word', async () => {
    const seen: number[] = [];
    const worker = await start([
      on(
        async ({ payload, transaction }) => {
          await transaction(async (tx) => {
            await sql`insert into tenant_counters (tenant_id, name, value) values (${TENANT}, ${`job-${payload.n}`}, 1)`.execute(
              tx,
            );
            if (payload.n === 1) throw new Error('undone');
          });
          seen.push(payload.n);
        },
        {
          retryAfterSeconds: [],
          died: async () => {
            throw new Error('cannot even say so');
          },
        },
      ),
    ]);
    for (const n of [1, 2, 3]) await say(n);
    await worker.drain();
    expect(seen.sort()).toEqual([2, 3]);
    expect((await jobs()).map(({ state }) => state).sort()).toEqual(['dead', 'done', 'done']);
    expect(await database.asOwner(`select name from tenant_counters where name like 'job-%' order by 1`)).toEqual([
      { name: 'job-2' },
      { name: 'job-3' },
    ]);
  });

  test('whose handler no longer exists is dead with a reason, not lost', async () => {
    await say(1);
    const former: Job = { ...on(async () => undefined), handler: 'test.former' };
    await workerDatabase.withoutTenant((tx) => relay(tx, new Map([[happened.name, [former]]]), new Date()));
    await (await start([])).drain();
    expect(await jobs()).toEqual([{ state: 'dead', attempts: 1, last_error: 'no handler named test.former' }]);
  });
});

describe('several workers', () => {
  test('two of them never run the same job, over 200 jobs', async () => {
    const ran = new Map<number, string[]>();
    const by = (name: string) =>
      on(async ({ payload }) => {
        ran.set(payload.n, [...(ran.get(payload.n) ?? []), name]);
        await sleep(1);
      });
    await start([by('one')]);
    await start([by('two')], { database: database.open('worker', 8) });
    await Promise.all(Array.from({ length: 200 }, (_, n) => say(n)));
    await until(async () => ran.size === 200 && (await jobs()).every(({ state }) => state === 'done'));
    expect([...ran.values()].every((names) => names.length === 1)).toBe(true);
    expect(new Set([...ran.values()].flat()).size).toBe(2);
  });

  test('what a killed worker held runs again once its lease is over, and not before', async () => {
    const clock = new FakeClock();
    const tries: number[] = [];
    const handler = on(async ({ attempt }) => void tries.push(attempt));
    await say(1);
    // what a kill -9 leaves behind: a job claimed and never settled
    await workerDatabase.withoutTenant((tx) => relay(tx, new Map([[happened.name, [handler]]]), clock.now()));
    const opening = { lane: 'prompt', room: 10, after: NOBODY, rules: lanes.prompt } as const;
    const held = await workerDatabase.withoutTenant((tx) => claim(tx, [opening], clock.now(), 5_000));
    expect(held).toHaveLength(1);
    const worker = await start([handler], { clock });
    await worker.drain();
    expect(tries).toEqual([]);
    clock.advance(5_001);
    await worker.drain();
    expect(tries).toEqual([2]);
    expect(await jobs()).toEqual([{ state: 'done', attempts: 2, last_error: null }]);
  });

  test('a job that takes longer than its lease keeps it while its worker lives', async () => {
    let runs = 0;
    const slow = () =>
      on(async () => {
        runs++;
        await sleep(900);
      });
    const first = await start([slow()], { leaseMs: 300 });
    await start([slow()], { leaseMs: 300, database: database.open('worker', 4) });
    await say(1);
    await until(() => runs === 1);
    await sleep(800);
    await first.drain();
    expect(runs).toBe(1);
  });

  test('a stop waits for what is running and takes nothing new', async () => {
    const done: number[] = [];
    const worker = await start([
      on(async ({ payload }) => {
        await sleep(200);
        done.push(payload.n);
      }),
    ]);
    await say(1);
    await until(async () => (await jobs()).some(({ state }) => state === 'running'));
    workers.splice(0);
    await worker.stop();
    await say(2);
    expect(done).toEqual([1]);
    expect(await jobs()).toEqual([{ state: 'done', attempts: 1, last_error: null }]);
  });
});

describe('a recurring task', () => {
  const PERIOD_MS = 3_600_000;
  const recurring = (run: () => Promise<void>, name = 'test.often'): RecurringTask => ({
    name,
    everyMs: PERIOD_MS,
    lane: 'bulk',
    run,
  });
  const rowOf = async (name = 'test.often') =>
    (
      await database.asOwner<JobRow & { lane: string; run_at: Date }>(
        'select state, attempts, last_error, lane, run_at from jobs where handler = $1',
        [name],
      )
    )[0];

  test('runs once for all workers each time it is due, in its lane, and what was missed while all were off once', async () => {
    const clock = new FakeClock();
    let runs = 0;
    const deps = { clock, recurring: [recurring(async () => void runs++)] };
    const [first, second] = [await start([], deps), await start([], { ...deps, database: database.open('worker', 4) })];
    const drainAll = () => Promise.all([first.drain(), second.drain()]);
    await drainAll();
    expect(runs).toBe(1);
    clock.advance(PERIOD_MS - 1_000);
    await drainAll();
    expect(runs).toBe(1);
    clock.advance(1_000);
    await drainAll();
    expect(runs).toBe(2);
    clock.advance(48 * PERIOD_MS + 60_000);
    await drainAll();
    expect(runs).toBe(3);
    expect(await rowOf()).toMatchObject({
      state: 'waiting',
      attempts: 0,
      last_error: null,
      lane: 'bulk',
      run_at: new Date(clock.now().getTime() + PERIOD_MS),
    });
  });

  test('that fails is tried again by a schedule, and after its last try at its next time; a success forgets the error', async () => {
    const clock = new FakeClock();
    const [waits, begun] = [[5, 30, 120, 600], clock.now().getTime()];
    const at: number[] = [];
    let fails = true;
    const run = async () => {
      at.push((clock.now().getTime() - begun) / 1_000);
      if (fails) throw new Error('failing');
    };
    const worker = await start([], { clock, recurring: [recurring(run)] });
    await worker.drain();
    for (const wait of waits) {
      clock.advance(wait * 1_000);
      await worker.drain();
    }
    expect(at).toEqual([0, 5, 35, 155, 755]);
    expect(await rowOf()).toMatchObject({ state: 'waiting', attempts: 0, last_error: 'failing' });
    clock.advance(PERIOD_MS - 1_000);
    await worker.drain();
    expect(at).toHaveLength(5);
    fails = false;
    clock.advance(1_000);
    await worker.drain();
    expect(at).toHaveLength(6);
    expect(await rowOf()).toMatchObject({ state: 'waiting', attempts: 0, last_error: null });
  });

  test('killed midway is taken up again once its lease is over, not at its next time', async () => {
    const clock = new FakeClock();
    let runs = 0;
    const worker = await start([], { clock, recurring: [recurring(async () => void runs++)] });
    await worker.drain();
    // what a kill -9 leaves behind: claimed, and never settled
    await database.asOwner(
      `update jobs set state = 'running', attempts = 1, leased_until = $1 where handler = 'test.often'`,
      [new Date(clock.now().getTime() + 60_000)],
    );
    await worker.drain();
    expect(runs).toBe(1);
    clock.advance(60_001);
    await worker.drain();
    expect(runs).toBe(2);
    expect(await rowOf()).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  test('that takes long holds up neither events nor other tasks, and does not run beside itself', async () => {
    const clock = new FakeClock();
    let end = () => {};
    const held = new Promise<void>((resolve) => (end = resolve));
    const ran: string[] = [];
    let heard = () => {};
    const long = recurring(async () => {
      ran.push('long');
      await held;
    }, 'test.long');
    const short = recurring(async () => void ran.push('short'), 'test.short');
    const deps = { clock, recurring: [long, short], leaseMs: 3 * PERIOD_MS };
    const seen = new Promise<void>((resolve) => (heard = resolve));
    await start([on(async () => heard())], deps);
    await until(async () => (await rowOf('test.short'))?.state === 'waiting' && ran.includes('long'));
    await say(1);
    await seen;
    clock.advance(PERIOD_MS);
    await until(() => ran.filter((name) => name === 'short').length === 2);
    expect(ran.filter((name) => name === 'long')).toHaveLength(1);
    end();
  });

  test('that an older worker did not know comes back', async () => {
    const clock = new FakeClock();
    let runs = 0;
    await (await start([], { clock, recurring: [recurring(async () => {})] })).drain();
    await database.asOwner(`update jobs set state = 'dead', last_error = 'no handler' where handler = 'test.often'`);
    await (await start([], { clock, recurring: [recurring(async () => void runs++)] })).drain();
    expect(runs).toBe(1);
  });
});
