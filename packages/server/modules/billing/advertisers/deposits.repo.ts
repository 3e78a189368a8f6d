// What advertisers have paid in, and which invoices it has paid.
import { depositLog, ownDepositLog } from '@tributary/contract/billing/advertisers';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { unlessHidden } from '../../../platform/db/unless-hidden.ts';
import { atSeconds, idOr } from '../../../platform/lists/conditions.ts';
import { byId } from '../../../platform/lists/keys.ts';
import { keysetList } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';

export interface DepositRow {
  id: string;
  owner_id: string;
  owner_number: number;
  owner_name: string;
  currency: string;
  amount_micros: string;
  allocated_micros: string;
  reference: string;
  received_on: string;
  note: string;
  state: 'received' | 'returned';
  created_at: Date;
}

const deposits = sql<DepositRow>`(
  select d.id, d.owner_id, u.user_sequence_id as owner_number, u.first_name || ' ' || u.last_name as owner_name, d.currency,
    d.amount_micros, coalesce(a.allocated, 0) as allocated_micros, d.reference, d.received_on::text as received_on, d.note,
    d.state, d.created_at
  from deposits d
    join (${accountRows}) u on u.tenant_id = d.tenant_id and u.id = d.owner_id
    left join lateral (select sum(x.amount_micros) as allocated from deposit_allocations x
      where x.tenant_id = d.tenant_id and x.deposit_id = d.id) a on true)`.as('d');

const filters = {
  state: (_eb: unknown, state: string) => sql<boolean>`d.state = ${state}`,
  from: (_eb: unknown, at: number) => sql<boolean>`d.created_at >= ${atSeconds(at)}`,
  to: (_eb: unknown, at: number) => sql<boolean>`d.created_at < ${atSeconds(at)}`,
  id: (_eb: unknown, id: string) => sql<boolean>`d.id = ${idOr(id)}::uuid`,
};
export const listedDeposits = keysetList(depositLog, {
  from: (tx: Tx) => tx.selectFrom(deposits),
  rows: (query) => query.selectAll('d'),
  filters: {
    q: (
      _eb,
      text,
    ) => sql<boolean>`(lower(d.reference) like ${likePattern(text)} or lower(d.note) like ${likePattern(text)}
      or d.owner_number::text = ${text}
      or ${unlessHidden(['advertiser_name'], sql<boolean>`lower(d.owner_name) like ${likePattern(text)}`)})`,
    advertiser_id: (eb, id) => eb('d.owner_id', '=', idOr(id)),
    ...filters,
  },
  key: byId('d.id'),
  cursorOf: (row) => row.id,
});
export const depositsOf = keysetList(ownDepositLog, {
  from: (tx: Tx, ownerId: string) => tx.selectFrom(deposits).where('d.owner_id', '=', ownerId),
  rows: (query) => query.selectAll('d'),
  filters,
  key: byId('d.id'),
  cursorOf: (row) => row.id,
});

export interface NewDeposit {
  tenantId: string;
  id: string;
  ownerId: string;
  currency: string;
  amount: bigint;
  reference: string;
  receivedOn: string;
  note: string;
  byItself: boolean;
  by: string | null;
  at: Date;
}

export async function addDeposit(tx: Tx, deposit: NewDeposit): Promise<void> {
  await tx
    .insertInto('deposits')
    .values({
      tenant_id: deposit.tenantId,
      id: deposit.id,
      owner_id: deposit.ownerId,
      currency: deposit.currency,
      amount_micros: deposit.amount,
      reference: deposit.reference,
      received_on: deposit.receivedOn,
      note: deposit.note,
      by_itself: deposit.byItself,
      created_by: deposit.by,
      created_at: deposit.at,
    })
    .execute();
}

export interface FreeDeposit {
  id: string;
  ownerId: string;
  currency: string;
  amount: bigint;
  allocated: bigint;
  /** of its next allocation */
  revision: number;
  state: string;
}

/**
 * Whoever asks holds the ledger's turn. Those named, or those of an account with something left, the oldest first; `byItself`: of
 * these only what may be used without a person
 */
export async function depositsToUse(
  tx: Tx,
  by: { id: string } | { ownerId: string; currency: string; byItself?: boolean },
  limit: number,
): Promise<FreeDeposit[]> {
  const which =
    'id' in by
      ? sql`d.id = ${by.id}`
      : sql`d.owner_id = ${by.ownerId} and d.currency = ${by.currency} and d.state = 'received'
          and d.amount_micros > coalesce(a.allocated, 0) and (d.by_itself or not ${by.byItself ?? false}::boolean)`;
  const { rows } = await sql<{
    id: string;
    owner_id: string;
    currency: string;
    amount_micros: string;
    allocated: string | null;
    revision: number;
    state: string;
  }>`
    select d.id, d.owner_id, d.currency, d.amount_micros, a.allocated, a.revision, d.state
    from deposits d left join lateral (
      select sum(x.amount_micros) as allocated, coalesce(max(x.revision), 0)::int + 1 as revision from deposit_allocations x
      where x.tenant_id = d.tenant_id and x.deposit_id = d.id) a on true
    where ${which} order by d.received_on, d.id limit ${limit}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    ownerId: row.owner_id,
    currency: row.currency,
    amount: BigInt(row.amount_micros),
    allocated: BigInt(row.allocated ?? 0),
    revision: row.revision,
    state: row.state,
  }));
}

export interface NewAllocation {
  depositId: string;
  revision: number;
  documentId: string;
  ownerId: string;
  amount: bigint;
}

export async function addAllocations(
  tx: Tx,
  tenantId: string,
  allocations: readonly NewAllocation[],
  by: string | null,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('deposit_allocations')
    .values(
      allocations.map(({ depositId, revision, documentId, ownerId, amount }) => ({
        tenant_id: tenantId,
        deposit_id: depositId,
        revision,
        document_id: documentId,
        owner_id: ownerId,
        amount_micros: amount,
        created_by: by,
        created_at: at,
      })),
    )
    .execute();
}

export const findListedDeposit = (tx: Tx, id: string): Promise<DepositRow | undefined> =>
  tx.selectFrom(deposits).selectAll('d').where('d.id', '=', idOr(id)).executeTakeFirst();

/** the invoices that a deposit pays now, and how much of each */
export async function allocationsOf(tx: Tx, depositId: string) {
  const { rows } = await sql<{ document_id: string; number: string; amount: string }>`
    select x.document_id, d.number_text as number, sum(x.amount_micros)::text as amount
    from deposit_allocations x join documents d on d.tenant_id = x.tenant_id and d.id = x.document_id
    where x.deposit_id = ${depositId} group by 1, 2 having sum(x.amount_micros) <> 0 order by 2`.execute(tx);
  return rows;
}

/** what of the deposit stands allocated to the document */
export async function allocatedTo(tx: Tx, depositId: string, documentId: string): Promise<bigint> {
  const row = await tx
    .selectFrom('deposit_allocations')
    .select((eb) => eb.fn.sum<string>('amount_micros').as('sum'))
    .where('deposit_id', '=', depositId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return BigInt(row?.sum ?? 0);
}

export async function markReturned(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('deposits').set({ state: 'returned' }).where('id', '=', id).execute();
}
