import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptColumns } from '@tributary/contract/tracker/spool-record';
import { MAX_SHIP_BYTES } from '@tributary/contract/tracker/tracker-wire';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jsonLog } from '../log.ts';
import { listSegments, openSpoolDirectory, type SpoolDirectory, segmentFile } from '../spool/segments.ts';
import { Spool } from '../spool/spool.ts';
import { FixtureServer } from '../testing/fixture-server.ts';
import { type CallServer, connectToServer, type ServerConnection } from './server-calls.ts';
import { Shipper } from './ship.ts';

const log = jsonLog({}, () => {});
let root: string;
let directory: SpoolDirectory;
let server: FixtureServer;
let connection: ServerConnection;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'ship-'));
  directory = openSpoolDirectory(root);
  server = new FixtureServer();
  connection = connectToServer(await server.listen(), 'token');
});
afterEach(async () => {
  connection.close();
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

/** 21 columns: the receipt's, whose second is ours */
const receipt = (id: string): string => `tenant\t${id}${'\t\\N'.repeat(receiptColumns.length - 2)}\n`;
const append = (spool: Spool, id: string): Promise<boolean> =>
  new Promise((resolve) => spool.append('postback', receipt(id), resolve));
const stored = (): (string | null | undefined)[] => server.rows.map(({ row }) => row.receipt_id);
const shipperFor = (spool: Spool | null, call: CallServer = connection.call): Shipper =>
  new Shipper({
    directory,
    log,
    call,
    openSegment: async () => (spool ? { segment: spool.segment, bytes: spool.committedBytes } : null),
  });

test('committed rows arrive once each, the open segment stays, a closed one goes once it is taken', async () => {
  const spool = new Spool({ directory, log, segmentBytes: 1 });
  const shipper = shipperFor(spool);
  for (let at = 0; at < 5; at++) await append(spool, `r${at}`);
  await shipper.round();
  await shipper.round();
  expect(stored()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
  expect(listSegments(root)).toEqual([spool.segment]);
  expect([shipper.lag.unsentBytes, shipper.lag.oldestUnsentAt]).toEqual([0, null]);
  await spool.close();
});

test('while the server is away nothing is lost and the lag can be seen; afterwards all of it arrives', async () => {
  const spool = new Spool({ directory, log });
  const shipper = shipperFor(spool);
  server.isAway = true;
  for (let at = 0; at < 10; at++) await append(spool, `r${at}`);
  await shipper.round();
  expect(shipper.lag.unsentBytes).toBe(spool.committedBytes);
  expect(Date.now() - (shipper.lag.oldestUnsentAt ?? 0)).toBeLessThan(5000);
  server.isAway = false;
  await shipper.round();
  expect(stored()).toHaveLength(10);
  await spool.close();
});

test('a lost answer, a repeated call and a restarted tracker count no row twice', async () => {
  const spool = new Spool({ directory, log });
  let isLosing = true;
  const losing: CallServer = async (call) => {
    const answer = await connection.call(call);
    if (isLosing) throw new Error('connection reset');
    return answer;
  };
  const shipper = shipperFor(spool, losing);
  await append(spool, 'a');
  await shipper.round(); // stored, but the answer was lost
  await append(spool, 'b');
  await shipper.round();
  isLosing = false;
  await append(spool, 'c');
  await shipper.round();
  expect(stored()).toEqual(['a', 'b', 'c']);
  await spool.close();
  await shipperFor(null).round(); // a new process knows nothing of what was sent
  expect(stored()).toEqual(['a', 'b', 'c']);
  expect(listSegments(root)).toEqual([]);
});

test('segments left by a killed process are shipped up to their torn tail', async () => {
  const spool = new Spool({ directory, log });
  await append(spool, 'a');
  await append(spool, 'b');
  await spool.close();
  appendFileSync(segmentFile(root, spool.segment), readFileSync(segmentFile(root, spool.segment)).subarray(0, 40));
  await shipperFor(null).round();
  expect(stored()).toEqual(['a', 'b']);
  expect(listSegments(root)).toEqual([]);
});

test('damage in the middle is set aside and everything else arrives', async () => {
  const spool = new Spool({ directory, log });
  for (const id of ['a', 'b', 'c', 'd']) await append(spool, id);
  await spool.close();
  const file = segmentFile(root, spool.segment);
  const bytes = readFileSync(file);
  const at = bytes.indexOf('tenant\tb');
  bytes[at] = 0x21;
  writeFileSync(file, bytes);
  const shipper = shipperFor(null);
  await shipper.round();
  expect(stored()).toEqual(['a', 'c', 'd']);
  expect(readdirSync(directory.quarantine)).toHaveLength(1);
  expect(shipper.lag.quarantinedBytes).toBeGreaterThan(0);
});

test('what the disk has spoilt in the open segment is found by the server, examined, and set aside', async () => {
  const spool = new Spool({ directory, log });
  for (const id of ['a', 'b', 'c']) await append(spool, id);
  const file = segmentFile(root, spool.segment);
  const bytes = readFileSync(file);
  bytes[bytes.indexOf('tenant\tb')] = 0x21;
  writeFileSync(file, bytes);
  const shipper = shipperFor(spool);
  await shipper.round();
  expect(stored()).toEqual([]);
  await append(spool, 'd');
  await shipper.round();
  expect(stored()).toEqual(['a', 'c', 'd']);
  expect(readdirSync(directory.quarantine)).toHaveLength(1);
  await spool.close();
});

test('what is committed while a shipment is under way waits for the next round, with all that has joined it', async () => {
  const spool = new Spool({ directory, log });
  let calls = 0;
  const busy: CallServer = async (call) => {
    calls++;
    await append(spool, `during${calls}`);
    return connection.call(call);
  };
  const shipper = shipperFor(spool, busy);
  await append(spool, 'a');
  await shipper.round();
  expect(stored()).toEqual(['a']);
  await shipper.round();
  expect([stored(), calls]).toEqual([['a', 'during1'], 2]);
  await spool.close();
});

test('a segment begun while the spool is asked is not taken for complete', async () => {
  const spool = new Spool({ directory, log, segmentBytes: 1 });
  await append(spool, 'a');
  let isRolling = true;
  const openSegment = async () => {
    const at = { segment: spool.segment, bytes: spool.committedBytes };
    if (isRolling) await append(spool, 'rolls over');
    return at;
  };
  const shipper = new Shipper({ directory, log, call: connection.call, openSegment });
  await shipper.round();
  expect(listSegments(root)).toContain(spool.segment);
  isRolling = false;
  await append(spool, 'z');
  await shipper.round();
  expect(stored().filter((id) => id !== 'rolls over')).toEqual(['a', 'z']);
  await spool.close();
});

test('before the first look nothing is claimed; during a shipment the oldest unsent record is known', async () => {
  const spool = new Spool({ directory, log });
  await append(spool, 'a');
  const seen: (number | null)[] = [];
  const shipper = shipperFor(spool, async (call) => {
    seen.push(shipper.lag.oldestUnsentAt);
    return connection.call(call);
  });
  expect(shipper.lag.oldestUnsentAt).toBe(0);
  await shipper.round();
  expect(seen).toEqual([expect.any(Number)]);
  expect(shipper.lag.oldestUnsentAt).toBeNull();
  await spool.close();
});

test('a spool that cannot be listed holds shipping up, and nothing else', async () => {
  const lags: unknown[] = [];
  const lost = { ...directory, path: join(root, 'gone') };
  const shipper = new Shipper({
    directory: lost,
    log,
    call: connection.call,
    openSegment: async () => null,
    onLag: (lag) => lags.push(lag.oldestUnsentAt),
  });
  await shipper.round();
  expect(lags).toEqual([0]);
});

test('frames larger than one call are sent whole', async () => {
  const spool = new Spool({ directory, log });
  await Promise.all(Array.from({ length: 5000 }, (_, at) => append(spool, `r${at} ${'x'.repeat(1000)}`)));
  expect(spool.committedBytes).toBeGreaterThan(MAX_SHIP_BYTES);
  await shipperFor(spool).round();
  expect(new Set(stored()).size).toBe(5000);
  await spool.close();
});

test('a server that does not say how far it got is not believed', async () => {
  const spool = new Spool({ directory, log });
  await append(spool, 'a');
  const shipper = shipperFor(spool, async () => ({ status: 200, body: Buffer.from('{}') }));
  await shipper.round();
  expect(shipper.lag.unsentBytes).toBe(spool.committedBytes);
  await spool.close();
});
