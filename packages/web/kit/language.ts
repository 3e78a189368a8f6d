// The reader's language for the sign-in pages: English unless he chose otherwise. A catalogue is the same texts in each
// language; the compiler sees to it that none is missing.
import { useSyncExternalStore } from 'react';

export const languages = { en: 'English', hi: 'हिन्दी', es: 'Español' } as const;
export type Language = keyof typeof languages;

/** the same keys in every language */
export type Catalogue<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

const KEY = 'language';
const listeners = new Set<() => void>();

const current = (): Language => {
  const stored = localStorage.getItem(KEY);
  return stored !== null && Object.hasOwn(languages, stored) ? (stored as Language) : 'en';
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, current);

/** the texts in the reader's language */
export const useTexts = <Key extends string>(catalogue: Catalogue<Key>): Readonly<Record<Key, string>> =>
  catalogue[useLanguage()];

/** before the first paint of the app: screen readers and hyphenation go by it */
export const applyLanguage = (): void => {
  document.documentElement.lang = current();
};
