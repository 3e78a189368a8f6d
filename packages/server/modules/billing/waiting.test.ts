import { expect, test } from 'vitest';
import { goneOf, waitingOf, withheldOf } from './waiting.ts';

const document = {
  currency: 'EUR',
  net_micros: '100000000',
  total_micros: '119000000',
  settled_micros: '0',
  waiting_micros: null as string | null,
  gone_micros: '0',
  is_disputed: false,
};

test.each([
  ['nothing is asked about', {}, 0n],
  ['an entry, with its VAT', { waiting_micros: '10000000' }, 11_900_000n],
  ['never less than it is: up to the cent', { waiting_micros: '10001' }, 20_000n],
  ['nor less by a part of a micro-unit', { waiting_micros: '8404' }, 20_000n],
  ['without decimals', { currency: 'JPY', waiting_micros: '10000001' }, 12_000_000n],
  ['no more than is left', { waiting_micros: '90000000', settled_micros: '100000000' }, 19_000_000n],
  ['more than the document comes to, as something else was taken off', { waiting_micros: '150000000' }, 119_000_000n],
  ['all of it', { is_disputed: true, settled_micros: '19000000' }, 100_000_000n],
])('what waits: %s', (_name, more, waits) => expect(waitingOf({ ...document, ...more })).toBe(waits));

test.each([
  ['nothing', {}, 0n],
  ['with its VAT', { waiting_micros: '30000000', gone_micros: '10000000' }, 11_900_000n],
  ['all is asked about', { is_disputed: true, gone_micros: '10000000' }, 0n],
])('of it, what no longer stands: %s', (_name, more, gone) => expect(goneOf({ ...document, ...more })).toBe(gone));

test.each([
  ['all at once', {}, 119_000_000n, 15_000_000n],
  ['a part takes its share', {}, 59_500_000n, 7_500_000n],
  ['to the cent', {}, 39_670_000n, 5_000_000n],
  [
    'the last part takes the rest',
    { settled_micros: '39670000', withheld_before: '5000000' },
    79_330_000n,
    10_000_000n,
  ],
  [
    'a part that came back takes along what it had taken',
    { settled_micros: '79330000', withheld_before: '10000000' },
    39_670_000n,
    5_000_000n,
  ],
  [
    'what was taken whole before is not taken again',
    { settled_micros: '59500000', withheld_before: '15000000' },
    20_000_000n,
    0n,
  ],
])('what is withheld: %s', (_name, more, gross, withheld) =>
  expect(withheldOf({ ...document, withheld_micros: '15000000', withheld_before: '0', ...more }, gross)).toBe(withheld),
);
