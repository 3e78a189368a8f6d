// A part of a transaction that succeeds or is undone by itself.
import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** what `run` does is kept or undone as a whole, without touching what the transaction did before */
export async function atomically<R>(tx: Tx, run: () => Promise<R>): Promise<R> {
  await sql`savepoint part`.execute(tx);
  try {
    const result = await run();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
}
