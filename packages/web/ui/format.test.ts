import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  calendarDay,
  calendarMonth,
  count,
  dateTime,
  dayOfYear,
  duration,
  fullName,
  initialOf,
  money,
  percent,
  ratio,
  relativeDate,
  roundedDifference,
  roundedMoney,
  shortDate,
  signedPercent,
  timeOfDay,
  words,
} from './format.ts';

describe('money', () => {
  it('keeps every digit of a large amount', () => {
    expect(money('123456789012.3456', 'USD')).toBe('$123,456,789,012.3456');
  });
  it('shows two decimals at least and what was agreed to its last digit', () => {
    expect(money('0.3', 'USD')).toBe('$0.30');
    expect(money('1.123456', 'EUR')).toBe('€1.123456');
    expect(money('0.000125', 'USD')).toBe('$0.000125');
    expect(money('1234.5', '')).toBe('1,234.50');
    expect(money('1.2500', 'USD')).toBe('$1.25');
    expect(money('-12', 'INR')).toBe('-₹12.00');
  });
  it('shows a dash for what is no amount', () => {
    expect(money('NaN', 'USD')).toBe('-');
  });
});

describe('dates', () => {
  it('shows nothing for what is no day', () => {
    expect([calendarDay(''), calendarMonth('soon'), dateTime(Number.NaN)]).toEqual(['-', '-', '-']);
  });
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

it.each([
  // by itself 43.348 would be $43.35
  ['171.404', '128.056', '$171.40', '$128.06', '$43.34'],
  ['10.005', '4.004', '$10.01', '$4.00', '$6.01'],
  ['0.00005', '0.00004', '$0.00', '$0.00', '$0.00'],
  ['1.004', '2.006', '$1.00', '$2.01', '-$1.01'],
  ['171.4', '0.12346', '$171.40', '$0.12', '$171.28'],
])(
  'revenue %s and payout %s are shown as %s and %s, and what is left is %s',
  (revenue, payout, first, second, left) => {
    expect([roundedMoney(revenue, 'USD'), roundedMoney(payout, 'USD')]).toEqual([first, second]);
    expect(money(roundedDifference(revenue, payout) ?? '', 'USD')).toBe(left);
  },
);

describe('percents', () => {
  it('have two decimals, all of them, and a sign where they say how a figure moved', () => {
    expect([3.967, 100, 0.005, 12.5].map(percent)).toEqual(['3.97%', '100.00%', '0.01%', '12.50%']);
    expect([77.777, -6.1, 0, 0.001].map(signedPercent)).toEqual(['+77.78%', '-6.10%', '0.00%', '0.00%']);
    expect([1.849, 2.1].map(ratio)).toEqual(['1.85×', '2.10×']);
  });
});

it('a day, a month and an hour read the same wherever they stand', () => {
  const at = Date.UTC(2026, 10, 15, 15, 45) / 1000;
  expect([shortDate(at, 'UTC'), calendarDay('2026-11-15')]).toEqual(['Nov 15, 2026', 'Nov 15, 2026']);
  expect([dayOfYear(at, 'Asia/Tokyo'), calendarMonth('2026-11')]).toEqual(['Nov 16', 'November 2026']);
  expect([timeOfDay(at, 'UTC'), dateTime(at, 'UTC')]).toEqual(['03:45 PM', 'Nov 15, 2026, 03:45 PM']);
});

it('nothing else in the portals decides how a number, an amount or a date is written', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  // the day as the wire names it and the offset of a time zone are read by programs
  const own = /Intl\.NumberFormat|toLocale(Time)?String|toLocaleDateString\((?!'en-CA')/;
  const files = ['kit', 'admin', 'publisher', 'advertiser', 'operator', 'tenant'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => own.test(readFileSync(`${root}/${file}`, 'utf8')))).toEqual([]);
});

it('counts carry thousands separators', () => expect(count(1234567)).toBe('1,234,567'));
it('an enum value reads as words', () => expect(words('ask_to_permission')).toBe('Ask to permission'));
it.each([
  ['Ana', 'Ruiz', 'Ana Ruiz'],
  [null, null, ''],
  [undefined, 'Ruiz', 'Ruiz'],
  [' Ana ', null, 'Ana'],
])('the name of %j %j reads %j', (first, last, name) => expect(fullName(first, last)).toBe(name));
it('an initial is the first letter of any script', () => {
  expect([initialOf(' zoë'), initialOf('अनिल'), initialOf('—')]).toEqual(['Z', 'अ', '?']);
});

it.each([
  ['1234.5678', '$1,234.57'],
  ['-1.005', '-$1.01'],
  ['0.3012', '$0.30'],
  ['0.0123', '$0.01'],
  ['0', '$0.00'],
  ['90071992547409931.25', '$90,071,992,547,409,931.25'],
])('a sum of %s is shown as %s, however large', (amount, shown) => {
  expect(roundedMoney(amount, 'USD')).toBe(shown);
});

it('what a single click is worth has four decimals', () => {
  expect(['0.121649', '2', '-0.5'].map((amount) => roundedMoney(amount, 'USD', 4))).toEqual([
    '$0.1216',
    '$2.0000',
    '-$0.5000',
  ]);
});

it.each([
  [42, '42 s'],
  [200, '3 min 20 s'],
  [18_600, '5 h 10 min'],
  [4320 * 60, '3 days'],
  [3600 * 60, '2 days 12 h'],
])('%i seconds are said as %s', (seconds, text) => expect(duration(seconds)).toBe(text));
