// A list under edit: rows with keys of their own, whether they differ from what the server has, and what it said of them.
import { useState } from 'react';
import { newKey } from '../../../kit/inputs/row-keys.ts';

export type Keyed<Row> = Row & { key: string };

/** what cannot be saved: which field of which row, by its name on the wire */
export interface RowFault {
  key: string;
  field: string;
  sentence: string;
}

export function useListDraft<Row extends object>(
  start: () => readonly Row[],
  /** what of a row is saved; the rest is only shown */
  sent: (row: Row) => unknown,
) {
  const keyed = (rows: readonly Row[]): Keyed<Row>[] => rows.map((row) => ({ ...row, key: newKey() }));
  const [base, setBase] = useState(() => keyed(start()));
  const [rows, setRows] = useState(base);
  const [fault, setFault] = useState<RowFault | null>(null);
  const content = (row: Row) => JSON.stringify(sent(row));
  const before = new Map(base.map((row) => [row.key, content(row)]));
  const mine = rows.filter((row) => before.get(row.key) !== content(row));
  const left = base.filter(({ key }) => !rows.some((row) => row.key === key));
  const put = (next: Keyed<Row>[], touched?: string) => {
    setRows(next);
    if (touched === undefined || touched === fault?.key) setFault(null);
  };
  return {
    rows,
    /** rows added, edited and removed since the server's version */
    changes: mine.length + left.length,
    add: (row: Row) => put([...rows, { ...row, key: newKey() }], ''),
    change: (key: string, part: Partial<Row>) =>
      put(
        rows.map((row) => (row.key === key ? { ...row, ...part } : row)),
        key,
      ),
    remove: (key: string) =>
      put(
        rows.filter((row) => row.key !== key),
        key,
      ),
    restart: (list: readonly Row[]) => {
      const fresh = keyed(list);
      setBase(fresh);
      put(fresh);
    },
    /** from another list of the server's, with what was done here done to it as well */
    merge: (list: readonly Row[]) => {
      const undone = new Set(base.filter((row) => left.includes(row) || isEdited(row, mine)).map(content));
      const fresh = keyed(list);
      setBase(fresh);
      put([...fresh.filter((row) => !undone.has(content(row))), ...mine.map((row) => ({ ...row, key: newKey() }))]);
    },
    /** typed before, and brought back: the server's list stays what it is compared with */
    bringBack: (list: readonly Row[]) => {
      const unused = [...base];
      put(
        list.map((row) => {
          const at = unused.findIndex((known) => content(known) === content(row));
          return at < 0 ? { ...row, key: newKey() } : (unused.splice(at, 1)[0] ?? { ...row, key: newKey() });
        }),
      );
    },
    differsFrom: (list: readonly Row[]): boolean =>
      JSON.stringify(base.map(content)) !== JSON.stringify(list.map(content)),
    discard: () => put(base),
    fault,
    complain: (row: number, field: string, sentence: string) => {
      const key = rows[row]?.key;
      if (key !== undefined) setFault({ key, field, sentence });
    },
    /** what to say under a field */
    errorOf: (key: string, ...fields: readonly string[]): string | undefined =>
      fault?.key === key && fields.includes(fault.field) ? fault.sentence : undefined,
  };
}

const isEdited = (row: { key: string }, mine: readonly { key: string }[]): boolean =>
  mine.some(({ key }) => key === row.key);

export type ListDraft<Row extends object> = ReturnType<typeof useListDraft<Row>>;
