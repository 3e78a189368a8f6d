import { expect, it } from 'vitest';
import type { Column } from './column.ts';
import { cellText } from './column.ts';
import { toCsv } from './csv.ts';

interface Row {
  id: string;
  name: string;
  note: string | null;
  payout: string;
  at: number | null;
}
const columns: Column<Row>[] = [
  { id: 'nr', title: 'User ID', kind: 'text', value: (_, position) => position + 2 },
  { id: 'who', title: 'Name', kind: 'person', value: (row) => ({ name: row.name, email: 'a@demo.test' }) },
  { id: 'note', title: 'Note', kind: 'text', value: (row) => row.note },
  { id: 'payout', title: 'Payout', kind: 'money', value: (row) => ({ amount: row.payout, currency: 'USD' }) },
  { id: 'last', title: 'Last Login', kind: 'relative-date', value: (row) => row.at, empty: 'Never' },
];

it('a csv quotes what needs it and disarms formulas, but leaves negative amounts numbers', () => {
  const rows = [
    { id: '1', name: '=HYPERLINK("x")', note: 'a "b", c\nd', payout: '-12.5', at: 0 },
    { id: '2', name: '@sum', note: null, payout: '1', at: 1_700_000_000 },
  ];
  expect(toCsv(columns, rows)).toBe(
    'User ID,Name,Email,Note,Payout,Last Login\r\n' +
      '2,"\'=HYPERLINK(""x"")",a@demo.test,"a ""b"", c\nd",-12.5,\r\n' +
      "3,'@sum,a@demo.test,,1,2023-11-14T22:13:20.000Z\r\n",
  );
});

it('an empty cell shows its fallback', () => {
  const row: Row = { id: '1', name: 'x', note: '', payout: '1', at: null };
  expect(columns.map((column) => cellText(column, row, 5))).toEqual(['7', 'x <a@demo.test>', '-', '$1.00', 'Never']);
});
