// One entry of the chain: whether it hangs on the one before, says what was hashed, and means what the account plan lets it mean.
import type { chainAfter } from './chain.repo.ts';
import { againstPlan, type Leg, sidesOf } from './plan.ts';
import { CHAIN_FORMAT, type ChainedContent, hashOf, transferId } from './transfer.ts';

export type ChainRow = Awaited<ReturnType<typeof chainAfter>>[number];
interface Before {
  sequence: bigint;
  hash: Buffer;
  format: number;
}

export function checkLink(tenantId: string, row: ChainRow, before: Before): string[] {
  const place = `entry ${row.sequence}`;
  if (BigInt(row.sequence) !== before.sequence + 1n) {
    return [`${place} does not follow ${before.sequence}: something is missing`];
  }
  if (!row.previous_hash.equals(before.hash)) return [`${place} does not hang on the entry before it`];
  if (row.format < 1 || row.format > CHAIN_FORMAT) {
    return [`${place} is of format ${row.format}, which this version cannot read`];
  }
  // a format begins where the one before ends, once
  if (row.format < before.format) return [`${place} is of format ${row.format}, after entries of ${before.format}`];
  const expected = hashOf(before.hash, contentOf(tenantId, row));
  return expected.equals(row.hash) ? [] : [`${place} was changed after it was written`];
}

/** a row of the chain as it was hashed */
export const contentOf = (tenantId: string, row: ChainRow): ChainedContent => ({
  format: row.format,
  tenantId,
  sequence: BigInt(row.sequence),
  id: row.id,
  at: row.at,
  phase: row.phase,
  pendingId: row.pending_id,
  leg: row.leg,
  revision: row.revision,
  ownerId: row.owner_id,
  debit: `${row.debit_kind}:${row.debit_owner}:${row.debit_currency}`,
  credit: `${row.credit_kind}:${row.credit_owner}:${row.credit_currency}`,
  amount: BigInt(row.amount_micros),
  currency: row.currency,
  reason: row.reason,
  subject: { kind: row.subject_kind, id: row.subject_id },
});

export function checkMeaning(tenantId: string, row: ChainRow, open: Map<string, ChainRow>): string[] {
  const place = `entry ${row.sequence}`;
  if (row.debit_currency !== row.currency || row.credit_currency !== row.currency) {
    return [`${place} mixes currencies`];
  }
  if (row.debit_owner !== row.owner_id || row.credit_owner !== row.owner_id) {
    return [`${place} moves the account of somebody it does not name`];
  }
  const against = againstPlan(row.leg, row.phase, row.subject_kind);
  if (against) return [`${place} is not of the plan: ${against}`];
  if (!isOnItsAccounts(row)) return [`${place} is a ${row.leg} from ${row.debit_kind} to ${row.credit_kind}`];
  if (row.revision !== null && row.id !== idOf(tenantId, row, row.revision)) {
    return [`${place} has an id that is not made of what it says`];
  }
  if (row.phase === 'pending') open.set(row.id, row);
  return row.pending_id === null ? [] : checkResolved(place, row, row.pending_id, open);
}

/** forwards or, where it takes back, the other way round */
function isOnItsAccounts({ leg, debit_kind, credit_kind }: ChainRow): boolean {
  const { debit, credit } = sidesOf[leg as Leg];
  return (debit_kind === debit && credit_kind === credit) || (debit_kind === credit && credit_kind === debit);
}

const idOf = (tenantId: string, row: ChainRow, revision: number): string =>
  transferId(tenantId, { kind: row.subject_kind, id: row.subject_id }, row.leg, revision, row.phase);

function checkResolved(place: string, row: ChainRow, pendingId: string, open: Map<string, ChainRow>): string[] {
  const pending = open.get(pendingId);
  if (!pending) return [`${place} resolves what is not pending`];
  open.delete(pendingId);
  const same =
    pending.amount_micros === row.amount_micros &&
    pending.debit_account_id === row.debit_account_id &&
    pending.credit_account_id === row.credit_account_id;
  return same ? [] : [`${place} resolves a pending transfer of another amount or account`];
}
