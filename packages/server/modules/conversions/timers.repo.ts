// What must be looked at later, and the receipts that wait.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { queuedRows } from '../events/index.ts';
import { tenantRows } from '../tenancy/index.ts';

export type TimerKind = 'hold' | 'click';

export async function setTimer(
  tx: Tx,
  timer: { tenantId: string; conversionId: string; what: TimerKind; dueAt: Date; tries?: number },
): Promise<void> {
  await tx
    .insertInto('conversion_timers')
    .values({
      tenant_id: timer.tenantId,
      conversion_id: timer.conversionId,
      what: timer.what,
      due_at: timer.dueAt,
      tries: timer.tries ?? 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'conversion_id', 'what']).doUpdateSet({ due_at: timer.dueAt }),
    )
    .execute();
}

export async function clearTimer(tx: Tx, conversionId: string, what: TimerKind): Promise<void> {
  await tx.deleteFrom('conversion_timers').where('conversion_id', '=', conversionId).where('what', '=', what).execute();
}

/** the next one due; whoever asks holds the ledger's turn, so nobody else has it. The worker sees all: the tenant is named */
export async function nextTimer(
  tx: Tx,
  tenantId: string,
  at: Date,
): Promise<{ conversionId: string; what: TimerKind; tries: number } | null> {
  const row = await tx
    .selectFrom('conversion_timers')
    .select(['conversion_id', 'what', 'tries'])
    .where('tenant_id', '=', tenantId)
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row
    ? { conversionId: row.conversion_id, what: row.what === 'hold' ? 'hold' : 'click', tries: row.tries }
    : null;
}

/** across tenants: who has a timer due, or a receipt that has waited too long */
export async function tenantsWithWork(tx: Tx, at: Date, leftBehindSince: Date): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from conversion_timers where due_at <= ${at}
    union select t.id from ${tenantRows} t where exists (
      select from ${queuedRows} q where q.tenant_id = t.id and q.at <= ${leftBehindSince})`.execute(tx);
  return rows.map((row) => row.tenant_id);
}
