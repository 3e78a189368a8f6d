// Receipts as the panel shows them: as they came, with what became of each. Waiting ones say so.
import { type ReceiptOutcome, receiptOutcomes } from '@tributary/contract/conversions';
import { sql } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { likePattern } from '../../platform/db/like-pattern.ts';
import { isId } from '../../platform/ids.ts';
import { textsOf } from '../events/index.ts';

export interface ReceiptFilter {
  q?: string | undefined;
  outcome?: readonly ReceiptOutcome[] | undefined;
  kind?: 'postback' | 'pixel' | undefined;
  offer_id?: string | undefined;
  /** the advertiser's own number */
  advertiser?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

const outcome = sql<string>`case when q.receipt_id is not null then 'waiting' else coalesce(d.outcome, r.outcome) end`;

const selected = (tx: Tx) =>
  tx
    .selectFrom('receipts as r')
    .leftJoin('receipt_outcomes as d', (join) =>
      join.onRef('d.tenant_id', '=', 'r.tenant_id').onRef('d.receipt_id', '=', 'r.receipt_id'),
    )
    .leftJoin('receipt_queue as q', (join) =>
      join.onRef('q.tenant_id', '=', 'r.tenant_id').onRef('q.receipt_id', '=', 'r.receipt_id'),
    )
    .leftJoin('offers as o', (join) => join.onRef('o.tenant_id', '=', 'r.tenant_id').onRef('o.number', '=', 'r.offer'))
    .leftJoin('users as p', (join) =>
      join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.user_sequence_id', '=', 'r.publisher'),
    )
    .leftJoin('users as a', (join) =>
      join.onRef('a.tenant_id', '=', 'r.tenant_id').onRef('a.user_sequence_id', '=', 'r.advertiser'),
    )
    .selectAll('r')
    .select([outcome.as('outcome_now'), 'd.conversion_id', 'd.trace', 'd.decided_at'])
    .select(['o.id as offer_id', 'o.title as offer_title'])
    .select(['p.id as publisher_id', 'p.first_name as publisher_first', 'p.last_name as publisher_last'])
    .select(['a.id as advertiser_id', 'a.first_name as advertiser_first', 'a.last_name as advertiser_last']);

/** a place in the log: time and id of the last row seen */
export const cursorOf = ({ at, receipt_id }: { at: Date; receipt_id: string }): string =>
  `${at.getTime()}.${receipt_id}`;
function placeOf(cursor: string): { at: Date; id: string } | null {
  const [ms = '', id = ''] = cursor.split('.');
  return /^\d{1,14}$/.test(ms) && isId(id) ? { at: new Date(Number(ms)), id } : null;
}

export async function receiptsAfter(tx: Tx, filter: ReceiptFilter, after: string | null, limit: number) {
  let query = selected(tx);
  if (filter.kind) query = query.where('r.kind', '=', filter.kind);
  if (filter.advertiser !== undefined) query = query.where('r.advertiser', '=', filter.advertiser);
  if (filter.offer_id) query = query.where(sql<boolean>`o.id::text = ${filter.offer_id}`);
  if (filter.from !== undefined) query = query.where('r.at', '>=', new Date(filter.from * 1_000));
  if (filter.to !== undefined) query = query.where('r.at', '<', new Date(filter.to * 1_000));
  if (filter.q) query = query.where(sql<boolean>`lower(r.query) like ${likePattern(filter.q)}`);
  if (filter.outcome) query = query.where(outcome, 'in', filter.outcome.length > 0 ? [...filter.outcome] : ['']);
  const place = after === null ? null : placeOf(after);
  if (place) {
    query = query
      .where('r.at', '<=', place.at)
      .where(sql<boolean>`(r.at, r.receipt_id) < (${place.at}, ${place.id}::uuid)`);
  }
  const rows = await query.orderBy('r.at', 'desc').orderBy('r.receipt_id', 'desc').limit(limit).execute();
  return rows.map(read);
}

export async function receiptRows(tx: Tx, ids: readonly string[]) {
  const wanted = ids.filter(isId);
  if (wanted.length === 0) return [];
  const rows = await selected(tx).where('r.receipt_id', 'in', wanted).execute();
  return rows.map(read);
}

/** the id says when it was, so only the days around it are looked at */
export async function receiptById(tx: Tx, id: string): Promise<LoggedReceipt | null> {
  const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const row = await selected(tx)
    .where('r.receipt_id', '=', id)
    .where('r.at', '>=', new Date(at - DAY_MS))
    .where('r.at', '<=', new Date(at + DAY_MS))
    .executeTakeFirst();
  return row ? read(row) : null;
}

type Selected = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
const isOutcome = (name: string): name is ReceiptOutcome => Object.hasOwn(receiptOutcomes, name);
const read = (row: Selected) => ({
  ...row,
  params: textsOf(row.params),
  outcome: isOutcome(row.outcome_now) ? row.outcome_now : ('processing_failed' as const),
});
export type LoggedReceipt = ReturnType<typeof read>;
