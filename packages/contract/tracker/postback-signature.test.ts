import { expect, test } from 'vitest';
import { signedSeconds } from './postback-signature.ts';

test.each([
  ['1794800000', 1_794_800_000],
  ['0', 0],
  ['0x6afae100', Number.NaN],
  ['0b1', Number.NaN],
  ['1e9', Number.NaN],
  ['1794800000.5', Number.NaN],
  ['-1794800000', Number.NaN],
  ['+1794800000', Number.NaN],
  [' 1794800000', Number.NaN],
  ['', Number.NaN],
  ['17948000001794800000', Number.NaN],
])('the moment of a signature, "%s", is read as %d: digits alone', (text, seconds) => {
  expect(signedSeconds(text)).toBe(seconds);
});
