// Leases: click caps are handed out in small portions. A tracker spends only what it was given, so the sum over all
// trackers never exceeds the cap, whatever dies in between.
import {
  type LeaseGrant,
  type LeaseReply,
  type LeaseRequest,
  lotSize,
  type TrackerReport,
} from '@tributary/contract/tracker/tracker-wire';
import { type Clock, HOUR_MS } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isId, newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { events } from '../events/index.ts';
import { clicksHeld, countHeld } from './found-full.repo.ts';
import {
  bindTenant,
  type CapWindow,
  countedElsewhere,
  grantsOfFormerBoots,
  markReached,
  type NewGrant,
  notYetReached,
  type OpenGrant,
  openWindows,
  readWindows,
  reportSpent,
  type SpentReport,
  storeGrants,
  takeTurn,
} from './leases.repo.ts';
import { capReached } from './topics.ts';
import { liveTrackers } from './trackers.repo.ts';

const GRANT_TTL_MS = 10_000;
/** nothing left, but grants are out that may come back */
const RETRY_SOON_MS = 1_000;
const RETRY_MS = 5_000;

export async function serveLeases(database: Database, clock: Clock, request: LeaseRequest): Promise<LeaseReply> {
  return database.withoutTenant(async (tx) => {
    const at = clock.now();
    const wants = new Map(request.asks.filter(({ cap }) => isId(cap)).map(({ cap, want }) => [cap, want]));
    const held = await clicksHeld(tx, [...wants.keys()], at);
    // one at a time: a request is a handful of statements, comes twice a second (and when a click waits for it), and taking turns
    // rules deadlocks out
    await takeTurn(tx);
    await reportSpent(tx, request.tracker, request.lots);
    await openWindows(tx, [...wants.keys()], at);
    await countHeld(tx, held, at);
    const windows = await readWindows(tx, [...wants.keys()], at);
    const trackers = await liveTrackers(tx, at);
    const fresh: NewGrant[] = [];
    const dry: CapWindow[] = [];
    for (const window of windows) {
      const left = window.limit - window.spent - window.outstanding;
      const granted = lotSize(left, wants.get(window.capId) ?? 0, trackers);
      if (granted > 0) fresh.push({ window, name: newId(at.getTime()), granted });
      else dry.push(window);
    }
    const { tracker, boot } = request;
    await storeGrants(tx, fresh, { tracker, boot, expiresAt: new Date(at.getTime() + GRANT_TTL_MS) });
    const over = dry.filter(({ outstanding }) => outstanding === 0);
    for (const window of await notYetReached(tx, over)) await noteReached(tx, window, at);
    const others = [...wants.keys()].filter((cap) => !windows.some(({ capId }) => capId === cap));
    const grants = [
      ...fresh.map(grantOf),
      ...dry.map((window) => dryGrant(window, at)),
      ...(await freeLots(tx, others, wants, at)),
    ];
    const answered = new Map(grants.map((grant) => [grant.cap, grant]));
    return { grants: request.asks.map(({ cap }) => answered.get(cap) ?? refused(cap, RETRY_MS, at)) };
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

const grantOf = ({ window, name, granted }: NewGrant): LeaseGrant => ({
  cap: window.capId,
  lot: name,
  granted,
  ttlMs: GRANT_TTL_MS,
  windowEndsAt: window.end.getTime(),
  retryMs: 0,
});

function dryGrant(window: CapWindow, at: Date): LeaseGrant {
  const untilWindowEnds = window.end.getTime() - at.getTime();
  const retryMs = window.outstanding > 0 ? RETRY_SOON_MS : Math.min(RETRY_MS, untilWindowEnds);
  return { ...refused(window.capId, Math.max(1, retryMs), at), windowEndsAt: window.end.getTime() };
}

/** as many clicks as are asked for, for a moment, while a cap that counts something else has room */
async function freeLots(
  tx: Tx,
  caps: readonly string[],
  wants: ReadonlyMap<string, number>,
  at: Date,
): Promise<LeaseGrant[]> {
  const counted = new Map((await countedElsewhere(tx, caps, at)).map((cap) => [cap.capId, cap]));
  return caps.map((cap) => {
    const room = counted.get(cap);
    if (!room || room.isFull) return refused(cap, RETRY_SOON_MS * 5, at);
    return {
      cap,
      lot: newId(at.getTime()),
      granted: wants.get(cap) ?? 0,
      ttlMs: GRANT_TTL_MS,
      windowEndsAt: room.windowEnd.getTime(),
      retryMs: 0,
    };
  });
}

/** the first time in a window it is an event: the capping log, the people, and the pause where that is the action */
async function noteReached(tx: Tx, window: CapWindow, at: Date): Promise<void> {
  await bindTenant(tx, window.tenantId);
  const limit = BigInt(window.limit);
  const { id, isNew } = await markReached(tx, { ...window, limit }, { value: BigInt(window.spent), at, affected: 0 });
  if (isNew) await emit(tx, window.tenantId, capReached, { reached_id: id });
}

/**
 * A tracker that died left grants open; until now they counted as spent. Once its new life has shipped everything older,
 * the clicks themselves say what was spent, and the rest goes back.
 */
export async function settleFormerBoots(database: Database, report: TrackerReport): Promise<void> {
  const { oldestUnsentAt } = report.spool;
  if (oldestUnsentAt !== null && oldestUnsentAt < report.startedAt) return;
  const grants = await database.withoutTenant((tx) => grantsOfFormerBoots(tx, report.tracker, report.boot));
  for (const tenantId of new Set(grants.map((grant) => grant.tenant_id))) {
    const own = grants.filter((grant) => grant.tenant_id === tenantId);
    await database.withoutTenant(async (tx) => {
      await bindTenant(tx, tenantId);
      // counted before its turn: nobody adds to a dead tracker's grants, and the others need not wait for the counting
      const reports = await spentOf(tx, tenantId, own);
      await takeTurn(tx);
      await reportSpent(tx, report.tracker, reports);
    });
  }
}

/** how many clicks name each of one tenant's grants; they are all in once their tracker has shipped everything older */
async function spentOf(tx: Tx, tenantId: string, grants: readonly OpenGrant[]): Promise<SpentReport[]> {
  const ends = grants.map(({ expires_at }) => expires_at.getTime());
  const span = { start: new Date(Math.min(...ends) - HOUR_MS), end: new Date(Math.max(...ends) + HOUR_MS) };
  const names = grants.map(({ lot }) => lot);
  const spent = await events().clicksOfLots(tx, tenantId, names, span);
  return names.map((lot) => ({ lot, spent: spent.get(lot) ?? 0, returned: true }));
}
