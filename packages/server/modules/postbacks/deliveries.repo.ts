// Deliveries and their attempts.
import { inCalls } from '@tributary/contract/conversions/deliveries';
import { deliveryLog, type deliveryStates, type deliverySubjects } from '@tributary/contract/conversions/postbacks';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { unlessHidden } from '../../platform/db/unless-hidden.ts';
import { isId, newId } from '../../platform/ids.ts';
import { atSeconds, idOr } from '../../platform/lists/conditions.ts';
import { byId } from '../../platform/lists/keys.ts';
import { keysetList } from '../../platform/lists/sql-list.ts';
import { accountRows } from '../accounts/index.ts';
import { conversionRows } from '../conversions/index.ts';
import { goalRows, offerRows } from '../offers/index.ts';
import type { TargetKind } from './targets.repo.ts';

export type DeliveryState = (typeof deliveryStates)[number];

export interface NewDelivery {
  tenantId: string;
  kind: TargetKind;
  targetId: string;
  /** what it tells of */
  subject: { kind: (typeof deliverySubjects)[number]; id: string };
  /** null where it is about nothing of a publisher's */
  publisherId: string | null;
  event: string;
  cause: string;
  /** the subject's own number of what it tells */
  sequence: number;
  url: string;
  method: 'GET' | 'POST';
  body: string | null;
  at: Date;
}

/** null where this cause has made it due already */
export async function addDelivery(tx: Tx, delivery: NewDelivery): Promise<string | null> {
  const row = await tx
    .insertInto('deliveries')
    .values({
      tenant_id: delivery.tenantId,
      id: newId(delivery.at.getTime()),
      kind: delivery.kind,
      target_id: delivery.targetId,
      publisher_id: delivery.publisherId,
      subject_kind: delivery.subject.kind,
      subject_id: delivery.subject.id,
      event: delivery.event,
      cause: delivery.cause,
      sequence: delivery.sequence,
      url: delivery.url,
      method: delivery.method,
      request_body: delivery.body,
      next_at: delivery.at,
      created_at: delivery.at,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'target_id', 'subject_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findDelivery(tx: Tx, id: string) {
  return (await tx.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}
export type StoredDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>;

export interface Attempt {
  at: Date;
  status: number | null;
  body: string | null;
  error: string | null;
  latencyMs: number | null;
  nextAt: Date | null;
}

/** the attempt's row, and where the delivery stands after it */
export async function logAttempt(tx: Tx, delivery: StoredDelivery, attempt: Attempt): Promise<void> {
  const number = delivery.attempts + 1;
  await tx
    .insertInto('delivery_attempts')
    .values({
      tenant_id: delivery.tenant_id,
      delivery_id: delivery.id,
      attempt: number,
      at: attempt.at,
      url: delivery.url,
      method: delivery.method,
      status: attempt.status,
      body: attempt.body,
      error: attempt.error,
      latency_ms: attempt.latencyMs,
      next_at: attempt.nextAt,
    })
    .execute();
  await tx
    .updateTable('deliveries')
    .set({
      attempts: number,
      last_status: attempt.status,
      last_error: attempt.error,
      latency_ms: attempt.latencyMs,
      next_at: attempt.nextAt,
      state: attempt.error === null ? 'delivered' : attempt.nextAt === null ? 'failed' : 'waiting',
    })
    .where('id', '=', delivery.id)
    .execute();
}

export async function setState(tx: Tx, id: string, state: DeliveryState, nextAt: Date | null): Promise<void> {
  await tx.updateTable('deliveries').set({ state, next_at: nextAt }).where('id', '=', id).execute();
}

/** what it says is no longer true: dropped, with the reason where the log shows it */
export async function supersede(tx: Tx, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ state: 'superseded', next_at: null, last_error: reason })
    .where('id', '=', id)
    .execute();
}

/** how the conversion stands now, where it has changed since the publisher's call was written; a webhook tells all of it */
export async function changeSince(
  tx: Tx,
  delivery: Pick<StoredDelivery, 'kind' | 'subject_id' | 'sequence'>,
): Promise<{ status: string; sequence: number } | null> {
  if (delivery.kind === 'webhook') return null;
  const row = await tx
    .selectFrom(conversionRows.as('conversions'))
    .select(['status', 'sequence'])
    .where('id', '=', delivery.subject_id)
    .where('sequence', '>', delivery.sequence)
    .executeTakeFirst();
  return row ?? null;
}

/** calls that have not arrived yet, and how many of them were answered with a failure before */
export async function postbackBacklog(tx: Tx): Promise<{ waiting: number; failing: number }> {
  const { waiting, failing } = await tx
    .selectFrom('deliveries')
    .select(({ fn }) => [
      fn.countAll<string>().as('waiting'),
      fn.countAll<string>().filterWhere('attempts', '>', 0).as('failing'),
    ])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), failing: Number(failing) };
}

/** those that are not under way already go back to waiting */
export type Requeued = Pick<NewDelivery, 'url' | 'publisherId'> & { id: string; kind: string };

export async function requeue(tx: Tx, ids: readonly string[], at: Date): Promise<Requeued[]> {
  const wanted = ids.filter(isId);
  if (wanted.length === 0) return [];
  return (
    tx
      .updateTable('deliveries')
      .set({ state: 'waiting', next_at: at })
      .where('id', 'in', wanted)
      .where('state', '<>', 'waiting')
      // what was overtaken stays untold
      .where(
        sql<boolean>`(kind = 'webhook' or not exists (select from ${conversionRows} c
        where c.tenant_id = deliveries.tenant_id and c.id = deliveries.subject_id and c.sequence > deliveries.sequence))`,
      )
      .returning(['id', 'url', 'kind', 'publisher_id as publisherId'])
      .execute()
  );
}

const joined = (tx: Tx) =>
  tx
    .selectFrom('deliveries as d')
    .leftJoin(conversionRows.as('c'), (join) =>
      join
        .onRef('c.tenant_id', '=', 'd.tenant_id')
        .onRef('c.id', '=', 'd.subject_id')
        .on('d.subject_kind', '=', 'conversion'),
    )
    .leftJoin(offerRows.as('o'), (join) =>
      join
        .onRef('o.tenant_id', '=', 'd.tenant_id')
        .on(sql<boolean>`o.id = case d.subject_kind when 'offer' then d.subject_id else c.offer_id end`),
    )
    .leftJoin(goalRows.as('g'), (join) => join.onRef('g.tenant_id', '=', 'c.tenant_id').onRef('g.id', '=', 'c.goal_id'))
    .leftJoin(accountRows.as('p'), (join) =>
      join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.publisher_id'),
    );

const selected = (query: ReturnType<typeof joined>) =>
  query
    .selectAll('d')
    .select(['o.id as offer_id', 'o.number as offer_number', 'o.title as offer_title', 'g.name as goal_name'])
    .select(['p.user_sequence_id', 'p.first_name', 'p.last_name']);
export type ShownDelivery = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

export const deliveries = keysetList(deliveryLog, {
  from: joined,
  rows: selected,
  filters: {
    q: (_eb, text) => unlessHidden(inCalls, sql<boolean>`position(lower(${text}) in lower(d.url)) > 0`),
    state: (eb, state) => eb('d.state', '=', state),
    from: (eb, seconds) => eb('d.created_at', '>=', atSeconds(seconds)),
    to: (eb, seconds) => eb('d.created_at', '<', atSeconds(seconds)),
    kind: (eb, kind) => eb('d.kind', '=', kind),
    publisher_id: (eb, id) => eb('d.publisher_id', '=', idOr(id)),
    offer_id: (eb, id) => eb('o.id', '=', idOr(id)),
    conversion_id: (eb, id) => eb.and([eb('d.subject_kind', '=', 'conversion'), eb('d.subject_id', '=', idOr(id))]),
  },
  key: byId('d.id'),
  cursorOf: (row) => row.id,
});

export async function shownDelivery(tx: Tx, id: string): Promise<ShownDelivery | null> {
  return (await selected(joined(tx)).where('d.id', '=', id).executeTakeFirst()) ?? null;
}

export async function attemptsOf(tx: Tx, deliveryId: string) {
  return tx.selectFrom('delivery_attempts').selectAll().where('delivery_id', '=', deliveryId).orderBy('id').execute();
}

/** how the publisher's own calls about each conversion stand */
export async function statesOf(tx: Tx, conversionIds: readonly string[]): Promise<Map<string, DeliveryState[]>> {
  if (conversionIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('deliveries')
    .select(['subject_id', 'state'])
    .where('subject_id', 'in', [...conversionIds])
    .where('kind', '=', 'postback')
    .execute();
  const states = new Map<string, DeliveryState[]>();
  for (const { subject_id: id, state } of rows) {
    // the check constraint keeps the state within its list
    states.set(id, [...(states.get(id) ?? []), state as DeliveryState]);
  }
  return states;
}
