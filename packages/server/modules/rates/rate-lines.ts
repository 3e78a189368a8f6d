// A file of rates, line by line: From, To, Rate, From day (UTC), as the exported one has them, with commas, semicolons or tabs. Each line
// is good or says what is wrong with it; a file with a pair and a day twice says where.
import { MAX_RATE_LINES, RateLine } from '@tributary/contract/conversions/rates';
import { pairOf, type QuotedRate } from './exchange.ts';

export interface ReadLine extends QuotedRate {
  line: number;
}
export interface LineFault {
  line: number;
  message: string;
}

const unquoted = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .trim();
const isHeading = (cells: readonly string[]): boolean => /^from$/i.test(cells[0] ?? '') && /^to$/i.test(cells[1] ?? '');

export function readRateLines(csv: string): { rows: ReadLine[]; faults: LineFault[] } {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const rows: ReadLine[] = [];
  const faults: LineFault[] = [];
  const seen = new Map<string, number>();
  for (const [place, text] of lines.entries()) {
    const line = place + 1;
    if (text.trim() === '') continue;
    const cells = text.split(/[,;\t]/).map(unquoted);
    if (line === 1 && isHeading(cells)) continue;
    if (rows.length + faults.length >= MAX_RATE_LINES) {
      faults.push({ line, message: `A file may hold at most ${MAX_RATE_LINES} rates.` });
      break;
    }
    const [base, quote, rate, from, ...rest] = cells;
    if (from === undefined || rest.some((cell) => cell !== '')) {
      faults.push({ line, message: 'A line holds two currencies, a rate and a day: EUR,USD,1.0842,2026-03-31.' });
      continue;
    }
    const read = RateLine.safeParse({ base, quote, rate, from });
    if (!read.success) {
      const message = read.error.issues[0]?.message ?? 'This line cannot be read';
      faults.push({ line, message: /[.!?]$/.test(message) ? message : `${message}.` });
      continue;
    }
    const { rate: rateMicros, ...known } = read.data;
    const name = `${pairOf(known)} ${known.from}`;
    const before = seen.get(name);
    if (before !== undefined) {
      faults.push({ line, message: `The same two currencies and day stand in line ${before} already.` });
      continue;
    }
    seen.set(name, line);
    rows.push({ line, ...known, rateMicros });
  }
  if (rows.length === 0 && faults.length === 0) faults.push({ line: 1, message: 'There are no rates in this file.' });
  return { rows, faults };
}
