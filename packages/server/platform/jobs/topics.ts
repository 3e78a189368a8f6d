// What can happen, and who does something about it. A module announces a topic with its payload's schema; any module
// above it may hang a job on that topic. Payloads are parsed again when the job runs: a row is a boundary too.
import type { z } from 'zod';
import type { Tx } from '../db/database.ts';
import type { Log } from '../log.ts';

export interface Topic<P extends z.ZodType = z.ZodType> {
  name: string;
  payload: P;
}
export const topic = <P extends z.ZodType>(name: string, payload: P): Topic<P> => ({ name, payload });

export interface JobRun<P> {
  payload: P;
  tenantId: string;
  /** stable over retries: the idempotency key for whatever the job does outside the database */
  jobId: string;
  attempt: number;
  log: Log;
  /** one transaction, bound to the job's tenant */
  transaction<R>(run: (tx: Tx) => Promise<R>): Promise<R>;
}

/**
 * Jobs of one lane never wait for those of another: a backlog of receipts must not hold up the news for the trackers,
 * nor a publisher's slow endpoint the mails. `prompt` is short work inside the database.
 */
export type Lane = 'prompt' | 'bulk' | 'outbound';

export interface Job {
  topic: string;
  handler: string;
  lane: Lane;
  /** seconds to wait before each further try; when they are used up the job is dead and says so */
  retryAfterSeconds: readonly number[];
  run(run: JobRun<unknown>): Promise<void>;
  /** after the last try failed, in a transaction of its own */
  died?(run: JobRun<unknown>, error: Error): Promise<void>;
}

const DEFAULT_RETRIES = [1, 5, 30, 120, 600, 3600] as const;

export function job<P extends z.ZodType>(
  on: Topic<P>,
  handler: string,
  parts: {
    lane?: Lane;
    retryAfterSeconds?: readonly number[];
    run(run: JobRun<z.output<P>>): Promise<void>;
    died?(run: JobRun<z.output<P>>, error: Error): Promise<void>;
  },
): Job {
  const parsed = (run: JobRun<unknown>): JobRun<z.output<P>> => ({ ...run, payload: on.payload.parse(run.payload) });
  const { died } = parts;
  return {
    topic: on.name,
    handler,
    lane: parts.lane ?? 'prompt',
    retryAfterSeconds: parts.retryAfterSeconds ?? DEFAULT_RETRIES,
    run: (run) => parts.run(parsed(run)),
    ...(died ? { died: (run, error) => died(parsed(run), error) } : {}),
  };
}
