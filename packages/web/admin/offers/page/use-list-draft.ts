// A list under edit: rows with keys of their own, and whether they differ from what the server has.
import { useState } from 'react';
import { newKey } from '../../../kit/inputs/row-keys.ts';

export type Keyed<Row> = Row & { key: string };

export function useListDraft<Row extends object>(start: () => readonly Row[]) {
  const keyed = (rows: readonly Row[]): Keyed<Row>[] => rows.map((row) => ({ ...row, key: newKey() }));
  const [base, setBase] = useState(() => keyed(start()));
  const [rows, setRows] = useState(base);
  const before = new Map(base.map((row) => [row.key, JSON.stringify(row)]));
  const others = rows.filter((row) => before.get(row.key) !== JSON.stringify(row)).length;
  const gone = base.filter(({ key }) => !rows.some((row) => row.key === key)).length;
  return {
    rows,
    /** rows added, edited and removed since the server's version */
    changes: others + gone,
    add: (row: Row) => setRows([...rows, { ...row, key: newKey() }]),
    change: (key: string, part: Partial<Row>) =>
      setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row))),
    remove: (key: string) => setRows(rows.filter((row) => row.key !== key)),
    restart: (list: readonly Row[]) => {
      const fresh = keyed(list);
      setBase(fresh);
      setRows(fresh);
    },
    discard: () => setRows(base),
  };
}

export type ListDraft<Row extends object> = ReturnType<typeof useListDraft<Row>>;
