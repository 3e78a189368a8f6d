// The orders in which a list is read on from a row: what comes after the place that a cursor names.
import { type RawBuilder, sql } from 'kysely';
import { isId } from '../ids.ts';

export interface Key {
  order: readonly (readonly [column: string, way: 'asc' | 'desc'])[];
  /** null: the text names no place, and reading begins at the first row */
  after: (cursor: string) => RawBuilder<boolean> | null;
}

/** ids carry their time: newest first */
export const byId = (column: string): Key => ({
  order: [[column, 'desc']],
  after: (cursor) => (isId(cursor) ? sql<boolean>`${sql.ref(column)} < ${cursor}` : null),
});

export const byNumber = (column: string, way: 'asc' | 'desc'): Key => ({
  order: [[column, way]],
  after: (cursor) =>
    /^\d{1,9}$/.test(cursor)
      ? sql<boolean>`${sql.ref(column)} ${sql.raw(way === 'asc' ? '>' : '<')} ${Number(cursor)}`
      : null,
});

/** by a day of which no two rows are, newest first */
export const byDay = (column: string): Key => ({
  order: [[column, 'desc']],
  after: (cursor) => (/^\d{4}-\d\d-\d\d$/.test(cursor) ? sql<boolean>`${sql.ref(column)} < ${cursor}::date` : null),
});

/** by a time that is told rather than the id's own, newest first */
export const byTime = (at: string, id: string): Key & { cursorOf: (place: { at: Date; id: string }) => string } => ({
  order: [
    [at, 'desc'],
    [id, 'desc'],
  ],
  after: (cursor) => {
    const [ms = '', last = ''] = cursor.split('.');
    if (!/^\d{1,14}$/.test(ms) || !isId(last)) return null;
    return sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${new Date(Number(ms))}, ${last}::uuid)`;
  },
  cursorOf: (place) => `${place.at.getTime()}.${place.id}`,
});
