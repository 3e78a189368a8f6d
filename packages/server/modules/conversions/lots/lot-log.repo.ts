// Lots and late lots as lists, newest day first, by keyset.
import { lateLotLog, lotLog } from '@tributary/contract/conversions/lots';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { idOr } from '../../../platform/lists/conditions.ts';
import type { Key } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { offerRows } from '../../offers/index.ts';

/** "2026-11-01/id": newest day first */
const CURSOR = /^(\d{4}-\d{2}-\d{2})\/([0-9a-f-]{36})$/;
const byDay: Key = {
  order: [
    ['l.on_day', 'desc'],
    ['l.id', 'desc'],
  ],
  after: (cursor) => {
    const [, day, id] = CURSOR.exec(cursor) ?? [];
    return day === undefined ? null : sql<boolean>`(l.on_day, l.id) < (${day}::date, ${id}::uuid)`;
  },
};
const placeOf = ({ day, id }: { day: string; id: string }): string => `${day}/${id}`;

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

const named = <Row extends ListedRow>(table: RawBuilder<unknown>, more: RawBuilder<unknown>) =>
  sql<Row & { on_day: Date }>`(
    select l.id, l.day as on_day, to_char(l.day, 'YYYY-MM-DD') as day, l.offer_id, o.number as offer_number,
      o.title as offer_title, l.publisher_id, p.user_sequence_id as publisher_number, ${nameOf('p')} as publisher_name,
      l.advertiser_id, a.user_sequence_id as advertiser_number, ${nameOf('a')} as advertiser_name,
      l.model, l.currency, l.terms_version, l.events, l.revenue_micros, l.payout_micros, l.lines, ${more}
    from ${table} l join ${offerRows} o on o.id = l.offer_id join ${accountRows} p on p.id = l.publisher_id
      join ${accountRows} a on a.id = l.advertiser_id)`.as('l');

const booked = named<ListedLot>(
  sql`earning_lots`,
  sql`l.corrected_revenue_micros, l.corrected_payout_micros, l.revision, l.updated_at`,
);
const late = named<ListedLateLot>(
  sql`late_lots`,
  sql`l.state, l.found_at, l.reason, l.decided_at,
    (select ${nameOf('d')} from ${accountRows} d where d.id = l.decided_by) as decided_by_name`,
);

const filters = {
  offer_id: (_eb: unknown, id: string) => sql<boolean>`l.offer_id = ${idOr(id)}`,
  publisher_id: (_eb: unknown, id: string) => sql<boolean>`l.publisher_id = ${idOr(id)}`,
  from_day: (_eb: unknown, day: string) => sql<boolean>`l.on_day >= ${day}::date`,
  to_day: (_eb: unknown, day: string) => sql<boolean>`l.on_day <= ${day}::date`,
};

export const lots = keysetList(lotLog, {
  from: (tx: Tx) => tx.selectFrom(booked),
  rows: (query) => query.selectAll('l'),
  filters,
  key: byDay,
  cursorOf: (row) => placeOf(row),
});

export const lateLots = keysetList(lateLotLog, {
  from: (tx: Tx) => tx.selectFrom(late),
  rows: (query) => query.selectAll('l'),
  filters: { ...filters, state: (eb, state) => eb('l.state', '=', state) },
  key: byDay,
  cursorOf: (row) => placeOf(row),
});

export async function findListedLot(tx: Tx, id: string): Promise<ListedLot | null> {
  return (await tx.selectFrom(booked).selectAll('l').where('l.id', '=', idOr(id)).executeTakeFirst()) ?? null;
}
