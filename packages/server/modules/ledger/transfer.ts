// What identifies a transfer, and what its hash covers.
import { createHash } from 'node:crypto';
import type { AccountKind } from './plan.ts';

/** an account by what it is */
export const nameOf = (account: { kind: AccountKind; ownerId: string; currency: string }): string =>
  `${account.kind}:${account.ownerId}:${account.currency}`;

/** the id is the idempotency key: the same step of the same thing is the same transfer, however often it is written */
export function transferId(
  tenantId: string,
  subject: { kind: string; id: string },
  leg: string,
  revision: number,
  phase: string,
): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([tenantId, subject.kind, subject.id, leg, revision, phase]))
    .digest();
  // version 8: a uuid made from content of our own
  digest[6] = 0x80 | ((digest[6] ?? 0) & 0x0f);
  digest[8] = 0x80 | ((digest[8] ?? 0) & 0x3f);
  const hex = digest.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** the format that is written; 1 is only read: it names neither itself nor the revision */
export const CHAIN_FORMAT = 2;

export interface ChainedContent {
  format: number;
  tenantId: string;
  sequence: bigint;
  id: string;
  at: Date;
  phase: string;
  pendingId: string | null;
  leg: string;
  /** null in format 1 */
  revision: number | null;
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

/** everything that a transfer says, written the one way that its hash is made of */
export const canonicalText = (content: ChainedContent): string =>
  JSON.stringify([
    `tributary-ledger-${content.format}`,
    content.tenantId,
    String(content.sequence),
    content.id,
    content.at.toISOString(),
    content.phase,
    content.pendingId,
    content.leg,
    ...(content.format === 1 ? [] : [content.revision]),
    content.ownerId,
    content.debit,
    content.credit,
    String(content.amount),
    content.currency,
    content.reason,
    content.subject.kind,
    content.subject.id,
  ]);

/**
 * SHA-256 over the hash before and the canonical text. The first entry of a format hangs on the last of the one before, and with
 * it covers all of that chain.
 */
export const hashOf = (previous: Uint8Array, content: ChainedContent): Buffer =>
  createHash('sha256').update(previous).update(canonicalText(content)).digest();
