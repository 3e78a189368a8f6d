import { describe, expect, it } from 'vitest';
import type { Column, RowBase } from '../table/column.ts';
import { parseListState, queryOf, searchOf } from './list-state.ts';

const text = (id: string, more: Partial<Column<RowBase>> = {}): Column<RowBase> => ({
  id,
  title: id,
  ...more,
  kind: 'text',
  value: () => '',
});
const shape = {
  columns: [
    text('name', { fixed: true, sortable: true }),
    text('company', { sortable: true }),
    text('tax_id', { hidden: true }),
  ],
  filters: [
    {
      kind: 'choices' as const,
      name: 'status',
      label: 'Status',
      options: ['approved', 'pending', 'rejected'].map((value) => ({ value, label: value })),
    },
    { kind: 'flag' as const, name: 'deleted', label: 'Deleted' },
    {
      kind: 'some' as const,
      name: 'event',
      label: 'Event',
      options: ['login', 'export'].map((value) => ({ value, label: value })),
    },
    { kind: 'one' as const, name: 'level', label: 'Level', options: [{ value: 'goal', label: 'Goal' }] },
  ],
  defaultSort: '-created_at',
};
const parse = (search: string) => parseListState(new URLSearchParams(search), shape);
const write = (search: string) => searchOf(parse(search), shape).toString();

describe('a list’s state in the URL', () => {
  it('is empty for a fresh visit: everything is let through', () => {
    expect(parse('')).toEqual({
      q: '',
      sort: '-created_at',
      page: 1,
      pageSize: 25,
      filters: {},
      columns: ['name', 'company'],
      record: null,
    });
    expect(write('')).toBe('');
  });

  it('comes back as it was written', () => {
    for (const search of [
      'q=ana+ruiz&status=pending&sort=name&page=3&page_size=100&columns=name%2Ctax_id&record=0198',
      'status=approved%2Crejected',
      'status=',
      'sort=-company',
      'status=pending&deleted=1',
      'level=goal',
      'event=login',
    ]) {
      expect(write(search)).toBe(search);
    }
  });

  it('ignores what is no state of this list', () => {
    expect(
      write(
        'sort=password_hash&page=-2&page_size=5000&status=nonsense,pending&columns=evil&utm=x&deleted=yes&level=evil',
      ),
    ).toBe('status=pending&columns=name');
    expect(write('status=approved,pending,rejected&page=1.5&columns=name,company')).toBe('');
  });
});

describe('the list call', () => {
  it('is asked for what the URL says', () => {
    expect(queryOf(parse('q=x&status=pending,approved&page=2'))).toEqual({
      page: 2,
      page_size: 25,
      q: 'x',
      sort: '-created_at',
      status: 'approved,pending',
    });
  });

  it('asks for everything where nothing of a filter that starts unticked is ticked', () => {
    expect(parse('event=').filters).toEqual({});
    expect(queryOf(parse('event='))).toEqual({ page: 1, page_size: 25, q: undefined, sort: '-created_at' });
    expect(queryOf(parse('event=export,evil'))).toMatchObject({ event: 'export' });
  });

  it('is not made where every box is unchecked', () => {
    expect(queryOf(parse('status='))).toBeNull();
  });
});
