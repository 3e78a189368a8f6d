// Whose turn it is: the tenants that have something waiting, beginning after the one who was last and coming round to it.
// Each step is one look into an index that begins with what is waiting and the tenant, however much waits there.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** before every tenant */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * a query for a FROM clause: whoever reads only its first rows has only those looked up
 * @param then what follows the tenant in the index: an index without it (the primary key) would read the backlog for the
 *   order of tenants alone, and the planner takes it once it has counted a backlog
 */
export const tenantsInTurn = (
  from: RawBuilder<unknown>,
  then: RawBuilder<unknown>,
  waiting: RawBuilder<unknown>,
  after: RawBuilder<unknown>,
): RawBuilder<{ tenant_id: string }> => sql`
  with recursive walk (tenant_id, lap) as (
    select ${after}, 0
    union all
    select next.tenant_id, next.lap from walk cross join lateral (
      (select tenant_id, 0 as lap from ${from} where walk.lap = 0 and ${waiting} and tenant_id > walk.tenant_id
        order by tenant_id, ${then} limit 1)
      union all
      (select tenant_id, 1 from ${from} where walk.lap = 0 and ${waiting} and tenant_id <= ${after}
        order by tenant_id, ${then} limit 1)
      union all
      -- both ends in the index's own condition: a filter behind it would read all that waits beyond the end
      (select tenant_id, 1 from ${from} where walk.lap = 1 and ${waiting} and tenant_id > walk.tenant_id
        and tenant_id <= ${after} order by tenant_id, ${then} limit 1)
      limit 1) next)
  select tenant_id from walk offset 1`;

/** What the planner knows of a queue is always out of date, and its other ways through one read the backlog. */
export async function byIndexAlone(tx: Tx): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_incremental_sort', 'off', true)`.execute(tx);
}
