import { expect, test } from 'vitest';
import { rateRoutes } from './rates.ts';

const complaint = (rate: string) =>
  rateRoutes.setExchangeRate.body.safeParse({ base: 'EUR', quote: 'USD', rate, from: '2026-01-01' }).error?.issues[0]
    ?.message;

test.each(['1,10', 'abc', '', '1.0000001'])('“%s” is told how a rate is written, not that it is too small', (rate) => {
  expect(complaint(rate)).toMatch(/^A rate is a number with a point and at most six decimals, such as 1\.0842\./);
});
test.each(['0', '-1', '0.000000'])('%s is not more than zero', (rate) => {
  expect(complaint(rate)).toMatch(/^The rate must be more than zero/);
});
test('1.0842 is taken', () => expect(complaint('1.0842')).toBeUndefined());
