import { describe, expect, test } from 'vitest';
import { formatMoney, parseMoney } from './money.ts';

/** small and seeded, so that a failure repeats */
function* amounts(count: number): Generator<bigint> {
  let state = 42n;
  for (let n = 0; n < count; n++) {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    // of every magnitude, on both sides of zero
    const micros = (state >> 5n) % 10n ** BigInt(1 + (n % 18));
    yield n % 2 === 0 ? micros : -micros;
  }
}

describe('money', () => {
  test('20,000 amounts of every magnitude survive text and back', () => {
    for (const micros of amounts(20_000)) expect(parseMoney(formatMoney(micros))).toBe(micros);
  });

  test('its text is the shortest decimal: no exponent, no trailing zero, no negative zero', () => {
    for (const micros of amounts(2_000))
      expect(formatMoney(micros)).toMatch(/^(0|-?(0\.\d{0,5}[1-9]|[1-9]\d*(\.\d{0,5}[1-9])?))$/);
    expect(formatMoney(12_500_000n)).toBe('12.5');
    expect(formatMoney(1n)).toBe('0.000001');
    expect(formatMoney(-1n)).toBe('-0.000001');
    expect(formatMoney(0n)).toBe('0');
    expect(formatMoney(parseMoney('-0') ?? 1n)).toBe('0');
  });

  test.each([
    ['0', 0n],
    ['12.5', 12_500_000n],
    ['12.500000', 12_500_000n],
    ['007', 7_000_000n],
    [' 3 ', 3_000_000n],
    ['-0.25', -250_000n],
    ['999999999999.999999', 999_999_999_999_999_999n],
  ])('%j is an amount', (text, micros) => expect(parseMoney(text)).toBe(micros));

  test.each([
    '0.0000001',
    '1.1234567',
    '1.0000000',
    '',
    ' ',
    '.',
    '.5',
    '5.',
    '+5',
    '--5',
    '1e3',
    '0x10',
    '1,5',
    '1 000',
    '1_000',
    'NaN',
    'Infinity',
    '١٢',
    '1000000000000',
    '12\n34',
    '$5',
  ])('%j is refused, never rounded', (text) => expect(parseMoney(text)).toBeNull());

  test('a JSON number is read as its shortest decimal text', () => {
    expect(parseMoney(String(0.1 + 0.2))).toBeNull();
    expect(parseMoney(String(0.3))).toBe(300_000n);
    expect(parseMoney(String(1e-7))).toBeNull();
  });
});
