// A long table is gone through by its ids, some thousand rows a transaction: nobody waits for the whole of it.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './database.ts';

/** rows after one id, up to another or to the last */
export interface IdLot {
  after: string;
  upTo: string | null;
}

const LOT = 5_000;
export const everyRow: IdLot = { after: '00000000-0000-0000-0000-000000000000', upTo: null };

export const within = ({ after, upTo }: IdLot): RawBuilder<boolean> =>
  upTo === null ? sql<boolean>`(id > ${after})` : sql<boolean>`(id > ${after} and id <= ${upTo})`;

/** the next lot of a table; null where fewer rows are left than one holds */
export async function lotAfter(tx: Tx, table: string, after: string): Promise<IdLot | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id > ${after} order by id offset ${LOT - 1} limit 1`.execute(tx);
  return rows[0] ? { after, upTo: rows[0].id } : null;
}
