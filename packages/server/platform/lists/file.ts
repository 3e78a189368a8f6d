// A list as a file: headings and cells as its wire half says, whichever the format.
import type { Cell, FileFormat, ListColumn, ListColumns } from '@tributary/contract/lists';
import { csvLine } from '../csv.ts';
import { xlsxBytes } from './xlsx.ts';

const isoTime = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(Math.round(seconds * 1_000)).toISOString();

function cellsOf<Row>(column: ListColumn<Row>, row: Row): Cell[] {
  switch (column.kind) {
    case 'money': {
      const money = column.value(row);
      return [money && { decimal: money.amount }];
    }
    case 'time':
      return [isoTime(column.value(row))];
    case 'tags':
      return [column.value(row).join('; ')];
    case 'named': {
      const { number = null, name = null } = column.value(row) ?? {};
      return typeof column.file === 'string' ? [name] : [number, name];
    }
    default:
      return [column.value(row)];
  }
}

/** the table a batch at a time, its headings first */
export async function* fileRows<Row>(
  columns: ListColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  isHidden: (column: ListColumn<Row>) => boolean = () => false,
): AsyncGenerator<Cell[][]> {
  const filed = Object.values(columns).filter((column) => column.file !== undefined && !isHidden(column));
  yield [filed.flatMap(({ file = '' }) => file)];
  for await (const rows of batches) yield rows.map((row) => filed.flatMap((column) => cellsOf(column, row)));
}

async function* csvBytes(rows: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  for await (const batch of rows) yield batch.map(csvLine).join('');
}

/** the one way in which rows become a file, a list's as a report's */
export const tableFormats: Record<
  FileFormat,
  { type: string; bytes: (rows: AsyncIterable<Cell[][]>) => AsyncIterable<string | Buffer> }
> = {
  csv: { type: 'text/csv; charset=utf-8', bytes: csvBytes },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes: xlsxBytes },
};
