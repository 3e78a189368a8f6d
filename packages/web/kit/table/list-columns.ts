// A screen's columns from its list's declaration: the kind, the value and whether the list sorts by it are the list's; a screen
// adds the words, and cells of its own where a value needs more than its kind gives.
import { type AccountSide, hidingOf, meaningOf } from '@tributary/contract/hiding';
import type { ListColumn, ListColumns } from '@tributary/contract/lists';
import type { RouteSpec } from '@tributary/contract/route';
import type { z } from 'zod';
import type { Tone } from '../../ui/status-badge.tsx';
import type { AmountMark, Column, ColumnKind } from './column.ts';

/** of a list's wire half (contract/lists.ts), what a table needs */
export interface Listing<Row extends z.ZodType, Columns> {
  row: Row;
  columns: Columns;
}

interface Look {
  title: string;
  fixed?: boolean;
  hidden?: boolean;
  opens?: boolean | string;
}
type Listed<Row, Name extends string> = Look & {
  id: Name;
  clip?: boolean;
  /** in place of nothing */
  empty?: string;
  /** how the list's own words read */
  words?: Readonly<Record<string, string>>;
  tones?: Readonly<Record<string, Tone>>;
  mark?: (row: Row) => AmountMark | undefined;
  converted?: boolean;
};
type Own<Row> = ColumnKind<Row> & Look & { id: string };
export type ShownColumn<Row, Columns> = Own<Row> | Listed<Row, keyof Columns & string>;

export const numbered = ({ name, number }: { name: string; number: number }): string => `${name} (${number})`;

function kindOf<Row>(column: ListColumn<Row>, { words = {}, tones }: Listed<Row, string>): ColumnKind<Row> {
  const read = (word: string) => words[word] ?? word;
  switch (column.kind) {
    case 'time':
      return { kind: 'relative-date', value: column.value };
    case 'named':
      return {
        kind: 'text',
        clip: true,
        value: (row) => {
          const named = column.value(row);
          return named && numbered(named);
        },
      };
    case 'status': {
      const badge = { kind: column.kind, value: (row: Row) => read(column.value(row)) };
      return tones ? { ...badge, tone: (row) => tones[column.value(row)] ?? 'neutral' } : badge;
    }
    case 'text':
      return {
        kind: column.kind,
        value: (row) => {
          const value = column.value(row);
          return typeof value === 'string' ? read(value) : value;
        },
      };
    default:
      return column;
  }
}

/** of whom a list's rows are, where its route says so: what a column's class means depends on it */
export const sideOf = (load: RouteSpec | ((...call: never[]) => unknown)): AccountSide | undefined =>
  typeof load === 'function' ? undefined : hidingOf(load.reply).of;

export function columnsOf<Row extends z.ZodType, Columns extends ListColumns<z.output<Row>>>(
  list: Listing<Row, Columns>,
  shown: readonly ShownColumn<z.output<Row>, Columns>[],
  of?: AccountSide,
): Column<z.output<Row>>[] {
  const columns: ListColumns<z.output<Row>> = list.columns;
  return shown.map((column) => {
    const listed = columns[column.id];
    const hide = listed?.hide && (of ? meaningOf(listed.hide, of) : listed.hide);
    const rest = { sortable: listed?.sort ?? false, ...(hide ? { hide } : {}) };
    if ('kind' in column) return { ...column, ...rest };
    // the type lets no other name through
    if (!listed) throw new Error(`the list has no column ${column.id}`);
    const { words: _words, tones: _tones, ...look } = column;
    return { ...kindOf(listed, column), ...look, ...rest };
  });
}
