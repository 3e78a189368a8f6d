// The queue of receipts and what became of each.
import type { ReceiptOutcome, TraceStep } from '@tributary/contract/conversions';
import type { Tx } from '../../platform/db/database.ts';

export async function nextReceipt(tx: Tx): Promise<{ id: string; trusted: boolean } | null> {
  const row = await tx
    .selectFrom('receipt_queue')
    .select(['receipt_id', 'trusted'])
    .orderBy('at')
    .orderBy('receipt_id')
    .limit(1)
    .executeTakeFirst();
  return row ? { id: row.receipt_id, trusted: row.trusted } : null;
}

export async function dequeue(tx: Tx, receiptId: string): Promise<void> {
  await tx.deleteFrom('receipt_queue').where('receipt_id', '=', receiptId).execute();
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

export async function saveOutcome(tx: Tx, tenantId: string, receiptId: string, decided: Decided): Promise<void> {
  const row = {
    outcome: decided.outcome,
    conversion_id: decided.conversionId,
    trace: JSON.stringify(decided.trace),
    decided_at: decided.decidedAt,
  };
  await tx
    .insertInto('receipt_outcomes')
    .values({ tenant_id: tenantId, receipt_id: receiptId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'receipt_id']).doUpdateSet(row))
    .execute();
}

export async function outcomesOf(tx: Tx, receiptIds: readonly string[]): Promise<Map<string, Decided>> {
  if (receiptIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('receipt_outcomes')
    .select(['receipt_id', 'outcome', 'conversion_id', 'trace', 'decided_at'])
    .where('receipt_id', 'in', [...receiptIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.receipt_id,
      {
        // written by saveOutcome alone
        outcome: row.outcome as ReceiptOutcome,
        trace: row.trace as unknown as TraceStep[],
        conversionId: row.conversion_id,
        decidedAt: row.decided_at,
      },
    ]),
  );
}

export async function waitingAmong(tx: Tx, receiptIds: readonly string[]): Promise<Set<string>> {
  if (receiptIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('receipt_queue')
    .select('receipt_id')
    .where('receipt_id', 'in', [...receiptIds])
    .execute();
  return new Set(rows.map((row) => row.receipt_id));
}
