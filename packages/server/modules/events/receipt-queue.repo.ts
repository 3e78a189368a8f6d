// Receipts that wait to be decided about: queued in the transaction that stores them, taken out in the one that decides.
import type { Tx } from '../../platform/db/database.ts';

export interface QueuedReceipt {
  id: string;
  at: Date;
  trusted: boolean;
}

/**
 * The oldest ones; whoever asks holds the ledger's turn, so nobody else has them. The tenant is named: the worker sees the
 * whole queue (a timer must find whose receipts were left behind).
 */
export async function nextReceipts(tx: Tx, tenantId: string, limit: number): Promise<QueuedReceipt[]> {
  const rows = await tx
    .selectFrom('receipt_queue')
    .select(['receipt_id as id', 'at', 'trusted'])
    .where('tenant_id', '=', tenantId)
    .orderBy('at')
    .orderBy('receipt_id')
    .limit(limit)
    .execute();
  return rows;
}

export async function dequeue(tx: Tx, receiptIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('receipt_queue')
    .where('receipt_id', 'in', [...receiptIds])
    .execute();
}

export async function enqueue(
  tx: Tx,
  tenantId: string,
  receipts: readonly { id: string; at: Date; trusted: boolean }[],
): Promise<number> {
  if (receipts.length === 0) return 0;
  const result = await tx
    .insertInto('receipt_queue')
    .values(receipts.map(({ id, at, trusted }) => ({ tenant_id: tenantId, receipt_id: id, at, trusted })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'receipt_id']).doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0);
}
