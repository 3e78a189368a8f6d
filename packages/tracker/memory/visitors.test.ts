import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Visitors, visitorKey } from './visitors.ts';

const NOW = 1_794_830_400_000;
const keyOf = (at: number) => visitorKey(1, 10, 2, [0, 0, 0xffff, at], 7);

test('a million visitors are told apart', () => {
  const visitors = new Visitors(256 * 1024 * 1024);
  let repeats = 0;
  for (let at = 0; at < 1_000_000; at++) {
    if (visitors.isRepeat(keyOf(at), NOW, 1000)) repeats++;
    visitors.claim(keyOf(at), NOW, 1000);
  }
  expect(repeats).toBe(0);
  for (let at = 0; at < 1_000_000; at += 999) expect(visitors.isRepeat(keyOf(at), NOW, 1000)).toBe(true);
});

test('memory is bounded; the oldest are forgotten first', () => {
  const visitors = new Visitors(1024 * 1024);
  for (let at = 0; at < 500_000; at++) visitors.claim(keyOf(at), NOW, 1000);
  expect(visitors.size).toBeLessThan(90_000);
  expect(visitors.isRepeat(keyOf(499_999), NOW, 1000)).toBe(true);
  expect(visitors.isRepeat(keyOf(480_000), NOW, 1000)).toBe(true);
  expect(visitors.isRepeat(keyOf(0), NOW, 1000)).toBe(false);
});

test('what was saved is known after a restart; a damaged file is as good as none', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'visitors-')), 'visitors.bin');
  const before = new Visitors(1024 * 1024);
  for (let at = 0; at < 100; at++) before.claim(keyOf(at), NOW, 1000);
  await before.save(file);
  const after = new Visitors(1024 * 1024);
  expect(after.load(file)).toBe(true);
  expect(after.isRepeat(keyOf(99), NOW, 1000)).toBe(true);
  expect(after.isRepeat(keyOf(100), NOW, 1000)).toBe(false);
  writeFileSync(file, 'x'.repeat(100));
  expect(new Visitors(1024 * 1024).load(file)).toBe(false);
});
