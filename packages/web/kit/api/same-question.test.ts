import { describe, expect, it } from 'vitest';
import { keepSameQuestion } from './same-question.ts';

const key = (filters: object, page: number) => ['offers', 'token', filters, { page }];
const kept = (before: readonly unknown[] | undefined, now: readonly unknown[]) =>
  keepSameQuestion(now).placeholderData('old rows', before && { queryKey: before });

describe('rows that stand while the next ones are on their way', () => {
  it.each([
    ['another page', key({ q: 'a' }, 1), key({ q: 'a' }, 2), 'old rows'],
    ['another search', key({ q: 'a' }, 1), key({ q: 'b' }, 1), undefined],
    ['a filter more', key({ q: 'a' }, 1), key({ q: 'a', status: 'paused' }, 1), undefined],
    ['another list', ['logs', 'token', {}, {}], ['offers', 'token', {}, {}], undefined],
    ['another person', ['offers', 'one', {}, {}], ['offers', 'other', {}, {}], undefined],
    ['nothing before', undefined, key({}, 1), undefined],
  ])('%s', (_what, before, now, expected) => {
    expect(kept(before, now)).toBe(expected);
  });
});
