// Noto Sans comes in pieces by script. A text is cut into runs, each in the piece that has its letters.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackFont } from './unpack-font.ts';

const { resolve } = createRequire(import.meta.url);
export const weights = [400, 700] as const;
export type Weight = (typeof weights)[number];

const pieces = ['latin', 'latin-ext', 'devanagari', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek'] as const;
export type Piece = (typeof pieces)[number];

export const fontName = (piece: Piece, weight: Weight): string => `${piece}-${weight}`;

/** read and unpacked when first drawn with */
let fonts: [string, Buffer][] | undefined;
export function readFonts(): [string, Buffer][] {
  fonts ??= pieces.flatMap((piece) =>
    weights.map((weight): [string, Buffer] => [
      fontName(piece, weight),
      unpackFont(readFileSync(resolve(`@fontsource/noto-sans/files/noto-sans-${piece}-${weight}-normal.woff`))),
    ]),
  );
  return fonts;
}

type Range = readonly [number, number];
let coverage: [Piece, Range[]][] | undefined;

function readCoverage(): [Piece, Range[]][] {
  const ranges = JSON.parse(readFileSync(resolve('@fontsource/noto-sans/unicode.json'), 'utf8')) as Record<
    Piece,
    string
  >;
  return pieces.map((piece) => [
    piece,
    ranges[piece].split(',').map((text): Range => {
      const [first = '', last = first] = text.replace('U+', '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    }),
  ]);
}

function pieceOf(codePoint: number): Piece | null {
  coverage ??= readCoverage();
  return (
    coverage.find(([, ranges]) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last))?.[0] ?? null
  );
}

export interface Run {
  piece: Piece;
  text: string;
}

/** joiners and marks belong to the letter before them, blanks to the word before them */
const CLINGS = /\s|\u200c|\u200d|\p{M}/u;

export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text.normalize('NFC')) {
    const last = runs.at(-1);
    if (last && CLINGS.test(letter)) {
      last.text += letter;
      continue;
    }
    const own = pieceOf(letter.codePointAt(0) ?? 0);
    const [piece, shown] = own ? [own, letter] : (['latin', '\ufffd'] as const);
    if (last?.piece === piece) last.text += shown;
    else runs.push({ piece, text: shown });
  }
  return runs;
}
