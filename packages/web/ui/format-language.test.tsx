import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '../words/words.ts';
import { byteSize, calendarMonth, compactCount, count, dateTime, dayOfYear, money, percent } from './format.ts';

afterEach(() => setLanguage('en'));

const AT = Date.parse('2026-11-15T14:25:00Z') / 1000;
const written = () =>
  [
    count(1809),
    money('123456789012.3456', 'USD'),
    percent(3.97),
    compactCount(12_500),
    byteSize(3_400_000),
    dateTime(AT, 'UTC'),
    dayOfYear(AT, 'UTC'),
    calendarMonth('2026-11'),
  ].map((text) => text.replaceAll(/\s/g, ' '));

it.each([
  {
    language: 'en',
    texts: [
      '1,809',
      '$123,456,789,012.3456',
      '3.97%',
      '12.5K',
      '3.4 MB',
      'Nov 15, 2026, 02:25 PM',
      'Nov 15',
      'November 2026',
    ],
  },
  {
    language: 'es',
    texts: [
      '1,809',
      '$123,456,789,012.3456',
      '3.97%',
      '12.5 K',
      '3.4 MB',
      '15 nov 2026, 02:25 p.m.',
      '15 nov',
      'noviembre de 2026',
    ],
  },
  {
    language: 'hi',
    texts: [
      '1,809',
      '$1,23,45,67,89,012.3456',
      '3.97%',
      '12.5 हज़ार',
      '3.4 MB',
      '15 नव॰ 2026, 02:25 pm',
      '15 नव॰',
      'नवंबर 2026',
    ],
  },
] as const)('numbers, money and dates in $language, exact to the last digit', async ({ language, texts }) => {
  await setLanguage(language);
  expect(written()).toEqual(texts);
});
