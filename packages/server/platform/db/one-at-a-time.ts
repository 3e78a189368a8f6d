// Before a limit is counted: calls that come in the same moment would each see the count without the others.
import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** whoever does the same for the same one waits until this transaction is over */
export async function oneAtATime(tx: Tx, what: string, whose: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${what}|${whose}`}, 0))`.execute(tx);
}
