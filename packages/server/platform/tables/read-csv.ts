// CSV with whichever separator its first line uses.
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type TableLine, wrongTable } from './table-file.ts';

const PIECE = 1 << 18;
const MAX_RECORD = 400_000;

const separatorOf = (text: string): string => {
  const first = /^[^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const counted = [',', ';', '\t', '|'].map((sign) => ({ sign, many: first.split(sign).length }));
  return counted.reduce((most, one) => (one.many > most.many ? one : most)).sign;
};

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

export async function* readCsv(text: string): AsyncGenerator<TableLine> {
  const parser = parse({
    delimiter: separatorOf(text),
    info: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD,
    trim: true,
  });
  const source = Readable.from(pieces(text));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const parsed of parser) {
      const { record, info } = parsed as Parsed;
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? error.lines : 1;
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      throw wrongTable(`Line ${line} is too long. Perhaps a quotation mark before it was not closed.`);
    }
    throw wrongTable(`Line ${line} cannot be read. Perhaps a quotation mark in it was not closed.`);
  } finally {
    source.destroy();
  }
}
