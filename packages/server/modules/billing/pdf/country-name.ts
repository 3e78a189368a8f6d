import type { Language } from '../../../words/sentences.ts';

/** "DE" → "Germany", in the reader's language; what is no code stays as it is */
export const countryName = (code: string, language: Language): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code) : code;
