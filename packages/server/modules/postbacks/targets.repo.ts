// Where calls go: publishers' postbacks and webhooks.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import { postbackList, type WebhookEvent } from '@tributary/contract/conversions/postbacks';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { idOr } from '../../platform/lists/conditions.ts';
import { countedList } from '../../platform/lists/sql-list.ts';
import { accountRows, personLike } from '../accounts/index.ts';
import { goalRows, offerRows } from '../offers/index.ts';

export interface PostbackFields {
  offer_id: string | null;
  goal_id: string | null;
  url: string;
  method: 'GET' | 'POST';
  statuses: ConversionStatus[];
  enabled: boolean;
}

export async function addPostback(
  tx: Tx,
  row: PostbackFields & { tenantId: string; id: string; publisherId: string; at: Date },
): Promise<void> {
  const { tenantId, publisherId, at, ...fields } = row;
  await tx
    .insertInto('publisher_postbacks')
    .values({ tenant_id: tenantId, publisher_id: publisherId, created_at: at, ...fields })
    .execute();
}

export async function countPostbacks(tx: Tx, publisherId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('publisher_postbacks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('publisher_id', '=', publisherId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** switched on again, it starts with a clean slate */
export async function changePostback(tx: Tx, id: string, fields: PostbackFields): Promise<void> {
  await tx
    .updateTable('publisher_postbacks')
    .set({ ...fields, ...(fields.enabled ? { disabled_reason: null, failures: 0 } : {}) })
    .where('id', '=', id)
    .execute();
}

export async function removePostback(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('publisher_postbacks').set({ removed_at: at, enabled: false }).where('id', '=', id).execute();
}

export async function restorePostback(tx: Tx, id: string, fields: PostbackFields): Promise<void> {
  await tx
    .updateTable('publisher_postbacks')
    .set({ ...fields, removed_at: null })
    .where('id', '=', id)
    .execute();
}

const postbacks = (tx: Tx) =>
  tx
    .selectFrom('publisher_postbacks as b')
    .innerJoin(accountRows.as('p'), (join) =>
      join.onRef('p.tenant_id', '=', 'b.tenant_id').onRef('p.id', '=', 'b.publisher_id'),
    )
    .leftJoin(offerRows.as('o'), (join) =>
      join.onRef('o.tenant_id', '=', 'b.tenant_id').onRef('o.id', '=', 'b.offer_id'),
    )
    .leftJoin(goalRows.as('g'), (join) => join.onRef('g.tenant_id', '=', 'b.tenant_id').onRef('g.id', '=', 'b.goal_id'))
    .where('b.removed_at', 'is', null);

const selected = (query: ReturnType<typeof postbacks>) =>
  query
    .selectAll('b')
    .select(['p.user_sequence_id', 'p.first_name', 'p.last_name'])
    .select(['o.number as offer_number', 'o.title as offer_title', 'g.number as goal_number', 'g.name as goal_name']);
export type ShownPostback = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

export const listedPostbacks = countedList(postbackList, {
  from: postbacks,
  rows: selected,
  filters: {
    publisher_id: (eb, id) => eb('b.publisher_id', '=', idOr(id)),
    offer_id: (eb, id) => eb('b.offer_id', '=', idOr(id)),
    level: (eb, level) =>
      eb.and([
        eb('b.offer_id', level === 'global' ? 'is' : 'is not', null),
        eb('b.goal_id', level === 'goal' ? 'is not' : 'is', null),
      ]),
    enabled: (eb, enabled) => eb('b.enabled', '=', enabled === '1'),
    failing: () => sql<boolean>`(b.failures > 0 or (not b.enabled and b.disabled_reason is not null))`,
    q: (_eb, text) => sql<boolean>`(position(lower(${text}) in lower(b.url)) > 0 or ${personLike('p', text)})`,
  },
  sorts: { created_at: 'b.id', publisher: sql`lower(p.first_name || ' ' || p.last_name)` },
  sort: '-created_at',
  tie: ['b.id', 'desc'],
});

export async function findPostback(tx: Tx, id: string): Promise<ShownPostback | null> {
  return (await selected(postbacks(tx)).where('b.id', '=', id).executeTakeFirst()) ?? null;
}

/** the most specific level that this publisher has set up for the goal; a wider one is then not asked */
export async function postbacksFor(
  tx: Tx,
  { publisherId, offerId, goalId }: { publisherId: string; offerId: string; goalId: string },
) {
  const rows = await tx
    .selectFrom('publisher_postbacks')
    .select(['id', 'offer_id', 'goal_id', 'url', 'method', 'statuses'])
    .where('publisher_id', '=', publisherId)
    .where('enabled', '=', true)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('offer_id', 'is', null), eb('offer_id', '=', offerId)]))
    .where((eb) => eb.or([eb('goal_id', 'is', null), eb('goal_id', '=', goalId)]))
    .orderBy('id')
    .execute();
  const level = (row: (typeof rows)[number]): number => Number(row.offer_id !== null) + Number(row.goal_id !== null);
  const finest = Math.max(0, ...rows.map(level));
  return rows.filter((row) => level(row) === finest);
}

export async function goalBelongs(tx: Tx, offerId: string, goalId: string | null): Promise<boolean> {
  const offer = await tx.selectFrom(offerRows.as('offers')).select('id').where('id', '=', offerId).executeTakeFirst();
  if (!offer || goalId === null) return offer !== undefined;
  const goal = await tx
    .selectFrom(goalRows.as('offer_goals'))
    .select('id')
    .where('id', '=', goalId)
    .where('offer_id', '=', offerId)
    .executeTakeFirst();
  return goal !== undefined;
}

export interface WebhookFields {
  url: string;
  events: WebhookEvent[];
  enabled: boolean;
}

export async function addWebhook(
  tx: Tx,
  { tenantId, id, at, ...fields }: WebhookFields & { tenantId: string; id: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('webhooks')
    .values({ tenant_id: tenantId, id, created_at: at, ...fields })
    .execute();
}

export async function changeWebhook(tx: Tx, id: string, fields: WebhookFields): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ ...fields, ...(fields.enabled ? { disabled_reason: null, failures: 0 } : {}) })
    .where('id', '=', id)
    .execute();
}

export async function removeWebhook(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('webhooks').set({ removed_at: at, enabled: false }).where('id', '=', id).execute();
}

export async function restoreWebhook(tx: Tx, id: string, fields: WebhookFields): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ ...fields, removed_at: null })
    .where('id', '=', id)
    .execute();
}

export async function rotateWebhook(tx: Tx, id: string, previousUntil: Date): Promise<number> {
  const row = await tx
    .updateTable('webhooks')
    .set((eb) => ({ secret_version: eb('secret_version', '+', 1), previous_until: previousUntil }))
    .where('id', '=', id)
    .returning('secret_version')
    .executeTakeFirstOrThrow();
  return row.secret_version;
}

export async function listWebhooks(tx: Tx) {
  return tx.selectFrom('webhooks').selectAll().where('removed_at', 'is', null).orderBy('id').execute();
}
export type StoredWebhook = Awaited<ReturnType<typeof listWebhooks>>[number];

export async function findWebhook(tx: Tx, id: string): Promise<StoredWebhook | null> {
  const row = await tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export type TargetKind = 'postback' | 'webhook';
const tableOf = { postback: 'publisher_postbacks', webhook: 'webhooks' } as const;

export interface TargetResult {
  status: number | null;
  error: string | null;
  at: Date;
}

/** a success forgives what failed before it */
export async function noteResult(tx: Tx, kind: TargetKind, id: string, result: TargetResult): Promise<void> {
  await tx
    .updateTable(tableOf[kind])
    .set({
      last_status: result.status,
      last_error: result.error,
      last_at: result.at,
      ...(result.error === null ? { failures: 0 } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** one more delivery given up; true where that was one too many and the target is switched off now */
export async function noteGivenUp(
  tx: Tx,
  kind: TargetKind,
  id: string,
  limit: { failures: number; reason: string },
): Promise<boolean> {
  const row = await tx
    .updateTable(tableOf[kind])
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .where('enabled', '=', true)
    .returning('failures')
    .executeTakeFirst();
  if (!row || row.failures < limit.failures) return false;
  await tx
    .updateTable(tableOf[kind])
    .set({ enabled: false, disabled_reason: limit.reason })
    .where('id', '=', id)
    .execute();
  return true;
}

export async function isEnabled(tx: Tx, kind: TargetKind, id: string): Promise<boolean> {
  const row = await tx.selectFrom(tableOf[kind]).select('enabled').where('id', '=', id).executeTakeFirst();
  return row?.enabled ?? false;
}
