// The characters that every bank of SEPA takes (EPC217-08): letters, digits, / - ? : ( ) . , ' + and the blank. What is not among
// them is written with what is; what has no letters of its own here becomes a full stop, as the EPC has it.

const OUTSIDE = /[^A-Za-z0-9/\-?:().,'+ ]/;
export const isLatin = (text: string): boolean => !OUTSIDE.test(text);

const pairs = (from: string, to: string): [string, string][] => {
  const words = to.split(' ');
  return [...from].map((one, at) => [one, words[at] ?? '']);
};
const CYRILLIC =
  'a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sht a y y e yu ya yo i yi ye g j lj nj c dj dz gj kj u';
const small = new Map<string, string>([
  ...pairs('ßæœøłđðþıħŋəſ', 'ss ae oe o l d d th i h n e s'),
  ...pairs('абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґјљњћђџѓќў', CYRILLIC),
  ...pairs('αβγδεζηθικλμνξοπρστυφχψως', 'a v g d e z i th i k l m n x o p r s t y f ch ps o s'),
]);
/** signs for which a name or a text is still read as it was meant */
const signs = new Map<string, string>([
  ...pairs(
    '&_@;!*#=|~"`´‘’‚“”„«»<>[]{}\\–—−…•·',
    "+ - (at) , . . . - / - ' ' ' ' ' ' ' ' ' ' ' ( ) ( ) ( ) / - - - ... . .",
  ),
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['$', 'USD'],
  ['%', 'pct'],
  ['№', 'No'],
]);

function written(one: string): string {
  if (!OUTSIDE.test(one)) return one;
  if (/\s/u.test(one)) return ' ';
  const lower = one.toLowerCase();
  const letters = small.get(lower);
  if (letters !== undefined) return lower === one ? letters : letters.charAt(0).toUpperCase() + letters.slice(1);
  return signs.get(one) ?? '.';
}

/** й, ў and ї are letters of their own: they are looked up before their marks are taken off */
export function toLatin(text: string): string {
  const composed = text.normalize('NFC');
  const apart = [...composed].flatMap((one) =>
    small.has(one.toLowerCase()) ? [one] : [...one.normalize('NFKD').replaceAll(/\p{M}/gu, '')],
  );
  return apart.map(written).join('').replaceAll(/ {2,}/g, ' ').trim();
}

/** a name of which nothing can be read is none: the bank of the payee compares it */
export const hasLetters = (text: string): boolean => /[A-Za-z0-9]{2}/.test(text);

/** references neither begin nor end with a slash, nor hold two */
export const isReference = (text: string): boolean =>
  text.length > 0 && text.length <= 35 && isLatin(text) && !/^\/|\/$|\/\//.test(text) && text === text.trim();
