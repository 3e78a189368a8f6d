import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '../../words/words.ts';
import { reasonText } from './reason-text.ts';

afterEach(() => setLanguage('en'));

it.each([
  ['en', 'CPC lot of 2026-11-16: 1700 clicks, terms 3', 'Nov 16, 2026: 1,700 clicks'],
  ['en', 'CPM lot of 2026-11-16: 1 impressions, terms 1', 'Nov 16, 2026: 1 impression'],
  ['es', 'CPC lot of 2026-11-16: 17 clicks, terms 3', '16 nov 2026: 17 clics'],
  ['en', 'Newsletter, week 37', 'Newsletter, week 37'],
] as const)('%s reads %s as %s', async (language, reason, text) => {
  await setLanguage(language);
  expect(reasonText(reason)).toBe(text);
});
