import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.ts';

describe('a cell', () => {
  test.each([
    // numbers are bare, text is quoted, nothing is nothing
    [12, '12'],
    [-2.5, '-2.5'],
    [null, ''],
    ['', '""'],
    ['Lantern cards', '"Lantern cards"'],
    ['4.50', '"4.50"'],
    ['-4.50', '"-4.50"'],
    ['say "hello"', '"say ""hello"""'],
    ['a,b;c', '"a,b;c"'],
    ['two\nlines', '"two\nlines"'],
    // what begins like a formula, to whatever program opens it
    ['=1+1', `"'=1+1"`],
    ['+1', '"+1"'],
    ['+cmd', `"'+cmd"`],
    ['-cmd', `"'-cmd"`],
    ['@sum(a1)', `"'@sum(a1)"`],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['\0x', `"'\0x"`],
    ['＝1+1', `"'＝1+1"`],
    ['  =1+1', `"  '=1+1"`],
    // a program that splits at ; or tab does not know our quotes: what follows begins a cell of its own
    ['x;=1+1', `"x;'=1+1"`],
    ['x; =1+1', `"x; '=1+1"`],
    ['x;"=1+1', `"x;""'=1+1"`],
    ['x;@a;-b;+c', `"x;'@a;'-b;'+c"`],
    ['x\t=1+1', `"x\t'=1+1"`],
    ['x\n=1+1', `"x\n'=1+1"`],
    ['x;4 a = b', '"x;4 a = b"'],
  ] as const)('%j is written %j', (given, written) => {
    expect(csvLine([given])).toBe(`${written}\r\n`);
  });

  test('no text of the corpus begins a cell as a formula, split by comma, semicolon or tab, with or without quotes', () => {
    const openings = ['', ' ', '"', '";"', ';', '; ', '\t', '\n', 'a;', 'a\t"', 'a,', '";', "';"];
    for (const opening of openings) {
      for (const formula of ['=cmd|x', '+cmd', '-cmd', '@cmd', '＝cmd']) {
        const line = csvLine([1, `${opening}${formula}`, 'end']).trimEnd();
        for (const split of [/;/, /\t/, /[\r\n]/]) {
          const cells = line.split(split).map((cell) => cell.replace(/^[\s"]+/, ''));
          expect([line, cells.filter((cell) => /^[=+\-@＝]/.test(cell))]).toEqual([line, []]);
        }
      }
    }
  });
});
