// Countries to choose from, in the reader's language and order.
import { countryCodes, countryName } from '@tributary/contract/countries';
import { readersLanguage } from '../../words/words.ts';

export const countryOptions = (): { value: string; label: string }[] => {
  const language = readersLanguage();
  return countryCodes
    .map((code) => ({ value: code, label: countryName(code, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
};
