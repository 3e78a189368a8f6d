import { expect, it } from 'vitest';
import { termOf } from './term.ts';

const now = Date.UTC(2026, 10, 15) / 1000;
const day = 86_400;

it.each([
  ['Trial, 3 days left', { plan_kind: 'trial', plan_ends_at: now + 2.5 * day, days_left: 3 }],
  ['Trial, 1 day left', { plan_kind: 'trial', plan_ends_at: now + 60, days_left: 1 }],
  ['Trial ended Nov 10, 2026', { plan_kind: 'trial', plan_ends_at: now - 4.5 * day, days_left: 0 }],
  ['Paid until Dec 1, 2026', { plan_kind: 'paid', plan_ends_at: now + 16.5 * day, days_left: null }],
  ['Plan ended Nov 10, 2026', { plan_kind: 'paid', plan_ends_at: now - 4.5 * day, days_left: null }],
  ['Paid, no end', { plan_kind: 'paid', plan_ends_at: null, days_left: null }],
] as const)('%s', (words, term) => {
  expect(termOf(term, now)).toBe(words);
});
