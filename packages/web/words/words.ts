// Every word that a screen shows comes from here: one i18next, a catalogue for each surface and language
// (docs/decisions/0040). English is bundled with the code that uses it; another language is fetched before that code
// runs, so that declarations may ask for their words where they stand. A catalogue is flat: "offers.list.empty".
import { createInstance, type FormatterModule } from 'i18next';
import { useSyncExternalStore } from 'react';
import { keepLanguage, keptLanguage, type Language, locales } from './languages.ts';

export type { Language };

type English = Readonly<Record<string, string>>;
type Keys<En> = keyof En & string;
/** "clicks_one" and "clicks_other" are asked for as "clicks", with a count */
type Asked<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;
/** Spanish says "1 000 000 de clics": its rules have a form of their own for round millions */
type Many<Key extends string> = Key extends `${infer Stem}_other` ? `${Stem}_many` : never;

type Loaded<Key extends string> = () => Promise<{ default: Readonly<Record<Key, string>> }>;
/** every key of the English catalogue, or it does not compile */
interface Translations<En> {
  es: Loaded<Keys<En> | Many<Keys<En>>>;
  hi: Loaded<Keys<En>>;
}

export type Values = Readonly<Record<string, string | number>>;
export type Translate<En> = (key: Asked<Keys<En>>, values?: Values) => string;

/** made once: a formatter takes longer to make than to ask */
const whole = new Map<Language, Intl.NumberFormat>();
function wholeIn(language: Language): Intl.NumberFormat {
  const format = whole.get(language) ?? new Intl.NumberFormat(locales[language], { useGrouping: 'always' });
  whole.set(language, format);
  return format;
}
/** a count is written as everywhere else; ids and versions stay as they are */
const numbers: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, _language, options) =>
    typeof value === 'number' && options?.interpolationkey === 'count' ? wholeIn(spoken).format(value) : String(value),
};

let spoken = keptLanguage();

/** the language that the words on the page are in */
export const readersLanguage = (): Language => spoken;

const i18n = createInstance().use(numbers);
void i18n.init({
  lng: spoken,
  fallbackLng: 'en',
  ns: [],
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  // React escapes what it draws
  interpolation: { escapeValue: false, alwaysFormat: true },
});

type Load = (language: Language) => Promise<void>;
const loads: Load[] = [];

/** what has to be there before a page speaks a language */
export const onLanguage = (load: Load): void => void loads.push(load);

/** the words of one surface: `t` to ask for them */
export function wordsOf<En extends English>(surface: string, english: En, translations: Translations<En>) {
  i18n.addResourceBundle('en', surface, english);
  const load: Load = async (language) => {
    if (language === 'en' || i18n.hasResourceBundle(language, surface)) return;
    i18n.addResourceBundle(language, surface, (await translations[language]()).default);
  };
  onLanguage(load);
  const t: Translate<En> = (key, values) => i18n.t(key, { ns: surface, ...values });
  return t;
}

/** the reader's language for all words that are there by now: before the code that asks for them runs */
export const loadWords = async (language = readersLanguage()): Promise<void> => {
  await Promise.all(loads.map((load) => load(language)));
};

/** a surface whose words are loaded before its code; in English both come together */
export const speaking =
  <Surface>(words: () => Promise<unknown>, surface: () => Promise<Surface>) =>
  async (): Promise<Surface> => {
    if (readersLanguage() !== 'en') {
      await words();
      await loadWords();
    }
    return surface();
  };

/** at once on pages that listen (`useLanguage`); the others are opened anew, since their declarations hold words */
export async function setLanguage(language: Language): Promise<void> {
  await loadWords(language);
  keepLanguage(language);
  spoken = language;
  applyLanguage();
  await i18n.changeLanguage(language);
}

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

/** before the first paint: screen readers and hyphenation go by it */
export const applyLanguage = (): void => {
  document.documentElement.lang = spoken;
};

/** draws anew when the language changes */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, readersLanguage);
