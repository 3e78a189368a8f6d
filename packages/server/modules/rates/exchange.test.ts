import { expect, test } from 'vitest';
import { crossOn, type QuotedRate, rateText } from './exchange.ts';

const quoted = (base: string, quote: string, rate: string, from = '2026-01-01'): QuotedRate => ({
  base,
  quote,
  from,
  rateMicros: BigInt(Math.round(Number(rate) * 1_000_000)),
});
const DAY = '2026-03-01';

test('two currencies that are quoted against a third alone are turned through it, rounded once', () => {
  // 83 rupees a dollar stands in every workspace
  const rates = [quoted('EUR', 'USD', '1.08')];
  const toEuro = crossOn(rates, { from: 'INR', to: 'EUR', via: 'USD' }, DAY);
  expect(toEuro?.via).toBe('USD');
  // 1 / 83 / 1.08
  expect(rateText(toEuro?.rate ?? 0n)).toBe('0.011155734047');
  // 1290 / 89.64 = 14.39089692…
  expect(toEuro?.turn(1_290_000_000n)).toBe(14_390_897n);
  const toRupees = crossOn(rates, { from: 'EUR', to: 'INR', via: 'USD' }, DAY);
  expect(rateText(toRupees?.rate ?? 0n)).toBe('89.64');
  expect(toRupees?.turn(4_050_000n)).toBe(363_042_000n);
  // large amounts show what a rounded rate would lose
  expect(toEuro?.turn(8_964_000_000_000_000n)).toBe(100_000_000_000_000n);
});

test('a direct quotation comes first, and each leg goes by the day', () => {
  const rates = [quoted('EUR', 'USD', '1.08'), quoted('EUR', 'USD', '2', '2026-02-01'), quoted('EUR', 'INR', '90')];
  const direct = crossOn(rates, { from: 'EUR', to: 'INR', via: 'USD' }, DAY);
  expect([direct?.via, rateText(direct?.rate ?? 0n)]).toEqual([null, '90']);
  const [later, before] = [DAY, '2026-01-15'].map((day) =>
    crossOn(rates.slice(0, 2), { from: 'EUR', to: 'INR', via: 'USD' }, day),
  );
  expect([rateText(later?.rate ?? 0n), rateText(before?.rate ?? 0n)]).toEqual(['166', '89.64']);
});

test('without one of the two there is none', () => {
  const rates = [quoted('EUR', 'USD', '1.08', '2026-06-01')];
  expect(crossOn(rates, { from: 'INR', to: 'EUR', via: 'USD' }, DAY)).toBeNull();
  expect(crossOn(rates, { from: 'GBP', to: 'INR', via: 'USD' }, DAY)).toBeNull();
});
