// What the server itself says to people, in mails and at the bell: one i18next, a flat catalogue for each language beside this
// file, English to the letter as specified (docs/decisions/0040). A sentence is kept as its key and values, and becomes words when
// its reader is known.
import { languages } from '@tributary/contract/accounts/profile';
import { createInstance } from 'i18next';
import { z } from 'zod';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };

export type Language = (typeof languages)[number];

type Key = keyof typeof en;
/** "requests.waiting_one" and "…_other" are asked for as "requests.waiting", with a count */
type Asked<K extends string> = K extends `${infer Stem}_${'one' | 'other'}` ? Stem : K;
export type SentenceKey = Asked<Key>;
/** Spanish says "1 000 000 de lotes": its rules have a form of their own for round millions */
type Many<K extends string> = K extends `${infer Stem}_other` ? `${Stem}_many` : never;

/** a value may be a sentence of its own: the name of a period, of a metric */
export type Values = Readonly<Record<string, string | number | Sentence>>;
export interface Sentence {
  readonly key: SentenceKey;
  readonly values: Values;
}

// every key of the English catalogue, or it does not compile
const catalogues: { en: typeof en; es: Record<Key | Many<Key>, string>; hi: Record<Key, string> } = { en, es, hi };

const i18n = createInstance();
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  ns: ['server'],
  defaultNS: 'server',
  resources: Object.fromEntries(Object.entries(catalogues).map(([language, words]) => [language, { server: words }])),
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  // whoever sends it escapes it; what stands in a value is never looked at again
  interpolation: { escapeValue: false, skipOnVariables: true },
});

export const sentence = (key: SentenceKey, values: Values = {}): Sentence => ({ key, values });

export const inWords = (language: Language, { key, values }: Sentence): string =>
  i18n.t(key, {
    lng: language,
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'object' ? inWords(language, value) : value,
      ]),
    ),
  });

/** what a sentence is filled with, by name */
export const valuesIn = (key: SentenceKey): string[] => {
  const texts = Object.entries(en).filter(([name]) => name === key || name.replace(/_(one|other)$/, '') === key);
  return [...new Set(texts.flatMap(([, text]) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)))];
};

/** English where nobody has chosen: the account is not there yet, or says nothing we know */
export const languageOf = (chosen: string | null | undefined): Language =>
  languages.find((language) => language === chosen) ?? 'en';

const isKnown = (key: string): key is SentenceKey => Object.hasOwn(en, key) || Object.hasOwn(en, `${key}_other`);

/** as it was stored; one that a later version no longer knows is no sentence */
export const StoredSentence: z.ZodType<Sentence> = z.object({
  key: z.string().refine(isKnown),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => StoredSentence)])),
});
