// One receipt, one transaction: judged, turned into a conversion or matched with one, its outcome kept beside it.
import type { ReceiptOutcome, TraceStep } from '@tributary/contract/conversions';
import type { MacKey } from '@tributary/contract/siphash';
import type { Clock } from '../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { AuditedCall } from '../audit/index.ts';
import { receiptById, type StoredReceipt } from '../events/index.ts';
import { takeHead } from '../ledger/index.ts';
import { changeConversion } from './change-conversion.ts';
import { type Conversion, countUsage, findByKey } from './conversions.repo.ts';
import { type Claim, firstStatus, judgeReceipt } from './judge-receipt.ts';
import { dequeue, nextReceipt, saveOutcome } from './receipts.repo.ts';
import { recordConversion } from './record-conversion.ts';

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

/** until the queue of the tenant is empty; a receipt that cannot be processed is set aside with its reason */
export async function processReceipts(desk: ReceiptDesk, tenantId: string): Promise<void> {
  for (;;) {
    const taken: { id: string | null } = { id: null };
    try {
      await desk.database.withTenant(tenantId, systemActor, async (tx) => {
        // also keeps the receipts of one tenant in the order in which they came
        await takeHead(tx, tenantId);
        const next = await nextReceipt(tx);
        if (!next) return;
        taken.id = next.id;
        await processOne(tx, desk, tenantId, next);
      });
    } catch (error) {
      if (taken.id === null || isPassing(error)) throw error;
      await setAside(desk, tenantId, taken.id, error);
    }
    if (taken.id === null) return;
  }
}

/** the database was away, or two transactions were in each other's way: trying again may help */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && typeof error.code === 'string') ||
  /^(40|53|55|57|58|08|E)/.test(error.code);

async function processOne(
  tx: Tx,
  desk: ReceiptDesk,
  tenantId: string,
  { id, trusted }: { id: string; trusted: boolean },
): Promise<void> {
  const receipt = await receiptById(tx, id);
  await dequeue(tx, id);
  if (!receipt) return;
  const trace: TraceStep[] = [];
  const by = bySystem(tenantId, desk.clock);
  const { outcome, conversion } = await decide(tx, by, desk.key, receipt, trusted, trace);
  await saveOutcome(tx, tenantId, id, {
    outcome,
    conversionId: conversion?.id ?? null,
    trace,
    decidedAt: desk.clock.now(),
  });
}

interface Decision {
  outcome: ReceiptOutcome;
  conversion: Conversion | null;
}

async function decide(
  tx: Tx,
  by: AuditedCall,
  key: MacKey,
  receipt: StoredReceipt,
  trusted: boolean,
  trace: TraceStep[],
): Promise<Decision> {
  const judgement = await judgeReceipt(tx, { tenantId: by.tenant.id, key }, receipt, trusted, trace);
  if (judgement.refused !== null) return { outcome: judgement.refused, conversion: null };
  const { claim } = judgement;
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
  await countUsage(tx, by.tenant.id, receipt.at);
  return { outcome: recorded.overCap ? 'over_cap' : first.outcome, conversion: recorded.conversion };
}

/** the same again is a duplicate; with another status it is the advertiser's decision about the one we know */
async function meetKnown(
  tx: Tx,
  by: AuditedCall,
  known: Conversion,
  { said, terms }: Claim,
  trace: TraceStep[],
): Promise<Decision> {
  const mayDecide = said !== null && said !== known.status && known.advertiser_id === terms.advertiserId;
  trace.push({
    step: 'Duplicate',
    saw: `conversion ${known.id}, ${known.status}`,
    result: mayDecide ? said : 'duplicate',
  });
  if (!mayDecide) return { outcome: 'duplicate', conversion: known };
  await changeConversion(tx, by, known, { status: said, reason: `The advertiser’s postback says ${said}` });
  return { outcome: 'updated', conversion: known };
}

async function setAside(
  { database, clock, log }: ReceiptDesk,
  tenantId: string,
  id: string,
  error: unknown,
): Promise<void> {
  log.error({ err: error, tenant: tenantId, receipt: id }, 'a receipt could not be processed and was set aside');
  await database.withTenant(tenantId, systemActor, async (tx) => {
    await dequeue(tx, id);
    await saveOutcome(tx, tenantId, id, {
      outcome: 'processing_failed',
      conversionId: null,
      trace: [{ step: 'Processing', saw: 'an unexpected fault on our side', result: 'kept; it can be replayed' }],
      decidedAt: clock.now(),
    });
  });
}
