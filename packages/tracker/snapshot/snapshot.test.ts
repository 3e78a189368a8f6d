import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SnapshotDrop, SnapshotPut } from '@tributary/contract/tracker/snapshot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jsonLog } from '../log.ts';
import * as make from '../testing/entities.ts';
import { SnapshotStore } from './snapshot-store.ts';

let folder: string;
let file: string;
const lines: string[] = [];
const log = jsonLog({}, (line) => lines.push(line));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
  file = join(folder, 'snapshot.ndjson');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const newStore = (): SnapshotStore => new SnapshotStore(file, 'localhost', log);
const full = (version: number, puts: SnapshotPut[]) => Buffer.from(make.documentText('full', 0, version, puts));
const patch = (after: number, puts: (SnapshotPut | SnapshotDrop)[]) =>
  Buffer.from(make.documentText('patch', after, after + 1, puts));
const offersOf = (store: SnapshotStore): number[] => [...(store.current.tenants.get(1)?.offers.keys() ?? [])];
const offer = (number: number): SnapshotPut => ({ put: 'offer', value: make.offer({ number }) });

async function loaded(): Promise<SnapshotStore> {
  const store = newStore();
  await store.load();
  return store;
}

test('a full document replaces everything, whatever the order of its lines', async () => {
  const store = newStore();
  await store.apply(full(5, [...make.basics()].reverse()));
  expect([store.current.version, offersOf(store)]).toEqual([5, [10]]);
  await store.apply(full(6, [{ put: 'tenant', value: make.tenant() }, offer(11)]));
  expect(offersOf(store)).toEqual([11]);
});

test('a patch makes a new snapshot and leaves the old one as it was', async () => {
  const store = newStore();
  await store.apply(full(5, make.basics()));
  const before = store.current;
  await store.apply(patch(5, [offer(11), { drop: 'offer', key: '1/10' }]));
  expect(offersOf(store)).toEqual([11]);
  expect([...(before.tenants.get(1)?.offers.keys() ?? [])]).toEqual([10]);
  expect(store.current.tenants.get(1)?.publishers).toBe(before.tenants.get(1)?.publishers); // what did not change is shared
});

test('every kind of entity can be put, replaced and dropped', async () => {
  const store = newStore();
  await store.apply(full(1, make.basics()));
  await store.apply(
    patch(1, [
      { put: 'link', value: make.link() },
      { put: 'shield', value: make.shield({ networks: ['1.2.3.4'] }) },
      { put: 'shield', value: make.shield({ offer: 10 }) },
      { put: 'tenant', value: make.tenant({ number: 2, subdomain: 'acme' }) },
      { put: 'tenant', value: make.tenant({ subdomain: 'renamed', domains: ['Go.Example'] }) },
    ]),
  );
  expect([...store.current.hosts.keys()]).toEqual(['go.example', 'renamed.localhost', 'acme.localhost']);
  expect(store.current.hosts.get('go.example')?.links.has('abc')).toBe(true);
  await store.apply(
    patch(2, [
      { drop: 'link', key: '1/abc' },
      { drop: 'shield', key: '1/' },
      { drop: 'publisher', key: '1/2' },
      { drop: 'advertiser', key: '1/3' },
      { drop: 'tenant', key: '2' },
      { drop: 'offer', key: '99/1' },
    ]),
  );
  const tenant = store.current.tenants.get(1);
  expect([
    tenant?.links.size,
    tenant?.publishers.size,
    tenant?.advertisers.size,
    [...(tenant?.shields.keys() ?? [])],
  ]).toEqual([0, 0, 0, [10]]);
  expect(store.current.hosts.has('acme.localhost')).toBe(false);
});

test('no tenant’s domain can stand for the platform or for another tenant', async () => {
  const store = newStore();
  const domains = ['localhost', 'acme.localhost', 'mine.example'];
  await store.apply(
    full(1, [
      { put: 'tenant', value: make.tenant({ number: 2, subdomain: 'acme' }) },
      { put: 'tenant', value: make.tenant({ domains }) },
    ]),
  );
  expect(store.current.hosts.has('localhost')).toBe(false);
  expect(store.current.hosts.get('acme.localhost')?.source.number).toBe(2);
  expect(store.current.hosts.get('mine.example')?.source.number).toBe(1);
});

test('what does not fit, was cut short or lost lines is refused and changes nothing', async () => {
  const store = newStore();
  await store.apply(full(5, make.basics()));
  const { current } = store;
  const good = patch(5, [offer(11)]).toString();
  for (const bad of [
    patch(4, [offer(11)]).toString(),
    good.slice(0, -20),
    good.replace('"lines":1', '"lines":2'),
    good.replace('"snapshot":1', '"snapshot":2'),
    good.replace('"put":"offer"', '"put":"offfer"'),
    'nonsense\n',
    '',
  ]) {
    await expect(store.apply(Buffer.from(bad))).rejects.toThrow();
    expect(store.current).toBe(current);
  }
});

test('an entity that cannot be compiled is left out and named in the log; the rest is served', async () => {
  const store = newStore();
  const schedules = [{ timezone: 'Mars/Olympus', days: [], fromMinute: 0, toMinute: 0, inverted: false }];
  await store.apply(full(1, [...make.basics(), { put: 'offer', value: make.offer({ number: 66, schedules }) }]));
  expect(offersOf(store)).toEqual([10]);
  expect(lines.join('')).toContain('an entity of the snapshot was left out');
});

test('the disk holds the same: full document, patches, and both after compaction', async () => {
  const store = newStore();
  await store.apply(full(1, make.basics()));
  for (let at = 1; at <= 5; at++) await store.apply(patch(at, [offer(100 + at)]));
  await store.saved();
  expect(offersOf(await loaded())).toEqual(offersOf(store));
  const heavy = 'x'.repeat(50_000);
  for (let at = 6; at <= 40; at++)
    await store.apply(patch(at, [{ put: 'offer', value: make.offer({ number: 10, title: heavy + at }) }]));
  await store.saved();
  expect(readFileSync(file).length).toBeLessThan(1_300_000);
  const again = await loaded();
  expect([again.current.version, again.current.tenants.get(1)?.offers.get(10)?.source.title]).toEqual([
    41,
    `${heavy}40`,
  ]);
});

test('a file cut anywhere still gives the last whole document before the cut, and heals', async () => {
  const store = newStore();
  await store.apply(full(1, make.basics()));
  await store.saved();
  const baseBytes = readFileSync(file).length;
  await store.apply(patch(1, [offer(11)]));
  await store.saved();
  truncateSync(file, baseBytes + 40);
  const cut = await loaded();
  expect([cut.current.version, offersOf(cut)]).toEqual([1, [10]]);
  await cut.apply(patch(1, [offer(12)]));
  await cut.saved();
  expect(offersOf(await loaded())).toEqual([10, 12]);
  appendFileSync(file, 'garbage');
  expect(offersOf(await loaded())).toEqual([10, 12]);
});
