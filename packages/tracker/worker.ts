// One tracker worker: puts the parts together and takes them apart again without losing a record.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clickIdMint } from '@tributary/contract/click-id';
import { Fellows } from './cluster.ts';
import { Devices } from './device.ts';
import type { Settings } from './env.ts';
import { openGeo } from './geo.ts';
import { createHandler } from './handler.ts';
import type { HotPath } from './hot-path.ts';
import { Leases } from './leases.ts';
import { type Log, reasonOf } from './log.ts';
import { Metrics } from './metrics.ts';
import { NodeHttpTransport } from './node-http.ts';
import manifest from './package.json' with { type: 'json' };
import { PAGE_COLOR, unavailablePage } from './page.ts';
import { random32, randomHex } from './random.ts';
import { Reporter } from './report.ts';
import { openSecret } from './secret.ts';
import { openSpoolDirectory } from './segments.ts';
import { connectToServer } from './server-calls.ts';
import { Shipper } from './ship.ts';
import { takeSlot } from './slot.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { SnapshotSync } from './snapshot-sync.ts';
import { type Disk, realDisk, Spool } from './spool.ts';
import { ClientIp } from './steps/client-ip.ts';
import { Tally } from './tally.ts';
import { Visitors } from './visitors.ts';
import { publishMetrics } from './worker-metrics.ts';

export interface Worker {
  port: number;
  /** readiness off → grace → no new connections → in-flight answered → spool, leases, memories; safe to call twice */
  stop(): Promise<void>;
}

const DRAIN_LIMIT_MS = 25_000;
const LAST_SHIPMENT_MS = 3_000;
const SAVE_VISITORS_EVERY_MS = 5 * 60_000;

export async function startWorker(
  settings: Settings,
  number: number,
  log: Log,
  disk: Disk = realDisk,
): Promise<Worker> {
  const keys = openSecret(settings.secret, settings.dataDir);
  const slot = await takeSlot(settings.dataDir, number);
  const directory = openSpoolDirectory(join(slot.path, 'spool'));
  const boot = randomHex().slice(0, 16);
  const startedAt = Date.now();
  const metrics = new Metrics();
  const { trackerId } = directory;

  const store = new SnapshotStore(join(slot.path, 'snapshot.ndjson'), settings.baseHost, log);
  await store.load();
  const server = connectToServer(settings.serverUrl, keys.internalToken);
  const { call } = server;
  const commitTime = metrics.timing('tracker_commit_seconds', 'From the write of a batch to its fdatasync.');
  const spool = new Spool({ directory, log, disk, commitTime });
  const visitorsFile = join(slot.path, 'visitors.bin');
  const visitors = new Visitors(settings.uniqueMemoryMb * 1024 * 1024);
  visitors.load(visitorsFile);
  const path: HotPath = {
    store,
    spool,
    world: {
      clientIp: new ClientIp(settings.trustedProxies),
      geo: openGeo({ country: settings.geoCountryFile, city: settings.geoCityFile, asn: settings.geoAsnFile }),
      devices: new Devices(),
      visitors,
      leases: new Leases({ trackerId, boot, call, log }),
      mintId: clickIdMint(keys.clickIdKey, random32),
    },
    verdicts: new Tally(),
    outcomes: new Tally(),
    unlogged: new Tally(),
    isSecure: settings.publicOrigin.startsWith('https:'),
    now: Date.now,
  };
  const shipper = new Shipper({
    directory,
    call,
    log,
    openSegment: () => ({ segment: spool.segment, bytes: spool.committedBytes }),
  });
  const reporter = new Reporter(
    () => ({
      tracker: trackerId,
      boot,
      label: `${hostname()}/${number}`,
      version: manifest.version,
      snapshotVersion: store.current.version,
      startedAt,
      spool: {
        unsentBytes: shipper.unsentBytes,
        oldestUnsentAt: shipper.oldestUnsentAt,
        quarantinedBytes: shipper.quarantinedBytes,
        failing: spool.failing,
      },
      unlogged: Object.fromEntries(
        Object.entries(path.unlogged.byTenant()).map(([tenant, counts]) => [
          tenant,
          Object.values(counts).reduce((a, b) => a + b, 0),
        ]),
      ),
      verdicts: path.verdicts.byTenant(),
    }),
    call,
  );
  const sync = new SnapshotSync({ store, call, trackerId, log, onSwap: () => void reporter.send() });
  publishMetrics(metrics, path, shipper);
  const metricsText = (): string => metrics.text(String(number));
  const fellows = new Fellows();
  fellows.share(visitors, metricsText);

  let stopping: Promise<void> | undefined;
  const readiness = () => {
    const reasons: string[] = [];
    if (stopping) reasons.push('stopping');
    if (spool.failing) reasons.push('the spool cannot be written');
    if (store.current.version === 0 && !sync.hasAsked) reasons.push('no snapshot yet');
    return { ready: reasons.length === 0, reasons };
  };
  const transport = new NodeHttpTransport(
    createHandler({
      path,
      clickIdKey: keys.clickIdKey,
      hosts: settings,
      operator: {
        version: manifest.version,
        metricsToken: settings.metricsToken,
        readiness,
        gatherMetrics: (done) => fellows.gather(metricsText, done),
      },
      plainPage: unavailablePage({ name: settings.brandName, color: PAGE_COLOR }),
      answerTime: metrics.timing('tracker_answer_seconds', 'From the arrival of a request to its answer.'),
      log,
    }),
  );
  const port = await transport.listen(settings.port, settings.listenHost);
  log.info('listening', { port, tracker: trackerId, snapshot: store.current.version });
  sync.start();
  shipper.start();
  path.world.leases.start();
  reporter.start();
  const saving = setInterval(() => {
    visitors.save(visitorsFile).catch((fault) => log.warn('visitors could not be saved', { reason: reasonOf(fault) }));
  }, SAVE_VISITORS_EVERY_MS).unref();

  const stop = async (): Promise<void> => {
    log.info('draining', { graceMs: settings.drainGraceMs });
    await sleep(settings.drainGraceMs);
    await transport.close(DRAIN_LIMIT_MS);
    await spool.flush();
    sync.stop();
    reporter.stop();
    clearInterval(saving);
    await path.world.leases.stop();
    await Promise.race([shipper.stop(), sleep(LAST_SHIPMENT_MS)]);
    server.close();
    await spool.close();
    await visitors.save(visitorsFile);
    await store.saved();
    slot.release();
    log.info('stopped');
  };
  return {
    port,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
