import { list } from '@tributary/contract/lists';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cellText } from './column.ts';
import { columnsOf } from './list-columns.ts';

const row = z.object({
  id: z.string(),
  offer: z.object({ number: z.number(), name: z.string() }).nullable(),
  at: z.number(),
  state: z.string(),
});
const notes = list({
  row,
  filters: {},
  columns: {
    offer: { kind: 'named', value: (one) => one.offer, sort: true },
    at: { kind: 'time', value: (one) => one.at },
    state: { kind: 'status', value: (one) => one.state },
  },
});
type Row = z.infer<typeof row>;
const columns = columnsOf(notes, [
  { id: 'offer', title: 'Offer', hidden: true },
  { id: 'at', title: 'Time' },
  { id: 'mine', title: 'Mine', kind: 'number', value: () => 1 },
  { id: 'state', title: 'State', words: { open: 'Waiting' }, tones: { open: 'warn' } },
]);
const example: Row = { id: '1', offer: null, at: 0, state: 'open' };

test('a column is shown and sorted as its list says, and looks as its screen says', () => {
  expect(columns.map(({ id, kind, sortable, hidden = false }) => [id, kind, sortable, hidden])).toEqual([
    ['offer', 'text', true, true],
    ['at', 'relative-date', false, false],
    ['mine', 'number', false, false],
    ['state', 'status', false, false],
  ]);
});

test('what is named reads with its number, and nothing as nothing', () => {
  const [offer] = columns;
  const text = (value: Row['offer']) => offer && cellText(offer, { ...example, offer: value }, 0);
  expect(text({ number: 12, name: 'Savings' })).toBe('Savings (12)');
  expect(text(null)).toBe('-');
});

test('what the list says in a word reads as the screen says, and an empty cell too', () => {
  const [all, state] = columnsOf(notes, [
    { id: 'offer', title: 'Offer', empty: 'All' },
    { id: 'state', title: 'State', words: { open: 'Waiting' }, tones: { open: 'warn' } },
  ]);
  if (!all || state?.kind !== 'status') throw new Error('two columns were declared, the second a status');
  expect(cellText(all, example, 0)).toBe('All');
  expect([state.value(example), state.tone?.(example)]).toEqual(['Waiting', 'warn']);
  const unknown = { ...example, state: 'new' };
  expect([state.value(unknown), state.tone?.(unknown)]).toEqual(['new', 'neutral']);
});
