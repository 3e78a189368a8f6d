// Reading the ledger to check it: the whole chain in its order, and what accounts and head say of it.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { LedgerHead } from './repo.ts';

/** entries with their accounts by name */
const chain = (tx: Tx) =>
  tx
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_accounts as d', (join) =>
      join.onRef('d.tenant_id', '=', 't.tenant_id').onRef('d.id', '=', 't.debit_account_id'),
    )
    .innerJoin('ledger_accounts as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.credit_account_id'),
    )
    .selectAll('t')
    .select(['d.kind as debit_kind', 'd.owner_id as debit_owner', 'd.currency as debit_currency'])
    .select(['c.kind as credit_kind', 'c.owner_id as credit_owner', 'c.currency as credit_currency']);

/** the chain in order, a page at a time */
export const chainAfter = (tx: Tx, sequence: bigint, until: bigint, limit: number) =>
  chain(tx)
    .where('t.sequence', '>', String(sequence))
    .where('t.sequence', '<=', String(until))
    .orderBy('t.sequence')
    .limit(limit)
    .execute();

export interface OwnersPeriod {
  ownerId: string;
  from: Date | null;
  to: Date | null;
  /** the last entry of the chain that counts */
  until: bigint;
}
const withinPeriod = ({ ownerId, from, to, until }: OwnersPeriod) => sql<boolean>`t.owner_id = ${ownerId}
  and t.sequence <= ${until} and (${from}::timestamptz is null or t.at >= ${from})
  and (${to}::timestamptz is null or t.at < ${to})`;

/** somebody's entries of every phase, in their order; `isTold` is asked of each as `t`; null: all are */
export const chainOf = (tx: Tx, period: OwnersPeriod, isTold: RawBuilder<boolean> | null, limit: number) =>
  chain(tx)
    .select((isTold ?? sql<boolean>`true`).as('is_told'))
    .where(withinPeriod(period))
    .orderBy('t.sequence')
    .limit(limit)
    .execute();

/** how many entries somebody has in the chain up to there */
export async function countOf(tx: Tx, ownerId: string, until: bigint): Promise<number> {
  const { rows } = await sql<{ many: string }>`select count(*) as many from ledger_transfers t
    where ${withinPeriod({ ownerId, from: null, to: null, until })}`.execute(tx);
  return Number(rows[0]?.many ?? 0);
}

export interface KindSum {
  kind: string;
  currency: string;
  pending: bigint;
  posted: bigint;
}
/** debits less credits of somebody's accounts, of the entries of a period */
export async function sumsOf(tx: Tx, period: OwnersPeriod): Promise<KindSum[]> {
  const { rows } = await sql<Record<keyof KindSum, string>>`
    select a.kind, a.currency,
      sum(case t.phase when 'pending' then 1 when 'direct' then 0 else -1 end * t.amount_micros
        * case when a.id = t.debit_account_id then 1 else -1 end) as pending,
      sum(case when t.phase in ('post', 'direct') then 1 else 0 end * t.amount_micros
        * case when a.id = t.debit_account_id then 1 else -1 end) as posted
    from ledger_transfers t join ledger_accounts a
      on a.tenant_id = t.tenant_id and a.id in (t.debit_account_id, t.credit_account_id)
    where ${withinPeriod(period)} group by 1, 2 order by 1, 2`.execute(tx);
  return rows.map(({ kind, currency, pending, posted }) => ({
    kind,
    currency,
    pending: BigInt(pending),
    posted: BigInt(posted),
  }));
}

/** the chain's own hashes in their order, a page at a time */
export async function hashesAfter(tx: Tx, sequence: bigint, until: bigint, limit: number): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('ledger_transfers')
    .select('hash')
    .where('sequence', '>', String(sequence))
    .where('sequence', '<=', String(until))
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(({ hash }) => hash);
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
