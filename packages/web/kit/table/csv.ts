// Rows as a spreadsheet reads them: RFC 4180, and an apostrophe before whatever a spreadsheet would take for a formula.
import { type Column, cellText } from './column.ts';

const RISKY = /^[=+\-@\t\r\0]/;

function field(text: string, isNumber: boolean): string {
  const safe = !isNumber && RISKY.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const head = columns.flatMap((column) => (column.kind === 'person' ? [column.title, 'Email'] : [column.title]));
  const lines = rows.map((row, position) => columns.flatMap((column) => cells(column, row, position)));
  return [head.map((title) => field(title, false)), ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

function cells<Row>(column: Column<Row>, row: Row, position: number): string[] {
  switch (column.kind) {
    case 'number':
      return [String(column.value(row) ?? '')];
    case 'money':
      return [field(column.value(row)?.amount ?? '', true)];
    case 'date':
    case 'relative-date': {
      const at = column.value(row);
      return [at ? new Date(at * 1000).toISOString() : ''];
    }
    case 'person': {
      const { name, email } = column.value(row);
      return [field(name, false), field(email, false)];
    }
    case 'text':
      return [field(String(column.value(row, position) ?? ''), false)];
    default:
      return [field(cellText(column, row, position), false)];
  }
}

export function download(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
