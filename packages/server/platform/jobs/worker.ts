// The worker: relays the outbox, runs due jobs with retries, and runs recurring tasks. Woken by NOTIFY, and by a slow
// tick in case a notice was missed. Any number of workers may run; leases keep them apart.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { type Database, systemActor } from '../db/database.ts';
import type { Log } from '../log.ts';
import {
  type ClaimedJob,
  claim,
  claimRecurring,
  type Outcome,
  purgeFinished,
  relay,
  renewLeases,
  settle,
} from './outbox.repo.ts';
import type { Job, JobRun, Lane } from './topics.ts';

const laneNames: readonly Lane[] = ['prompt', 'outbound', 'bulk'];

export interface RecurringTask {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

export interface WorkerParts {
  database: Database;
  jobs: readonly Job[];
  recurring: readonly RecurringTask[];
  clock: Clock;
  log: Log;
  concurrency?: number;
  leaseMs?: number;
  tickMs?: number;
}

export interface Worker {
  /** runs until nothing is due; for tests and for the last moment before a stop */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** long work in the database: more at once would only wait for each other's locks */
const BULK_SLOTS = 2;
const KEEP_FINISHED_MS = 7 * 24 * 3_600_000;

export async function startWorker(parts: WorkerParts): Promise<Worker> {
  const { database, clock, log, concurrency = 8, leaseMs = 60_000, tickMs = 1_000 } = parts;
  const slots: Record<Lane, number> = { prompt: concurrency, bulk: BULK_SLOTS, outbound: concurrency };
  const byHandler = new Map(parts.jobs.map((job) => [job.handler, job]));
  if (byHandler.size !== parts.jobs.length) throw new Error('two jobs share a handler name');
  const byTopic = groupByTopic(parts.jobs);
  const running = new Map<string, { lane: Lane; work: Promise<void> }>();
  const handlersOf = (lane: Lane) => parts.jobs.filter((job) => job.lane === lane).map((job) => job.handler);
  const lanes: Record<Lane, Parameters<typeof claim>[1]> = {
    bulk: { only: handlersOf('bulk') },
    outbound: { only: handlersOf('outbound') },
    // what nobody handles any more is taken here too, and dies with a reason
    prompt: { except: [...handlersOf('bulk'), ...handlersOf('outbound')] },
  };
  let ended = 0;
  let stopping = false;
  let rouse = () => {};
  // news that comes while a pass is under way: the pass may have looked too early, so another must follow
  let news = false;
  const wake = () => {
    news = true;
    rouse();
  };

  const runOne = async (claimed: ClaimedJob): Promise<void> => {
    const outcome = await attempt(claimed, byHandler.get(claimed.handler), { database, clock, log });
    await database.withoutTenant((tx) => settle(tx, claimed, outcome, clock.now()));
  };

  const start = (job: ClaimedJob, lane: Lane): void => {
    const work = runOne(job)
      .catch((error: unknown) =>
        log.error({ err: error, job: job.id }, 'a job could not be settled; its lease will run out'),
      )
      .finally(() => {
        running.delete(job.id);
        ended++;
        wake();
      });
    running.set(job.id, { lane, work });
  };

  /** one pass: true if it found anything to do */
  const passOnce = async (): Promise<boolean> => {
    const relayed = await database.withoutTenant((tx) => relay(tx, byTopic, clock.now()));
    let found = relayed > 0;
    for (const lane of laneNames) {
      const taken = [...running.values()].filter((other) => other.lane === lane).length;
      const room = slots[lane] - taken;
      const claimed =
        room > 0 ? await database.withoutTenant((tx) => claim(tx, lanes[lane], room, clock.now(), leaseMs)) : [];
      for (const job of claimed) start(job, lane);
      found ||= claimed.length > 0;
    }
    return found;
  };
  // one at a time: a drain must not take the loop's half-finished pass for "nothing to do"
  let turn: Promise<unknown> = Promise.resolve();
  const pass = (): Promise<boolean> => {
    const next = turn.then(passOnce);
    turn = next.catch(() => undefined);
    return next;
  };

  const recurring = [
    ...parts.recurring,
    {
      name: 'jobs.purge',
      everyMs: 3_600_000,
      run: () => database.withoutTenant((tx) => purgeFinished(tx, new Date(clock.now().getTime() - KEEP_FINISHED_MS))),
    },
  ];
  const runRecurring = async (): Promise<void> => {
    for (const task of recurring) {
      const now = clock.now();
      const next = new Date(now.getTime() + task.everyMs);
      if (!(await database.withoutTenant((tx) => claimRecurring(tx, task.name, now, next)))) continue;
      await task.run().catch((error: unknown) => log.error({ err: error, task: task.name }, 'a recurring task failed'));
    }
  };

  const notices = await database.listen('tributary_outbox', () => wake());
  const loop = (async () => {
    let lastTick = 0;
    while (!stopping) {
      news = false;
      const found = await pass().catch((error: unknown) => {
        log.warn({ err: error }, 'the worker cannot reach the database');
        return false;
      });
      if (Date.now() - lastTick > tickMs) {
        lastTick = Date.now();
        await runRecurring().catch((error: unknown) => log.warn({ err: error }, 'recurring tasks wait'));
      }
      if (found || news || stopping) continue;
      await Promise.race([sleep(tickMs), new Promise<void>((resolve) => (rouse = resolve))]);
    }
  })();
  const renewal = setInterval(() => {
    const ids = [...running.keys()];
    if (ids.length === 0) return;
    const until = new Date(clock.now().getTime() + leaseMs);
    database
      .withoutTenant((tx) => renewLeases(tx, ids, until))
      .catch((error: unknown) => log.warn({ err: error }, 'leases not renewed'));
  }, leaseMs / 3);
  renewal.unref();

  return {
    drain: async () => {
      for (;;) {
        // a job that ended during the pass may have said something after the pass had looked
        const before = ended;
        const found = await pass();
        if (!found && running.size === 0 && ended === before) return;
        await Promise.all([...running.values()].map(({ work }) => work));
      }
    },
    stop: async () => {
      stopping = true;
      wake();
      await loop;
      await Promise.all([...running.values()].map(({ work }) => work));
      clearInterval(renewal);
      await notices.close();
    },
  };
}

function groupByTopic(jobs: readonly Job[]): Map<string, Job[]> {
  const byTopic = new Map<string, Job[]>();
  for (const job of jobs) byTopic.set(job.topic, [...(byTopic.get(job.topic) ?? []), job]);
  return byTopic;
}

async function attempt(
  claimed: ClaimedJob,
  job: Job | undefined,
  { database, clock, log }: Pick<WorkerParts, 'database' | 'clock' | 'log'>,
): Promise<Outcome> {
  if (!job) return { state: 'dead', error: `no handler named ${claimed.handler}` };
  const run: JobRun<unknown> = {
    payload: claimed.payload,
    tenantId: claimed.tenant_id,
    jobId: claimed.id,
    attempt: claimed.attempts,
    log: log.child({ job: claimed.id, handler: claimed.handler, tenant: claimed.tenant_id }),
    transaction: (work) => database.withTenant(claimed.tenant_id, systemActor, work),
  };
  try {
    await job.run(run);
    return { state: 'done' };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const waitSeconds = job.retryAfterSeconds[claimed.attempts - 1];
    run.log.warn({ err: error, attempt: claimed.attempts, waitSeconds }, 'a job failed');
    if (waitSeconds !== undefined) {
      return { state: 'ready', runAt: new Date(clock.now().getTime() + waitSeconds * 1_000), error: error.message };
    }
    await job
      .died?.(run, error)
      .catch((failure: unknown) => run.log.error({ err: failure }, 'a dead job could not say so'));
    return { state: 'dead', error: error.message };
  }
}
