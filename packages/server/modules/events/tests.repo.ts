// Rows of tests, as trackers shipped them: apart from everything that is counted.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface TestEvent {
  id: string;
  kind: string;
  /** by the names of its columns */
  row: Record<string, string | null>;
}

export async function testEventsOf(tx: Tx, testId: string): Promise<TestEvent[]> {
  const { rows } = await sql<{ id: string; kind: string; row: Record<string, string | null> }>`
    select row_id as id, kind, row from test_events where test_id = ${testId} order by at, row_id`.execute(tx);
  return rows;
}

export async function removeTestEvents(tx: Tx, before: Date): Promise<void> {
  await sql`delete from test_events where at < ${before}`.execute(tx);
}
