// Lines of a file as values: closed lists and one way to write each. What is not on a list is unreadable, with a sentence that says why;
// nothing is guessed, since what is read here may be paid.
import { parseMoney } from '@tributary/contract/money';
import {
  isRefundWord,
  plainText,
  readAmount,
  readCurrency,
  readStatus,
  statusKey,
  txnKey,
  unfilled,
} from '@tributary/contract/tracker/receipt-rules';
import {
  type ColumnMap,
  codesByWord,
  type MappedColumn,
  mappedColumns,
  type PublisherMap,
  publisherColumnsRead,
  type RejectCode,
} from '@tributary/contract/trust/reconciliations';
import { DAY_MS } from '../../../platform/clock.ts';
import { type Table, type TableCell, wrongTable } from '../../../platform/tables/table-file.ts';
import { startOf } from '../../../platform/zone.ts';

export interface ReadLine {
  line: number;
  txnId: string | null;
  txnKey: string | null;
  clickId: string | null;
  p1: string | null;
  said: string | null;
  status: 'approved' | 'rejected' | 'pending' | null;
  code: RejectCode | null;
  micros: bigint | null;
  currency: string | null;
  at: Date | null;
  fault: 'unreadable' | 'twice' | null;
  note: string | null;
}
export interface Reading {
  zone: string;
  currency: string;
  defaultCode: RejectCode | null;
}

const MAX_ID = 255;
const usualNames: Readonly<Record<MappedColumn | 'p1', string>> = {
  txn_id:
    'txn_id transaction_id transaction order_id order order_number txn orderid transactionid booking_id reference',
  click_id: 'click_id clickid click our_click_id tracking_id',
  amount: 'amount sale_amount sale order_value value revenue total price cost',
  currency: 'currency sale_currency',
  status: 'status state order_status validation',
  code: 'code reason reject_reason rejection_reason',
  at: 'at time date order_date created_at conversion_time time_utc timestamp',
  p1: 'p1 sub_id subid sub1 aff_sub',
};
const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

function named(headings: readonly string[], column: MappedColumn | 'p1'): string | null {
  const words = usualNames[column].split(' ');
  return headings.find((heading) => words.includes(nameKey(heading))) ?? null;
}
const formats = { date_order: 'iso', decimal_mark: 'point' } as const;
export function proposedMap(headings: readonly string[]): ColumnMap {
  const found = Object.fromEntries(mappedColumns.map((column) => [column, named(headings, column)]));
  return { ...(found as Record<MappedColumn, string | null>), ...formats };
}
export function proposedPublisherMap(headings: readonly string[]): PublisherMap {
  const found = Object.fromEntries(publisherColumnsRead.map((column) => [column, named(headings, column)]));
  return { ...(found as Record<(typeof publisherColumnsRead)[number], string | null>), ...formats };
}
/** whether a file can be read by the columns of another */
export const fits = (map: ColumnMap, headings: readonly string[]): boolean =>
  mappedColumns.every((column) => map[column] === null || headings.includes(map[column]));

type Formats = Pick<ColumnMap, 'date_order' | 'decimal_mark'>;
type Cells<Column extends string> = (column: Column) => TableCell;

function cellsBy<Column extends string>(
  { headings }: Table,
  columns: readonly Column[],
  map: Readonly<Record<Column, string | null>>,
): (cells: readonly TableCell[]) => Cells<Column> {
  const places = new Map<Column, number>();
  for (const column of columns) {
    const heading = map[column];
    if (heading === null) continue;
    const place = headings.indexOf(heading);
    if (place < 0) throw wrongTable(`Line 1 has no column ${heading}. Please say again which column is which.`);
    places.set(column, place);
  }
  return (cells) => (column) => cells[places.get(column) ?? -1] ?? '';
}

export function readLines(table: Table, map: ColumnMap, reading: Reading): ReadLine[] {
  if (map.txn_id === null && map.click_id === null) {
    throw wrongTable('Please say which column of line 1 holds the transaction id or the click id.');
  }
  const cellsOf = cellsBy(table, mappedColumns, map);
  const lines = table.lines.map(({ line, cells }) => {
    const cell = cellsOf(cells);
    const notes: string[] = [];
    const said = map.status === null ? null : plainText(textOf(cell('status')));
    const keys = keysOf(cell('txn_id'), cell('click_id'), notes);
    const judged = statusOf(map.status === null ? 'approved' : (said ?? ''), cell('code'), reading.defaultCode, notes);
    const currency = currencyOf(cell('currency'), reading.currency, notes);
    const micros = amountOf(cell('amount'), currency ?? reading.currency, map, notes);
    const at = timeOf(cell('at'), map, reading.zone, notes);
    return { line, ...keys, p1: null, said, ...judged, micros, currency, at, ...faultOf(notes) };
  });
  return markTwice(lines);
}

export function readPublisherLines(table: Table, map: PublisherMap, reading: Reading): ReadLine[] {
  if (map.p1 === null && map.click_id === null) {
    throw wrongTable('Please say which column of line 1 holds the click id or p1.');
  }
  const cellsOf = cellsBy(table, publisherColumnsRead, map);
  return table.lines.map(({ line, cells }) => {
    const cell = cellsOf(cells);
    const notes: string[] = [];
    const clickId = shortText(cell('click_id'), 'click id', notes);
    const p1 = shortText(cell('p1'), 'p1', notes);
    if (clickId === null && p1 === null) notes.push('Neither a click id nor p1 stands in this line.');
    const micros = amountOf(cell('amount'), reading.currency, map, notes);
    const at = timeOf(cell('at'), map, reading.zone, notes);
    const rest = { said: null, status: null, code: null, currency: micros === null ? null : reading.currency };
    return { line, txnId: null, txnKey: null, clickId, p1, ...rest, micros, at, ...faultOf(notes) };
  });
}

const faultOf = (notes: readonly string[]): Pick<ReadLine, 'fault' | 'note'> => ({
  fault: notes.length > 0 ? 'unreadable' : null,
  note: notes[0] ?? null,
});

const textOf = (cell: TableCell): string =>
  typeof cell === 'string' ? cell : Number.isSafeInteger(cell) ? String(cell) : String(Number(cell.toFixed(6)));

function shortText(cell: TableCell, what: string, notes: string[]): string | null {
  const text = plainText(textOf(cell));
  if (text === '') return null;
  if (text.length > MAX_ID) {
    notes.push(`The ${what} is longer than ${MAX_ID} characters.`);
    return null;
  }
  if (unfilled(text)) {
    notes.push(`The ${what} is a macro that nobody filled in.`);
    return null;
  }
  return text;
}

function keysOf(txn: TableCell, click: TableCell, notes: string[]): Pick<ReadLine, 'txnId' | 'txnKey' | 'clickId'> {
  const txnId = shortText(txn, 'transaction id', notes);
  const clickId = shortText(click, 'click id', notes);
  if (txnId === null && clickId === null && notes.length === 0) {
    notes.push('Neither a transaction id nor a click id stands in this line.');
  }
  return { txnId, txnKey: txnId && txnKey(txnId), clickId };
}

function statusOf(
  said: string,
  reason: TableCell,
  defaultCode: RejectCode | null,
  notes: string[],
): Pick<ReadLine, 'status' | 'code'> {
  const own = codesByWord.get(statusKey(said));
  const word = readStatus(said);
  if (word === null && own === undefined) {
    notes.push('The status is empty.');
    return { status: null, code: null };
  }
  if (word === 'approved' || word === 'pending') return { status: word, code: null };
  if (word === 'partial_refund' || (word === 'unknown' && own === undefined)) {
    notes.push(`The status “${said.slice(0, 60)}” is not on the list of words that are known.`);
    return { status: null, code: null };
  }
  const written = plainText(textOf(reason));
  const code = codeOf(written, own ?? (isRefundWord(word) ? 'returned' : null), defaultCode);
  if (code === null) {
    notes.push(
      written === ''
        ? 'It is rejected without a reason. Choose a code for such lines.'
        : `The reason “${written.slice(0, 60)}” is not on the list of codes.`,
    );
  }
  return { status: 'rejected', code };
}

/** the written reason counts before the status's own; a reason that is not on the list is never another */
function codeOf(written: string, own: RejectCode | null, defaultCode: RejectCode | null): RejectCode | null {
  if (written !== '') return codesByWord.get(statusKey(written)) ?? defaultCode;
  return own ?? defaultCode;
}

function currencyOf(cell: TableCell, usual: string, notes: string[]): string | null {
  const currency = readCurrency(textOf(cell));
  if (currency === 'unknown') {
    notes.push(`The currency “${textOf(cell).slice(0, 20)}” is not known.`);
    return null;
  }
  return currency ?? usual;
}

const GROUPED = { point: /^-?\d{1,3}(,\d{3})+(\.\d+)?$/, comma: /^-?\d{1,3}(\.\d{3})+(,\d+)?$/ } as const;
function amountOf(cell: TableCell, currency: string, { decimal_mark: mark }: Formats, notes: string[]): bigint | null {
  const text = typeof cell === 'number' ? cell.toFixed(6) : plainText(cell);
  if (text === '') return null;
  let plain = text;
  if (typeof cell === 'string') {
    if (GROUPED[mark].test(text)) plain = text.replaceAll(mark === 'point' ? ',' : '.', '');
    if (mark === 'comma') {
      // a point where a comma is the mark: 1.50 may be one and a half, or a hundred and fifty
      plain = plain.includes('.') ? '' : plain.replace(',', '.');
    }
  }
  const micros = parseMoney(plain) === null ? 'malformed_amount' : readAmount(plain, currency);
  if (typeof micros === 'bigint') return micros;
  notes.push(
    micros === 'amount_out_of_bounds'
      ? `The amount ${text.slice(0, 40)} is below zero or too large.`
      : `The amount “${text.slice(0, 40)}” cannot be read.`,
  );
  return null;
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s?(Z|UTC|[+-]\d\d:?\d\d)?)?$/;
const TURNED = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[ T](\d{1,2}):(\d\d)(?::(\d\d))?)?$/;
const pad = (text: string): string => text.padStart(2, '0');

/** a spreadsheet's day 1 is the first of 1900 */
const SHEET_EPOCH_DAYS = 25_569;
const isSheetDay = (number: number): boolean => number > 20_000 && number < 80_000;

function timeOf(cell: TableCell, { date_order: order }: Formats, zone: string, notes: string[]): Date | null {
  if (cell === '') return null;
  const at = momentOf(typeof cell === 'number' ? cell : plainText(cell), order, zone);
  if (at === null) notes.push(`The time “${textOf(cell).slice(0, 40)}” cannot be read.`);
  return at;
}

function momentOf(cell: TableCell, order: Formats['date_order'], zone: string): Date | null {
  if (typeof cell === 'number') {
    if (!isSheetDay(cell)) return null;
    // a fraction of a day has no exact second
    const wall = new Date(Math.round(((cell - SHEET_EPOCH_DAYS) * DAY_MS) / 1_000) * 1_000).toISOString();
    return inZone(wall.slice(0, 10), wall.slice(11, 16), wall.slice(17, 19), zone);
  }
  const iso = ISO.exec(cell);
  if (iso) {
    const [, year, month, date, hour = '00', minute = '00', second = '00', offset] = iso;
    const day = `${year}-${month}-${date}`;
    if (!offset) return inZone(day, `${hour}:${minute}`, second, zone);
    return isDay(day) ? valid(new Date(`${day}T${hour}:${minute}:${second}${/\d/.test(offset) ? offset : 'Z'}`)) : null;
  }
  const turned = order === 'iso' ? null : TURNED.exec(cell);
  if (!turned) return null;
  const [, one = '', two = '', year, hour = '0', minute = '00', second = '00'] = turned;
  const [date, month] = order === 'day_first' ? [one, two] : [two, one];
  return inZone(`${year}-${pad(month)}-${pad(date)}`, `${pad(hour)}:${minute}`, second, zone);
}

const valid = (at: Date): Date | null => (Number.isNaN(at.getTime()) ? null : at);
const isDay = (day: string): boolean => {
  const at = valid(new Date(`${day}T00:00:00Z`));
  return at !== null && at.toISOString().slice(0, 10) === day;
};
function inZone(day: string, minute: string, second: string, zone: string): Date | null {
  if (!isDay(day) || minute > '23:59' || second > '59') return null;
  return new Date(startOf(`${day}T${minute}`, zone).getTime() + Number(second) * 1_000);
}

/** of equal lines the first counts; where they do not say the same, none does */
function markTwice(lines: readonly ReadLine[]): ReadLine[] {
  const groups = new Map<string, ReadLine[]>();
  for (const one of lines) {
    const key = one.txnKey !== null ? `t${one.txnKey}` : one.clickId !== null ? `c${one.clickId}` : null;
    const group = key === null ? null : groups.get(key);
    if (group) group.push(one);
    else if (key !== null) groups.set(key, [one]);
  }
  const twice = new Map<ReadLine, string>();
  for (const group of groups.values()) {
    const [first, ...rest] = group;
    if (!first || rest.length === 0) continue;
    if (rest.every((one) => saysTheSame(one, first))) {
      for (const one of rest) twice.set(one, `It stands in line ${first.line} already.`);
    } else {
      const others = group.map(({ line }) => line);
      for (const one of group) {
        const rest = others.filter((line) => line !== one.line).slice(0, 5);
        twice.set(one, `Line ${rest.join(', ')} says something else of the same order: none of them counts.`);
      }
    }
  }
  return lines.map((one) => {
    const note = twice.get(one);
    return note === undefined || one.fault !== null ? one : { ...one, fault: 'twice' as const, note };
  });
}
const saysTheSame = (one: ReadLine, other: ReadLine): boolean =>
  one.status === other.status &&
  one.code === other.code &&
  one.micros === other.micros &&
  one.currency === other.currency &&
  one.clickId === other.clickId &&
  (one.fault === null) === (other.fault === null);
