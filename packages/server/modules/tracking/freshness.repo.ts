// How fresh the figures are: everything that trackers answered before this moment has been taken in.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { positionRows } from '../events/index.ts';

const ALIVE_SECONDS = 30;

/** as the worker's role: trackers serve all tenants. A tracker with nothing left to send is fresh up to its last word. */
export async function freshAt(tx: Tx, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ fresh: Date | null }>`
    with taken as (select tracker, max(updated_at) as at from ${positionRows} p group by tracker),
    live as (
      select greatest(coalesce(to_timestamp((t.report -> 'spool' ->> 'oldestUnsentAt')::numeric / 1000), t.reported_at),
        taken.at) as at
      from trackers t left join taken on taken.tracker = t.id
      where t.reported_at > ${at}::timestamptz - make_interval(secs => ${ALIVE_SECONDS}))
    select coalesce((select min(at) from live), (select max(at) from taken)) as fresh`.execute(tx);
  return rows[0]?.fresh ?? null;
}
