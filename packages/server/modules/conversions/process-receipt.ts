// Each receipt is decided atomically: judged, turned into a conversion or matched with one, its outcome kept beside it.
import type { ReceiptOutcome, TraceStep } from '@tributary/contract/conversions';
import type { MacKey } from '@tributary/contract/siphash';
import type { Clock } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import type { Log } from '../../platform/log.ts';
import type { AuditedCall } from '../audit/index.ts';
import { receiptsByIds, receiptsStored, type StoredReceipt } from '../events/index.ts';
import { takeHead } from '../ledger/index.ts';
import { changeConversion } from './change-conversion.ts';
import { type Conversion, countUsage, findByKey } from './conversions.repo.ts';
import { type Claim, firstStatus, judgeReceipt, type Reads, readOnce } from './judge-receipt.ts';
import { atomically, type Decided, dequeue, nextReceipts, saveOutcomes } from './receipts.repo.ts';
import { recordConversion } from './record-conversion.ts';
import { tellSale } from './tell-sale.ts';

export interface ReceiptDesk {
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
export const processReceipts = (desk: ReceiptDesk, tenantId: string): Promise<void> =>
  desk.database.withTenant(tenantId, systemActor, async (tx) => {
    // also keeps the receipts of one tenant in the order in which they came
    await takeHead(tx, tenantId);
    const queued = await nextReceipts(tx, tenantId, AT_ONCE);
    if (queued.length === 0) return;
    const receipts = new Map((await receiptsByIds(tx, queued)).map((receipt) => [receipt.receipt_id, receipt]));
    const by = bySystem(tenantId, desk.clock);
    const place = { reads: readOnce(tx, tenantId), key: desk.key };
    const decided = new Map<string, Decided>();
    for (const { id, trusted } of queued) {
      const receipt = receipts.get(id);
      if (receipt) decided.set(id, await decideOrSetAside(tx, by, desk, place, receipt, trusted));
    }
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
  { clock, log }: ReceiptDesk,
  place: { reads: Reads; key: MacKey },
  receipt: StoredReceipt,
  trusted: boolean,
): Promise<Decided> {
  const trace: TraceStep[] = [];
  try {
    const { outcome, conversion, isNew } = await decide(tx, by, place, receipt, trusted, trace);
    if (isNew) await countUsage(tx, by.tenant.id, receipt.at);
    return { outcome, conversionId: conversion?.id ?? null, trace, decidedAt: clock.now() };
  } catch (error) {
    if (isPassing(error)) throw error;
    log.error({ err: error, tenant: by.tenant.id, receipt: receipt.receipt_id }, 'a receipt was set aside');
    const step = { step: 'Processing', saw: 'an unexpected fault on our side', result: 'kept; it can be replayed' };
    return { outcome: 'processing_failed', conversionId: null, trace: [step], decidedAt: clock.now() };
  }
}

interface Decision {
  outcome: ReceiptOutcome;
  conversion: Conversion | null;
  /** a conversion that was not there before */
  isNew?: true;
}

export async function decide(
  tx: Tx,
  by: AuditedCall,
  place: { reads: Reads; key: MacKey },
  receipt: StoredReceipt,
  trusted: boolean,
  trace: TraceStep[],
): Promise<Decision> {
  const judgement = await judgeReceipt(tx, place, receipt, trusted, trace);
  if (judgement.refused !== null) return { outcome: judgement.refused, conversion: null };
  return atomically(tx, () => settle(tx, by, receipt, judgement.claim, trace));
}

async function settle(
  tx: Tx,
  by: AuditedCall,
  receipt: StoredReceipt,
  claim: Claim,
  trace: TraceStep[],
): Promise<Decision> {
  const known = await findByKey(tx, {
    offerId: claim.terms.id,
    goalId: claim.goal.id,
    clickId: claim.click.id,
    txnId: receipt.txn_id,
  });
  if (known) return meetKnown(tx, by, known, claim, trace);
  trace.push({ step: 'Duplicate', saw: receipt.txn_id ?? 'no transaction id', result: 'new' });
  const first = firstStatus(claim, receipt.at, trace);
  const recorded = await recordConversion(tx, by, {
    kind: receipt.kind === 'pixel' ? 'pixel' : 'postback',
    receiptId: receipt.receipt_id,
    terms: claim.terms,
    goal: claim.goal,
    publisherId: claim.publisher.id,
    click: claim.click,
    txnId: receipt.txn_id,
    at: receipt.at,
    sale: claim.sale,
    first,
    amounts: { revenue: null, payout: null },
    byHand: null,
    params: receipt.params,
    ip: receipt.ip,
    country: null,
    trace,
  });
  if (recorded.result === 'no-rate') {
    trace.push({ step: 'Exchange rate', saw: `${claim.sale?.currency} to ${claim.terms.currency}`, result: 'unknown' });
    return { outcome: 'currency_unknown', conversion: null };
  }
  if (recorded.result === 'duplicate') return { outcome: 'duplicate', conversion: null };
  return { outcome: recorded.overCap ? 'over_cap' : first.outcome, conversion: recorded.conversion, isNew: true };
}

/** the same again is a duplicate; with another status it is the advertiser's decision about the one we know */
async function meetKnown(
  tx: Tx,
  by: AuditedCall,
  known: Conversion,
  claim: Claim,
  trace: TraceStep[],
): Promise<Decision> {
  const { said, terms, sale } = claim;
  if (known.awaits_sale && sale && known.advertiser_id === terms.advertiserId) {
    trace.push({ step: 'Duplicate', saw: `conversion ${known.id}, which waits for its sale amount`, result: 'told' });
    const told = await tellSale(tx, by, known, sale, firstStatus(claim, known.at, trace));
    return { outcome: told ? 'updated' : 'currency_unknown', conversion: known };
  }
  const mayDecide = said !== null && said !== known.status && known.advertiser_id === terms.advertiserId;
  trace.push({
    step: 'Duplicate',
    saw: `conversion ${known.id}, ${known.status}`,
    result: mayDecide ? said : 'duplicate',
  });
  if (!mayDecide) return { outcome: 'duplicate', conversion: known };
  const reason = `The advertiser’s postback says ${said}`;
  const changed = await changeConversion(tx, by, known, { status: said, reason });
  return { outcome: changed ? 'updated' : 'duplicate', conversion: known };
}
