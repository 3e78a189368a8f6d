// Writing the ledger's tables: accounts, transfers, and the head of each tenant's chain.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { AccountKind, Leg, Phase, Subject } from './plan.ts';
import { CHAIN_FORMAT, GENESIS, nameOf } from './transfer.ts';

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

export interface FoundTransfer {
  amount: bigint;
  debitId: string;
  creditId: string;
}

export async function findTransfers(tx: Tx, ids: readonly string[]): Promise<Map<string, FoundTransfer>> {
  const rows = await tx
    .selectFrom('ledger_transfers')
    .select(['id', 'amount_micros', 'debit_account_id', 'credit_account_id'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { amount: BigInt(row.amount_micros), debitId: row.debit_account_id, creditId: row.credit_account_id },
    ]),
  );
}

export interface TransferRow {
  tenantId: string;
  id: string;
  sequence: bigint;
  at: Date;
  phase: Phase;
  pendingId: string | null;
  leg: Leg;
  revision: number;
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
        format: CHAIN_FORMAT,
        revision: row.revision,
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
