// Each receipt is decided atomically: judged, turned into a conversion or matched with one, its outcome kept beside it.
import type { TraceStep } from '@tributary/contract/conversions/conversions';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import type { Clock } from '../../../platform/clock.ts';
import { atomically } from '../../../platform/db/atomically.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import type { Log } from '../../../platform/log.ts';
import type { AuditedCall } from '../../audit/index.ts';
import { dequeue, nextReceipts, receiptsByIds, receiptsStored, type StoredReceipt } from '../../events/index.ts';
import { takeHead } from '../../ledger/index.ts';
import { countConversions } from '../../tenancy/index.ts';
import { judgeReceipt } from './judge-receipt.ts';
import { type JudgePlace, readOnce } from './receipt-facts.ts';
import { type Decided, saveOutcomes } from './receipts.repo.ts';
import { type Decision, settleReceipt } from './settle-receipt.ts';

export interface ReceiptDeps {
  database: Database;
  key: MacKey;
  clock: Clock;
  log: Log;
}

export const bySystem = (tenantId: string, clock: Clock): AuditedCall => ({
  tenant: { id: tenantId },
  clock,
  ip: '',
  requestId: '',
  system: true,
});

/** decided together, each atomically: the turn, the commit and what all of them read are paid for once */
const AT_ONCE = 100;

/** One turn of the tenant's. What is left is another turn, after those of the tenants that wait beside it. */
export const processReceipts = (deps: ReceiptDeps, tenantId: string): Promise<void> =>
  deps.database.withTenant(tenantId, systemActor, async (tx) => {
    // also keeps the receipts of one tenant in the order in which they came
    await takeHead(tx, tenantId);
    const queued = await nextReceipts(tx, tenantId, AT_ONCE);
    if (queued.length === 0) return;
    const receipts = new Map((await receiptsByIds(tx, queued)).map((receipt) => [receipt.receipt_id, receipt]));
    const by = bySystem(tenantId, deps.clock);
    const place = { reads: readOnce(tx, tenantId), key: deps.key };
    const decided = new Map<string, Decided>();
    const created: Date[] = [];
    for (const { id, trusted } of queued) {
      const receipt = receipts.get(id);
      if (receipt) decided.set(id, await decideOrSetAside(tx, by, deps, place, receipt, trusted, created));
    }
    await countConversions(tx, tenantId, created);
    await saveOutcomes(tx, tenantId, decided);
    await dequeue(
      tx,
      queued.map(({ id }) => id),
    );
    if (queued.length === AT_ONCE) await emit(tx, tenantId, receiptsStored, {});
  });

/** the database was away, or two transactions were in each other's way: trying again may help */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && typeof error.code === 'string') ||
  /^(40|53|55|57|58|08|E)/.test(error.code);

/** a receipt that cannot be processed never holds up the others: it is kept with that outcome and can be replayed */
async function decideOrSetAside(
  tx: Tx,
  by: AuditedCall,
  { clock, log }: ReceiptDeps,
  place: JudgePlace,
  receipt: StoredReceipt,
  trusted: boolean,
  created: Date[],
): Promise<Decided> {
  const trace: TraceStep[] = [];
  try {
    const { outcome, conversion, isNew } = await decide(tx, by, place, receipt, trusted, trace);
    if (isNew) created.push(receipt.at);
    return { outcome, conversionId: conversion?.id ?? null, trace, decidedAt: clock.now() };
  } catch (error) {
    if (isPassing(error)) throw error;
    log.error({ err: error, tenant: by.tenant.id, receipt: receipt.receipt_id }, 'a receipt was set aside');
    const step = { step: 'Processing', saw: 'an unexpected fault on our side', result: 'kept; it can be replayed' };
    return { outcome: 'processing_failed', conversionId: null, trace: [step], decidedAt: clock.now() };
  }
}

export async function decide(
  tx: Tx,
  by: AuditedCall,
  place: JudgePlace,
  receipt: StoredReceipt,
  trusted: boolean,
  trace: TraceStep[],
): Promise<Decision> {
  const judgement = await judgeReceipt(tx, place, receipt, trusted, trace);
  if (judgement.refused !== null) return { outcome: judgement.refused, conversion: null };
  return atomically(tx, () => settleReceipt(tx, by, receipt, judgement.reading, trace));
}
