// Later looks at a conversion: the end of its hold, and its click's own row, which another tracker may ship late.
import { systemActor, type Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type AuditedCall, recordAudit } from '../audit/index.ts';
import { events } from '../events/index.ts';
import { takeHead } from '../ledger/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { changeConversion } from './change-conversion.ts';
import { detailsOf } from './click-details.ts';
import { type Conversion, lockConversion, updateConversion } from './conversions.repo.ts';
import { priceAgain } from './pricing/price-conversion.ts';
import { hearStatus, type Voice } from './receipts/hear-word.ts';
import { judgeClick } from './receipts/judge-receipt.ts';
import { bySystem, type ReceiptDeps } from './receipts/process-receipt.ts';
import { CLICK_WAIT_MS } from './record-conversion.ts';
import { clearTimer, nextTimer, setTimer } from './timers.repo.ts';
import { conversionsDue } from './topics.ts';

/** so many are one turn of the tenant's */
const AT_ONCE = 100;

/** each in a transaction of its own; those left over are another turn */
export async function runTimers({ database, clock }: ReceiptDeps, tenantId: string): Promise<void> {
  const by = bySystem(tenantId, clock);
  for (let done = 0; done < AT_ONCE; done++) {
    const found = await database.withTenant(tenantId, systemActor, async (tx) => {
      await takeHead(tx, tenantId);
      const timer = await nextTimer(tx, tenantId, clock.now());
      if (!timer) return false;
      const conversion = await lockConversion(tx, timer.conversionId);
      await clearTimer(tx, timer.conversionId, timer.what);
      if (conversion && timer.what === 'hold') await endHold(tx, by, conversion);
      if (conversion && timer.what === 'click') await lookForClick(tx, by, conversion, timer.tries);
      return true;
    });
    if (!found) return;
  }
  await database.withTenant(tenantId, systemActor, (tx) => emit(tx, tenantId, conversionsDue, {}));
}

async function endHold(tx: Tx, by: AuditedCall, conversion: Conversion): Promise<void> {
  const { status, status_after_hold: after, hold_until: until } = conversion;
  if (status !== 'pending' || !after || !until || until > by.clock.now()) return;
  const reason = 'The hold has ended';
  // a share of a sale that nobody has told goes on waiting for it
  const ends = conversion.awaits_sale && after === 'approved' ? 'pending' : after;
  const changed = await changeConversion(tx, by, conversion, { status: ends, reason, authority: 'hold' });
  if (changed === 'changed') return;
  const isOver = conversion.ceiling_by === 'hold' ? { ceiling: null, ceiling_by: null } : {};
  const kept = changed === 'over_cap' || conversion.awaits_sale ? {} : { reason };
  await updateConversion(tx, conversion.id, { hold_until: null, ...isOver, ...kept });
}

/** our own checks, when what they look at comes late */
const checks: Voice = { authority: 'fraud', loosened: 'none', receiptId: null, userId: null, says: (what) => what };

async function lookForClick(tx: Tx, by: AuditedCall, conversion: Conversion, tries: number): Promise<void> {
  const { click_id: clickId, click_at: clickAt } = conversion;
  if (conversion.click_seen || !clickId || !clickAt) return;
  const click = await events().clickById(tx, by.tenant.id, clickId, clickAt);
  if (!click) {
    const wait = CLICK_WAIT_MS[tries + 1];
    if (wait === undefined) return;
    const dueAt = new Date(by.clock.now().getTime() + wait);
    await setTimer(tx, { tenantId: by.tenant.id, conversionId: conversion.id, what: 'click', dueAt, tries: tries + 1 });
    return;
  }
  await updateConversion(tx, conversion.id, detailsOf(click));
  const { standing, reason } = judgeClick(click);
  if (standing === 'refused') await refuse(tx, by, conversion, reason);
  if (standing === 'doubtful') await doubt(tx, by, conversion, reason);
  // as it stands now: the doubt may have moved its money; what a manager keeps is priced by what its click tells
  const current = await lockConversion(tx, conversion.id);
  if (current && !(standing === 'refused' && current.status === 'rejected')) await priceAnew(tx, by, current);
}

/** rejected, or asked for where a manager approved it; what is rejected already is nobody's below us to bring back */
async function refuse(tx: Tx, by: AuditedCall, conversion: Conversion, reason: string): Promise<void> {
  if (conversion.status !== 'rejected') {
    await hearStatus(tx, by, conversion, checks, 'rejected', reason);
    return;
  }
  if (conversion.ceiling !== 'rejected' && conversion.ceiling_by !== 'manager') {
    await limit(tx, by, conversion, 'rejected', reason);
  }
}

/** it waits for a person: what is approved is parked, what is lower goes no higher than pending, whatever held it before */
async function doubt(tx: Tx, by: AuditedCall, conversion: Conversion, reason: string): Promise<void> {
  if (conversion.status === 'approved') {
    await hearStatus(tx, by, conversion, checks, 'pending', reason);
    return;
  }
  if (conversion.ceiling_by !== null && conversion.ceiling_by !== 'hold') return;
  if (conversion.ceiling === 'rejected') return;
  await limit(tx, by, conversion, 'pending', reason);
}

async function limit(
  tx: Tx,
  by: AuditedCall,
  conversion: Conversion,
  ceiling: 'pending' | 'rejected',
  reason: string,
): Promise<void> {
  await updateConversion(tx, conversion.id, {
    ceiling,
    ceiling_by: 'fraud',
    hold_until: null,
    ...(conversion.status === 'pending' ? { decided_by: 'fraud', decided_at: by.clock.now(), reason } : {}),
  });
  await clearTimer(tx, conversion.id, 'hold');
  const { status } = conversion;
  await recordAudit(tx, by, {
    action: 'conversion.doubted',
    objectKind: 'conversion',
    objectId: conversion.id,
    after: { status, reason },
  });
}

/** rules by country or source could not be asked before: what they say now is a correction, with its own transfers */
async function priceAnew(tx: Tx, by: AuditedCall, conversion: Conversion): Promise<void> {
  const { zones } = await termsOfTenant(tx, by.tenant.id);
  const price = await priceAgain(tx, zones, conversion);
  if (!price) return;
  const { revenue, payout, ruleId } = price;
  await updateConversion(tx, conversion.id, { payout_rule_id: ruleId });
  await changeConversion(tx, by, conversion, { revenue, payout, reason: 'The click’s details arrived' });
}
