import { expect, test } from 'vitest';
import { type Course, endOfDay, endOfMonth, endsOf, leftOf, restsOf } from './forecast.ts';

const week = Array.from({ length: 14 }, (_, at) => ({ total: 1000, soFar: 400, weekday: at % 7 }));

test('a day like all the others ends like them, with hardly any doubt', () => {
  const end = endOfDay(400, week);
  expect(end).toEqual({ value: 1000, low: 1000, high: 1000 });
});

test('a day that began twice as strong ends about twice as high', () => {
  const end = endOfDay(800, week);
  expect(end?.value).toBeGreaterThan(1900);
  expect(end?.value).toBeLessThanOrEqual(2000);
});

test('the band holds four of five past days', () => {
  const uneven = week.map((day, at) => ({ ...day, total: 900 + 20 * at }));
  const end = endOfDay(400, uneven);
  const held = uneven.filter(({ total }) => total >= (end?.low ?? 0) && total <= (end?.high ?? 0));
  expect(held.length / uneven.length).toBeGreaterThanOrEqual(0.7);
  expect(held.length / uneven.length).toBeLessThanOrEqual(0.9);
});

test('below a week of history nothing is projected', () => {
  expect(endOfDay(400, week.slice(0, 6))).toBeNull();
});

test('the month goes on with its weekdays', () => {
  const weekend = week.map((day) => ({ ...day, total: day.weekday === 0 || day.weekday === 6 ? 200 : 1000 }));
  const end = { value: 1000, low: 1000, high: 1000 };
  const month = endOfMonth(5400, { soFar: 400, end }, weekend, [6, 0, 1]);
  expect(month.value).toBe(5400 + 600 + 200 + 200 + 1000);
  expect(month.low).toBeGreaterThanOrEqual(5400);
  expect(month.high).toBeGreaterThan(month.value);
});

const course = (soFar: number, monthSoFar: number, days: Course['days']): Course => ({
  soFar,
  monthSoFar,
  days,
  rests: restsOf(soFar, days),
});
const none = course(0, 0, week);

test.each([
  // what the day stands at, and each past day's whole and its part so far: revenue, payout
  ['a day on which more is paid than earned', [8.123, 15.576], [100.014, 30.333], [75.049, 22.777]],
  ['a day like the others', [30.333, 22.777], [100.014, 30.333], [75.049, 22.777]],
  ['a day without a conversion', [0, 0], [100.014, 30.333], [75.049, 22.777]],
  ['days on which more is paid than earned', [10, 20], [100.005, 10], [200.015, 20]],
] as const)(
  '%s: the profit is the revenue less the payout, in every column, and lies in its band',
  (_what, now, earned, paid) => {
    const past = ([total, soFar]: readonly [number, number]) => week.map((day) => ({ ...day, total, soFar }));
    const [revenue, payout] = [course(now[0], 500, past(earned)), course(now[1], 700, past(paid))];
    const profit = leftOf(revenue, payout);
    const ends = endsOf({ conversions: none, impressions: none, clicks: none, revenue, payout, profit }, [1, 2, 3]);
    expect([profit.soFar, profit.monthSoFar]).toEqual([now[0] - now[1], -200]);
    for (const end of ['end_of_day', 'end_of_month'] as const) {
      const cents = (metric: 'revenue' | 'payout' | 'profit') => Math.round(Number(ends[metric][end]?.value) * 100);
      expect(cents('profit')).toBe(cents('revenue') - cents('payout'));
      const { value, low, high } = ends.profit[end] ?? { value: 0, low: 1, high: 0 };
      expect(Number(low)).toBeLessThanOrEqual(Number(value));
      expect(Number(high)).toBeGreaterThanOrEqual(Number(value));
    }
  },
);
