// What a wrong word may have meant. Nothing here decides: a person does, or what we minted ourselves.
import { plainText } from '@tributary/contract/tracker/receipt-rules';

const MOST_EDITS = 2;
/** of a short word every other is near */
const LEAST_LETTERS = 4;

/** case, spaces and _- do not count */
const looseKey = (text: string): string =>
  plainText(text)
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');

/** Damerau's distance with neighbours that changed places; `most + 1` where it is more than that */
export function editsBetween(a: string, b: string, most = MOST_EDITS): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1];
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
      now[at] = Math.min(
        (last[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, now];
  }
  return Math.min(last[b.length] ?? 0, most + 1);
}

/** the tokens that it may have meant, the nearest first; one alone, where it is equal but for case, spaces and _- */
export function nearTokens(word: string, tokens: readonly string[]): string[] {
  const key = looseKey(word);
  if (key === '') return [];
  const equal = tokens.filter((token) => token !== '' && looseKey(token) === key);
  if (equal.length > 0) return equal;
  return tokens
    .map((token) => ({ token, edits: editsBetween(looseKey(token), key) }))
    .filter(({ token, edits }) => looseKey(token).length >= LEAST_LETTERS && edits <= MOST_EDITS)
    .sort((a, b) => a.edits - b.edits)
    .map(({ token }) => token);
}
