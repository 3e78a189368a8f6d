// The SQL half of a list: what a repository says of each name of the wire half (contract/lists.ts). Page, count, keyset and the
// batches of a file are made of it here, and nowhere else.
import type { Filters, ListReply, LogReply, SortOf, UsualSortOf } from '@tributary/contract/lists';
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  type StringReference,
  sql,
} from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../db/database.ts';
import type { Key } from './keys.ts';

const PAGE = 25;
const LOG_PAGE = 50;
const FILE_BATCH = 1_000;

/** what each filter of the wire half lets a statement know */
export type ValuesOf<F extends Filters> = { [Name in keyof F]: NonNullable<z.output<F[Name]>> };
export type Asked<V> = { readonly [Name in keyof V]?: V[Name] | undefined };
export interface AskedPage {
  readonly page?: number | undefined;
  readonly page_size?: number | undefined;
  readonly sort?: string | undefined;
}
export interface AskedRest {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

export const pageOf = ({ page = 1, page_size: limit }: AskedPage, usual = PAGE) => ({
  limit: limit ?? usual,
  offset: (page - 1) * (limit ?? usual),
});

interface Source<V, Scope, D, T extends keyof D, D2, T2 extends keyof D2, Row> {
  /** what is filtered and counted: the tables, and which rows are the reader's */
  from: (tx: Tx, scope: Scope) => SelectQueryBuilder<D, T, object>;
  /** what is read of the rows that are shown */
  rows: (query: SelectQueryBuilder<D, T, object>, scope: Scope) => SelectQueryBuilder<D2, T2, Row>;
  filters: {
    [Name in keyof V]: (eb: ExpressionBuilder<D, T>, value: V[Name], scope: Scope) => Expression<SqlBool>;
  };
  /** what holds where a filter is not asked for */
  unasked?: { [Name in keyof V]?: (eb: ExpressionBuilder<D, T>, scope: Scope) => Expression<SqlBool> };
}

/** `empty` where a column may be empty: what never is, is read in the order of an index. `tie`: equals go the same way */
type SortBy<Column> = Column | { by: Column; empty?: 'last'; tie?: 'along' };
interface Order<Name extends string, Column extends string, Usual extends string = Name> {
  sorts: Readonly<Record<Name, SortBy<Column | RawBuilder<unknown>>>>;
  /** where nobody asks */
  sort: Usual | `-${Usual}`;
  /** what decides between equals: a column in which no two rows are */
  tie: readonly [Column, 'asc' | 'desc'];
}

const wayOf = (sort: string): 'asc' | 'desc' => (sort.startsWith('-') ? 'desc' : 'asc');
/** the query's schema lets no name through that is not there */
function sortNamed<Sort>(sorts: Readonly<Record<string, Sort>>, asked: string): Sort {
  const found = sorts[asked.replace(/^-/, '')];
  if (found === undefined) throw new Error(`the list is not sorted by ${asked}`);
  return found;
}

/** for a statement that is a report's rather than a list's: what is empty comes last either way */
export const orderOf = (sorts: Readonly<Record<string, RawBuilder<unknown>>>, asked: string): RawBuilder<unknown> =>
  sql`${sortNamed(sorts, asked)} ${sql.raw(wayOf(asked))} nulls last`;

const inFull = (sort: SortBy<string | RawBuilder<unknown>>) =>
  typeof sort === 'object' && 'by' in sort ? sort : { by: sort };

function ordered<D, T extends keyof D, Row>(
  query: SelectQueryBuilder<D, T, Row>,
  { sorts, sort: usual, tie: [tie, tieWay] }: Order<string, string>,
  asked: string = usual,
): SelectQueryBuilder<D, T, Row> {
  const way = wayOf(asked);
  const { by, empty, tie: goes } = inFull(sortNamed(sorts, asked));
  const sorted = query.orderBy(typeof by === 'string' ? sql.ref(by) : by, (order) => {
    const directed = way === 'desc' ? order.desc() : order.asc();
    return empty === 'last' ? directed.nullsLast() : directed;
  });
  return by === tie ? sorted : sorted.orderBy(sql.ref(tie), goes === 'along' ? way : tieWay);
}

function sourceOf<V, Scope, D, T extends keyof D, D2, T2 extends keyof D2, Row>({
  from,
  rows,
  filters,
  unasked = {},
}: Source<V, Scope, D, T, D2, T2, Row>) {
  const filtered = (tx: Tx, asked: Asked<V>, scope: Scope): SelectQueryBuilder<D, T, object> => {
    let query = from(tx, scope);
    for (const name in filters) {
      const value = asked[name];
      const otherwise = unasked[name];
      if (value !== undefined && value !== '') query = query.where((eb) => filters[name](eb, value, scope));
      else if (otherwise) query = query.where((eb) => otherwise(eb, scope));
    }
    return query;
  };
  return { filtered, read: (tx: Tx, asked: Asked<V>, scope: Scope) => rows(filtered(tx, asked, scope), scope) };
}

/** one batch after the other, each in a transaction of its own */
async function* batches<Row, Shown>(
  read: (cursor: string | null) => Promise<{ rows: Row[]; shown: readonly Shown[] }>,
  cursorOf: (row: Row) => string | number,
): AsyncGenerator<readonly Shown[]> {
  for (let cursor: string | null = null; ; ) {
    const { rows, shown }: { rows: Row[]; shown: readonly Shown[] } = await read(cursor);
    yield shown;
    const last = rows.at(-1);
    if (!last || rows.length < FILE_BATCH) return;
    cursor = String(cursorOf(last));
  }
}

type Inside = <R>(work: (tx: Tx) => Promise<R>) => Promise<R>;
/** rows as they are shown, read in the same transaction */
type Show<Row, Shown> = (tx: Tx, rows: Row[]) => Promise<readonly Shown[]> | readonly Shown[];

export type Read<V, Scope, D2, T2 extends keyof D2, Row> = (
  tx: Tx,
  asked: Asked<V>,
  scope: Scope,
) => SelectQueryBuilder<D2, T2, Row>;
/** the order in which rows are read on, and a row's place in it as text */
export interface Place<Row> {
  key: Key;
  cursorOf: (row: Row) => string | number;
}

function keysetOf<V, Scope, D2, T2 extends keyof D2, Row>(
  read: Read<V, Scope, D2, T2, Row>,
  { key, cursorOf }: Place<Row>,
) {
  const readAfter = (tx: Tx, asked: Asked<V>, cursor: string | null, limit: number, scope: Scope): Promise<Row[]> => {
    const place = cursor === null ? null : key.after(cursor);
    const query = read(tx, asked, scope);
    const placed = place ? query.where(place) : query;
    return key.order
      .reduce((sorted, [column, way]) => sorted.orderBy(sql.ref(column), way), placed)
      .limit(limit)
      .execute();
  };
  return {
    readAfter,
    /** all of it for a file, in the key's order */
    all: <Shown>(inside: Inside, asked: Asked<V>, scope: Scope, show: Show<Row, Shown>) =>
      batches(
        (cursor) =>
          inside(async (tx) => {
            const rows = await readAfter(tx, asked, cursor, FILE_BATCH, scope);
            return { rows, shown: await show(tx, rows) };
          }),
        cursorOf,
      ),
  };
}

interface Counted<V, Columns, Scope, D, T extends keyof D, D2, T2 extends keyof D2, Row>
  extends Source<V, Scope, D, T, D2, T2, Row>,
    Order<SortOf<Columns>, StringReference<D, T>, UsualSortOf<Columns>> {}

/** a list whose pages are counted */
export function countedList<
  F extends Filters,
  Columns,
  D,
  T extends keyof D,
  D2,
  T2 extends keyof D2,
  Row,
  Scope = void,
>(_wire: { filters: F; columns: Columns }, half: Counted<ValuesOf<F>, Columns, Scope, D, T, D2, T2, Row>) {
  const { filtered, read } = sourceOf<ValuesOf<F>, Scope, D, T, D2, T2, Row>(half);
  const count = async (tx: Tx, asked: Asked<ValuesOf<F>>, scope: Scope): Promise<number> => {
    const { rows } = await sql<{ total: string }>`select count(*) as total
      from (${filtered(tx, asked, scope)}) as counted`.execute(tx);
    return Number(rows[0]?.total ?? 0);
  };
  return {
    count,
    page: async (tx: Tx, asked: Asked<ValuesOf<F>> & AskedPage, scope: Scope): Promise<ListReply<Row>> => {
      const { limit, offset } = pageOf(asked);
      const rows = await ordered(read(tx, asked, scope), half, asked.sort)
        .limit(limit)
        .offset(offset)
        .execute();
      return { rows, total: await count(tx, asked, scope) };
    },
    /** every row at once, where the wire has the whole list in one reply */
    whole: (tx: Tx, asked: Asked<ValuesOf<F>> & AskedPage, scope: Scope): Promise<Row[]> =>
      ordered(read(tx, asked, scope), half, asked.sort).execute(),
    read,
  };
}

/** with a file of it, in the order of a key: `all` */
export const inBatches = <V, Scope, D2, T2 extends keyof D2, Row, List extends { read: Read<V, Scope, D2, T2, Row> }>(
  list: List & { read: Read<V, Scope, D2, T2, Row> },
  place: Place<Row>,
) => ({ ...list, all: keysetOf(list.read, place).all });

/** a log: newest first, read on from the last row seen */
export function keysetList<F extends Filters, D, T extends keyof D, D2, T2 extends keyof D2, Row, Scope = void>(
  _wire: { filters: F },
  half: Source<ValuesOf<F>, Scope, D, T, D2, T2, Row> & Place<NoInfer<Row>>,
) {
  const { read } = sourceOf<ValuesOf<F>, Scope, D, T, D2, T2, Row>(half);
  const keyset = keysetOf(read, half);
  return {
    ...keyset,
    /** one row more than is shown tells whether there is a next page */
    page: async (tx: Tx, asked: Asked<ValuesOf<F>> & AskedRest, scope: Scope): Promise<LogReply<Row>> => {
      const limit = asked.limit ?? LOG_PAGE;
      const rows = await keyset.readAfter(tx, asked, asked.after ?? null, limit + 1, scope);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return { rows: shown, next: rows.length > limit && last ? String(half.cursorOf(last)) : null };
    },
  };
}
