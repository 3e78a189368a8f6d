// Reading the ledger: what stands on somebody's account, what was booked for a subject, and where the chain ends.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isForward, type LegOf, type OwnersAccount, type Phase, type Subject, sidesOf } from './plan.ts';
import type { LedgerHead } from './repo.ts';

export async function headOf(tx: Tx): Promise<LedgerHead | null> {
  const row = await tx.selectFrom('ledger_heads').select(['sequence', 'hash']).executeTakeFirst();
  return row ? { sequence: BigInt(row.sequence), hash: row.hash } : null;
}

export interface OwnerBalance {
  currency: string;
  pending: bigint;
  posted: bigint;
}

/** what stands on somebody's account: a receivable is owed to us, every other by us */
export async function balancesOf(tx: Tx, kind: OwnersAccount, ownerId: string): Promise<OwnerBalance[]> {
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
    // what is reserved against what we owe is a payment: still owed, and no earning that waits
    pending:
      kind === 'publisher_payable'
        ? BigInt(row.credits_pending)
        : sign * (BigInt(row.debits_pending) - BigInt(row.credits_pending)),
    posted: sign * (BigInt(row.debits_posted) - BigInt(row.credits_posted)),
  }));
}

/** what is owed to all publishers together, by currency */
export async function owedToPublishers(tx: Tx): Promise<OwnerBalance[]> {
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select((eb) => [
      'currency',
      eb.fn.sum<string>('credits_pending').as('pending'),
      eb.fn.sum<string>(eb('credits_posted', '-', eb.ref('debits_posted'))).as('posted'),
    ])
    .where('kind', '=', 'publisher_payable')
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  return rows.map(({ currency, pending, posted }) => ({ currency, pending: BigInt(pending), posted: BigInt(posted) }));
}

export interface WrittenTransfer<Leg> {
  sequence: number;
  at: Date;
  leg: Leg;
  phase: Phase;
  amount: bigint;
  currency: string;
  reason: string;
  hash: string;
}

/** a subject's transfers, oldest first; negative where one takes back. To a partner its own, of which it sees one account */
export async function transfersOf<Kind extends Subject['kind']>(
  tx: Tx,
  subject: Subject<Kind>,
): Promise<WrittenTransfer<LegOf<Kind>>[]> {
  const rows = await tx
    .selectFrom('ledger_transfers as t')
    .leftJoin('ledger_accounts as d', (join) =>
      join.onRef('d.tenant_id', '=', 't.tenant_id').onRef('d.id', '=', 't.debit_account_id'),
    )
    .leftJoin('ledger_accounts as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.credit_account_id'),
    )
    .select(['t.sequence', 't.at', 't.leg', 't.phase', 't.amount_micros', 't.currency', 't.reason', 't.hash'])
    .select(['d.kind as debit', 'c.kind as credit'])
    .where('t.subject_kind', '=', subject.kind)
    .where('t.subject_id', '=', subject.id)
    .orderBy('t.sequence')
    .execute();
  return rows.map((row) => {
    // the check constraints keep these within their lists, and a subject's kind to its legs
    const leg = row.leg as LegOf<Kind>;
    return {
      sequence: Number(row.sequence),
      at: row.at,
      leg,
      phase: row.phase as Phase,
      amount: BigInt(row.amount_micros) * (isForward(leg, row.debit, row.credit) ? 1n : -1n),
      currency: row.currency,
      reason: row.reason,
      hash: row.hash.toString('hex'),
    };
  });
}

/** of a transfer `t` whose debit account is `d`: it goes the way of its leg */
export const forward = sql`(t.leg, d.kind) in (${sql.join(
  Object.entries(sidesOf).map(([leg, { debit }]) => sql`(${leg}, ${debit})`),
)})`;

/** what is booked for the subjects of these kinds, as a relation: for those who compare it with what they know of them */
export const bookedFor = (kinds: readonly Subject['kind'][]): RawBuilder<unknown> => sql`
  select t.subject_kind, t.subject_id, t.leg, d.owner_id, t.currency,
    sum(case t.phase when 'pending' then 1 when 'post' then -1 when 'void' then -1 else 0 end * t.amount_micros
      * case when ${forward} then 1 else -1 end) as pending,
    sum(case t.phase when 'post' then 1 when 'direct' then 1 else 0 end * t.amount_micros
      * case when ${forward} then 1 else -1 end) as posted
  from ledger_transfers t join ledger_accounts d on d.tenant_id = t.tenant_id and d.id = t.debit_account_id
  where t.subject_kind = any(${[...kinds]}::text[])
  group by 1, 2, 3, 4, 5`;
