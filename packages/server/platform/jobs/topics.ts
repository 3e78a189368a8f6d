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
 * Jobs of one lane never wait for those of another: a backlog of receipts must not hold up the changes for the trackers, nor a
 * publisher's silent server the mails. In each, tenants take turns. What is under way at once: `slots` in a worker, and over
 * all workers `perTenant`, `perPlace` of one tenant's with the same place, and `perHost` of all tenants' whose payload names the same host.
 */
export interface LaneRules {
  slots: number;
  perTenant: number;
  perPlace: number;
  perHost?: number;
}
export const lanes = {
  /** short work inside the database that somebody waits for */
  prompt: { slots: 8, perTenant: 4, perPlace: 4 },
  /** the order in which they came is kept: one turn of a tenant at a time */
  receipts: { slots: 3, perTenant: 1, perPlace: 1 },
  /** a place is a kind of mail: an announcement to thousands leaves room for a forgotten password */
  mail: { slots: 10, perTenant: 5, perPlace: 3 },
  /** a place is a publisher, or the host of a webhook; a host may keep us waiting for ten seconds, whoever calls it */
  deliveries: { slots: 32, perTenant: 8, perPlace: 3, perHost: 8 },
  exports: { slots: 2, perTenant: 1, perPlace: 1 },
  bulk: { slots: 4, perTenant: 2, perPlace: 2 },
  /** documents as PDF, one after the other: whoever pays ten thousand does not wait until all are drawn */
  drawing: { slots: 1, perTenant: 1, perPlace: 1 },
} as const satisfies Record<string, LaneRules>;
export type Lane = keyof typeof lanes;
export const laneNames = Object.keys(lanes) as Lane[];

/** what a worker runs for a job's row */
export interface Work {
  handler: string;
  lane: Lane;
  /** comes round again: what is done waits for its next time */
  everyMs?: number;
  /** seconds to wait before each further try; when they are used up the job is dead and says so */
  retryAfterSeconds: readonly number[];
  run(run: JobRun<unknown>): Promise<void>;
  /** after the last try failed, in a transaction of its own */
  died?(run: JobRun<unknown>, error: Error): Promise<void>;
}

export interface Job extends Work {
  topic: string;
  /** what outside it has to do with; one that hangs holds `perPlace` of its tenant's jobs and no more */
  placeOf(payload: unknown): string;
}

const DEFAULT_RETRIES = [1, 5, 30, 120, 600, 3600] as const;

export function job<P extends z.ZodType>(
  on: Topic<P>,
  handler: string,
  parts: {
    lane?: Lane;
    place?(payload: z.output<P>): string;
    retryAfterSeconds?: readonly number[];
    run(run: JobRun<z.output<P>>): Promise<void>;
    died?(run: JobRun<z.output<P>>, error: Error): Promise<void>;
  },
): Job {
  const parsed = (run: JobRun<unknown>): JobRun<z.output<P>> => ({ ...run, payload: on.payload.parse(run.payload) });
  const { died, place } = parts;
  return {
    topic: on.name,
    handler,
    lane: parts.lane ?? 'prompt',
    placeOf: (payload) => place?.(on.payload.parse(payload)) ?? '',
    retryAfterSeconds: parts.retryAfterSeconds ?? DEFAULT_RETRIES,
    run: (run) => parts.run(parsed(run)),
    ...(died ? { died: (run, error) => died(parsed(run), error) } : {}),
  };
}
