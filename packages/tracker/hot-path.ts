// What the entrances share: the snapshot in force, the spool, and how an answer waits for its record.
import { clickIdMint } from '@tributary/contract/tracker/click-id';
import type { FrameKind } from '@tributary/contract/tracker/spool-record';
import { PixelRate } from './accept/pixel-rate.ts';
import { Unproven } from './accept/unproven.ts';
import { TrackerClock } from './clock.ts';
import type { Settings } from './env.ts';
import { Leases } from './leases/leases.ts';
import type { Log } from './log.ts';
import { Devices } from './lookups/device.ts';
import { openGeo } from './lookups/geo.ts';
import { Velocity } from './memory/velocity.ts';
import { Visitors } from './memory/visitors.ts';
import { KeptCounts } from './observed/kept-rows.ts';
import type { Metrics } from './observed/metrics.ts';
import { Tally } from './observed/tally.ts';
import { random32 } from './random.ts';
import type { Keys } from './secret.ts';
import type { CallServer } from './shipping/server-calls.ts';
import type { Tenant } from './snapshot/snapshot.ts';
import type { SnapshotStore } from './snapshot/snapshot-store.ts';
import type { SpoolDirectory } from './spool/segments.ts';
import { type Disk, Spool } from './spool/spool.ts';
import { ClientIp } from './steps/client-ip.ts';
import { unlogged } from './transport/replies.ts';
import type { Reply } from './transport/transport.ts';
import type { LiveWorld } from './world.ts';

export interface HotPath {
  store: SnapshotStore;
  spool: Spool;
  world: LiveWorld;
  verdicts: Tally;
  outcomes: Tally;
  /** answered without a record */
  unlogged: Tally;
  kept: KeptCounts;
  /** cookies are Secure where the public origin is https */
  isSecure: boolean;
  /** advertisers' signing keys come from it */
  postbackKey: Uint8Array;
  pixelRate: PixelRate;
  unproven: Unproven;
  clock: TrackerClock;
  now(): number;
}

const VELOCITY_BYTES = 32 * 1024 * 1024;

export interface HotPathOptions {
  settings: Settings;
  identity: { trackerId: string; boot: string };
  keys: Keys;
  directory: SpoolDirectory;
  store: SnapshotStore;
  call: CallServer;
  metrics: Metrics;
  log: Log;
  disk: Disk;
}

export function openHotPath({
  settings,
  identity,
  keys,
  directory,
  store,
  call,
  metrics,
  log,
  disk,
}: HotPathOptions): HotPath {
  const clock = new TrackerClock();
  const commitTime = metrics.timing('tracker_commit_seconds', 'From the write of a batch to its fdatasync.');
  return {
    store,
    spool: new Spool({ directory, log, disk, commitTime, now: clock.now }),
    world: {
      clientIp: new ClientIp(settings.trustedProxies),
      geo: openGeo({ country: settings.geoCountryFile, city: settings.geoCityFile, asn: settings.geoAsnFile }),
      devices: new Devices(),
      visitors: new Visitors(settings.uniqueMemoryMb * 1024 * 1024),
      velocity: new Velocity(settings.clickSpam, VELOCITY_BYTES, settings.workers),
      leases: new Leases({ ...identity, call, log, unixNow: clock.now }),
      mintId: clickIdMint(keys.clickIdKey, random32),
    },
    verdicts: new Tally(),
    outcomes: new Tally(),
    unlogged: new Tally(),
    kept: new KeptCounts(),
    isSecure: settings.publicOrigin.startsWith('https:'),
    postbackKey: keys.postbackKey,
    pixelRate: new PixelRate(settings.workers),
    unproven: new Unproven(settings.workers),
    clock,
    now: clock.now,
  };
}

export type Answer = (reply: Reply) => void;

/** the record first, the answer after its commit; where the disk fails, what the tenant has chosen */
export function commitThenAnswer(
  path: HotPath,
  tenant: Tenant,
  kind: FrameKind,
  { at, row }: { at: number; row: string },
  reply: Reply,
  answer: Answer,
): void {
  path.spool.append(kind, row, (logged) => {
    if (logged) {
      path.kept.count(tenant.source.id, kind, at);
      return answer(reply);
    }
    path.unlogged.count(tenant.source.number, kind);
    // an unlogged postback is money lost: its sender is told to come again, whatever the tenant chose for clicks
    answer(tenant.source.whenUnlogged === 'redirect' && kind !== 'postback' ? reply : unlogged);
  });
}
