import { expect, test } from 'vitest';
import { readRateLines } from './rate-lines.ts';

test('reads what was exported, with any separator, in any case', () => {
  const { rows, faults } = readRateLines(
    '\uFEFFFrom,To,Rate,From day (UTC)\r\n"eur","USD","1.0842","2026-03-31"\r\nGBP;USD;1.25;2026-04-01\n\nCHF\tUSD\t1.1\t2026-04-02\n',
  );
  expect(faults).toEqual([]);
  expect(rows).toEqual([
    { line: 2, base: 'EUR', quote: 'USD', from: '2026-03-31', rateMicros: 1_084_200n },
    { line: 3, base: 'GBP', quote: 'USD', from: '2026-04-01', rateMicros: 1_250_000n },
    { line: 5, base: 'CHF', quote: 'USD', from: '2026-04-02', rateMicros: 1_100_000n },
  ]);
});

test.each([
  ['EUR,USD,1.1', 'A line holds two currencies, a rate and a day: EUR,USD,1.0842,2026-03-31.'],
  ['EUR,USD,1.1,2026-01-01,more', 'A line holds two currencies, a rate and a day: EUR,USD,1.0842,2026-03-31.'],
  ['XXQ,USD,1.1,2026-01-01', 'A currency is an ISO code in use, such as USD.'],
  ['EUR,EUR,1.1,2026-01-01', 'The two currencies must differ.'],
  ['EUR,USD,0,2026-01-01', /more than zero/],
  ['EUR,USD,much,2026-01-01', /A rate is a number/],
  ['EUR,USD,1.1,2026-02-31', /A day looks like/],
  ['USD,GBP,0.8,2026-01-01', 'The same two currencies and day stand in line 1 already.'],
])('names the line that is wrong: %s', (text, message) => {
  const { faults } = readRateLines(`GBP,USD,1.25,2026-01-01\n${text}`);
  expect(faults).toEqual([
    { line: 2, message: typeof message === 'string' ? message : expect.stringMatching(message) },
  ]);
});

test('an empty file says so', () => {
  expect(readRateLines('\n\n').faults).toEqual([{ line: 1, message: 'There are no rates in this file.' }]);
});
