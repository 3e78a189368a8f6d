import { expect, test } from 'vitest';
import { sumsOf } from './sum-of-rows.tsx';

test('rows add up to the last micro-unit, each currency for itself', () => {
  const rows = [
    { currency: 'USD', amount: '0.1' },
    { currency: 'EUR', amount: '9007199254.740993' },
    { currency: 'USD', amount: '0.2' },
    { currency: 'EUR', amount: '-0.000001' },
  ];
  expect(sumsOf(rows)).toEqual([
    { currency: 'USD', amount: '0.3' },
    { currency: 'EUR', amount: '9007199254.740992' },
  ]);
});
