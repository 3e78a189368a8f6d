import { expect, test } from 'vitest';
import { z } from 'zod';
import './plain-words.ts';

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test.each([
  [z.object({ first_name: z.string() }), {}, 'First name is required.'],
  [z.object({ first_name: z.string() }), { first_name: null }, 'First name is required.'],
  [z.object({ data: z.object({ email: z.email() }) }), { data: { email: 'x' } }, 'Email must be an e-mail address.'],
  [
    z.object({ rules: z.array(z.object({ valid_from: z.string() })) }),
    { rules: [{ valid_from: 4 }] },
    'Rules, row 1, valid from must be text.',
  ],
  [z.object({ title: z.string().min(1) }), { title: '' }, 'Title is required.'],
  [z.object({ title: z.string().min(3) }), { title: 'a' }, 'Title must have at least 3 characters.'],
  [z.object({ title: z.string().max(1) }), { title: 'ab' }, 'Title may have at most 1 character.'],
  [z.object({ tags: z.array(z.string()).max(2) }), { tags: ['a', 'b', 'c'] }, 'Tags may have at most 2 entries.'],
  [z.object({ hour: z.number().max(23) }), { hour: 24 }, 'Hour must be at most 23.'],
  [z.object({ price: z.number().positive() }), { price: 0 }, 'Price must be more than 0.'],
  [z.object({ hour: z.number().int() }), { hour: 1.5 }, 'Hour must be a whole number.'],
  [z.object({ status: z.enum(['active', 'paused']) }), { status: 'gone' }, 'Status must be one of: active, paused.'],
  [z.strictObject({ a: z.string() }), { a: 'x', b: 1 }, 'The request has fields that are not known here: b.'],
  [z.string(), 5, 'The request must be text.'],
  [z.object({ pay: z.union([z.string(), z.number()]) }), { pay: [] }, 'Pay is not what it should be.'],
  [z.object({ hidePayout: z.boolean() }), { hidePayout: 'yes' }, 'Hide payout must be yes or no (true or false).'],
])('%#: a field without a sentence of its own says %j in plain words', (schema, value, sentence) => {
  expect(said(schema, value)).toBe(sentence);
});

test('a schema’s own sentence stands', () => {
  expect(said(z.object({ a: z.string({ error: 'Email is required' }) }), {})).toBe('Email is required');
});
