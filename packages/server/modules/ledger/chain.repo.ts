// Reading the ledger to check it: the whole chain in its order, and what accounts and head say of it.
import type { Tx } from '../../platform/db/database.ts';
import type { LedgerHead } from './repo.ts';

/** the chain in order, a page at a time, with its accounts by name */
export async function chainAfter(tx: Tx, sequence: bigint, until: bigint, limit: number) {
  const rows = await tx
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_accounts as d', (join) =>
      join.onRef('d.tenant_id', '=', 't.tenant_id').onRef('d.id', '=', 't.debit_account_id'),
    )
    .innerJoin('ledger_accounts as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.credit_account_id'),
    )
    .selectAll('t')
    .select(['d.kind as debit_kind', 'd.owner_id as debit_owner', 'd.currency as debit_currency'])
    .select(['c.kind as credit_kind', 'c.owner_id as credit_owner', 'c.currency as credit_currency'])
    .where('t.sequence', '>', String(sequence))
    .where('t.sequence', '<=', String(until))
    .orderBy('t.sequence')
    .limit(limit)
    .execute();
  return rows;
}

export interface LedgerState {
  head: LedgerHead | null;
  accounts: {
    id: string;
    kind: string;
    currency: string;
    debits_pending: bigint;
    credits_pending: bigint;
    debits_posted: bigint;
    credits_posted: bigint;
  }[];
}

/** head and balances as they stood at one moment: one statement, so that whoever writes meanwhile changes nothing in it */
export async function stateOf(tx: Tx): Promise<LedgerState> {
  const rows = await tx
    .selectFrom('ledger_heads as h')
    .leftJoin('ledger_accounts as a', 'a.tenant_id', 'h.tenant_id')
    .select(['h.sequence', 'h.hash', 'a.id', 'a.kind', 'a.currency'])
    .select(['a.debits_pending', 'a.credits_pending', 'a.debits_posted', 'a.credits_posted'])
    .orderBy('a.id')
    .execute();
  const first = rows[0];
  return {
    head: first ? { sequence: BigInt(first.sequence), hash: first.hash } : null,
    accounts: rows.flatMap((row) =>
      row.id === null
        ? []
        : [
            {
              id: row.id,
              kind: row.kind ?? '',
              currency: row.currency ?? '',
              debits_pending: BigInt(row.debits_pending ?? 0),
              credits_pending: BigInt(row.credits_pending ?? 0),
              debits_posted: BigInt(row.debits_posted ?? 0),
              credits_posted: BigInt(row.credits_posted ?? 0),
            },
          ],
    ),
  };
}

export async function hashAt(tx: Tx, sequence: bigint): Promise<string | null> {
  const row = await tx
    .selectFrom('ledger_transfers')
    .select('hash')
    .where('sequence', '=', String(sequence))
    .executeTakeFirst();
  return row ? row.hash.toString('hex') : null;
}
