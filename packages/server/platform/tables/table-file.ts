// A table that somebody sends: CSV or XLSX, told apart by its bytes, read as a stream within bounds. What is wrong is said with the
// line at which it stands.
import { isUtf8 } from 'node:buffer';
import { Fault } from '../fault.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';

/** a number is what a spreadsheet keeps as one: a day, too */
export type TableCell = string | number;
export interface TableLine {
  /** as a person counts them who opens the file */
  line: number;
  cells: TableCell[];
}
export interface Table {
  headings: string[];
  lines: TableLine[];
}
export interface TableBounds {
  bytes: number;
  lines: number;
}

const MAX_COLUMNS = 200;
const MAX_CELL = 2_000;

export const wrongTable = (sentence: string): Fault => new Fault('invalid_input', sentence, { path: ['file'] });

export async function readTable(bytes: Buffer, bounds: TableBounds): Promise<Table> {
  if (bytes.length === 0) throw wrongTable('This file is empty.');
  if (bytes.length > bounds.bytes) {
    throw wrongTable(`A file may have at most ${bounds.bytes / 1_000_000} MB. Please send it in parts.`);
  }
  const source = isZip(bytes) ? readXlsx(bytes) : readCsv(textOf(bytes));
  let headings: string[] | null = null;
  const lines: TableLine[] = [];
  for await (const { line, cells } of source) {
    if (cells.every((cell) => cell === '')) continue;
    if (cells.length > MAX_COLUMNS) throw wrongTable(`Line ${line} has more than ${MAX_COLUMNS} columns.`);
    const huge = cells.findIndex((cell) => typeof cell === 'string' && cell.length > MAX_CELL);
    if (huge >= 0) {
      throw wrongTable(`Line ${line}, column ${huge + 1} holds more than ${MAX_CELL} characters.`);
    }
    if (headings === null) {
      headings = cells.map((cell, at) => String(cell).trim() || `Column ${at + 1}`);
      continue;
    }
    if (lines.length >= bounds.lines) {
      throw wrongTable(
        `Line ${line} is more than the ${bounds.lines} lines that a file may have. Please send it in parts.`,
      );
    }
    lines.push({ line, cells });
  }
  if (headings === null || lines.length === 0) {
    throw wrongTable('There is nothing in this file. Its first line holds the headings, each further one an order.');
  }
  return { headings, lines };
}

const isZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32BE(0) === 0x504b0304;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from the rest
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

function textOf(bytes: Buffer): string {
  if (bytes.length > 2 && bytes.readUInt16BE(0) === 0xfffe) return checked(bytes.toString('utf16le', 2));
  if (isUtf8(bytes)) return checked(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0 && isUtf8(bytes.subarray(start, end)); end = bytes.indexOf(10, start)) {
    start = end + 1;
    line++;
  }
  throw notText(line);
}

function checked(text: string): string {
  const found = CONTROL.exec(text);
  if (found) throw notText(text.slice(0, found.index).split('\n').length);
  return text;
}

const notText = (line: number): Fault =>
  wrongTable(`Line ${line} is not text. Please save the file as CSV (UTF-8) or as XLSX.`);
