// Capping log and pacing.
import type { CapUsage } from '@tributary/contract/conversions/conversions';
import type { z } from 'zod';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import { takeHead } from '../../ledger/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { resetWindow } from './caps.repo.ts';
import { capValueText } from './caps.ts';
import { findReached, presentCaps, type ShownCap } from './caps-log.repo.ts';

const FAR = Date.parse('9000-01-01');

export async function capUsage(
  tx: Tx,
  { tenant, clock }: SignedInCall,
  { offer_id: offerId, at_least = 0 }: { offer_id?: string | undefined; at_least?: number | undefined },
): Promise<z.infer<typeof CapUsage>[]> {
  const now = clock.now();
  const { zones } = await termsOfTenant(tx, tenant.id);
  const caps = await presentCaps(tx, offerId ?? null, { at: now, zones });
  return caps
    .filter((cap) => percentOf(cap) >= at_least)
    .map((cap) => ({
      id: cap.capId,
      cap_id: cap.capId,
      offer: cap.offer,
      publisher: cap.publisher,
      metric: cap.metric,
      period: cap.period,
      action: cap.action,
      value: capValueText(cap.metric, cap.value),
      limit: capValueText(cap.metric, cap.limit),
      currency: cap.currency,
      percent: percentOf(cap),
      window_start: unixSeconds(cap.windowStart),
      window_end: cap.windowEnd.getTime() > FAR ? null : unixSeconds(cap.windowEnd),
      reached_at: reachedAt(cap, now),
    }));
}

const percentOf = ({ value, limit }: ShownCap): number =>
  limit === 0n ? 100 : Number((value * 10_000n) / limit) / 100;

/** at the pace of the window so far */
function reachedAt({ value, limit, windowStart, windowEnd }: ShownCap, now: Date): number | null {
  if (value >= limit) return unixSeconds(now);
  if (value === 0n || windowStart.getTime() === 0) return null;
  const soFar = BigInt(now.getTime() - windowStart.getTime());
  const at = windowStart.getTime() + Number((soFar * limit) / value);
  return at < windowEnd.getTime() ? Math.floor(at / 1_000) : null;
}

export async function resetCap(tx: Tx, call: SignedInCall, id: string, reason: string): Promise<{ id: string }> {
  await takeHead(tx, call.tenant.id);
  const reached = isId(id) ? await findReached(tx, id) : null;
  if (!reached) throw new Fault('not_found');
  if (reached.windowEnd <= call.clock.now() || !(await resetWindow(tx, id, call.clock.now()))) {
    throw new Fault('conflict', 'This window is over or was reset already.');
  }
  await recordAudit(tx, call, {
    action: 'cap.reset',
    objectKind: 'offer',
    objectId: reached.offer.id,
    before: {
      metric: reached.metric,
      value: capValueText(reached.metric, reached.value),
      limit: capValueText(reached.metric, reached.limit),
    },
    after: { cap: reached.capId, reason },
  });
  return { id };
}
