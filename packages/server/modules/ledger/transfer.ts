// What a transfer is, what identifies it, and what its hash covers.
import { createHash } from 'node:crypto';

export type Leg = 'revenue' | 'payout';
/** pending reserves, post and void resolve it, direct moves at once */
export type Phase = 'pending' | 'post' | 'void' | 'direct';
export type AccountKind = 'advertiser_receivable' | 'publisher_payable' | 'tenant_revenue' | 'tenant_payout_cost';

export interface Subject {
  kind: 'conversion' | 'lot';
  id: string;
}

/** an advertiser comes to owe us what we earn; what a publisher costs us we come to owe it */
export const sidesOf: Record<Leg, { debit: AccountKind; credit: AccountKind }> = {
  revenue: { debit: 'advertiser_receivable', credit: 'tenant_revenue' },
  payout: { debit: 'tenant_payout_cost', credit: 'publisher_payable' },
};

/** an account by what it is */
export const nameOf = (account: { kind: AccountKind; ownerId: string; currency: string }): string =>
  `${account.kind}:${account.ownerId}:${account.currency}`;

/** the id is the idempotency key: the same step of the same thing is the same transfer, however often it is written */
export function transferId(tenantId: string, subject: Subject, leg: Leg, revision: number, phase: Phase): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([tenantId, subject.kind, subject.id, leg, revision, phase]))
    .digest();
  // version 8: a uuid made from content of our own
  digest[6] = 0x80 | ((digest[6] ?? 0) & 0x0f);
  digest[8] = 0x80 | ((digest[8] ?? 0) & 0x3f);
  const hex = digest.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

export interface ChainedContent {
  tenantId: string;
  sequence: bigint;
  id: string;
  at: Date;
  phase: string;
  pendingId: string | null;
  leg: string;
  ownerId: string;
  /** accounts by what they are, not by their row's id: nobody can be put in another's place */
  debit: string;
  credit: string;
  amount: bigint;
  currency: string;
  reason: string;
  subject: { kind: string; id: string };
}

export const GENESIS: Buffer = Buffer.alloc(32);

/** SHA-256 over the hash before and the canonical text of everything the transfer says */
export function hashOf(previous: Uint8Array, content: ChainedContent): Buffer {
  const text = JSON.stringify([
    'tributary-ledger-1',
    content.tenantId,
    String(content.sequence),
    content.id,
    content.at.toISOString(),
    content.phase,
    content.pendingId,
    content.leg,
    content.ownerId,
    content.debit,
    content.credit,
    String(content.amount),
    content.currency,
    content.reason,
    content.subject.kind,
    content.subject.id,
  ]);
  return createHash('sha256').update(previous).update(text).digest();
}
