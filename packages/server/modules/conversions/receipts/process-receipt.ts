// Each receipt is decided atomically: judged, turned into a conversion or matched with one, its outcome kept beside it.
import type { TraceStep } from '@tributary/contract/conversions/conversions';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import type { Clock } from '../../../platform/clock.ts';
import { atomically } from '../../../platform/db/atomically.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import type { Log } from '../../../platform/log.ts';
import type { AuditedCall } from '../../audit/index.ts';
import {
  dequeue,
  nextReceipts,
  type QueuedReceipt,
  receiptsByIds,
  receiptsStored,
  type StoredReceipt,
} from '../../events/index.ts';
import { takeHead } from '../../ledger/index.ts';
import { countConversions } from '../../tenancy/index.ts';
import type { PostbackSecrets } from '../../tracking/index.ts';
import { receiptsRefused } from '../topics.ts';
import { judgeReceipt } from './judge-receipt.ts';
import { type JudgePlace, readOnce } from './receipt-facts.ts';
import { type Decided, saveOutcomes } from './receipts.repo.ts';
import { type Decision, settleReceipt } from './settle-receipt.ts';

export interface ReceiptDeps {
  database: Database;
  key: MacKey;
  secrets: PostbackSecrets;
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
    const { decided, created } = await decideTogether(tx, deps, bySystem(tenantId, deps.clock), queued);
    await saveDecisions(tx, tenantId, { decided, created });
    const refused = [...decided].flatMap(([id, { conversionId }]) => (conversionId === null ? [id] : []));
    if (refused.length > 0) await emit(tx, tenantId, receiptsRefused, { ids: refused });
    await dequeue(
      tx,
      queued.map(({ id }) => id),
    );
    if (queued.length === AT_ONCE) await emit(tx, tenantId, receiptsStored, {});
  });

export interface Decisions {
  decided: ReadonlyMap<string, Decided>;
  /** moments of the conversions that were not there before */
  created: readonly Date[];
}

/** under the ledger's turn, in the order given; what became of each is yet to be saved */
export async function decideTogether(
  tx: Tx,
  deps: Omit<ReceiptDeps, 'database'>,
  by: AuditedCall,
  queued: readonly QueuedReceipt[],
): Promise<Decisions> {
  const tenantId = by.tenant.id;
  const receipts = new Map((await receiptsByIds(tx, queued)).map((receipt) => [receipt.receipt_id, receipt]));
  const place = { reads: readOnce(tx, tenantId), key: deps.key, secrets: deps.secrets };
  const decided = new Map<string, Decided>();
  const created: Date[] = [];
  for (const { id, trusted } of queued) {
    const receipt = receipts.get(id);
    if (receipt) decided.set(id, await decideOrSetAside(tx, by, deps, place, receipt, trusted, created));
  }
  return { decided, created };
}

export async function saveDecisions(tx: Tx, tenantId: string, { decided, created }: Decisions): Promise<void> {
  await countConversions(tx, tenantId, created);
  await saveOutcomes(tx, tenantId, decided);
}

/** the database was away, or two transactions were in each other's way: trying again may help */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && typeof error.code === 'string') ||
  /^(40|53|55|57|58|08|E)/.test(error.code);

/** a receipt that cannot be processed never holds up the others: it is kept with that outcome and can be replayed */
async function decideOrSetAside(
  tx: Tx,
  by: AuditedCall,
  { clock, log }: Pick<ReceiptDeps, 'clock' | 'log'>,
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
