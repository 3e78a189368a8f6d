// Distances worked out by hand, and by a slow model on random words.
import { expect, test } from 'vitest';
import { editsBetween, nearTokens } from './near-misses.ts';

test.each([
  ['sale', 'sale', 0],
  ['sale', 'sales', 1],
  ['sale', 'slae', 1],
  ['sale', 'sael', 1],
  ['sale', 'as le', 2],
  ['sale', 'a le x', 3],
  ['', 'ab', 2],
  ['install', 'instal', 1],
  ['install', 'intsal', 2],
  ['lead', 'deposit', 3],
])('%s and %s are %i apart', (a, b, edits) => {
  expect(editsBetween(a, b)).toBe(edits);
  expect(editsBetween(b, a)).toBe(edits);
});

/** every word that one edit makes of another; what two make is what one makes of those */
const alphabet = ['a', 'b'];
function oneEdit(word: string): Set<string> {
  const made = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    for (const letter of alphabet) made.add(word.slice(0, at) + letter + word.slice(at));
    if (at === word.length) continue;
    made.add(word.slice(0, at) + word.slice(at + 1));
    for (const letter of alphabet) made.add(word.slice(0, at) + letter + word.slice(at + 1));
    if (at + 1 < word.length) made.add(word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
  }
  return made;
}

test('words that one edit makes are one apart, on every word of up to four letters', () => {
  const words = ['', ...alphabet];
  for (let at = 1; words[at] !== undefined && (words[at]?.length ?? 0) < 4; at++) {
    for (const letter of alphabet) words.push(`${words[at]}${letter}`);
  }
  for (const word of words) {
    const near = oneEdit(word);
    for (const another of words) {
      const isOne = near.has(another) && another !== word;
      expect(editsBetween(word, another) === 1, `${word} ${another}`).toBe(isOne);
    }
  }
});

test.each([
  ['First Sale', ['first_sale', 'sale'], ['first_sale']],
  ['FIRST-SALE', ['first_sale', 'firstsale'], ['first_sale', 'firstsale']],
  ['frist_sale', ['first_sale', 'lead'], ['first_sale']],
  ['salee', ['sale', 'sales'], ['sale', 'sales']],
  ['ftd', ['ftb', 'ftd2'], ['ftd2']],
  ['abc', ['abd'], []],
  ['checkout', ['lead', 'sale'], []],
  ['', ['', 'sale'], []],
  ['x', [''], []],
])('%j of %j may mean %j', (word, tokens, near) => {
  expect(nearTokens(word, tokens).sort()).toEqual(near);
});
