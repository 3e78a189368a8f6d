// The outbox and the job table. The app role may only add to the outbox; everything else here runs as the worker.
import { sql } from 'kysely';
import type { z } from 'zod';
import { keepPlan, type Tx } from '../db/database.ts';
import type { ClaimedJob } from './claim.repo.ts';
import type { Job, Topic } from './topics.ts';
import { NOBODY, tenantsInTurn } from './turns.ts';

/** Says what happened, in the transaction in which it happened. */
export async function emit<P extends z.ZodType>(
  tx: Tx,
  tenantId: string,
  on: Topic<P>,
  payload: z.input<P>,
): Promise<void> {
  await emitAll(tx, tenantId, on, [payload]);
}

export async function emitAll<P extends z.ZodType>(
  tx: Tx,
  tenantId: string,
  on: Topic<P>,
  payloads: readonly z.input<P>[],
): Promise<void> {
  if (payloads.length === 0) return;
  const events = payloads.map((payload) => JSON.stringify(on.payload.parse(payload)));
  await tx
    .insertInto('outbox')
    .values(events.map((payload) => ({ tenant_id: tenantId, topic: on.name, payload })))
    .execute();
}

/** false where the event is there already: the job has run before and only failed to say so */
export async function emitOnce<P extends z.ZodType>(
  tx: Tx,
  event: { tenantId: string; id: string },
  on: Topic<P>,
  payload: z.input<P>,
): Promise<boolean> {
  const result = await tx
    .insertInto('outbox')
    .values({
      tenant_id: event.tenantId,
      id: event.id,
      topic: on.name,
      payload: JSON.stringify(on.payload.parse(payload)),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** the same for whoever speaks in texts: tenant, topic, payload */
export const emitText = 'insert into outbox (tenant_id, topic, payload) values ($1, $2, $3)';

/** as the worker: of these tenants, those for whom no such event waits to be relayed and no job of one to be run */
export async function withoutWaiting(tx: Tx, on: Topic<z.ZodType>, tenantIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from unnest(${[...tenantIds]}::uuid[]) t (id)
    where not exists (select from outbox o where o.tenant_id = t.id and o.relayed_at is null and o.topic = ${on.name})
      and not exists (select from jobs j join outbox o on o.tenant_id = j.tenant_id and o.id = j.outbox_id
        where j.tenant_id = t.id and j.state in ('waiting', 'ready') and o.topic = ${on.name})`.execute(tx);
  return rows.map(({ id }) => id);
}

const RELAY_BATCH = 1_000;
const RELAY_PER_TENANT = 100;

/**
 * Turns waiting events into jobs, one for each handler of their topic; so many of each tenant, beginning after the one who
 * was last. Returns how many events it took and whose were the last.
 */
export async function relay(
  tx: Tx,
  handlersByTopic: ReadonlyMap<string, readonly Job[]>,
  at: Date,
  after: string = NOBODY,
): Promise<{ taken: number; last: string }> {
  const { rows: events } = await sql<{ tenant_id: string; id: string; topic: string; payload: unknown }>`${keepPlan}
    select event.* from (${tenantsInTurn(sql`outbox`, sql`id`, sql`relayed_at is null`, sql`${after}::uuid`)}) turn
    cross join lateral (
      select tenant_id, id, topic, payload from outbox where relayed_at is null and tenant_id = turn.tenant_id
      order by id limit ${RELAY_PER_TENANT} for update skip locked) event
    limit ${RELAY_BATCH}`.execute(tx);
  if (events.length === 0) return { taken: 0, last: after };
  const jobs = events.flatMap((event) =>
    (handlersByTopic.get(event.topic) ?? []).map((handler) => ({
      tenant_id: event.tenant_id,
      outbox_id: event.id,
      handler: handler.handler,
      lane: handler.lane,
      place: placeFor(handler, event.payload),
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
  await sql`update outbox set relayed_at = ${at}
    from unnest(${events.map(({ tenant_id }) => tenant_id)}::uuid[], ${events.map(({ id }) => id)}::uuid[]) as taken (tenant_id, id)
    where outbox.tenant_id = taken.tenant_id and outbox.id = taken.id`.execute(tx);
  return { taken: events.length, last: events.at(-1)?.tenant_id ?? after };
}

/** a payload that does not fit its topic becomes a job all the same: it fails with its reason instead of blocking the rest */
function placeFor(handler: Job, payload: unknown): string {
  try {
    return handler.placeOf(payload);
  } catch {
    return '';
  }
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
  | { state: 'waiting'; runAt: Date; error: string | null; isNewRound?: boolean }
  | { state: 'dead'; error: string };

export async function settle(tx: Tx, job: ClaimedJob, outcome: Outcome, at: Date): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({
      state: outcome.state,
      leased_until: null,
      last_error: outcome.state === 'done' ? null : outcome.error,
      ...(outcome.state === 'waiting' ? { run_at: outcome.runAt } : { finished_at: at }),
      ...(outcome.state === 'waiting' && outcome.isNewRound ? { attempts: 0 } : {}),
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
  // each state has an index of its own; one pass over the table would read a week of finished work
  const { rows } = await sql<Record<keyof QueueDepth, string>>`
    select (select count(*) from outbox where relayed_at is null and ${ofTenant}) as waiting_events,
      (select count(*) from jobs where state = 'ready' and ${ofTenant}) as ready,
      (select count(*) from jobs where state = 'running' and ${ofTenant}) as running,
      (select count(*) from jobs where state = 'dead' and ${ofTenant}) as dead,
      (select coalesce(extract(epoch from now() - min(run_at)), 0) from jobs where state = 'ready' and ${ofTenant})
        as oldest_seconds`.execute(tx);
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
