import { expect, test } from 'vitest';
import { cleanText, positiveInt, Query, splitTarget } from './query.ts';

test.each([
  ['a=1&b=2', 'b', '2'],
  ['a=1&a=2', 'a', '1'],
  ['a=x%20y+z', 'a', 'x y z'],
  ['a=%E2%82%B9', 'a', '₹'],
  ['a=%zz', 'a', '%zz'],
  ['a=%ff', 'a', '%ff'],
  ['a', 'a', ''],
  ['=1&a=2', 'a', '2'],
  ['a=b=c', 'a', 'b=c'],
  ['&&a=1&&', 'a', '1'],
  ['a=%0d%0aSet-Cookie:x%00%7f', 'a', 'Set-Cookie:x'],
  ['a=%E2%80%A8x', 'a', 'x'],
  ['__proto__=1', '__proto__', '1'],
  ['a=1', 'constructor', ''],
])('%s: %s is %j', (text, name, expected) => {
  expect(new Query(text).get(name)).toBe(expected);
});

test('a value is at most 255 bytes, cut between characters', () => {
  expect(new Query(`a=${'x'.repeat(9999)}`).get('a')).toHaveLength(255);
  const rupees = new Query(`a=${'₹'.repeat(200)}`).get('a');
  expect(Buffer.byteLength(rupees)).toBeLessThanOrEqual(255);
  expect(rupees).toMatch(/^₹+$/);
  expect(encodeURIComponent(cleanText('😀'.repeat(100), 255))).toMatch(/^(%F0%9F%98%80)+(%EF%BF%BD)?$/);
});

test('at most 64 pairs are read', () => {
  const text = Array.from({ length: 5000 }, (_, at) => `k${at}=1`).join('&');
  expect(new Query(text).names).toHaveLength(64);
});

test.each([
  ['12', 12],
  ['2147483647', 2147483647],
  ['2147483648', 0],
  ['0', 0],
  ['-1', 0],
  ['1e3', 0],
  ['', 0],
  ['99999999999', 0],
])('the number in %j is %d', (text, expected) => {
  expect(positiveInt(text)).toBe(expected);
});

test('only origin-form targets are read', () => {
  expect(splitTarget('/click?a=?b')).toEqual({ path: '/click', query: 'a=?b' });
  expect(splitTarget('http://evil.example/click')).toBeNull();
  expect(splitTarget('*')).toBeNull();
  expect(splitTarget('')).toBeNull();
});
