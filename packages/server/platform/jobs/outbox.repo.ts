// The outbox and the job table. The app role may only add to the outbox; everything else here runs as the worker.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../db/database.ts';
import type { Job, Topic } from './topics.ts';

/** Says what happened, in the transaction in which it happened. */
export async function emit<P extends z.ZodType>(
  tx: Tx,
  tenantId: string,
  on: Topic<P>,
  payload: z.input<P>,
): Promise<void> {
  const json = JSON.stringify(on.payload.parse(payload));
  await tx.insertInto('outbox').values({ tenant_id: tenantId, topic: on.name, payload: json }).execute();
}

const RELAY_BATCH = 500;

/** Turns waiting events into jobs, one for each handler of their topic. Returns how many events it took. */
export async function relay(tx: Tx, handlersByTopic: ReadonlyMap<string, readonly Job[]>, at: Date): Promise<number> {
  const events = await tx
    .selectFrom('outbox')
    .select(['tenant_id', 'id', 'topic', 'payload'])
    .where('relayed_at', 'is', null)
    .orderBy('id')
    .limit(RELAY_BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  if (events.length === 0) return 0;
  const jobs = events.flatMap((event) =>
    (handlersByTopic.get(event.topic) ?? []).map((handler) => ({
      tenant_id: event.tenant_id,
      outbox_id: event.id,
      handler: handler.handler,
      payload: JSON.stringify(event.payload),
      run_at: at,
    })),
  );
  if (jobs.length > 0) {
    await tx
      .insertInto('jobs')
      .values(jobs)
      .onConflict((conflict) => conflict.columns(['outbox_id', 'handler']).doNothing())
      .execute();
  }
  const ids = events.map((event) => event.id);
  await tx.updateTable('outbox').set({ relayed_at: at }).where('id', 'in', ids).execute();
  return events.length;
}

export interface ClaimedJob {
  tenant_id: string;
  id: string;
  handler: string;
  payload: unknown;
  attempts: number;
}

/** Leases due jobs of a lane, and those whose worker died holding them. A lane is told by its handlers' names. */
export async function claim(
  tx: Tx,
  lane: { only: readonly string[] } | { except: readonly string[] },
  limit: number,
  at: Date,
  leaseMs: number,
): Promise<ClaimedJob[]> {
  const inLane =
    'only' in lane ? sql`handler = any(${[...lane.only]}::text[])` : sql`handler <> all(${[...lane.except]}::text[])`;
  // materialized: as a subquery the planner may ask it once per row, and each time it skips those it has locked and takes more
  const { rows } = await sql<ClaimedJob>`
    with due as materialized (
      select tenant_id, id from jobs
      where ((state = 'ready' and run_at <= ${at}) or (state = 'running' and leased_until < ${at})) and ${inLane}
      order by run_at limit ${limit} for update skip locked)
    update jobs set state = 'running', attempts = attempts + 1, leased_until = ${new Date(at.getTime() + leaseMs)}
    from due where jobs.tenant_id = due.tenant_id and jobs.id = due.id
    returning jobs.tenant_id, jobs.id, handler, payload, attempts`.execute(tx);
  return rows;
}

export async function renewLeases(tx: Tx, ids: readonly string[], until: Date): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ leased_until: until })
    .where('id', 'in', ids)
    .where('state', '=', 'running')
    .execute();
}

export type Outcome =
  | { state: 'done' }
  | { state: 'ready'; runAt: Date; error: string }
  | { state: 'dead'; error: string };

export async function settle(tx: Tx, job: ClaimedJob, outcome: Outcome, at: Date): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({
      state: outcome.state,
      leased_until: null,
      last_error: outcome.state === 'done' ? null : outcome.error,
      ...(outcome.state === 'ready' ? { run_at: outcome.runAt } : { finished_at: at }),
    })
    .where('tenant_id', '=', job.tenant_id)
    .where('id', '=', job.id)
    // a job whose lease was lost to another worker is that worker's to settle
    .where('attempts', '=', job.attempts)
    .execute();
}

export interface QueueDepth {
  waiting_events: number;
  ready: number;
  running: number;
  dead: number;
  oldest_seconds: number;
}

/** of one tenant, or of all */
export async function queueDepth(tx: Tx, tenantId: string | null = null): Promise<QueueDepth> {
  const ofTenant = tenantId === null ? sql`true` : sql`tenant_id = ${tenantId}`;
  const { rows } = await sql<Record<keyof QueueDepth, string>>`
    select (select count(*) from outbox where relayed_at is null and ${ofTenant}) as waiting_events,
      count(*) filter (where state = 'ready' and run_at <= now()) as ready, count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'dead') as dead,
      coalesce(extract(epoch from now() - min(run_at) filter (where state = 'ready' and run_at < now())), 0) as oldest_seconds
    from jobs where state <> 'done' and ${ofTenant}`.execute(tx);
  const row = rows[0];
  const count = (key: keyof QueueDepth) => Number(row?.[key] ?? 0);
  return {
    waiting_events: count('waiting_events'),
    ready: count('ready'),
    running: count('running'),
    dead: count('dead'),
    oldest_seconds: count('oldest_seconds'),
  };
}

/** Finished work is kept a week for whoever asks what happened; dead jobs stay until someone looks. */
export async function purgeFinished(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('jobs').where('state', '=', 'done').where('finished_at', '<', before).execute();
  await tx.deleteFrom('outbox').where('relayed_at', '<', before).execute();
}

export async function claimRecurring(tx: Tx, name: string, at: Date, next: Date): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    insert into recurring_tasks (name, due_at) values (${name}, ${next})
    on conflict (name) do update set due_at = excluded.due_at where recurring_tasks.due_at <= ${at}
    returning name`.execute(tx);
  return rows.length > 0;
}
