// The three languages and where a browser keeps its reader's choice. A signed-in person's choice is kept in the profile
// as well (features/shell/profile-language.tsx).
import type { languages as codes } from '@tributary/contract/accounts/profile';

export type Language = (typeof codes)[number];

/** in their own words, in the order of the menu */
export const languages = { en: 'English', hi: 'हिन्दी', es: 'Español' } as const satisfies Record<Language, string>;

const KEY = 'language';

/** English unless the reader chose otherwise */
export function keptLanguage(): Language {
  const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY);
  return stored !== null && Object.hasOwn(languages, stored) ? (stored as Language) : 'en';
}

export const keepLanguage = (language: Language): void => localStorage.setItem(KEY, language);

/** how each writes numbers and dates, all in the digits that everybody here reads */
export const locales = {
  en: 'en-US',
  hi: 'hi-IN-u-nu-latn',
  // with a decimal point: amounts are typed with one, and 1.809 must not be read as two different sums
  es: 'es-US-u-nu-latn',
} as const satisfies Record<Language, string>;
