// A log screen as data: rows that grow at the top and are never edited in place. LogPage gives it search, filters, a
// period, keyset paging, a details drawer with its own URL, CSV export, bulk actions and word of newer rows.
import type { Filters, ListColumns, LogReply } from '@tributary/contract/lists';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Icon } from '../../ui/icons.ts';
import { callForList } from '../api/api.ts';
import type { CallContext, ListScreen, OnWire, Tools, Wire } from '../resource/declaration.ts';
import type { Verb } from '../shell/permissions.ts';
import type { RowBase } from '../table/column.ts';
import { columnsOf, sideOf } from '../table/list-columns.ts';

export type { DetailsProps } from '../resource/declaration.ts';

/** what a log call is asked; filters stand beside under their own names, several values comma-joined */
export type LogQuery = { limit: number; after?: string; q?: string; from?: number; to?: number } & Record<
  string,
  string | number | undefined
>;

/** done with all chosen rows at once; false where the reader thought better of it */
export interface LogAction<Row> extends Verb {
  label: string;
  icon: Icon;
  danger?: boolean;
  /** shown when any chosen row is such */
  when: (row: Row) => boolean;
  run: (rows: readonly Row[], tools: Tools<Row>) => Promise<boolean>;
}

export interface Log<Row extends RowBase> extends ListScreen<Row> {
  /** one line under the title */
  purpose: string;
  load: (query: LogQuery, context: CallContext) => Promise<LogReply<Row>>;
  /** what a search means besides its text: codes whose words, in the reader's language, hold it */
  alsoAsks?: (q: string) => Readonly<Record<string, string>>;
  /** whether rows can be narrowed to a period */
  hasPeriod?: boolean;
  bulkActions?: readonly LogAction<Row>[];
  empty: { title: string; text: string; action?: ReactNode };
  /** where a filter or a search lets nothing through */
  nothingFound: string;
}

type DeclaredLog<Row extends RowBase, F extends Filters, Columns, Query extends z.ZodType, File> = Omit<
  OnWire<Log<Row>, Row, F, Columns, Query, File, LogReply<Row>>,
  'hasPeriod'
> & { hasPeriod?: 'from' | 'to' extends keyof F ? boolean : never };

/** a screen of a log */
export const log = <
  Row extends z.ZodType<RowBase>,
  F extends Filters,
  Columns extends ListColumns<z.output<Row>>,
  Query extends z.ZodType,
  File = undefined,
>(
  wire: Wire<Row, F, Columns, Query, File>,
  { columns, load, ...screen }: DeclaredLog<z.output<Row>, F, Columns, Query, File>,
): Log<z.output<Row>> => ({
  ...screen,
  columns: columnsOf(wire, columns, sideOf(load)),
  load:
    typeof load === 'function' ? load : (query, context) => callForList(load, { ...query, ...screen.only }, context),
});
