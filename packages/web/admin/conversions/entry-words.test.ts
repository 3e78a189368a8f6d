import { expect, test } from 'vitest';
import { entryWords } from './entry-words.ts';

const revenue = (phase: 'pending' | 'post' | 'void' | 'direct') => ({ leg: 'revenue', phase }) as const;
const payout = (phase: 'pending' | 'post' | 'void' | 'direct') => ({ leg: 'payout', phase }) as const;
const wordsOf = (entries: Parameters<typeof entryWords>[0]) => entries.map((_, index) => entryWords(entries, index));

test('the first entry of each leg books it; only what comes later corrects', () => {
  expect(wordsOf([revenue('direct'), payout('direct'), revenue('direct'), payout('direct')])).toEqual([
    'booked',
    'booked',
    'correction',
    'correction',
  ]);
});

test('what was pending is posted or voided, and then corrected', () => {
  expect(wordsOf([payout('pending'), payout('post'), payout('direct')])).toEqual(['pending', 'posted', 'correction']);
  expect(wordsOf([payout('pending'), payout('void')])).toEqual(['pending', 'voided']);
});
