import type { ReplyOf, systemRoutes } from '@tributary/contract';
import { z } from 'zod';
import { ALIVE_MS } from './trackers.repo.ts';

/** what of a stored report the screen shows; the row is a boundary, so it is parsed */
const StoredReport = z.object({
  spool: z.object({
    unsentBytes: z.number(),
    oldestUnsentAt: z.number().nullable(),
    quarantinedBytes: z.number(),
    failing: z.boolean(),
  }),
  unlogged: z.record(z.string(), z.number()),
  verdicts: z.record(z.string(), z.record(z.string(), z.number())),
  countriesAt: z.number().optional(),
});

interface Row {
  id: string;
  label: string;
  snapshot_version: string;
  reported_at: Date;
  report: unknown;
}

export function trackerView(
  row: Row,
  tenant: number,
  at: Date,
): ReplyOf<typeof systemRoutes.system>['trackers'][number] {
  const { spool, verdicts, unlogged, countriesAt } = StoredReport.parse(row.report);
  return {
    id: row.id,
    label: row.label,
    alive: at.getTime() - row.reported_at.getTime() < ALIVE_MS,
    snapshot_version: Number(row.snapshot_version),
    reported_at: Math.floor(row.reported_at.getTime() / 1_000),
    unsent_bytes: spool.unsentBytes,
    oldest_unsent_seconds:
      spool.oldestUnsentAt === null ? null : Math.max(0, (at.getTime() - spool.oldestUnsentAt) / 1_000),
    quarantined_bytes: spool.quarantinedBytes,
    failing: spool.failing,
    verdicts: verdicts[String(tenant)] ?? {},
    unlogged: unlogged[String(tenant)] ?? 0,
    countries_at: countriesAt === undefined ? null : Math.floor(countriesAt / 1_000),
  };
}
