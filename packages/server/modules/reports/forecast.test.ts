import { expect, test } from 'vitest';
import { endOfDay, endOfMonth } from './forecast.ts';

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
