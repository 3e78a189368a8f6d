// Lines of a file as values: what is not on a list is unreadable, never guessed.
import { expect, test } from 'vitest';
import type { TableCell } from '../../../platform/tables/table-file.ts';
import { proposedMap, type ReadLine, readLines, readPublisherLines } from './read-lines.ts';

const headings = ['Order ID', 'Click', 'Amount', 'Currency', 'Status', 'Reason', 'Date'];
const map = {
  txn_id: 'Order ID',
  click_id: 'Click',
  amount: 'Amount',
  currency: 'Currency',
  status: 'Status',
  code: 'Reason',
  at: 'Date',
  date_order: 'iso',
  decimal_mark: 'point',
} as const;
const reading = { zone: 'Asia/Kolkata', currency: 'USD', defaultCode: null };
const table = (...rows: TableCell[][]) => ({ headings, lines: rows.map((cells, at) => ({ line: at + 2, cells })) });
const one = (cells: TableCell[], more: Partial<typeof map> | object = {}, by: object = {}): ReadLine => {
  const [line] = readLines(table(cells), { ...map, ...more }, { ...reading, ...by });
  return line ?? expect.fail('no line');
};

test('the columns are known by their usual names', () => {
  expect(proposedMap(headings)).toMatchObject({ txn_id: 'Order ID', click_id: 'Click', amount: 'Amount', at: 'Date' });
  expect(proposedMap(['foo', 'Transaction-ID'])).toMatchObject({ txn_id: 'Transaction-ID', status: null });
});

test('a whole line', () => {
  expect(one(['A-1', '', '1,250.50', 'eur', 'Cancelled', '', '2026-10-10 10:30'])).toMatchObject({
    txnId: 'A-1',
    txnKey: 'a-1',
    clickId: null,
    status: 'rejected',
    code: 'cancelled',
    micros: 1_250_500_000n,
    currency: 'EUR',
    at: new Date('2026-10-10T05:00:00Z'),
    fault: null,
  });
});

test.each([
  ['approved', '', 'approved', null],
  ['Confirmed', '', 'approved', null],
  ['on hold', '', 'pending', null],
  ['refunded', '', 'rejected', 'returned'],
  ['fraud', '', 'rejected', 'suspicious'],
  ['rejected', 'Duplicate order', 'rejected', 'duplicate'],
  ['rejected', 'other channel', 'rejected', 'other_channel'],
  ['declined', 'test', 'rejected', 'test'],
])('%s, “%s” is %s, %s', (said, reason, status, code) => {
  expect(one(['A', '', '', '', said, reason, ''])).toMatchObject({ status, code, fault: null });
});

test.each([
  ['a status that is not on the list', ['A', '', '', '', 'maybe', '', ''], /“maybe” is not on the list/],
  ['no status', ['A', '', '', '', '', '', ''], /status is empty/],
  ['a part given back', ['A', '', '', '', 'partial_refund', '', ''], /not on the list/],
  ['rejected without a reason', ['A', '', '', '', 'rejected', '', ''], /without a reason/],
  [
    'a reason that is not on the list',
    ['A', '', '', '', 'rejected', 'did not like it', ''],
    /not on the list of codes/,
  ],
  ['an amount with a sign', ['A', '', '$12', '', 'approved', '', ''], /amount “\$12” cannot be read/],
  ['an amount with a currency', ['A', '', 'USD 12', '', 'approved', '', ''], /amount “USD 12” cannot be read/],
  ['less than nothing', ['A', '', '-1', '', 'approved', '', ''], /below zero/],
  ['a comma where a point is the mark', ['A', '', '12,50', '', 'approved', '', ''], /cannot be read/],
  ['a currency that is none', ['A', '', '1', 'XXQ', 'approved', '', ''], /currency “XXQ”/],
  ['a day that is none', ['A', '', '1', '', 'approved', '', '2026-02-30'], /time “2026-02-30”/],
  ['a day in either order', ['A', '', '1', '', 'approved', '', '03/04/2026'], /cannot be read/],
  ['no key', ['', '', '1', '', 'approved', '', ''], /Neither a transaction id/],
  ['a macro', ['{order_id}', '', '1', '', 'approved', '', ''], /macro/],
])('%s is unreadable', (_name, cells, note) => {
  const line = one(cells);
  expect(line.fault).toBe('unreadable');
  expect(line.note).toMatch(note);
});

test('what is said of the file counts', () => {
  const comma = { decimal_mark: 'comma' };
  expect(one(['A', '', '1.234,56', '', 'approved', '', ''], comma).micros).toBe(1_234_560_000n);
  expect(one(['A', '', '12,5', '', 'approved', '', ''], comma).micros).toBe(12_500_000n);
  expect(one(['A', '', '1.50', '', 'approved', '', ''], comma).fault).toBe('unreadable');
  // a number of a spreadsheet has no mark
  expect(one(['A', '', 12.5, '', 'approved', '', ''], comma).micros).toBe(12_500_000n);
  expect(one(['A', '', 0.1 + 0.2, '', 'approved', '', '']).micros).toBe(300_000n);
  expect(one(['A', '', '', '', 'approved', '', '03/04/2026'], { date_order: 'day_first' }).at).toEqual(
    new Date('2026-04-02T18:30:00Z'),
  );
  expect(one(['A', '', '', '', 'approved', '', '03/04/2026'], { date_order: 'month_first' }).at).toEqual(
    new Date('2026-03-03T18:30:00Z'),
  );
  expect(one(['A', '', '', '', 'approved', '', '2026-04-03T00:00:00Z']).at).toEqual(new Date('2026-04-03T00:00:00Z'));
  // half past noon of 10 October 2026
  expect(one(['A', '', '', '', 'approved', '', 46305.5208333]).at).toEqual(new Date('2026-10-10T07:00:00Z'));
  expect(one([12345678901, '', '', '', 'approved', '', '']).txnId).toBe('12345678901');
  expect(one(['A', '', '', '', 'rejected', '', ''], {}, { defaultCode: 'not_found' }).code).toBe('not_found');
  expect(one(['A', '', '', '', 'whatever', '', ''], { status: null }).status).toBe('approved');
});

test('equal lines count once; where they disagree none counts', () => {
  const line = (txn: string, amount: string) => [txn, '', amount, '', 'approved', '', ''];
  const read = (...rows: TableCell[][]) => readLines(table(...rows), map, reading).map(({ fault }) => fault);
  expect(read(line('A', '1'), line('a', '1'), line('B', '1'))).toEqual([null, 'twice', null]);
  expect(read(line('A', '1'), line('A', '2'), line('B', '1'))).toEqual(['twice', 'twice', null]);
  expect(read(line('A', '1'), ['A', '', '1', '', 'cancelled', '', ''])).toEqual(['twice', 'twice']);
});

test('a map that does not fit is refused with the line of the headings', () => {
  expect(() => one(['A'], { txn_id: 'Nowhere' })).toThrow(/Line 1 has no column Nowhere/);
  expect(() => one(['A'], { txn_id: null, click_id: null })).toThrow(/line 1/);
});

test('a publisher’s export has p1 or click ids', () => {
  const own = {
    click_id: null,
    p1: 'Click',
    amount: null,
    at: null,
    date_order: 'iso',
    decimal_mark: 'point',
  } as const;
  const read = readPublisherLines(table(['', 'sub-1'], ['', '']), own, reading);
  expect(read).toMatchObject([
    { p1: 'sub-1', fault: null },
    { p1: null, fault: 'unreadable' },
  ]);
});
