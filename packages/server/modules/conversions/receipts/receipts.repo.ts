// The queue of receipts and what became of each.
import type { ReceiptOutcome, TraceStep } from '@tributary/contract/conversions/conversions';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

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

/** what `run` does is kept or undone as a whole, without touching what the transaction did before */
export async function atomically<R>(tx: Tx, run: () => Promise<R>): Promise<R> {
  await sql`savepoint receipt`.execute(tx);
  try {
    const result = await run();
    await sql`release savepoint receipt`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint receipt`.execute(tx);
    throw error;
  }
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

export interface Decided {
  outcome: ReceiptOutcome;
  conversionId: string | null;
  trace: TraceStep[];
  decidedAt: Date;
}

export async function saveOutcomes(tx: Tx, tenantId: string, decided: ReadonlyMap<string, Decided>): Promise<void> {
  if (decided.size === 0) return;
  await tx
    .insertInto('receipt_outcomes')
    .values(
      [...decided].map(([receiptId, { outcome, conversionId, trace, decidedAt }]) => ({
        tenant_id: tenantId,
        receipt_id: receiptId,
        outcome,
        conversion_id: conversionId,
        trace: JSON.stringify(trace),
        decided_at: decidedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'receipt_id']).doUpdateSet((eb) => ({
        outcome: eb.ref('excluded.outcome'),
        conversion_id: eb.ref('excluded.conversion_id'),
        trace: eb.ref('excluded.trace'),
        decided_at: eb.ref('excluded.decided_at'),
      })),
    )
    .execute();
}
