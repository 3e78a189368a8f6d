// A log screen as data: rows that grow at the top and are never edited in place. LogPage gives it search, filters, a
// period, keyset paging, a details drawer with its own URL, CSV export, bulk actions and word of newer rows.
import type { LogReply } from '@tributary/contract/lists';
import type { ComponentType, ReactNode } from 'react';
import type { Icon } from '../../ui/icons.ts';
import type { CallContext, DialogProps, Filter, RowAction, Tools } from '../resource/declaration.ts';
import type { Column, RowBase } from '../table/column.ts';

/** what a log call is asked; filters stand beside under their own names, several values comma-joined */
export type LogQuery = { limit: number; after?: string; q?: string; from?: number; to?: number } & Record<
  string,
  string | number | undefined
>;

export type LogFilter<Row> = Filter & {
  /** how a chosen value reads on its chip where it is an id: the rows it lets through know the name */
  nameIn?: (row: Row) => { id: string; name: string } | null;
};

/** done with all chosen rows at once; false where the reader thought better of it */
export interface LogAction<Row> {
  label: string;
  icon: Icon;
  danger?: boolean;
  /** shown when any chosen row is such */
  when: (row: Row) => boolean;
  run: (rows: readonly Row[], tools: Tools<Row>) => Promise<boolean>;
}

export interface DetailsProps<Row> {
  id: string;
  close: () => void;
  tools: Tools<Row>;
}

export interface Log<Row extends RowBase> {
  /** names the query cache and the exported file */
  name: string;
  title: string;
  /** one line under the title */
  purpose: string;
  load: (query: LogQuery, context: CallContext) => Promise<LogReply<Row>>;
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  searchPlaceholder?: string;
  filters?: readonly LogFilter<Row>[];
  /** whether rows can be narrowed to a period */
  hasPeriod?: boolean;
  rowActions?: readonly RowAction<Row>[];
  bulkActions?: readonly LogAction<Row>[];
  selectedText?: (count: number) => string;
  add?: { label: string; dialog: string };
  dialogs?: Readonly<Record<string, (props: DialogProps<Row>) => ReactNode>>;
  details?: ComponentType<DetailsProps<Row>>;
  detailsTitle?: string;
  exportCsv?: (query: Omit<LogQuery, 'limit' | 'after'>, context: CallContext) => Promise<string>;
  empty: { title: string; text: string; action?: ReactNode };
  /** where a filter or a search lets nothing through */
  nothingFound: string;
}

export const log = <Row extends RowBase>(declaration: Log<Row>): Log<Row> => declaration;
