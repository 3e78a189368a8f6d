import { adjustmentLog } from '@tributary/contract/billing/documents';
import type { Side } from '@tributary/contract/billing/money';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { idOr } from '../../../platform/lists/conditions.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';
import { entriesOn } from '../../ledger/index.ts';
import { accountOf } from './claims.repo.ts';

export interface StoredAdjustment {
  id: string;
  side: Side;
  owner_id: string;
  owner_number: number;
  owner_name: string;
  currency: string;
  amount_micros: string;
  reason: string;
  day: string;
  reverses_id: string | null;
  is_reversed: boolean;
  made_by: string | null;
  created_at: Date;
  document_id: string | null;
  document_number: string | null;
}

const stored = (side: Side) =>
  sql<StoredAdjustment>`(
  select a.id, a.side, a.owner_id, u.user_sequence_id as owner_number, u.first_name || ' ' || u.last_name as owner_name,
    a.currency, a.amount_micros, a.reason, a.day::text as day, a.reverses_id,
    coalesce((select true from adjustments r where r.tenant_id = a.tenant_id and r.reverses_id = a.id limit 1), false) as is_reversed,
    m.first_name || ' ' || m.last_name as made_by, a.created_at, d.id as document_id, d.number_text as document_number
  from adjustments a join ${accountRows} u on u.tenant_id = a.tenant_id and u.id = a.owner_id
    left join ${accountRows} m on m.tenant_id = a.tenant_id and m.id = a.created_by
    left join lateral (select x.document_id from ${entriesOn(accountOf[side])} e join document_entries x
        on x.tenant_id = e.tenant_id and x.transfer_id = e.id and x.released_at is null
      where e.tenant_id = a.tenant_id and e.subject_id = a.id limit 1) c on true
    left join documents d on d.tenant_id = a.tenant_id and d.id = c.document_id
  where a.side = ${side})`.as('a');

export const adjustments = keysetList(adjustmentLog, {
  from: (tx: Tx, side: Side) => tx.selectFrom(stored(side)),
  rows: (query) => query.selectAll('a'),
  filters: {
    q: (
      _eb,
      text,
    ) => sql<boolean>`(lower(a.owner_name) like ${likePattern(text)} or lower(a.reason) like ${likePattern(text)}
      or a.owner_number::text = ${text})`,
    owner: (eb, id) => eb('a.owner_id', '=', idOr(id)),
    from: (_eb, day) => sql<boolean>`a.day::date >= ${day}::date`,
    to: (_eb, day) => sql<boolean>`a.day::date <= ${day}::date`,
  },
  key: byId('a.id'),
  cursorOf: (row) => row.id,
});

export async function findAdjustment(tx: Tx, side: Side, id: string): Promise<StoredAdjustment | null> {
  return (await tx.selectFrom(stored(side)).selectAll('a').where('a.id', '=', idOr(id)).executeTakeFirst()) ?? null;
}

export interface NewAdjustment {
  tenantId: string;
  id: string;
  side: Side;
  ownerId: string;
  currency: string;
  amount: bigint;
  reason: string;
  day: string;
  reversesId: string | null;
  by: string;
  at: Date;
}
/** false where it takes back what was taken back already */
export async function addAdjustment(tx: Tx, row: NewAdjustment): Promise<boolean> {
  const added = await tx
    .insertInto('adjustments')
    .values({
      tenant_id: row.tenantId,
      id: row.id,
      side: row.side,
      owner_id: row.ownerId,
      currency: row.currency,
      amount_micros: row.amount,
      reason: row.reason,
      day: row.day,
      reverses_id: row.reversesId,
      created_by: row.by,
      created_at: row.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'reverses_id']).where('reverses_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}
