// What the server offers its trackers: four calls (contract/tracker/tracker-wire.ts), mounted under /internal.
import {
  type LeaseReply,
  type LeaseRequest,
  type ReportReply,
  SNAPSHOT_WAIT_MS,
  type TrackerReport,
} from '@tributary/contract/tracker/tracker-wire';
import type { Clock } from '../../platform/clock.ts';
import { type Database, systemActor } from '../../platform/db/database.ts';
import type { Intake } from '../events/index.ts';
import { documentFor } from './document.ts';
import { saveKeptRows } from './kept-rows.repo.ts';
import { serveLeases, settleFormerBoots } from './leases.ts';
import { saveReport } from './trackers.repo.ts';

export interface TrackerCalls {
  /** null: nothing new within the waiting time */
  snapshot(after: number, gone: AbortSignal): Promise<string | null>;
  accept: Intake['accept'];
  leases(request: LeaseRequest): Promise<LeaseReply>;
  report(report: TrackerReport): Promise<ReportReply>;
  close(): Promise<void>;
}

export async function createTrackerCalls(database: Database, intake: Intake, clock: Clock): Promise<TrackerCalls> {
  const waiting = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of waiting) wake();
  };
  const notices = await database.listen('tributary_snapshot', wakeAll);

  const untilChange = (limitMs: number, gone: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        waiting.delete(done);
        gone.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, limitMs);
      waiting.add(done);
      gone.addEventListener('abort', done);
    });

  let closed = false;
  return {
    snapshot: async (after, gone) => {
      const deadline = performance.now() + SNAPSHOT_WAIT_MS;
      for (;;) {
        // listening begins before the look: a change between the two is not missed
        const changed = untilChange(Math.max(0, deadline - performance.now()), gone);
        const document = await database.withoutTenant((tx) => documentFor(tx, after));
        if (document !== null || gone.aborted || closed || performance.now() >= deadline) return document;
        await changed;
      }
    },
    accept: intake.accept,
    leases: (request) => serveLeases(database, clock, request),
    report: async (report) => {
      await database.withoutTenant((tx) => saveReport(tx, report, clock.now()));
      await settleFormerBoots(database, report);
      const { tracker, boot, kept: all = [] } = report;
      for (const tenantId of new Set(all.map(({ tenant }) => tenant))) {
        const kept = all.filter(({ tenant }) => tenant === tenantId);
        await database.withTenant(tenantId, systemActor, (tx) => saveKeptRows(tx, tenantId, { tracker, boot, kept }));
      }
      return { now: Date.now() };
    },
    close: async () => {
      closed = true;
      wakeAll();
      await notices.close();
    },
  };
}
