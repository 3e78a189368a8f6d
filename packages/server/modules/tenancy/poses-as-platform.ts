// Whether a company's name would make its host look like the platform's own: its name in any dress, or nothing but words of
// its officers and doors ("Login Secure", "Official Support").
import { skeleton } from '@tributary/contract/subdomains';

const OFFICES = new Set(
  `abuse access account accounts admin administrator alert alerts auth billing care center centre console contact customer
desk help helpdesk hostmaster in info login logon mail my no noreply notice notification notifications official on online
operator panel password pay payment payments platform portal postmaster reply root safe safety secure security service
services sign signin staff status support sysadmin system team the trust update updates user verification verified verify
webmaster www`
    .split(/\s+/)
    .map(skeleton),
);
/** letters of other alphabets that are drawn like Latin ones */
const LOOKALIKES: Record<string, string> = Object.fromEntries(
  [...'аàеёорсухіїјѕԁһԛԝвкмнтзαεικνορτυχωѵ'].map((letter, at) => [
    letter,
    [...'aaeeopcyxiijsdhqwbkmhtzaeiknoptyxwv'][at] ?? letter,
  ]),
);
const drawn = (text: string): string => [...text.toLowerCase()].map((letter) => LOOKALIKES[letter] ?? letter).join('');

const wordsOf = (company: string): string[] =>
  drawn(company.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** neighbouring words may be one that was taken apart */
function* runs(words: readonly string[]): Generator<string> {
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) yield words.slice(from, to).join('');
  }
}

/** at most one letter too many, too few or wrong */
function isNearly(text: string, brand: string): boolean {
  if (text === brand) return true;
  if (brand.length < 6 || Math.abs(text.length - brand.length) > 1) return false;
  const [short, long] = text.length < brand.length ? [text, brand] : [brand, text];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.length === long.length
    ? short.slice(at + 1) === long.slice(at + 1)
    : short.slice(at) === long.slice(at + 1);
}

export function posesAsPlatform(company: string, brandLabel: string): boolean {
  const words = wordsOf(company);
  const brand = skeleton(brandLabel);
  for (const run of runs(words)) if (isNearly(skeleton(run), brand)) return true;
  const isOffice = (word: string): boolean => OFFICES.has(skeleton(word)) || /^\d+$/.test(word);
  return (
    words.length > 0 &&
    !words.every((word) => /^\d+$/.test(word)) &&
    (words.every(isOffice) || isOffice(words.join('')))
  );
}
