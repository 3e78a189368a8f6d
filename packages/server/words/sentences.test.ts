import { languages } from '@tributary/contract/accounts/profile';
import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import { inWords, languageOf, StoredSentence, sentence } from './sentences.ts';

const valuesIn = (text: string | undefined) => [...new Set(text?.match(/\{\{\w+\}\}/g))].sort();
const stemOf = (key: string) => key.replace(/_(one|many|other)$/, '');

test.each(Object.entries({ es, hi }))('%s has the same keys and the same values as English', (language, words) => {
  const isAdded = (key: string) => language === 'es' && key.endsWith('_many') && `${stemOf(key)}_other` in en;
  expect(Object.keys(words).filter((key) => !isAdded(key))).toEqual(Object.keys(en));
  const english = new Map(Object.entries(en));
  for (const [key, text] of Object.entries(words)) {
    const said = english.get(key) ?? english.get(`${stemOf(key)}_other`);
    expect(valuesIn(text), key).toEqual(valuesIn(said));
    expect(text, key).not.toBe('');
  }
});

test('a count chooses the form, in each language; a value that is a sentence is said in the same', () => {
  const waiting = (count: number) =>
    languages.map((language) => inWords(language, sentence('requests.waiting', { count })));
  expect(waiting(1).map((text) => text.slice(0, 16))).toEqual([
    'One conversion w',
    'एक कन्वर्ज़न आपक',
    'Una conversión e',
  ]);
  expect(waiting(2)[0]).toMatch(/^2 conversions wait/);
  expect(waiting(1_000_000)[2]).toMatch(/^1000000 de conversiones/);
  const answer = sentence('line.last-answer', { answer: sentence('line.no-answer') });
  expect(inWords('es', answer)).toBe('La última respuesta: ninguna');
});

test('what stands in a value is never taken for a sentence or a value', () => {
  const traffic = '{{offer}} $t(action.look) {{count}}';
  expect(inWords('en', sentence('line.traffic', { traffic }))).toBe(`Traffic: ${traffic}`);
});

test('a sentence is read as it was stored; one that is not known is none', () => {
  const cap = sentence('cap.reached', {
    period: sentence('cap.period.day'),
    amount: '5',
    metric: 'x',
    offer: 'y',
    number: 7,
  });
  expect(StoredSentence.parse(JSON.parse(JSON.stringify(cap)))).toEqual(cap);
  for (const other of [
    null,
    'text',
    { key: 'gone', values: {} },
    { key: 'cap.reached' },
    { key: 'toString', values: {} },
  ]) {
    expect(StoredSentence.safeParse(other).success).toBe(false);
  }
});

test('who has chosen nothing that we know reads English', () => {
  expect([languageOf('hi'), languageOf('xx'), languageOf(null), languageOf(undefined)]).toEqual([
    'hi',
    'en',
    'en',
    'en',
  ]);
});

test.each(Object.entries({ en, es, hi }))(
  '%s: no two mails have one name, which is their subject',
  (_language, words) => {
    const subjects = Object.entries(words).filter(([key]) => /^mail\..+\.subject$/.test(key));
    expect(subjects.length).toBeGreaterThan(30);
    const names = subjects.map(([, text]) => text);
    expect(subjects.filter(([, text], at) => names.indexOf(text) !== at)).toEqual([]);
  },
);
