// Sequences of looks, worked out by hand: f failed, o went well; what was news, and how it stands in the end.
import { expect, test } from 'vitest';
import { judgeTarget, type Standing } from './judge-target.ts';

const cases: [
  string,
  { fail_after: number; recover_after: number; action: 'warn' | 'pause' },
  string,
  Standing['state'],
][] = [
  ['o o o', { fail_after: 3, recover_after: 2, action: 'warn' }, '- - -', 'ok'],
  ['f f o f f', { fail_after: 3, recover_after: 2, action: 'warn' }, '- - - - -', 'ok'],
  ['f f f f o o', { fail_after: 3, recover_after: 2, action: 'warn' }, '- - failing - - recovered', 'ok'],
  ['f f f o f o o', { fail_after: 3, recover_after: 2, action: 'warn' }, '- - failing - - - recovered', 'ok'],
  ['f o f o', { fail_after: 1, recover_after: 1, action: 'pause' }, 'pause recovered pause recovered', 'ok'],
  ['f f', { fail_after: 2, recover_after: 10, action: 'pause' }, '- pause', 'failing'],
  ['o f f f o f', { fail_after: 2, recover_after: 3, action: 'warn' }, '- - failing - - -', 'failing'],
];

test.each(cases)('%s', (looks, rule, news, state) => {
  let standing: Standing = { state: 'waiting', failures: 0, successes: 0 };
  const told = looks.split(' ').map((look) => {
    const judged = judgeTarget(standing, rule, look === 'o');
    standing = judged;
    return judged.news ?? '-';
  });
  expect([told.join(' '), standing.state]).toEqual([news, state]);
});
