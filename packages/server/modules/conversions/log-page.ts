// A page of a log, and the whole of it as CSV: both walk by keyset.
import type { SignedInCall } from '../../http/call.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordAudit } from '../audit/index.ts';

const PAGE = 50;
const EXPORT_PAGE = 1_000;

type Read<Row> = (tx: Tx, after: string | null, limit: number) => Promise<Row[]>;

/** one row more than is shown tells whether there is a next page */
export async function logPage<Row, Shown>(
  query: { after?: string | undefined; limit?: number | undefined },
  tx: Tx,
  read: Read<Row>,
  cursor: (row: Row) => string,
  show: (row: Row) => Shown,
): Promise<{ rows: Shown[]; next: string | null }> {
  const limit = query.limit ?? PAGE;
  const rows = await read(tx, query.after ?? null, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown.map(show), next: rows.length > limit && last ? cursor(last) : null };
}

export type CsvColumn<Row> = [title: string, read: (row: Row) => string | number | null];

export async function* exportLog<Row>(
  call: SignedInCall,
  what: { action: string; objectKind: string; filter: Record<string, unknown> },
  read: Read<Row>,
  cursor: (row: Row) => string,
  columns: readonly CsvColumn<Row>[],
  /** in whose name the rows are read, where it is not the caller's own */
  inside: SignedInCall['transaction'] = call.transaction,
): AsyncGenerator<string> {
  await call.transaction((tx) =>
    recordAudit(tx, call, { action: what.action, objectKind: what.objectKind, objectId: null, after: what.filter }),
  );
  yield csvLine(columns.map(([title]) => title));
  for (let after: string | null = null; ; ) {
    const from: string | null = after;
    const rows: Row[] = await inside((tx) => read(tx, from, EXPORT_PAGE));
    yield rows.map((row) => csvLine(columns.map(([, value]) => value(row)))).join('');
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE) return;
    after = cursor(last);
  }
}

export const isoTime = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString();
