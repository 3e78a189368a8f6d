// Several memories on one log, as workers have them: whatever the order of their reads and writes, one of them is first.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { jsonLog } from '../log.ts';
import { VisitorLog } from './visitor-log.ts';
import { Visitors, visitorKey } from './visitors.ts';

const NOW = 1_794_830_400_000;
const HOUR_MS = 3_600_000;
const parent = mkdtempSync(join(tmpdir(), 'visitor-log-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
let folders = 0;
const logLines: string[] = [];
const log = jsonLog({}, (line) => logLines.push(line));
const newFolder = (): string => join(parent, String(++folders));
const visitor = (at: number) => visitorKey(1, 10, 2, [0, 0, 0xffff, at], 7);

function workers(count: number, folder = newFolder()): Visitors[] {
  return Array.from({ length: count }, () => {
    const memory = new Visitors(4 * 1024 * 1024);
    memory.share(folder, log);
    return memory;
  });
}

test('of all workers that meet a visitor, the first is told so, and no other', () => {
  const all = workers(5);
  for (let at = 0; at < 1000; at++) {
    const order = all.toSorted(() => Math.random() - 0.5);
    expect(order.map((one) => one.claim(visitor(at), NOW, HOUR_MS))).toEqual([true, false, false, false, false]);
  }
});

test('after the window the visitor is new again, to one of them', () => {
  const all = workers(3);
  const claims = (at: number) => all.filter((one) => one.claim(visitor(1), at, HOUR_MS)).length;
  expect([claims(NOW), claims(NOW + HOUR_MS - 1000), claims(NOW + HOUR_MS), claims(NOW + HOUR_MS)]).toEqual([
    1, 0, 1, 0,
  ]);
});

test('a worker that is started again knows what was clicked meanwhile', () => {
  const folder = newFolder();
  const [first] = workers(1, folder);
  for (let at = 0; at < 100; at++) first?.claim(visitor(at), NOW, HOUR_MS);
  const [second] = workers(1, folder);
  expect(second?.size).toBe(100);
  expect(second?.claim(visitor(99), NOW, HOUR_MS)).toBe(false);
});

test('logs are sealed when they are long, only a few are kept, and nobody loses the thread', () => {
  const folder = newFolder();
  const all = Array.from({ length: 3 }, () => {
    const memory = new Visitors(4 * 1024 * 1024);
    return { memory, log: new VisitorLog(folder, memory, log, 1024) };
  });
  const sleeper = all.pop() ?? expect.fail();
  const claim = (one: typeof sleeper, at: number): boolean =>
    !one.memory.isRepeat(visitor(at), NOW, HOUR_MS) && one.log.claim(visitor(at), NOW, HOUR_MS);
  for (let at = 0; at < 2000; at++) {
    const first = all[at % 2] ?? expect.fail();
    const second = all[(at + 1) % 2] ?? expect.fail();
    expect([claim(first, at), claim(second, at)]).toEqual([true, false]);
  }
  expect(readdirSync(folder).length).toBeLessThanOrEqual(5);
  // it has missed what is not kept any more, but agrees with the others from now on
  expect(claim(sleeper, 1999)).toBe(false);
  expect([claim(sleeper, 5000), ...all.map((one) => claim(one, 5000))]).toEqual([true, false, false]);
});

test('zeros that a power failure left are passed over', () => {
  const folder = newFolder();
  const [first] = workers(1, folder);
  first?.claim(visitor(1), NOW, HOUR_MS);
  writeFileSync(join(folder, '1.log'), Buffer.alloc(160), { flag: 'a' });
  const [second] = workers(1, folder);
  expect([second?.claim(visitor(1), NOW, HOUR_MS), second?.claim(visitor(2), NOW, HOUR_MS)]).toEqual([false, true]);
});

test('where the log cannot be written, each goes by its own memory, and says so once', () => {
  const memory = new Visitors(1024 * 1024);
  const shared = memory.share(newFolder(), log);
  shared.close();
  rmSync(join(parent, String(folders)), { recursive: true });
  const before = logLines.length;
  expect([memory.claim(visitor(1), NOW, HOUR_MS), memory.claim(visitor(1), NOW, HOUR_MS)]).toEqual([true, false]);
  expect(memory.claim(visitor(2), NOW, HOUR_MS)).toBe(true);
  expect(logLines.length - before).toBe(1);
});
