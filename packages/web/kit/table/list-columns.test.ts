import { list } from '@tributary/contract/lists';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cellText } from './column.ts';
import { columnsOf } from './list-columns.ts';

const row = z.object({
  id: z.string(),
  offer: z.object({ number: z.number(), name: z.string() }).nullable(),
  at: z.number(),
});
const notes = list({
  row,
  filters: {},
  columns: {
    offer: { kind: 'named', value: (one) => one.offer, sort: true },
    at: { kind: 'time', value: (one) => one.at },
  },
});
type Row = z.infer<typeof row>;
const columns = columnsOf<Row, typeof notes.columns>(notes, [
  { id: 'offer', title: 'Offer', hidden: true },
  { id: 'at', title: 'Time' },
  { id: 'mine', title: 'Mine', kind: 'number', value: () => 1 },
]);

test('a column is shown and sorted as its list says, and looks as its screen says', () => {
  expect(columns.map(({ id, kind, sortable, hidden = false }) => [id, kind, sortable, hidden])).toEqual([
    ['offer', 'text', true, true],
    ['at', 'relative-date', false, false],
    ['mine', 'number', false, false],
  ]);
});

test('what is named reads with its number, and nothing as nothing', () => {
  const [offer] = columns;
  const text = (value: Row['offer']) => offer && cellText(offer, { id: '1', offer: value, at: 0 }, 0);
  expect(text({ number: 12, name: 'Savings' })).toBe('Savings (12)');
  expect(text(null)).toBe('-');
});
