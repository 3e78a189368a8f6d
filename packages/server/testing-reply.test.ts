import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkReply } from './testing-reply.ts';

const reply = z.object({
  id: z.string(),
  note: z.string().nullable(),
  rows: z.array(z.object({ at: z.number().int(), tags: z.record(z.string(), z.string()) })),
});
const checked = (body: unknown, wire: 'json' | 'table' = 'json') => {
  checkReply({ method: 'GET', path: '/api/things', wire, reply }, body);
  return 'as declared';
};
const whole = { id: 'a', note: null, rows: [{ at: 1, tags: { any: 'name' } }] };

test('a reply that is what it declares passes; a file has no schema', () => {
  expect(checked(whole)).toBe('as declared');
  expect(checked('id,note\n', 'table')).toBe('as declared');
});

describe('a fault is named by its place', () => {
  test.each([
    ['a key that is missing', { id: 'a', rows: [] }, /note/],
    ['a value of another type', { ...whole, rows: [{ at: '1', tags: {} }] }, /rows\[0\]\.at/],
    ['a key that nobody declared', { ...whole, secret: 'x' }, /more than it declares:\nsecret$/],
    [
      'one of a row',
      { ...whole, rows: [{ at: 1, tags: {}, payout: '3' }] },
      /more than it declares:\nrows\.0\.payout$/,
    ],
    ['no object at all', 'Not found', /GET \/api\/things/],
  ])('%s', (_, body, sentence) => {
    expect(() => checked(body)).toThrow(sentence);
  });
});
