// The ledger's tables: accounts, transfers, and the head of each tenant's chain.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { AccountKind, Leg, Phase, Subject } from './transfer.ts';
import { GENESIS, nameOf } from './transfer.ts';

export interface LedgerHead {
  sequence: bigint;
  hash: Buffer;
}

/**
 * Writers of one tenant's money take turns here. Whoever will write takes it before any other lock: then no two can wait
 * for each other in a circle.
 */
export async function takeHead(tx: Tx, tenantId: string): Promise<LedgerHead> {
  const row = await tx
    .insertInto('ledger_heads')
    .values({ tenant_id: tenantId, sequence: 0, hash: GENESIS })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet((eb) => ({ sequence: eb.ref('ledger_heads.sequence') })),
    )
    .returning(['sequence', 'hash'])
    .executeTakeFirstOrThrow();
  return { sequence: BigInt(row.sequence), hash: row.hash };
}

export async function headOf(tx: Tx): Promise<LedgerHead | null> {
  const row = await tx.selectFrom('ledger_heads').select(['sequence', 'hash']).executeTakeFirst();
  return row ? { sequence: BigInt(row.sequence), hash: row.hash } : null;
}

export async function moveHead(tx: Tx, tenantId: string, { sequence, hash }: LedgerHead): Promise<void> {
  await tx.updateTable('ledger_heads').set({ sequence, hash }).where('tenant_id', '=', tenantId).execute();
}

export interface Account {
  id: string;
  name: string;
  kind: AccountKind;
  ownerId: string;
  currency: string;
}

/** by name; those that do not exist yet are opened */
export async function ensureAccounts(
  tx: Tx,
  tenantId: string,
  wanted: readonly Omit<Account, 'id' | 'name'>[],
): Promise<Map<string, Account>> {
  const distinct = [...new Map(wanted.map((key) => [nameOf(key), key])).values()];
  const rows = await tx
    .insertInto('ledger_accounts')
    .values(distinct.map(({ kind, ownerId, currency }) => ({ tenant_id: tenantId, kind, owner_id: ownerId, currency })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'kind', 'owner_id', 'currency'])
        .doUpdateSet((eb) => ({ currency: eb.ref('excluded.currency') })),
    )
    .returning(['id', 'kind', 'owner_id', 'currency'])
    .execute();
  return new Map(
    rows.map((row) => {
      // the check constraint keeps the kind within its list
      const key = { kind: row.kind as AccountKind, ownerId: row.owner_id, currency: row.currency };
      return [nameOf(key), { ...key, id: row.id, name: nameOf(key) }];
    }),
  );
}

export async function findTransfers(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { amount: bigint; phase: string }>> {
  const rows = await tx
    .selectFrom('ledger_transfers')
    .select(['id', 'amount_micros', 'phase'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, { amount: BigInt(row.amount_micros), phase: row.phase }]));
}

export interface TransferRow {
  tenantId: string;
  id: string;
  sequence: bigint;
  at: Date;
  phase: Phase;
  pendingId: string | null;
  leg: Leg;
  ownerId: string;
  debitId: string;
  creditId: string;
  amount: bigint;
  currency: string;
  reason: string;
  subject: Subject;
  previous: Buffer;
  hash: Buffer;
}

export async function addTransfers(tx: Tx, rows: readonly TransferRow[]): Promise<void> {
  await tx
    .insertInto('ledger_transfers')
    .values(
      rows.map((row) => ({
        tenant_id: row.tenantId,
        id: row.id,
        sequence: row.sequence,
        at: row.at,
        phase: row.phase,
        pending_id: row.pendingId,
        leg: row.leg,
        owner_id: row.ownerId,
        debit_account_id: row.debitId,
        credit_account_id: row.creditId,
        amount_micros: row.amount,
        currency: row.currency,
        reason: row.reason,
        subject_kind: row.subject.kind,
        subject_id: row.subject.id,
        previous_hash: row.previous,
        hash: row.hash,
      })),
    )
    .execute();
}

export interface Movement {
  account: string;
  side: 'debits' | 'credits';
  phase: Phase;
  amount: bigint;
}

/** what each phase does to the side of an account it touches */
export const effectOf: Record<Phase, { pending: bigint; posted: bigint }> = {
  pending: { pending: 1n, posted: 0n },
  post: { pending: -1n, posted: 1n },
  void: { pending: -1n, posted: 0n },
  direct: { pending: 0n, posted: 1n },
};

export async function moveAccounts(tx: Tx, tenantId: string, movements: readonly Movement[]): Promise<void> {
  const sums = new Map<string, [bigint, bigint, bigint, bigint]>();
  for (const { account, side, phase, amount } of movements) {
    const sum = sums.get(account) ?? [0n, 0n, 0n, 0n];
    const at = side === 'debits' ? 0 : 2;
    sum[at] += effectOf[phase].pending * amount;
    sum[at + 1] = (sum[at + 1] ?? 0n) + effectOf[phase].posted * amount;
    sums.set(account, sum);
  }
  if (sums.size === 0) return;
  const column = (at: 0 | 1 | 2 | 3) => [...sums.values()].map((sum) => String(sum[at]));
  await sql`update ledger_accounts a set
      debits_pending = a.debits_pending + m.debits_pending, debits_posted = a.debits_posted + m.debits_posted,
      credits_pending = a.credits_pending + m.credits_pending, credits_posted = a.credits_posted + m.credits_posted
    from unnest(${[...sums.keys()]}::uuid[], ${column(0)}::bigint[], ${column(1)}::bigint[], ${column(2)}::bigint[],
      ${column(3)}::bigint[]) m (id, debits_pending, debits_posted, credits_pending, credits_posted)
    where a.tenant_id = ${tenantId} and a.id = m.id`.execute(tx);
}

export interface OwnerBalance {
  currency: string;
  pending: bigint;
  posted: bigint;
}

/** what stands on somebody's account: for an advertiser owed to us, for a publisher by us */
export async function balancesOf(
  tx: Tx,
  kind: 'advertiser_receivable' | 'publisher_payable',
  ownerId: string,
): Promise<OwnerBalance[]> {
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['currency', 'debits_pending', 'credits_pending', 'debits_posted', 'credits_posted'])
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .orderBy('currency')
    .execute();
  const sign = kind === 'advertiser_receivable' ? 1n : -1n;
  return rows.map((row) => ({
    currency: row.currency,
    pending: sign * (BigInt(row.debits_pending) - BigInt(row.credits_pending)),
    posted: sign * (BigInt(row.debits_posted) - BigInt(row.credits_posted)),
  }));
}

export interface WrittenTransfer {
  sequence: number;
  at: Date;
  leg: Leg;
  phase: Phase;
  amount: bigint;
  currency: string;
  reason: string;
  hash: string;
}

/** a subject's transfers, oldest first; negative where one takes back */
export async function transfersOf(tx: Tx, subjectId: string): Promise<WrittenTransfer[]> {
  const rows = await tx
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_accounts as d', (join) =>
      join.onRef('d.tenant_id', '=', 't.tenant_id').onRef('d.id', '=', 't.debit_account_id'),
    )
    .select(['t.sequence', 't.at', 't.leg', 't.phase', 't.amount_micros', 't.currency', 't.reason', 't.hash', 'd.kind'])
    .where('t.subject_id', '=', subjectId)
    .orderBy('t.sequence')
    .execute();
  return rows.map((row) => {
    const forward = row.kind === 'advertiser_receivable' || row.kind === 'tenant_payout_cost';
    return {
      sequence: Number(row.sequence),
      at: row.at,
      // the check constraints keep these within their lists
      leg: row.leg as Leg,
      phase: row.phase as Phase,
      amount: BigInt(row.amount_micros) * (forward ? 1n : -1n),
      currency: row.currency,
      reason: row.reason,
      hash: row.hash.toString('hex'),
    };
  });
}

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
