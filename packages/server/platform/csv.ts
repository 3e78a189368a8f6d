// CSV as RFC 4180 has it, safe to open in a spreadsheet: all text is quoted, and what would begin a formula gets an apostrophe
// before it. Where lists are separated by semicolons, programs split a line there, quotes or not: so that is a beginning, too.
import type { Cell } from '@tributary/contract/lists';

/** a number is no formula, whatever its sign */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;
const FORMULA = /((?:^|[;\t\r\n])[\s"']*)([=+\-@＝＋－＠])/g;
const CONTROL = /^(?=[\t\r\0])/;

function cell(given: Cell): string {
  if (given === null) return '';
  if (typeof given === 'number') return String(given);
  const value = typeof given === 'string' ? given : given.decimal;
  const text = NUMBER.test(value) ? value : value.replaceAll(FORMULA, "$1'$2").replace(CONTROL, "'");
  return `"${text.replaceAll('"', '""')}"`;
}

export const csvLine = (values: readonly Cell[]): string => `${values.map(cell).join(',')}\r\n`;
