// Which countries are chosen. ALL stands for every country: it goes with the first one added and comes back with the
// last one removed.
import { type Country, countriesIn } from '@tributary/contract/countries';
import { t } from '../../words/kit.ts';
import { readersLanguage } from '../../words/words.ts';

export const ALL = 'ALL';

export const addCountry = (chosen: readonly string[], code: string): string[] =>
  chosen.includes(code) ? [...chosen] : [...chosen.filter((one) => one !== ALL), code];

export function removeCountry(chosen: readonly string[], code: string): string[] {
  const left = chosen.filter((one) => one !== code);
  return left.length > 0 ? left : [ALL];
}

let known: Country[] | undefined;
export const allCountries = (): readonly Country[] => {
  known ??= countriesIn(readersLanguage());
  return known;
};

/** by name or two-letter code; nothing for an empty search */
export function matchCountries(search: string, chosen: readonly string[]): Country[] {
  const wanted = search.trim().toLowerCase();
  if (!wanted) return [];
  return allCountries()
    .filter(({ code, name }) => !chosen.includes(code) && (code === wanted || name.toLowerCase().includes(wanted)))
    .sort((a, b) => rank(a, wanted) - rank(b, wanted));
}

/** the code itself, then names that begin so, then the rest */
const rank = ({ code, name }: Country, wanted: string): number =>
  code === wanted ? 0 : name.toLowerCase().startsWith(wanted) ? 1 : 2;

export const nameOfCountry = (code: string): string =>
  code === ALL
    ? t('inputs.allCountries')
    : (allCountries().find((one) => one.code === code)?.name ?? code.toUpperCase());

/** "India, Nepal +3" for a table's cell */
export function countriesText(codes: readonly string[], shown = 2): string {
  const names = codes.slice(0, shown).map(nameOfCountry).join(', ');
  return codes.length > shown ? `${names} +${codes.length - shown}` : names;
}
