// A screen's columns from its list's declaration: the kind, the value and whether the list sorts by it are the list's; a screen
// adds the words, and cells of its own where a value needs more than its kind gives.
import type { ListColumn, ListColumns } from '@tributary/contract/lists';
import type { AmountMark, Column, ColumnKind } from './column.ts';

interface Look {
  title: string;
  fixed?: boolean;
  hidden?: boolean;
  opens?: boolean;
}
type Listed<Row, Name extends string> = Look & {
  id: Name;
  clip?: boolean;
  mark?: (row: Row) => AmountMark | undefined;
};
type Own<Row> = ColumnKind<Row> & Look & { id: string };

export const numbered = ({ name, number }: { name: string; number: number }): string => `${name} (${number})`;

function kindOf<Row>(column: ListColumn<Row>): ColumnKind<Row> {
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
    default:
      return column;
  }
}

export function columnsOf<Row, Columns extends ListColumns<Row>>(
  list: { columns: Columns },
  shown: readonly (Own<Row> | Listed<Row, keyof Columns & string>)[],
): Column<Row>[] {
  const listed: ListColumns<Row> = list.columns;
  return shown.map((column) => {
    const of = listed[column.id];
    const sortable = of?.sort ?? false;
    if ('kind' in column) return { ...column, sortable };
    // the type lets no other name through
    if (!of) throw new Error(`the list has no column ${column.id}`);
    return { ...kindOf(of), ...column, sortable };
  });
}
