// Receipts go back into the queue, after what was wrong has been put right. What has become a conversion is left alone.
import type { ReceiptOutcome } from '@tributary/contract/conversions/conversions';
import { senderOutcomes } from '@tributary/contract/tracker/verdicts';
import { requireRecentPassword, type SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { recordAudit } from '../../audit/index.ts';
import { enqueue, receiptsStored } from '../../events/index.ts';
import { type LoggedReceipt, receiptRows } from './receipt-log.repo.ts';

const isSenderFault = (outcome: ReceiptOutcome): boolean => senderOutcomes.some((name) => name === outcome);

export async function replayReceipts(
  tx: Tx,
  call: SignedInCall,
  { ids, trust_sender: trusted, reason }: { ids: readonly string[]; trust_sender: boolean; reason: string },
): Promise<{ queued: number; skipped: number }> {
  // to vouch is to switch a check off
  if (trusted) requireRecentPassword(call.principal, call.clock.now());
  const wanted = [...new Set(ids)];
  const mayReplay = ({ outcome, outcome_now, conversion_id }: LoggedReceipt): boolean =>
    outcome_now !== 'waiting' &&
    outcome !== 'duplicate' &&
    conversion_id === null &&
    (trusted || !isSenderFault(outcome));
  const rows = (await receiptRows(tx, wanted)).filter(mayReplay);
  const queued = await enqueue(
    tx,
    call.tenant.id,
    // the tracker's own verdict about the sender stays on the receipt: only trust overrules it
    rows.map(({ receipt_id: id, at }) => ({ id, at, trusted })),
  );
  if (queued > 0) {
    await emit(tx, call.tenant.id, receiptsStored, {});
    await recordAudit(tx, call, {
      action: 'receipts.replayed',
      objectKind: 'receipt',
      objectId: null,
      after: { ids: rows.map(({ receipt_id }) => receipt_id), trust_sender: trusted, reason },
    });
  }
  return { queued, skipped: wanted.length - queued };
}
