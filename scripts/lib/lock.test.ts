import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tryLock, withLock } from './lock.mjs';
import { identityOf } from './processes.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tributary-lock-'));
const file = path.join(folder, 'work.lock');
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('two holders never overlap', async () => {
  const events: string[] = [];
  const work = (name: string) =>
    withLock(file, async () => {
      events.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      events.push(`${name} out`);
    });
  await Promise.all([work('a'), work('b')]);
  expect(events).toEqual(['a in', 'a out', 'b in', 'b out']);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('a live owner is named', () => {
  fs.writeFileSync(file, identityOf(process.ppid));
  expect(tryLock(file)).toEqual({ ownerPid: process.ppid });
  fs.rmSync(file);
});

test.each([
  ['gone', '999999999 1'],
  ['another process by now, with the same pid', `${process.pid} 1`],
])('a lock whose owner is %s is taken over', (_, owner) => {
  fs.writeFileSync(file, owner);
  const lock = tryLock(file);
  expect(fs.readFileSync(file, 'utf8')).toBe(identityOf(process.pid));
  if ('release' in lock) lock.release();
  expect(fs.existsSync(file)).toBe(false);
});
