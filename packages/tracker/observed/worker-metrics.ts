// The figures a worker shows at /metrics.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { HotPath } from '../hot-path.ts';
import type { Uplink } from '../shipping/uplink.ts';
import type { Connections } from '../transport/connections.ts';
import type { Labels, Metrics } from './metrics.ts';
import type { Tally } from './tally.ts';

export function publishConnections(metrics: Metrics, connections: Connections): void {
  metrics.gauge('tracker_connections', 'Open connections.', () => connections.size);
  metrics.counters('tracker_connections_ended_total', 'Ended because the table was full.', () => [
    [{ how: 'closed' }, connections.closed],
    [{ how: 'refused' }, connections.refused],
  ]);
}

export function publishMetrics(metrics: Metrics, path: HotPath, uplink: Uplink): void {
  const { store, spool, world } = path;
  const tenantName = (number: number): string => store.current.tenants.get(number)?.source.subdomain ?? String(number);
  const counts = (tally: Tally, label: string) =>
    function* (): Generator<[Labels, number]> {
      for (const [tenant, name, count] of tally.entries()) yield [{ tenant: tenantName(tenant), [label]: name }, count];
    };
  metrics.counters('tracker_verdicts_total', 'Clicks and impressions by verdict.', counts(path.verdicts, 'verdict'));
  metrics.counters('tracker_receipts_total', 'Postbacks and pixels by outcome.', counts(path.outcomes, 'outcome'));
  metrics.counters(
    'tracker_unlogged_total',
    'Answered without a record: the disk failed.',
    counts(path.unlogged, 'kind'),
  );
  metrics.counters('tracker_spool_errors_total', 'Commits that failed.', () => [[{}, spool.errors]]);
  metrics.gauge('tracker_spool_failing', '1 while the disk is full or failing.', () => (spool.failing ? 1 : 0));
  metrics.gauge(
    'tracker_spool_unsent_bytes',
    'Committed, not yet taken by the server.',
    () => uplink.lag?.unsentBytes ?? 0,
  );
  metrics.gauge('tracker_spool_oldest_unsent_seconds', 'Age of the oldest record not yet taken.', () => {
    const oldest = uplink.lag?.oldestUnsentAt ?? null;
    return oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000);
  });
  metrics.gauge('tracker_spool_quarantined_bytes', 'Set aside as unreadable.', () => uplink.lag?.quarantinedBytes ?? 0);
  metrics.gauge('tracker_snapshot_version', 'The snapshot in force.', () => store.current.version);
  metrics.gauge('tracker_visitors', 'Visitors remembered for telling repeats.', () => world.visitors.size);
  metrics.gauge(
    'tracker_clock_difference_seconds',
    'The server’s clock less this machine’s.',
    () => (path.clock.differenceMs ?? 0) / 1000,
  );
  metrics.gauge('tracker_rates', 'Addresses and networks whose clicks are counted.', () => world.velocity.size);
  metrics.gauge(
    'tracker_one_address_share',
    'Share of the clicks that one address has, where it is most of them.',
    () => world.velocity.oneAddress.dominance?.share ?? 0,
  );
  metrics.gauge(
    'tracker_geo_built_seconds',
    'When the country table was built.',
    () => world.geo.builtAt.getTime() / 1000,
  );
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  metrics.gauge('tracker_event_loop_p99_seconds', 'Delay of the event loop since the last reading.', () => {
    const seconds = delay.percentile(99) / 1e9;
    delay.reset();
    return seconds;
  });
  metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
}
