import type { ReplyOf, systemRoutes } from '@tributary/contract';
import { CLOCK_TOLERANCE_MS } from '@tributary/contract/tracker/tracker-wire';
import { z } from 'zod';
import { ALIVE_MS } from './trackers.repo.ts';

/** what of a stored report the screen shows; the row is a boundary, so it is parsed */
const StoredReport = z.object({
  spool: z.object({
    oldestUnsentAt: z.number().nullable(),
    failing: z.boolean(),
  }),
  unlogged: z.record(z.string(), z.number()),
  verdicts: z.record(z.string(), z.record(z.string(), z.number())),
  countriesAt: z.number().optional(),
  clockDifferenceMs: z.number().nullable().optional(),
  oneAddress: z.object({ share: z.number(), isExempt: z.boolean() }).nullable().optional(),
});

interface Row {
  reported_at: Date;
  report: unknown;
}

export function trackerView(
  row: Row,
  own: { place: number; tenant: number; knows: number },
  at: Date,
): ReplyOf<typeof systemRoutes.system>['trackers'][number] {
  const report = StoredReport.parse(row.report);
  const { spool, verdicts, unlogged, countriesAt } = report;
  return {
    id: String(own.place),
    alive: at.getTime() - row.reported_at.getTime() < ALIVE_MS,
    snapshot_version: own.knows,
    reported_at: Math.floor(row.reported_at.getTime() / 1_000),
    oldest_unsent_seconds:
      spool.oldestUnsentAt === null ? null : Math.max(0, (at.getTime() - spool.oldestUnsentAt) / 1_000),
    failing: spool.failing,
    verdicts: verdicts[String(own.tenant)] ?? {},
    unlogged: unlogged[String(own.tenant)] ?? 0,
    countries_at: countriesAt === undefined ? null : Math.floor(countriesAt / 1_000),
    alarms: alarmsOf(report),
  };
}

function alarmsOf({ clockDifferenceMs, oneAddress }: z.output<typeof StoredReport>): string[] {
  const alarms: string[] = [];
  const seconds = Math.round((clockDifferenceMs ?? 0) / 1_000);
  if (Math.abs(clockDifferenceMs ?? 0) > CLOCK_TOLERANCE_MS) {
    const how = seconds > 0 ? 'behind' : 'ahead of';
    alarms.push(
      `Its clock is ${Math.abs(seconds)} s ${how} the server’s. Its clicks are dated by the server’s until it is put right.`,
    );
  }
  if (oneAddress) {
    const percent = Math.round(oneAddress.share * 100);
    alarms.push(
      oneAddress.isExempt
        ? `One address had most of its clicks for a whole day (${percent}% today), so limits per address are lifted for it. If it is a proxy, name it in TRUSTED_PROXIES.`
        : `One address has ${percent}% of its clicks: a flood, refused as click_spam, or a proxy that TRUSTED_PROXIES does not name.`,
    );
  }
  return alarms;
}
