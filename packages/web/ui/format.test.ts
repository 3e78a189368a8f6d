import { describe, expect, it } from 'vitest';
import { count, dateTime, initialOf, money, relativeDate, roundedMoney, words } from './format.ts';

describe('money', () => {
  it('keeps every digit of a large amount', () => {
    expect(money('123456789012.3456', 'USD')).toBe('$123,456,789,012.3456');
  });
  it('shows two decimals at least and four at most', () => {
    expect(money('0.3', 'USD')).toBe('$0.30');
    expect(money('1.123456', 'EUR')).toBe('€1.1235');
    expect(money('-12', 'INR')).toBe('-₹12.00');
  });
  it('shows a dash for what is no amount', () => {
    expect(money('NaN', 'USD')).toBe('-');
  });
});

describe('dates', () => {
  const at = Date.UTC(2026, 10, 15, 3, 45) / 1000;
  it('are en-US, short, with their time', () => {
    expect(dateTime(at, 'UTC')).toBe('Nov 15, 2026, 03:45 AM');
  });
  it('are relative within a day and exact beyond', () => {
    expect(relativeDate(at, at + 20)).toBe('just now');
    expect(relativeDate(at, at + 185)).toBe('3 min ago');
    expect(relativeDate(at, at + 7300)).toBe('2 h ago');
    expect(relativeDate(at, at + 90_000, 'UTC')).toBe('Nov 15, 2026, 03:45 AM');
    expect(relativeDate(at + 60, at, 'UTC')).toBe('Nov 15, 2026, 03:46 AM');
  });
});

it('counts carry thousands separators', () => expect(count(1234567)).toBe('1,234,567'));
it('an enum value reads as words', () => expect(words('ask_to_permission')).toBe('Ask to permission'));
it('an initial is the first letter of any script', () => {
  expect([initialOf(' zoë'), initialOf('अनिल'), initialOf('—')]).toEqual(['Z', 'अ', '?']);
});

it.each([
  ['1234.5678', '$1,234.57'],
  ['-1.005', '-$1.01'],
  ['0.0123', '$0.0123'],
  ['0', '$0.00'],
  ['90071992547409931.25', '$90,071,992,547,409,931.25'],
])('a sum of %s is shown as %s, however large', (amount, shown) => {
  expect(roundedMoney(amount, 'USD')).toBe(shown);
});
