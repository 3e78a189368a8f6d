// Lots and late lots as lists, newest day first, by keyset.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';

export interface LotFilter {
  offer_id?: string | undefined;
  publisher_id?: string | undefined;
  from_day?: string | undefined;
  to_day?: string | undefined;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
const idOr = (text: string): string => (isId(text) ? text : NOBODY);

/** "2026-11-01/id" */
const CURSOR = /^(\d{4}-\d{2}-\d{2})\/([0-9a-f-]{36})$/;
export const lotCursor = ({ day, id }: { day: string; id: string }): string => `${day}/${id}`;

export interface ListedRow {
  id: string;
  day: string;
  offer_id: string;
  offer_number: number;
  offer_title: string;
  publisher_id: string;
  publisher_number: number;
  publisher_name: string;
  advertiser_id: string;
  advertiser_number: number;
  advertiser_name: string;
  model: string;
  currency: string;
  terms_version: number;
  events: string;
  revenue_micros: string;
  payout_micros: string;
  lines: unknown;
}
export interface ListedLot extends ListedRow {
  corrected_revenue_micros: string;
  corrected_payout_micros: string;
  revision: number;
  updated_at: Date;
}
export interface ListedLateLot extends ListedRow {
  state: string;
  found_at: Date;
  reason: string | null;
  decided_at: Date | null;
  decided_by_name: string | null;
}

const nameOf = (person: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)}`;

const listed = (
  table: RawBuilder<unknown>,
  more: RawBuilder<unknown>,
  filter: LotFilter & { id?: string; state?: string | undefined },
  after: string | null,
  limit: number,
): RawBuilder<unknown> => {
  const [, day, id] = CURSOR.exec(after ?? '') ?? [];
  const conditions = [
    filter.id === undefined ? sql`true` : sql`l.id = ${idOr(filter.id)}`,
    ...(filter.offer_id === undefined ? [] : [sql`l.offer_id = ${idOr(filter.offer_id)}`]),
    ...(filter.publisher_id === undefined ? [] : [sql`l.publisher_id = ${idOr(filter.publisher_id)}`]),
    ...(filter.from_day === undefined ? [] : [sql`l.day >= ${filter.from_day}::date`]),
    ...(filter.to_day === undefined ? [] : [sql`l.day <= ${filter.to_day}::date`]),
    ...(filter.state === undefined ? [] : [sql`l.state = ${filter.state}`]),
    ...(day === undefined ? [] : [sql`(l.day, l.id) < (${day}::date, ${id}::uuid)`]),
  ];
  return sql`
    select l.id, to_char(l.day, 'YYYY-MM-DD') as day, l.offer_id, o.number as offer_number, o.title as offer_title,
      l.publisher_id, p.user_sequence_id as publisher_number, ${nameOf('p')} as publisher_name,
      l.advertiser_id, a.user_sequence_id as advertiser_number, ${nameOf('a')} as advertiser_name,
      l.model, l.currency, l.terms_version, l.events, l.revenue_micros, l.payout_micros, l.lines, ${more}
    from ${table} l join offers o on o.id = l.offer_id join users p on p.id = l.publisher_id
      join users a on a.id = l.advertiser_id
    where ${sql.join(conditions, sql` and `)} order by l.day desc, l.id desc limit ${limit}`;
};

const ofLots = sql`l.corrected_revenue_micros, l.corrected_payout_micros, l.revision, l.updated_at`;

export async function lotsAfter(tx: Tx, filter: LotFilter, after: string | null, limit: number): Promise<ListedLot[]> {
  return (await sql<ListedLot>`${listed(sql`earning_lots`, ofLots, filter, after, limit)}`.execute(tx)).rows;
}

export async function findListedLot(tx: Tx, id: string): Promise<ListedLot | null> {
  const { rows } = await sql<ListedLot>`${listed(sql`earning_lots`, ofLots, { id }, null, 1)}`.execute(tx);
  return rows[0] ?? null;
}

export async function lateLotsAfter(
  tx: Tx,
  filter: LotFilter & { state?: string | undefined },
  after: string | null,
  limit: number,
): Promise<ListedLateLot[]> {
  const by = sql`(select ${nameOf('d')} from users d where d.id = l.decided_by) as decided_by_name`;
  const more = sql`l.state, l.found_at, l.reason, l.decided_at, ${by}`;
  return (await sql<ListedLateLot>`${listed(sql`late_lots`, more, filter, after, limit)}`.execute(tx)).rows;
}
