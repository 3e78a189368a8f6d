// The lease desk: hands out click caps in small lots. A tracker spends only what it was given, so the sum over all
// trackers never exceeds the cap, whatever dies in between.
import {
  type LeaseGrant,
  type LeaseReply,
  type LeaseRequest,
  lotSize,
  type TrackerReport,
} from '@tributary/contract/tracker-wire';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isId, newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import {
  bindTenant,
  type CapWindow,
  clicksOfLot,
  countedElsewhere,
  findLot,
  grantLot,
  lotsOfFormerBoots,
  markReached,
  openWindow,
  reportLot,
  takeTurn,
} from './leases.repo.ts';
import { capReached } from './topics.ts';
import { liveTrackers } from './trackers.repo.ts';

const LOT_TTL_MS = 10_000;
/** nothing left, but lots are out that may come back */
const RETRY_SOON_MS = 1_000;
const RETRY_MS = 30_000;

export async function serveLeases(database: Database, clock: Clock, request: LeaseRequest): Promise<LeaseReply> {
  return database.withoutTenant(async (tx) => {
    const at = clock.now();
    // one desk: a request takes milliseconds and comes once a second, and taking turns rules deadlocks out
    await takeTurn(tx);
    for (const { lot, spent, returned } of request.lots) {
      const open = await findLot(tx, lot, request.tracker);
      if (open) await reportLot(tx, open, spent, returned ? at : null);
    }
    const trackers = await liveTrackers(tx, at);
    const grants: LeaseGrant[] = [];
    for (const ask of request.asks) {
      const window = isId(ask.cap) ? await openWindow(tx, ask.cap, at) : null;
      if (window) grants.push(await grant(tx, window, ask.want, request, trackers, at));
      else grants.push(isId(ask.cap) ? await freeLot(tx, ask, at) : refused(ask.cap, RETRY_MS, at));
    }
    return { grants };
  });
}

const refused = (cap: string, retryMs: number, at: Date): LeaseGrant => ({
  cap,
  lot: '',
  granted: 0,
  ttlMs: 0,
  windowEndsAt: at.getTime(),
  retryMs,
});

/** as many clicks as are asked for, for a moment, while a cap that counts something else has room */
async function freeLot(tx: Tx, { cap, want }: LeaseRequest['asks'][number], at: Date): Promise<LeaseGrant> {
  const counted = await countedElsewhere(tx, cap, at);
  if (!counted || counted.isFull) return refused(cap, RETRY_SOON_MS * 5, at);
  const lot = newId(at.getTime());
  return { cap, lot, granted: want, ttlMs: LOT_TTL_MS, windowEndsAt: counted.windowEnd.getTime(), retryMs: 0 };
}

async function grant(
  tx: Tx,
  window: CapWindow,
  want: number,
  request: LeaseRequest,
  trackers: number,
  at: Date,
): Promise<LeaseGrant> {
  const left = window.limit - window.spent - window.outstanding;
  const granted = lotSize(left, want, trackers);
  const untilWindowEnds = window.end.getTime() - at.getTime();
  if (granted <= 0) {
    if (window.outstanding === 0) await noteReached(tx, window, at);
    const retryMs = window.outstanding > 0 ? RETRY_SOON_MS : Math.min(RETRY_MS, untilWindowEnds);
    return { ...refused(window.capId, Math.max(1, retryMs), at), windowEndsAt: window.end.getTime() };
  }
  const name = newId(at.getTime());
  await grantLot(tx, window, {
    name,
    tracker: request.tracker,
    boot: request.boot,
    granted,
    expiresAt: new Date(at.getTime() + LOT_TTL_MS),
  });
  return { cap: window.capId, lot: name, granted, ttlMs: LOT_TTL_MS, windowEndsAt: window.end.getTime(), retryMs: 0 };
}

/** the first time in a window it is news: the capping log, the people, and the pause where that is the action */
async function noteReached(tx: Tx, window: CapWindow, at: Date): Promise<void> {
  await bindTenant(tx, window.tenantId);
  const limit = BigInt(window.limit);
  const { id, isNew } = await markReached(tx, { ...window, limit }, { value: BigInt(window.spent), at, affected: 0 });
  if (isNew) await emit(tx, window.tenantId, capReached, { reached_id: id });
}

/**
 * A tracker that died left lots open; until now they counted as spent. Once its new life has shipped everything older,
 * the clicks themselves say what was spent, and the rest goes back.
 */
export async function settleFormerBoots(database: Database, clock: Clock, report: TrackerReport): Promise<void> {
  const { oldestUnsentAt } = report.spool;
  if (oldestUnsentAt !== null && oldestUnsentAt < report.startedAt) return;
  const names = await database.withoutTenant((tx) => lotsOfFormerBoots(tx, report.tracker, report.boot));
  for (const name of names) {
    await database.withoutTenant(async (tx) => {
      await takeTurn(tx);
      const lot = await findLot(tx, name, report.tracker);
      if (!lot) return;
      await bindTenant(tx, lot.tenant_id);
      await reportLot(tx, lot, await clicksOfLot(tx, lot), clock.now());
    });
  }
}
