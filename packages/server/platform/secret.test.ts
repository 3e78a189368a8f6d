import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hashSecret, isId, newId, newSecret } from './ids.ts';
import { loadSecret, secretFrom } from './secret.ts';
import { temporaryFolder } from './testing.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const file = path.join(folder.path, 'data', 'secret.key');
const load = (given?: string) => loadSecret(path.join(folder.path, 'data'), given).derive('x').toString('hex');

describe('the installation’s secret', () => {
  test('is made at the first start, for its owner’s eyes only, and kept', () => {
    const first = load();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}$/);
    expect(load()).toBe(first);
  });

  test('is closed again where its file was left open', () => {
    chmodSync(file, 0o644);
    load();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('of a damaged file stops the start with a sentence, and the file stays as it is', () => {
    const kept = readFileSync(file, 'utf8');
    for (const damage of ['', 'not hex', kept.slice(0, 40), `${kept}00`]) {
      writeFileSync(file, damage);
      expect(() => load()).toThrow(/is damaged: it must hold 64 hexadecimal digits\.$/);
      expect(readFileSync(file, 'utf8')).toBe(damage);
    }
    writeFileSync(file, `${kept}\n`);
    expect(load()).toMatch(/^[0-9a-f]{64}$/);
  });

  test('given by a setting wins over the file', () => {
    expect(load('ab'.repeat(32))).toBe(secretFrom('ab'.repeat(32)).derive('x').toString('hex'));
  });

  test('gives each purpose a key of its own', () => {
    const secret = secretFrom('ab'.repeat(32));
    expect(new Set(['a', 'b', 'c'].map((purpose) => secret.derive(purpose).toString('hex'))).size).toBe(3);
    expect(secret.derive('a')).toEqual(secret.derive('a'));
    expect(secret.derive('a')).toHaveLength(32);
  });
});

describe('ids', () => {
  test('are UUIDv7: they sort by the time they were made, and none repeats', () => {
    const ids = Array.from({ length: 5_000 }, (_, n) => newId(1_700_000_000_000 + n));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids.slice(0, 100)) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(isId(id)).toBe(true);
    }
    expect(Number.parseInt(newId(1_700_000_000_123).replace('-', '').slice(0, 12), 16)).toBe(1_700_000_000_123);
  });

  test.each(['', 'x', '1', `${newId()}0`, newId().toUpperCase(), ` ${newId()}`, `${newId()}\n`])('%j is none', (text) =>
    expect(isId(text)).toBe(false),
  );

  test('secrets are 256 bits of chance, and what is stored does not give them back', () => {
    const secrets = Array.from({ length: 1_000 }, newSecret);
    expect(new Set(secrets).size).toBe(1_000);
    for (const secret of secrets.slice(0, 50)) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(hashSecret('a')).toHaveLength(32);
    expect(hashSecret('a')).not.toEqual(hashSecret('b'));
  });
});
