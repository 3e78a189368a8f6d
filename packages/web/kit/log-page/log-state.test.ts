import { expect, it } from 'vitest';
import type { RowBase } from '../table/column.ts';
import type { Log } from './log-declaration.ts';
import { isNarrowed, parseLogState, queryOfLog, searchOfLog } from './log-state.ts';

const shape: Pick<Log<RowBase>, 'columns' | 'filters' | 'hasPeriod'> = {
  columns: [{ id: 'at', title: 'Time', kind: 'relative-date', value: () => 1 }],
  filters: [
    {
      kind: 'choices',
      name: 'status',
      label: 'Status',
      options: [
        { value: 'pending', label: 'Pending' },
        { value: 'approved', label: 'Approved' },
      ],
    },
    { kind: 'own', name: 'offer_id', label: 'Offer', Input: () => null },
  ],
  hasPeriod: true,
};
const parse = (text: string) => parseLogState(new URLSearchParams(text), shape);

it('a view survives being shared: what the URL says comes back as the same URL', () => {
  const text = 'q=txn&status=pending&offer_id=o1&page_size=50&record=c1&period=2026-10-01..2026-10-05&after=abc';
  const state = parse(text);
  expect(Object.fromEntries(searchOfLog(state, shape))).toEqual(Object.fromEntries(new URLSearchParams(text)));
  expect(queryOfLog(state)).toMatchObject({ limit: 50, after: 'abc', q: 'txn', status: 'pending', offer_id: 'o1' });
  expect(isNarrowed(state)).toBe(true);
});

it('a fresh visit asks for the newest rows and leaves the URL empty', () => {
  const state = parse('');
  expect(searchOfLog(state, shape).toString()).toBe('');
  expect(queryOfLog(state)).toEqual({ limit: 25, after: undefined, q: undefined });
  expect(isNarrowed(state)).toBe(false);
});

it('a filter that lets nothing through asks nothing', () => {
  expect(queryOfLog(parse('status='))).toBeNull();
});

it('a period that cannot be read is left out', () => {
  expect(parse('period=soon').period).toBe('');
});
