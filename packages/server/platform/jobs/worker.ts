// The worker: relays the outbox and runs due jobs with retries, recurring ones among them. Woken by NOTIFY, and by a slow
// tick in case a notice was missed. Any number of workers may run; leases keep them apart.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { type Database, systemActor } from '../db/database.ts';
import type { Log } from '../log.ts';
import { type ClaimedJob, claim, makeReady } from './claim.repo.ts';
import { type Outcome, purgeFinished, relay, renewLeases, settle } from './outbox.repo.ts';
import { ensureRecurring } from './recurring.repo.ts';
import { type RecurringTask, workOf } from './recurring.ts';
import {
  lanes as everyLane,
  type Job,
  type JobRun,
  type Lane,
  type LaneRules,
  laneNames,
  type Work,
} from './topics.ts';
import { byIndexAlone, NOBODY } from './turns.ts';

export interface WorkerDeps {
  database: Database;
  jobs: readonly Job[];
  recurring: readonly RecurringTask[];
  clock: Clock;
  log: Log;
  lanes?: Record<Lane, LaneRules>;
  leaseMs?: number;
  tickMs?: number;
}

export interface Worker {
  /** runs until nothing is due; for tests and for the last moment before a stop */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const KEEP_FINISHED_MS = 7 * 24 * 3_600_000;

export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  const { database, clock, log, lanes = everyLane, leaseMs = 60_000, tickMs = 1_000 } = deps;
  const recurring: RecurringTask[] = [
    ...deps.recurring,
    {
      name: 'jobs.purge',
      everyMs: 3_600_000,
      lane: 'bulk',
      run: () => database.withoutTenant((tx) => purgeFinished(tx, new Date(clock.now().getTime() - KEEP_FINISHED_MS))),
    },
  ];
  const work = [...deps.jobs, ...recurring.map(workOf)];
  const byHandler = new Map<string, Work>(work.map((one) => [one.handler, one]));
  if (byHandler.size !== work.length) throw new Error('two jobs share a handler name');
  const byTopic = groupByTopic(deps.jobs);
  const running = new Map<string, { lane: Lane; work: Promise<void> }>();
  /** who was last in each lane and in the relay */
  const last = new Map<Lane | 'relay', string>();
  const lastIn = (lane: Lane | 'relay'): string => last.get(lane) ?? NOBODY;
  let ended = 0;
  let areRowsThere = false;
  let stopping = false;
  let rouse = () => {};
  // an event that comes while a pass is under way: the pass may have looked too early, so another must follow
  let arrived = false;
  const wake = () => {
    arrived = true;
    rouse();
  };

  const runOne = async (claimed: ClaimedJob): Promise<void> => {
    const outcome = await attempt(claimed, byHandler.get(claimed.handler), { database, clock, log });
    await database.withoutTenant((tx) => settle(tx, claimed, outcome, clock.now()));
  };

  const start = (job: ClaimedJob): void => {
    const work = runOne(job)
      .catch((error: unknown) =>
        log.error({ err: error, job: job.id }, 'a job could not be settled; its lease will run out'),
      )
      .finally(() => {
        running.delete(job.id);
        ended++;
        wake();
      });
    running.set(job.id, { lane: job.lane, work });
    last.set(job.lane, job.tenant_id);
  };

  const openings = () =>
    laneNames.flatMap((lane) => {
      const rules = lanes[lane];
      const taken = [...running.values()].filter((other) => other.lane === lane).length;
      return taken < rules.slots ? [{ lane, room: rules.slots - taken, after: lastIn(lane), rules }] : [];
    });

  /** one pass: true if it found anything to do */
  const passOnce = async (): Promise<boolean> => {
    const at = clock.now();
    const { relayed, claimed } = await database.withoutTenant(async (tx) => {
      if (!areRowsThere) await ensureRecurring(tx, recurring, at);
      await byIndexAlone(tx);
      await makeReady(tx, at);
      const relayed = await relay(tx, byTopic, at, lastIn('relay'));
      return { relayed, claimed: await claim(tx, openings(), at, leaseMs) };
    });
    areRowsThere = true;
    last.set('relay', relayed.last);
    for (const job of claimed) start(job);
    return relayed.taken + claimed.length > 0;
  };
  // one at a time: a drain must not take the loop's half-finished pass for "nothing to do"
  let turn: Promise<unknown> = Promise.resolve();
  const pass = (): Promise<boolean> => {
    const next = turn.then(passOnce);
    turn = next.catch(() => undefined);
    return next;
  };

  const notices = await database.listen('tributary_outbox', () => wake());
  const rest = async (): Promise<void> => {
    const woken = new Promise<void>((resolve) => (rouse = resolve));
    await Promise.race([sleep(tickMs), woken]);
  };
  const loop = (async () => {
    while (!stopping) {
      arrived = false;
      const found = await pass().catch((error: unknown) => {
        log.warn({ err: error }, 'the worker cannot reach the database');
        return false;
      });
      if (!found && !arrived && !stopping) await rest();
    }
  })();
  const renewal = setInterval(() => {
    areRowsThere = false;
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
  job: Work | undefined,
  { database, clock, log }: Pick<WorkerDeps, 'database' | 'clock' | 'log'>,
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
  const begun = clock.now().getTime();
  const nextRound = (everyMs: number, error: string | null): Outcome => ({
    state: 'waiting',
    runAt: new Date(begun + everyMs),
    error,
    isNewRound: true,
  });
  try {
    await job.run(run);
    return job.everyMs === undefined ? { state: 'done' } : nextRound(job.everyMs, null);
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const waitSeconds = job.retryAfterSeconds[claimed.attempts - 1];
    run.log.warn({ err: error, attempt: claimed.attempts, waitSeconds }, 'a job failed');
    if (waitSeconds !== undefined) {
      return { state: 'waiting', runAt: new Date(clock.now().getTime() + waitSeconds * 1_000), error: error.message };
    }
    if (job.everyMs !== undefined) return nextRound(job.everyMs, error.message);
    await job
      .died?.(run, error)
      .catch((failure: unknown) => run.log.error({ err: failure }, 'a dead job could not say so'));
    return { state: 'dead', error: error.message };
  }
}
