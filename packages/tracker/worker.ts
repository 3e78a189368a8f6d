// One tracker worker: puts the parts together and takes them apart again without losing a record.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TrackerReport } from '@tributary/contract/tracker/tracker-wire';
import { TELL_EVERY_MS } from './accept/unproven.ts';
import { Siblings } from './cluster.ts';
import type { Settings } from './env.ts';
import { createHandler } from './handler.ts';
import { openHotPath } from './hot-path.ts';
import { type Log, reasonOf } from './log.ts';
import { Metrics } from './observed/metrics.ts';
import type { Readiness } from './observed/operator-pages.ts';
import { publishConnections, publishMetrics } from './observed/worker-metrics.ts';
import manifest from './package.json' with { type: 'json' };
import { PAGE_COLOR, unavailablePage } from './page.ts';
import { randomHex } from './random.ts';
import { openSecret } from './secret.ts';
import { Reporter } from './shipping/report.ts';
import { Uplink } from './shipping/uplink.ts';
import { takeSlot } from './slot.ts';
import { SnapshotStore } from './snapshot/snapshot-store.ts';
import { SnapshotSync } from './snapshot/snapshot-sync.ts';
import { openSpoolDirectory } from './spool/segments.ts';
import { type Disk, realDisk } from './spool/spool.ts';
import { connectionsWithin } from './transport/connections.ts';
import { NodeHttpTransport } from './transport/node-http.ts';

export interface Worker {
  port: number;
  /** readiness off → grace → no new connections → in-flight answered → spool, leases, memories; safe to call twice */
  stop(): Promise<void>;
}

const DRAIN_LIMIT_MS = 25_000;
const LAST_CALLS_MS = 5_000;
const SAVE_VISITORS_EVERY_MS = 5 * 60_000;
const FOLLOW_VISITORS_EVERY_MS = 250;

type Parts = Awaited<ReturnType<typeof openParts>>;

/** everything that has a state; nothing runs yet */
async function openParts(settings: Settings, number: number, log: Log, disk: Disk) {
  const keys = openSecret(settings.secret, settings.dataDir);
  const slot = await takeSlot(settings.dataDir, number);
  const directory = openSpoolDirectory(join(slot.path, 'spool'));
  const { trackerId } = directory;
  const identity = { trackerId, boot: randomHex().slice(0, 16), number, startedAt: Date.now() };
  const metrics = new Metrics();
  const uplink = new Uplink({
    serverUrl: settings.serverUrl,
    token: keys.internalToken,
    directory,
    orphans: number === 0 ? { dataDir: settings.dataDir, workers: settings.workers } : null,
    openSegment: async () => ({ segment: path.spool.segment, bytes: path.spool.committedBytes }),
    onFirstLag: () => void reporter.send(),
    log,
  });
  const { call } = uplink;
  const store = new SnapshotStore(join(slot.path, 'snapshot.ndjson'), settings.baseHost, log);
  await store.load();
  const path = openHotPath({ settings, identity, keys, directory, store, call, metrics, log, disk });
  const reporter = new Reporter({
    read: () => reportOf(parts),
    heard: ({ kept }) => path.kept.forget(kept ?? []),
    ...{ call, clock: path.clock },
  });
  const sync = new SnapshotSync({ store, call, trackerId, log, onSwap: () => void reporter.send() });
  const visitorsFile = join(slot.path, 'visitors.bin');
  path.world.visitors.load(visitorsFile);
  const visitorLog =
    settings.workers > 1 ? path.world.visitors.share(join(settings.dataDir, 'tracker', 'visitors'), log) : null;
  const parts = {
    settings,
    identity,
    keys,
    slot,
    metrics,
    uplink,
    store,
    path,
    reporter,
    sync,
    visitorsFile,
    visitorLog,
    log,
  };
  return parts;
}

/** null while it is not known what a former life has left unsent: the server would take silence for "nothing" */
function reportOf({ identity, store, uplink, path }: Parts): TrackerReport | null {
  if (!uplink.lag) return null;
  const unlogged = Object.entries(path.unlogged.byTenant()).map(([tenant, counts]) => {
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return [tenant, total] as const;
  });
  return {
    tracker: identity.trackerId,
    boot: identity.boot,
    label: `${hostname()}/${identity.number}`,
    version: manifest.version,
    snapshotVersion: store.current.version,
    startedAt: identity.startedAt,
    spool: { ...uplink.lag, failing: path.spool.failing },
    unlogged: Object.fromEntries(unlogged),
    verdicts: path.verdicts.byTenant(),
    countriesAt: path.world.geo.builtAt.getTime(),
    clockDifferenceMs: path.clock.differenceMs,
    oneAddress: path.world.velocity.oneAddress.dominance,
    kept: path.kept.ended(path.now()),
  };
}

function readinessOf({ path, store, sync }: Parts, isStopping: boolean): Readiness {
  const reasons: string[] = [];
  if (isStopping) reasons.push('stopping');
  if (path.spool.failing) reasons.push('the spool cannot be written');
  if (store.current.version === 0 && !sync.hasAsked) reasons.push('no snapshot yet');
  return { ready: reasons.length === 0, reasons };
}

function openTransport(parts: Parts, isStopping: () => boolean): NodeHttpTransport {
  const { settings, identity, keys, metrics, path, uplink, log } = parts;
  publishMetrics(metrics, path, uplink);
  const metricsText = (): string => metrics.text(String(identity.number));
  const siblings = new Siblings();
  siblings.share(metricsText);
  const handler = createHandler({
    path,
    clickIdKey: keys.clickIdKey,
    testKeys: keys.testKeys,
    hosts: settings,
    operator: {
      version: manifest.version,
      metricsToken: settings.metricsToken,
      readiness: () => readinessOf(parts, isStopping()),
      gatherMetrics: (done) => siblings.gather(metricsText, done),
    },
    plainPage: unavailablePage({ name: settings.brandName, color: PAGE_COLOR, isPlatform: true }),
    answerTime: metrics.timing('tracker_answer_seconds', 'From the arrival of a request to its answer.'),
    log,
  });
  const transport = new NodeHttpTransport(handler, settings.transport, {
    limits: {
      inAll: connectionsWithin(settings.maxConnections),
      perAddress: settings.maxConnectionsPerAddress,
      isExempt: (peer) => path.world.clientIp.speaksForMany(peer),
    },
  });
  publishConnections(metrics, transport.connections);
  return transport;
}

export async function startWorker(settings: Settings, number: number, log: Log, disk = realDisk): Promise<Worker> {
  const parts = await openParts(settings, number, log, disk);
  const { path, uplink, reporter, sync, store, slot, visitorsFile, visitorLog } = parts;
  let stopping: Promise<void> | undefined;
  const transport = openTransport(parts, () => stopping !== undefined);
  const port = await transport.listen(settings.port, settings.listenHost);
  log.info('listening', {
    port,
    tracker: parts.identity.trackerId,
    snapshot: store.current.version,
    sharesReads: transport.sharesReads,
  });
  sync.start();
  uplink.ship();
  path.world.leases.start();
  reporter.start();
  const saving = setInterval(() => {
    const told = (fault: unknown) => log.warn('visitors could not be saved', { reason: reasonOf(fault) });
    path.world.visitors.save(visitorsFile).catch(told);
  }, SAVE_VISITORS_EVERY_MS).unref();
  const following = setInterval(() => visitorLog?.follow(), FOLLOW_VISITORS_EVERY_MS).unref();

  const telling = setInterval(() => path.unproven.tell(path), TELL_EVERY_MS).unref();

  const stop = async (): Promise<void> => {
    log.info('draining', { graceMs: settings.drainGraceMs });
    await sleep(settings.drainGraceMs);
    await transport.close(DRAIN_LIMIT_MS);
    clearInterval(telling);
    path.unproven.tell(path);
    await path.spool.flush();
    sync.stop();
    reporter.stop();
    clearInterval(saving);
    clearInterval(following);
    visitorLog?.close();
    path.kept.end();
    const lastCalls = async (): Promise<void> => {
      await path.world.leases.stop();
      for (let left = Number.POSITIVE_INFINITY; path.kept.untold > 0 && path.kept.untold < left; ) {
        left = path.kept.untold;
        await reporter.send();
      }
      await uplink.stop();
    };
    await Promise.race([lastCalls(), sleep(LAST_CALLS_MS)]);
    await uplink.close();
    await path.spool.close();
    await path.world.visitors.save(visitorsFile);
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
