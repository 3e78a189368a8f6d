import { expect, test } from 'vitest';
import { newPersonFields } from './signup.ts';

test.each([
  ['b\r\nBcc: x@y', 'b Bcc: x@y'],
  ['  Ana\u0000\u0085 María\u2028', 'Ana María'],
  ['Zoë', 'Zoë'],
])('a name is one line: %j', (given, kept) => {
  expect(newPersonFields.first_name.parse(given)).toBe(kept);
});

test('and more than nothing', () => {
  expect(newPersonFields.last_name.safeParse(' \r\n\t').success).toBe(false);
});
