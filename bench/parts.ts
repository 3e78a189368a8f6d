// The parts of the hot path, one by one: nanoseconds per call, bytes per record, memory per 100,000 links, time to start.
//   npm run bench:parts
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { clickIdMint, decodeClickId } from '@tributary/contract/tracker/click-id';
import { macKey } from '@tributary/contract/tracker/siphash';
import { Click } from '../packages/tracker/click.ts';
import { Leases } from '../packages/tracker/leases/leases.ts';
import { jsonLog } from '../packages/tracker/log.ts';
import { Devices, readDevice } from '../packages/tracker/lookups/device.ts';
import { openGeo } from '../packages/tracker/lookups/geo.ts';
import { type Address, parseAddress } from '../packages/tracker/lookups/network.ts';
import { Velocity } from '../packages/tracker/memory/velocity.ts';
import { Visitors, visitorKey } from '../packages/tracker/memory/visitors.ts';
import { decideClick } from '../packages/tracker/pipeline.ts';
import { random32 } from '../packages/tracker/random.ts';
import { EMPTY_SNAPSHOT, SnapshotBuilder } from '../packages/tracker/snapshot/snapshot.ts';
import { eventRow } from '../packages/tracker/spool/rows.ts';
import { ClientIp } from '../packages/tracker/steps/client-ip.ts';
import { LeaseLedger } from '../packages/tracker/testing/lease-ledger.ts';
import { requestOf } from '../packages/tracker/testing/request.ts';
import { Query } from '../packages/tracker/transport/query.ts';
import type { World } from '../packages/tracker/world.ts';
import { median, save } from './lib/stats.ts';
import { benchRequests, benchWorld, LINKS } from './lib/world.ts';

const results: Record<string, number> = {};
let sink = 0;

/** CPU time, median of seven runs after two that do not count: another process on the core does not disturb it */
function nanos(name: string, calls: number, run: (at: number) => unknown): void {
  const samples: number[] = [];
  for (let rep = 0; rep < 9; rep++) {
    const began = process.cpuUsage();
    for (let at = 0; at < calls; at++) if (run(at)) sink++;
    samples.push((process.cpuUsage(began).user * 1000) / calls);
  }
  results[name] = median(samples.slice(2));
  console.log(`${name.padEnd(34)} ${results[name].toFixed(0).padStart(8)} ns`);
}

function note(name: string, value: number, unit: string): void {
  results[name] = value;
  console.log(`${name.padEnd(34)} ${value.toFixed(0).padStart(8)} ${unit}`);
}

let began = process.cpuUsage();
const geo = openGeo({ country: null, city: null, asn: null });
note('country table: load', process.cpuUsage(began).user / 1000, 'ms CPU');
const v4 = Array.from({ length: 5000 }, (): Address => ({ words: [0, 0, 0xffff, random32()], isV4: true }));
const v6 = Array.from(
  { length: 5000 },
  (_, at): Address => ({ words: [0x2a000000 + (at % 4096), random32(), 1, 1], isV4: false }),
);
nanos('country of an IPv4 address', 200_000, (at) => geo.country(v4[at % 5000] ?? expectAddress()));
nanos('country of an IPv6 address', 200_000, (at) => geo.country(v6[at % 5000] ?? expectAddress()));
nanos('parse an IPv4 address', 200_000, (at) => parseAddress(`203.0.113.${at & 255}`));

const requests = benchRequests(5000);
const agents = requests.map(({ headers }) => headers['User-Agent'] ?? '');
const devices = new Devices();
nanos('user agent, known', 200_000, (at) => devices.of(agents[at % 5000] ?? ''));
nanos('user agent, new', 2_000, (at) => readDevice(`${agents[at % 5000]} ${at}`));

const spread = new Velocity('light', 32 * 1024 * 1024);
let moment = Date.now();
nanos('velocity of a click, many addresses', 200_000, (at) =>
  spread.isFlood(1, 10 + (at % 2000), 2 + (at % 200), v4[(at * 7919) % 5000] ?? expectAddress(), moment++),
);
const flood = new Velocity('light', 32 * 1024 * 1024);
nanos('velocity of a click, one address', 200_000, () => flood.isFlood(1, 10, 2, v4[0] ?? expectAddress(), moment++));

const alone = new Visitors(64 * 1024 * 1024);
const shared = new Visitors(64 * 1024 * 1024);
const folder = mkdtempSync(join(tmpdir(), 'bench-visitors-'));
const visitorLog = shared.share(
  folder,
  jsonLog({}, () => {}),
);
let visitor = 0;
nanos('first click, alone', 50_000, () => alone.claim(visitorKey(1, 10, 2, [0, 0, 0, visitor++], 7), moment, 1e9));
nanos('first click, agreed among workers', 50_000, () =>
  shared.claim(visitorKey(1, 10, 2, [0, 0, 0, visitor++], 7), moment, 1e9),
);
nanos('repeated click, among workers', 50_000, () =>
  shared.claim(visitorKey(1, 10, 2, [0, 0, 0, 1e6], 7), moment, 1e9),
);
visitorLog.close();
rmSync(folder, { recursive: true });

const key = macKey(new Uint8Array(16).map(() => random32()));
const mint = clickIdMint(key, random32);
const id = mint({ kind: 'click', timeMs: Date.now(), tenant: 1, offer: 10, publisher: 2 });
nanos('mint a click id', 200_000, (at) =>
  mint({ kind: 'click', timeMs: 1e12 + at, tenant: 1, offer: 10, publisher: 2 }),
);
nanos('verify a click id', 200_000, () => decodeClickId(id, key));
const block = Buffer.alloc(16 * 1024, 65);
nanos('CRC-32 of 16 KB', 20_000, () => crc32(block));

globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
began = process.cpuUsage();
const builder = new SnapshotBuilder(EMPTY_SNAPSHOT, 'localhost');
for (const put of benchWorld(0)) builder.put(put);
const offersOnly = builder.build(1);
globalThis.gc?.();
const withOffers = process.memoryUsage().heapUsed;
const links = new SnapshotBuilder(offersOnly, 'localhost');
for (const put of benchWorld()) if (put.put === 'link') links.put(put);
const snapshot = links.build(2);
note('2,000 offers and 100,000 links: build', process.cpuUsage(began).user / 1000, 'ms CPU');
globalThis.gc?.();
note('memory of 2,000 offers', (withOffers - before) / 1024, 'KB');
note(`memory of ${LINKS} links`, (process.memoryUsage().heapUsed - withOffers) / 1024, 'KB');

const ledger = new LeaseLedger({ limits: new Proxy({}, { get: () => 1e9 }), trackers: 1, ttlMs: 1e9 });
const world: World = {
  clientIp: new ClientIp([]),
  geo,
  devices,
  visitors: new Visitors(64 * 1024 * 1024),
  velocity: new Velocity('light', 32 * 1024 * 1024),
  leases: new Leases({
    trackerId: 't',
    boot: 'b',
    log: jsonLog({}, () => {}),
    call: async ({ body }) => ({
      status: 200,
      body: Buffer.from(JSON.stringify(ledger.answer(JSON.parse(String(body))))),
    }),
  }),
  mintId: mint,
};
const [tenant] = snapshot.tenants.values();
if (!tenant) throw new Error('the bench world has no tenant');
for (const offer of tenant.offers.values()) offer.source.caps = []; // leases answer asynchronously: measured by the other benches
const decided = (at: number): Click => {
  const { path = '', headers = {} } = requests[at % 5000] ?? {};
  const mark = path.indexOf('?');
  const peer = headers['X-Forwarded-For'] ?? '';
  const request = requestOf(
    path,
    { 'user-agent': headers['User-Agent'] ?? '', 'accept-language': 'en-US,en;q=0.9' },
    { peer },
  );
  const click = new Click('click', request, new Query(path.slice(mark + 1)), tenant, 'demo.localhost', Date.now(), 1);
  click.code = path.slice(3, mark);
  decideClick(click, world);
  return click;
};
nanos('decide a click, all steps', 50_000, (at) => decided(at).id);
nanos('decide a click and make its row', 50_000, (at) => eventRow(decided(at)));
note(
  'bytes per click in the spool',
  Buffer.byteLength(Array.from({ length: 1000 }, (_, at) => eventRow(decided(at))).join('')) / 1000,
  'bytes',
);
console.log(`every figure: ${save('parts', { results, sink })}`);

function expectAddress(): never {
  throw new Error('no address');
}
