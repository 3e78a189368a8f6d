// What became of each receipt.
import type { ReceiptOutcome, TraceStep } from '@tributary/contract/conversions/conversions';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

export interface Decided {
  outcome: ReceiptOutcome;
  conversionId: string | null;
  trace: TraceStep[];
  decidedAt: Date;
}

/** of receipts that are not kept any longer */
export async function forgetOutcomes(tx: Tx, receiptIds: readonly string[]): Promise<void> {
  if (receiptIds.length === 0) return;
  await sql`delete from receipt_outcomes where receipt_id = any(${[...receiptIds]}::uuid[])`.execute(tx);
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
