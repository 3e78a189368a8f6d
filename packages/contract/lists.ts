// A list is one declaration. Its wire half stands here, beside the routes: which filters and sorts it takes, what each column
// holds and what the column is called in a file. From it come the route's query and reply, the file, and the browser's table;
// the SQL half (server, platform/lists) does not compile where it names what the wire does not have, or lacks what it has.
import { z } from 'zod';
import { day } from './days.ts';
import type { FieldClass } from './hiding.ts';

export const pageSizes = [25, 50, 100] as const;

/** rows of one call where a list is read whole, to choose all of it */
export const WHOLE_LIST_PAGE = 1000;

/** what a column holds; the kind decides how a value reads on the screen and in a file */
export interface ColumnValues {
  text: string | number | null;
  number: number | null;
  /** a decimal; in a file the currency has a column of its own */
  money: { amount: string; currency: string } | null;
  /** unix seconds */
  time: number | null;
  status: string;
  tags: readonly string[];
  /** an offer, a person, a goal: in a file its number and its name, under two headings */
  named: { number: number; name: string } | null;
}
export type ColumnKind = keyof ColumnValues;
export type ListColumn<Row> = {
  [Kind in ColumnKind]: {
    kind: Kind;
    value: (row: Row) => ColumnValues[Kind];
    /** the list can be sorted by it */
    sort?: true;
    /** its heading in a file, to the letter; not in the file where absent */
    file?: Kind extends 'named' ? string | readonly [number: string, name: string] : string;
    /** its class, where roles may hide it: then it is in no table and no file, and nothing is sorted by it */
    hide?: FieldClass;
  };
}[ColumnKind];

export type ListColumns<Row> = Readonly<Record<string, ListColumn<Row>>>;
export type SortOf<Columns> = {
  [Name in keyof Columns & string]: Columns[Name] extends { sort: true } ? Name : never;
}[keyof Columns & string];

/** by which a list may be sorted where nobody asks: an order by what a role hides would tell it, or be refused to it */
export type UsualSortOf<Columns> = {
  [Name in SortOf<Columns> & keyof Columns]: Columns[Name] extends { hide: FieldClass } ? never : Name;
}[SortOf<Columns> & keyof Columns];

export type Filters = Readonly<Record<string, z.ZodType>>;

/** comma-separated words of a closed list; none of them lets nothing through */
export const anyOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(words)))
    .optional();
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words).optional();
export const flag = oneOf(['1']);
/** the id of a record; one that names none lets nothing through */
export const idFilter = z.string().max(40).optional();
export const wordFilter = (most: number) => z.string().max(most).optional();
/** unix seconds */
export const momentFilter = z.coerce.number().int().min(0).max(253_402_300_799).optional();
export const dayFilter = day.optional();
/** every list can be searched; a log says so among its filters */
export const searched = { q: z.string().trim().max(200).optional() };

export const fileFormats = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];
/** in which format a file is asked for */
export const formatQuery = { format: z.enum(fileFormats).default('csv') };

/** a decimal is a number in a spreadsheet, and has every digit there */
export type Cell = string | number | { decimal: string } | null;
/** the reply of a `table` route: headings, then rows as they are read; a browser gets the file */
export interface TableReply {
  format: FileFormat;
  rows: AsyncIterable<Cell[][]>;
}

/** what the route of a list's file has besides its path, its summary and who may call it */
export const fileOf = <Query extends z.ZodType>({ fileQuery }: { fileQuery: Query }) =>
  ({
    method: 'GET',
    wire: 'table',
    heavy: true,
    headers: ['subdomain'],
    query: fileQuery,
    reply: z.custom<TableReply>(),
    errors: ['invalid_input'],
  }) as const;

/** `sort=-created_at` sorts descending; only the columns that say so are sorted by */
const sortQuery = (sortable: readonly string[], columns: Readonly<Record<string, { hide?: FieldClass | undefined }>>) =>
  z
    .string()
    .regex(/^-?\w+$/)
    .refine((text) => sortable.includes(text.replace(/^-/, '')), `sort must be one of: ${sortable.join(', ')}`)
    .optional()
    .meta({
      sorts: Object.fromEntries(sortable.map((name) => [name, columns[name]?.hide ? [columns[name].hide] : []])),
    });
/** by which words a list is sorted that roles may hide */
export const sortsOf = (schema: z.ZodType): Readonly<Record<string, readonly FieldClass[]>> =>
  z.globalRegistry.get(schema)?.sorts ?? {};

export const listReply = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), total: z.number().int() });
export interface ListReply<Row> {
  rows: Row[];
  total: number;
}

interface Declaration<Row extends z.ZodType, F extends Filters, Columns> {
  row: Row;
  filters: F;
  columns: Columns;
}

/** a list whose pages are counted */
export function list<Row extends z.ZodType, F extends Filters, Columns extends ListColumns<z.output<Row>>>({
  mostRows = 200,
  ...declaration
}: Declaration<Row, F, Columns> & { mostRows?: number }) {
  const sortable = Object.entries(declaration.columns).flatMap(([name, { sort }]) => (sort ? [name] : []));
  const query = z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    page_size: z.coerce.number().int().min(1).max(mostRows).optional(),
    ...searched,
    sort: sortQuery(sortable, declaration.columns),
  });
  const filters = { ...declaration.filters, ...searched };
  const file = z.object({ ...searched, sort: sortQuery(sortable, declaration.columns), ...formatQuery });
  return {
    ...declaration,
    filters,
    query: query.extend(declaration.filters),
    fileQuery: file.extend(declaration.filters),
    reply: listReply(declaration.row),
  };
}

export const logReply = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable() });
export interface LogReply<Row> {
  rows: Row[];
  next: string | null;
}

/** logs grow at the top while they are read, so they page by the last row seen: `next` goes back as `after` */
export function log<Row extends z.ZodType, F extends Filters, Columns extends ListColumns<z.output<Row>>>(
  declaration: Declaration<Row, F, Columns>,
) {
  const query = z.object({
    after: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(200).optional(),
  });
  return {
    ...declaration,
    query: query.extend(declaration.filters),
    fileQuery: z.object(formatQuery).extend(declaration.filters),
    reply: logReply(declaration.row),
  };
}

/** a list that comes whole in one reply */
export const wholeList = <Row extends z.ZodType, F extends Filters, Columns extends ListColumns<z.output<Row>>>(
  declaration: Declaration<Row, F, Columns>,
) => ({ ...declaration, query: z.object(declaration.filters), reply: z.object({ rows: z.array(declaration.row) }) });
