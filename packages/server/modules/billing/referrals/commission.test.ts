import { expect, test } from 'vitest';
import { commissionsFor, type Earned, type Terms } from './commission.ts';

const terms: Terms = { basis: 'payout', ratePpm: 50_000, flat: 0n, currency: 'USD', threshold: 0n };
const earned: Earned[] = [
  { month: '2026-01', currency: 'USD', payout: 40_000_000n, revenue: 100_000_000n },
  { month: '2026-02', currency: 'EUR', payout: 10_000_000n, revenue: 30_000_019n },
];
/** a euro is two dollars */
const turn = (amount: bigint, currency: string) => (currency === 'EUR' ? amount * 2n : amount);
const due = (change: Partial<Terms>, of = earned) =>
  commissionsFor({ ...terms, ...change }, of, turn).map(({ month, currency, base, amount }) => [
    ...[month, currency, base, amount],
  ]);

test.each([
  [
    'payout',
    [
      ['2026-01', 'USD', 40_000_000n, 2_000_000n],
      ['2026-02', 'EUR', 10_000_000n, 500_000n],
    ],
  ],
  [
    'revenue',
    [
      ['2026-01', 'USD', 100_000_000n, 5_000_000n],
      // cut, not rounded
      ['2026-02', 'EUR', 30_000_019n, 1_500_000n],
    ],
  ],
  [
    'profit',
    [
      ['2026-01', 'USD', 60_000_000n, 3_000_000n],
      ['2026-02', 'EUR', 20_000_019n, 1_000_000n],
    ],
  ],
] as const)('a share of the %s', (basis, expected) => expect(due({ basis })).toEqual(expected));

test('a flat sum is earned once, in the month that reaches the threshold', () => {
  const flat = { basis: 'flat', flat: 25_000_000n } as const;
  expect(due(flat)).toEqual([['2026-01', 'USD', 60_000_000n, 25_000_000n]]);
  expect(due({ ...flat, threshold: 60_000_000n })).toEqual([['2026-02', 'USD', 60_000_000n, 25_000_000n]]);
  expect(due({ ...flat, threshold: 60_000_001n })).toEqual([]);
  expect(due(flat, [])).toEqual([]);
});

test('nothing is earned by a loss, and what is lost again is due no more', () => {
  const lost = { month: '2026-01', currency: 'USD', payout: 10_000_000n, revenue: 4_000_000n };
  expect(due({ basis: 'profit' }, [lost])).toEqual([]);
  const back = { ...lost, month: '2026-02', payout: -3_000_000n };
  expect(due({ threshold: 8_000_000n }, [lost, back])).toEqual([]);
  expect(due({ threshold: 7_000_000n }, [lost, back])).toEqual([['2026-01', 'USD', 10_000_000n, 500_000n]]);
});
