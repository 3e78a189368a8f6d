// For tests only: entries as the version before wrote them, in the chain's first format, on the tables it had. Statements of
// their own: what `record` writes is today's, and its tables' new columns are not there yet.
import type { TestDatabase } from '../../platform/testing.ts';
import { GENESIS, hashOf, transferId } from './transfer.ts';

export interface FirstFormatTransfer {
  subject: { kind: 'conversion' | 'lot'; id: string };
  leg: 'revenue' | 'payout';
  phase: 'pending' | 'direct';
  ownerId: string;
  currency: string;
  amount: bigint;
  reason: string;
}

const kinds = {
  revenue: ['advertiser_receivable', 'tenant_revenue'],
  payout: ['tenant_payout_cost', 'publisher_payable'],
} as const;

/** the first entries of a tenant's chain, each the first step of its subject */
export async function writeFirstFormat(
  { asOwner }: TestDatabase,
  tenantId: string,
  transfers: readonly FirstFormatTransfer[],
  at: Date,
): Promise<void> {
  let hash = GENESIS;
  for (const [before, { subject, leg, phase, ownerId, currency, amount, reason }] of transfers.entries()) {
    const column = phase === 'pending' ? 'pending' : 'posted';
    const ids: (string | undefined)[] = [];
    for (const [side, kind] of kinds[leg].entries()) {
      const moved = `${side === 0 ? 'debits' : 'credits'}_${column}`;
      const [account] = await asOwner<{ id: string }>(
        `insert into ledger_accounts as a (tenant_id, kind, owner_id, currency, ${moved}) values ($1, $2, $3, $4, $5)
         on conflict (tenant_id, kind, owner_id, currency) do update set ${moved} = a.${moved} + $5 returning id`,
        [tenantId, kind, ownerId, currency, amount],
      );
      ids.push(account?.id);
    }
    const previous = hash;
    const sequence = BigInt(before + 1);
    const id = transferId(tenantId, subject, leg, 1, phase);
    const [debit, credit] = kinds[leg].map((kind) => `${kind}:${ownerId}:${currency}`);
    const said = { id, at, phase, leg, ownerId, amount, currency, reason, subject };
    const named = { format: 1, revision: null, pendingId: null, debit: debit ?? '', credit: credit ?? '' };
    hash = hashOf(previous, { ...said, ...named, tenantId, sequence });
    await asOwner(
      `insert into ledger_transfers (tenant_id, id, sequence, at, phase, leg, owner_id, debit_account_id, credit_account_id,
         amount_micros, currency, reason, subject_kind, subject_id, previous_hash, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        tenantId,
        id,
        sequence,
        at,
        phase,
        leg,
        ownerId,
        ...ids,
        amount,
        currency,
        reason,
        subject.kind,
        subject.id,
        previous,
        hash,
      ],
    );
  }
  await asOwner(`insert into ledger_heads (tenant_id, sequence, hash) values ($1, $2, $3)`, [
    tenantId,
    transfers.length,
    hash,
  ]);
}
