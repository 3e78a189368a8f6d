// A list screen as data. A screen says what it lists and what can be done with it; ResourcePage does the rest: search,
// filters, paging, sorting, columns, selection, export, dialogs, and all of its state in the URL.
import type { Filters, ListColumns, UsualSortOf } from '@tributary/contract/lists';
import type { RouteSpec } from '@tributary/contract/route';
import type { ComponentType, ReactNode } from 'react';
import type { z } from 'zod';
import type { Icon } from '../../ui/icons.ts';
import { callForList } from '../api/api.ts';
import type { Session } from '../api/session.ts';
import type { Confirmation } from '../dialogs/dialogs.tsx';
import type { Verb } from '../shell/permissions.ts';
import type { Column, RowBase } from '../table/column.ts';
import { columnsOf, type Listing, type ShownColumn, sideOf } from '../table/list-columns.ts';

export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** what a list call is asked; filters stand beside under their own names, several values comma-joined */
export type ListQuery = { page: number; page_size: number; q?: string; sort?: string } & Record<
  string,
  string | number | undefined
>;

export interface CallContext {
  session: Session;
  signal?: AbortSignal;
  /** of a form: sent again, it is the same call */
  idempotencyKey?: string;
}

export type Filter<Name extends string = string> =
  /** checkboxes; all start checked, which filters nothing */
  | {
      kind: 'choices';
      name: Name;
      label: string;
      options: readonly { value: string; label: string }[];
    }
  /** checkboxes of which none starts checked; none of them filters nothing */
  | {
      kind: 'some';
      name: Name;
      label: string;
      options: readonly { value: string; label: string }[];
    }
  /** one checkbox that starts unchecked and sends `name=1` when checked */
  | { kind: 'flag'; name: Name; label: string }
  /** whatever is typed; empty filters nothing */
  | { kind: 'text'; name: Name; label: string }
  /** one of a few; none filters nothing, or leaves what `none` says */
  | {
      kind: 'one';
      name: Name;
      label: string;
      options: readonly { value: string; label: string }[];
      none?: string;
    }
  /** one of many, found by typing; `of` names the query cache */
  | {
      kind: 'found';
      name: Name;
      label: string;
      of: string;
      load: (search: string, context: CallContext) => Promise<{ value: string; label: string }[]>;
    }
  /** one value, taken by an input of the screen's own; empty filters nothing */
  | { kind: 'own'; name: Name; label: string; Input: ComponentType<OwnFilterProps> };

export interface OwnFilterProps {
  label: string;
  value: string;
  set: (value: string) => void;
}

export type ListFilter<Row, Name extends string = string> = Filter<Name> & {
  /** how a chosen value reads on its chip where it is an id: the rows it lets through know the name */
  nameIn?: (row: Row) => { id: string; name: string } | null;
};

/** what a row's or a page's action may do besides its own call */
export interface Tools<Row> {
  session: Session;
  reload: () => Promise<void>;
  /** goes to a page of the app */
  go: (path: string) => void;
  /** shows a row in the details drawer, or a part of it (the record is then `id:part`), the list as it is behind it */
  show: (row: Row, part?: string) => void;
  /** opens one of the declared dialogs */
  open: (dialog: string, row?: Row) => void;
}

export interface DialogProps<Row> {
  /** null in a dialog that adds */
  row: Row | null;
  close: () => void;
  tools: Tools<Row>;
}

export interface RowAction<Row> extends Verb {
  label: string;
  icon: Icon;
  danger?: boolean;
  when: (row: Row) => boolean;
  run: (row: Row, tools: Tools<Row>) => void | Promise<void>;
}

/** one call per selected row, twenty at a time; one toast at the end */
export interface BulkAction<Row> extends Verb {
  label: string;
  icon: Icon;
  danger?: boolean;
  /** shown when any selected row is such */
  when: (row: Row) => boolean;
  /** acts only on such rows; on all that are selected where absent */
  only?: (row: Row) => boolean;
  /** null: nothing to ask about */
  confirm?: (rows: readonly Row[], context: CallContext) => Confirmation | Promise<Confirmation | null>;
  /** asks for one reason for all of them, which may stay empty */
  askReason?: (rows: readonly Row[]) => Confirmation;
  run: (row: Row, context: CallContext & { reason: string }) => Promise<unknown>;
  done: (count: number) => { text: string; tone: 'success' | 'error' };
  failed: (count: number) => string;
}

export interface DetailsProps<Row> {
  id: string;
  close: () => void;
  tools: Tools<Row>;
}

export type TableRoute = RouteSpec & { wire: 'table' };

/** what every list has, whether its pages are counted or it grows at the top */
export interface ListScreen<Row extends RowBase> {
  /** names the query cache and the exported file */
  name: string;
  title: string;
  columns: readonly Column<Row>[];
  nameOf: (row: Row) => string;
  searchPlaceholder?: string;
  filters?: readonly ListFilter<Row>[];
  rowActions?: readonly RowAction<Row>[];
  /** "{n} publisher(s) selected" */
  selectedText?: (count: number) => string;
  /** the primary action at the right of the title; opens a dialog or a page */
  add?: Verb & ({ label: string; dialog: string } | { label: string; to: string });
  /** see formDialog for the usual kind */
  dialogs?: Readonly<Record<string, (props: DialogProps<Row>) => ReactNode>>;
  /** opened from a row's name, in a drawer with its own URL */
  details?: ComponentType<DetailsProps<Row>>;
  detailsTitle?: string;
  /** the filtered list as a file, made by the server */
  file?: TableRoute;
  /** the list of one record: asked with every page and file */
  only?: Readonly<Record<string, string>>;
  /** what stands in the path of its file */
  within?: Readonly<Record<string, string>>;
  /** while a row is such, work goes on behind it: the list looks again by itself */
  isMoving?: (row: Row) => boolean;
}

export interface Resource<Row extends RowBase> extends ListScreen<Row> {
  /** under the title: "1,204 affiliates" */
  countText: (total: number) => string;
  load: (query: ListQuery, context: CallContext) => Promise<Page<Row>>;
  /** `-created_at` */
  defaultSort?: string;
  bulkActions?: readonly BulkAction<Row>[];
  texts: {
    loading: string;
    emptyTitle: string;
    emptyText: string;
  };
}

/** a list's wire half (contract/lists.ts): a screen names nothing that it does not have */
export interface Wire<Row extends z.ZodType, F extends Filters, Columns, Query extends z.ZodType, File>
  extends Listing<Row, Columns> {
  filters: F;
  query: Query;
  /** absent where the list comes in one piece */
  fileQuery?: File;
}
/** a list screen with what it takes from the wire half left to that */
export type OnWire<
  Screen extends { load: unknown },
  Row,
  F extends Filters,
  Columns,
  Query extends z.ZodType,
  File,
  Reply,
> = Omit<Screen, 'columns' | 'filters' | 'searchPlaceholder' | 'load' | 'file'> & {
  columns: readonly ShownColumn<Row, Columns>[];
  filters?: readonly ListFilter<Row, keyof F & string>[];
  searchPlaceholder?: 'q' extends keyof F ? string : never;
  /** the list's route, or a call of the screen's own */
  load: (RouteSpec & { query: NoInfer<Query>; reply: z.ZodType<Reply> }) | Screen['load'];
  file?: TableRoute & { query: NoInfer<File> };
};

type DeclaredResource<Row extends RowBase, F extends Filters, Columns, Query extends z.ZodType, File> = Omit<
  OnWire<Resource<Row>, Row, F, Columns, Query, File, Page<Row>>,
  'defaultSort'
> & { defaultSort?: UsualSortOf<Columns> | `-${UsualSortOf<Columns>}` };

/** a screen of a list whose pages are counted */
export const resource = <
  Row extends z.ZodType<RowBase>,
  F extends Filters,
  Columns extends ListColumns<z.output<Row>>,
  Query extends z.ZodType,
  File = undefined,
>(
  wire: Wire<Row, F, Columns, Query, File>,
  { columns, load, ...screen }: DeclaredResource<z.output<Row>, F, Columns, Query, File>,
): Resource<z.output<Row>> => ({
  ...screen,
  columns: columnsOf(wire, columns, sideOf(load)),
  load:
    typeof load === 'function' ? load : (query, context) => callForList(load, { ...query, ...screen.only }, context),
});
