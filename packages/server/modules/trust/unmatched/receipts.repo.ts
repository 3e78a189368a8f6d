// Which calls are in which group: found, put there, read again, and taken out when they have become something.
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { accountRows } from '../../accounts/index.ts';
import { conversionRows, outcomeRows } from '../../conversions/index.ts';
import { queuedRows, storedReceiptRows, textsOf } from '../../events/index.ts';
import type { Place } from './groups.repo.ts';

const outcome = sql<string>`coalesce(d.outcome, r.outcome)`;

const joined = (tx: Tx) =>
  tx
    .selectFrom(storedReceiptRows.as('r'))
    .leftJoin(outcomeRows.as('d'), (join) =>
      join.onRef('d.tenant_id', '=', 'r.tenant_id').onRef('d.receipt_id', '=', 'r.receipt_id'),
    )
    .leftJoin(queuedRows.as('q'), (join) =>
      join.onRef('q.tenant_id', '=', 'r.tenant_id').onRef('q.receipt_id', '=', 'r.receipt_id'),
    )
    .leftJoin('unmatched_receipts as u', (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.receipt_id', '=', 'r.receipt_id'),
    );
const selected = (query: ReturnType<typeof joined>) =>
  query
    .select([
      'r.receipt_id',
      'r.at',
      'r.kind',
      'r.outcome as told',
      'r.click_at',
      'r.offer',
      'r.advertiser',
      'r.click_id',
    ])
    .select(['r.goal', 'r.sale_amount', 'r.currency', 'r.ip', 'r.query', 'r.params', 'r.token_digest'])
    .select(outcome.as('outcome'));

const read = (row: Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number]) => ({
  ...row,
  params: textsOf(row.params),
});
export type FoundCall = ReturnType<typeof read>;

/** those that became nothing and are in no group yet, oldest first */
export async function unsorted(
  tx: Tx,
  outcomes: readonly string[],
  wanted: { since: Date; until: Date } | { ids: readonly string[] },
  limit: number,
): Promise<FoundCall[]> {
  if ('ids' in wanted && wanted.ids.length === 0) return [];
  const query = selected(joined(tx))
    .where('u.receipt_id', 'is', null)
    .where('q.receipt_id', 'is', null)
    .where('d.conversion_id', 'is', null)
    .where(outcome, 'in', [...outcomes]);
  const rows = await ('ids' in wanted
    ? query.where('r.receipt_id', 'in', [...wanted.ids])
    : query.where('r.outcome', '<>', 'recorded').where('r.at', '>=', wanted.since).where('r.at', '<=', wanted.until)
  )
    .orderBy('r.at')
    .orderBy('r.receipt_id')
    .limit(limit)
    .execute();
  return rows.map(read);
}

export interface NewGroup {
  key: Buffer;
  kind: string;
  outcome: string;
  cause: string;
  advertiserId: string | null;
  names: readonly string[];
  network: string | null;
  currency: string;
}

/** puts a call into its group, which it may be the first of; false where it is in one already */
export async function putIntoGroup(
  tx: Tx,
  tenantId: string,
  group: NewGroup,
  call: { id: string; at: Date; value: bigint | null },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into unmatched_groups (tenant_id, key, kind, outcome, cause, advertiser_id, names, network, currency,
      first_at, last_at, sample_id)
    values (${tenantId}, ${group.key}, ${group.kind}, ${group.outcome}, ${group.cause}, ${group.advertiserId},
      ${[...group.names]}::text[], ${group.network}, ${group.currency}, ${call.at}, ${call.at}, ${call.id})
    on conflict (tenant_id, key) do update set key = excluded.key returning id`.execute(tx);
  const groupId = rows[0]?.id;
  if (!groupId) return null;
  const { numAffectedRows } = await sql`
    insert into unmatched_receipts (tenant_id, receipt_id, at, group_id, value_micros)
    values (${tenantId}, ${call.id}, ${call.at}, ${groupId}, ${call.value === null ? null : String(call.value)})
    on conflict do nothing`.execute(tx);
  if (numAffectedRows !== 1n) return null;
  // one that comes after it was mended is not mended by it
  await sql`update unmatched_groups set calls = calls + 1,
      stake_micros = stake_micros + ${String(call.value ?? 0n)}::bigint,
      first_at = least(first_at, ${call.at}), last_at = greatest(last_at, ${call.at}),
      sample_id = case when ${call.at} >= last_at then ${call.id}::uuid else sample_id end,
      state = case when state = 'fixed' and ${call.at} > state_at then 'open' else state end
    where id = ${groupId}`.execute(tx);
  return groupId;
}

/** so many groups a workspace has at most; whoever invents names does not make more */
export async function countGroups(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('unmatched_groups')
    .select((eb) => eb.fn.countAll<string>().as('groups'))
    .executeTakeFirst();
  return Number(row?.groups ?? 0);
}

/** calls of a group since that moment */
export async function callsSince(tx: Tx, groupId: string, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('unmatched_receipts')
    .select((eb) => eb.fn.countAll<string>().as('calls'))
    .where('group_id', '=', groupId)
    .where('at', '>', since)
    .executeTakeFirst();
  return Number(row?.calls ?? 0);
}

/** true once in a day: people are told of a group's growth no more often */
export async function tellOnce(tx: Tx, groupId: string, at: Date, notSince: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('unmatched_groups')
    .set({ told_at: at })
    .where('id', '=', groupId)
    .where('state', '=', 'open')
    .where((eb) => eb.or([eb('told_at', 'is', null), eb('told_at', '<', notSince)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** those that are left, the newest first */
export async function callsOf(tx: Tx, groupId: string, limit: number): Promise<FoundCall[]> {
  const ids = await tx
    .selectFrom('unmatched_receipts')
    .select(['receipt_id', 'at'])
    .where('group_id', '=', groupId)
    .where('matched_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('receipt_id', 'desc')
    .limit(limit)
    .execute();
  if (ids.length === 0) return [];
  const times = ids.map(({ at }) => at.getTime());
  const rows = await selected(joined(tx))
    .where(
      'r.receipt_id',
      'in',
      ids.map(({ receipt_id }) => receipt_id),
    )
    .where('r.at', '>=', new Date(Math.min(...times)))
    .where('r.at', '<=', new Date(Math.max(...times) + 1))
    .orderBy('r.at', 'desc')
    .execute();
  return rows.map(read);
}

interface Replayed {
  groupId: string;
  since: Date;
  until: Date;
}
const left = (tx: Tx, { groupId, since, until }: Replayed) =>
  tx
    .selectFrom('unmatched_receipts')
    .where('group_id', '=', groupId)
    .where('matched_at', 'is', null)
    .where('at', '>=', since)
    .where('at', '<=', until);

export async function countLeft(tx: Tx, of: Replayed): Promise<number> {
  const row = await left(tx, of)
    .select((eb) => eb.fn.countAll<string>().as('calls'))
    .executeTakeFirst();
  return Number(row?.calls ?? 0);
}

/** in the order in which they came */
export async function nextLeft(tx: Tx, of: Replayed, after: Place | null, limit: number): Promise<Place[]> {
  const query = left(tx, of).select(['receipt_id as id', 'at']);
  const placed = after ? query.where(sql<boolean>`(at, receipt_id) > (${after.at}, ${after.id}::uuid)`) : query;
  return placed.orderBy('at').orderBy('receipt_id').limit(limit).execute();
}

/** of these, those that wait in the queue or have become something meanwhile */
export async function settledAmong(
  tx: Tx,
  ids: readonly string[],
): Promise<{ waiting: ReadonlySet<string>; matched: ReadonlySet<string> }> {
  if (ids.length === 0) return { waiting: new Set(), matched: new Set() };
  const queued = await tx
    .selectFrom(queuedRows.as('q'))
    .select('q.receipt_id')
    .where('q.receipt_id', 'in', [...ids])
    .execute();
  const matched = await tx
    .selectFrom(outcomeRows.as('d'))
    .select('d.receipt_id')
    .where('d.receipt_id', 'in', [...ids])
    .where((eb) => eb.or([eb('d.conversion_id', 'is not', null), eb('d.outcome', '=', 'duplicate')]))
    .execute();
  const ofAll = (rows: readonly { receipt_id: string }[]) => new Set(rows.map(({ receipt_id }) => receipt_id));
  return { waiting: ofAll(queued), matched: ofAll(matched) };
}

export async function markMatched(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('unmatched_receipts')
    .set({ matched_at: at })
    .where('receipt_id', 'in', [...ids])
    .execute();
}

/** what conversions come to, those that count, by currency */
export async function amountsOf(tx: Tx, conversionIds: readonly string[]) {
  if (conversionIds.length === 0) return [];
  const rows = await tx
    .selectFrom(conversionRows.as('c'))
    .select(['c.currency'])
    .select(sql<string>`sum(c.revenue_micros)`.as('revenue'))
    .select(sql<string>`sum(c.payout_micros)`.as('payout'))
    .where('c.id', 'in', [...conversionIds])
    .where('c.status', '<>', 'rejected')
    .groupBy('c.currency')
    .orderBy('c.currency')
    .execute();
  return rows.map(({ currency, revenue, payout }) => ({ currency, revenue: BigInt(revenue), payout: BigInt(payout) }));
}

/** whose they may be: by number and id */
export const advertisersOf = (tx: Tx, limit: number) =>
  tx
    .selectFrom(accountRows.as('a'))
    .select(['a.id', 'a.user_sequence_id as number'])
    .where('a.type', '=', 'advertiser')
    .where('a.deleted_at', 'is', null)
    .orderBy('a.created_at', 'desc')
    .limit(limit)
    .execute();

/** what is too old to be replayed or closed, and groups of which nothing is left for that long */
export async function removeOld(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('unmatched_receipts').where('at', '<', before).execute();
  await tx.deleteFrom('unmatched_groups').where('last_at', '<', before).execute();
}
