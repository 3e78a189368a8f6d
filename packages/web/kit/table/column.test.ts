import { expect, it } from 'vitest';
import { type Column, cellText } from './column.ts';

interface Row {
  id: string;
  name: string;
  note: string | null;
  payout: string | null;
  at: number | null;
  tags: string[];
}
const columns: Column<Row>[] = [
  { id: 'nr', title: 'User ID', kind: 'text', value: (_, position) => position + 2 },
  { id: 'who', title: 'Name', kind: 'person', value: (row) => ({ name: row.name, email: 'a@demo.test' }) },
  { id: 'note', title: 'Note', kind: 'text', value: (row) => row.note },
  {
    id: 'payout',
    title: 'Payout',
    kind: 'money',
    value: ({ payout }) => (payout ? { amount: payout, currency: 'USD' } : null),
  },
  { id: 'last', title: 'Last Login', kind: 'relative-date', value: (row) => row.at, empty: 'Never' },
  { id: 'tags', title: 'Tags', kind: 'tags', value: (row) => row.tags },
];
const textsOf = (row: Row) => columns.map((column) => cellText(column, row, 5));

it('an empty cell shows its fallback, whatever its kind', () => {
  const row: Row = { id: '1', name: 'Ana', note: '', payout: null, at: null, tags: [] };
  expect(textsOf(row)).toEqual(['7', 'Ana <a@demo.test>', '-', '-', 'Never', '-']);
});

it('a full cell reads as people write it', () => {
  const row: Row = { id: '1', name: 'Ana', note: 'n', payout: '0.3', at: Date.now() / 1000, tags: ['vip', 'eu'] };
  expect(textsOf(row)).toEqual(['7', 'Ana <a@demo.test>', 'n', '$0.30', 'just now', 'vip, eu']);
});
