import { expect, test } from 'vitest';
import { markOfPayout, markOfRevenue } from './marked-amount.tsx';

test.each([
  ['approved', '10.00', '7.50', undefined, undefined],
  ['approved', '10.00', '10.00', undefined, undefined],
  ['approved', '10.00', '10.000001', undefined, 'loss'],
  ['pending', '0', '0.5', undefined, 'loss'],
  ['approved', '99999999999.000001', '99999999999.000002', undefined, 'loss'],
  ['approved', null, null, undefined, undefined],
  ['rejected', '10.00', '7.50', 'rejected', 'rejected'],
  // it costs nothing any more
  ['rejected', '1.00', '7.50', 'rejected', 'rejected'],
] as const)('%s, revenue %s, payout %s', (status, revenue, payout, ofRevenue, ofPayout) => {
  expect(markOfRevenue({ status })).toBe(ofRevenue);
  expect(markOfPayout({ status, revenue, payout })).toBe(ofPayout);
});
