// Credit: how much of its limit an advertiser has used, and what follows from it. At 80 and 90 per cent people are told, at 100 its
// traffic stops, and it goes on as soon as there is room again.
import type { CreditStanding } from '@tributary/contract/billing/advertisers';
import { formatMoney } from '@tributary/contract/money';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { type AuditedCall, recordAudit } from '../../audit/index.ts';
import { stopCredit } from '../../tracking/index.ts';
import { type CreditRow, creditOf, dropLimit, lockLimit, saveLevel, saveLimit } from './credit.repo.ts';
import { creditReopened, creditStopped, creditWarned } from './topics.ts';

type Used = Pick<CreditRow, 'limit' | 'exposure' | 'receivable' | 'pending' | 'prepaid'>;

/** in whole per cent, cut off: 100 means used up. A prepaid account has no limit to compare with, but what was paid in */
export function usedPercent({ limit, exposure, receivable, pending, prepaid }: Used): number | null {
  const [part, whole] = limit > 0n ? [exposure, limit] : [receivable + pending, prepaid];
  if (whole <= 0n) return null;
  return part <= 0n ? 0 : Math.min(Number((part * 100n) / whole), 999_999);
}

/** unknown means no: nothing to compare with is used up */
export function levelOf(used: Used): 0 | 80 | 90 | 100 {
  if (used.exposure >= used.limit) return 100;
  const percent = usedPercent(used) ?? 0;
  return percent >= 90 ? 90 : percent >= 80 ? 80 : 0;
}

export const standingOf = (level: number | null): CreditStanding =>
  level === null ? 'unlimited' : level === 100 ? 'stopped' : level === 0 ? 'open' : 'warned';

/** Looks at the credit of those named, or of all; tells, stops and reopens where something has changed. */
export async function watchCredit(
  tx: Tx,
  tenantId: string,
  at: Date,
  ownerIds: readonly string[] | null = null,
): Promise<void> {
  const changed = (await creditOf(tx, tenantId, at, ownerIds)).filter((row) => levelOf(row) !== row.level);
  for (const { owner_id } of changed) {
    // whoever came first has told of it already
    if (!(await lockLimit(tx, owner_id))) continue;
    const [now] = await creditOf(tx, tenantId, at, [owner_id]);
    if (now) await follow(tx, tenantId, at, now);
  }
}

async function follow(tx: Tx, tenantId: string, at: Date, row: CreditRow): Promise<void> {
  const { owner_id: ownerId, level: before } = row;
  const level = levelOf(row);
  if (level === before) return;
  await saveLevel(tx, ownerId, level, level === 100 ? at : null);
  const event = {
    advertiser_id: ownerId,
    used: usedPercent(row),
    exposure: String(row.exposure),
    limit: String(row.limit),
    currency: row.home,
  };
  if (level === 100) {
    await stopCredit(tx, tenantId, ownerId, at);
    await emit(tx, tenantId, creditStopped, event);
    return;
  }
  if (before === 100) {
    await stopCredit(tx, tenantId, ownerId, null);
    await emit(tx, tenantId, creditReopened, event);
  }
  // less is used than before: good news that nobody waits for
  else if (level > before) await emit(tx, tenantId, creditWarned, event);
}

export async function setLimit(
  tx: Tx,
  call: AuditedCall,
  ownerId: string,
  change: { limit: bigint | null; reason: string; version: number },
): Promise<void> {
  const { id: tenantId } = call.tenant;
  const at = call.clock.now();
  const before = await lockLimit(tx, ownerId);
  if ((before?.version ?? 0) !== change.version) throw new Fault('conflict');
  const { limit, reason } = change;
  if (limit === null) {
    if (!before) return;
    await dropLimit(tx, ownerId);
    if (await stopCredit(tx, tenantId, ownerId, null)) {
      const event = { advertiser_id: ownerId, used: null, exposure: '0', limit: null, currency: '' };
      await emit(tx, tenantId, creditReopened, event);
    }
  } else {
    const by = call.principal?.userId ?? null;
    await saveLimit(tx, { tenantId, ownerId }, { limit, version: (before?.version ?? 0) + 1, by, at });
    await watchCredit(tx, tenantId, at, [ownerId]);
  }
  await recordAudit(tx, call, {
    action: 'advertiser.credit-limit-set',
    objectKind: 'advertiser',
    objectId: ownerId,
    before: { limit: before && formatMoney(before.limit) },
    after: { limit: limit === null ? null : formatMoney(limit), reason },
  });
}
