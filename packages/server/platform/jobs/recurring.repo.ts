// The rows of recurring tasks.
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { PLATFORM_TENANT_ID } from '../db/platform-tenant.ts';
import type { RecurringTask } from './recurring.ts';
import { NOBODY } from './turns.ts';

/** each task has its row; one that a worker of another version did not know, and so left dead, comes back */
export async function ensureRecurring(tx: Tx, tasks: readonly RecurringTask[], at: Date): Promise<void> {
  await sql`
    insert into jobs as j (tenant_id, outbox_id, handler, lane, place, payload, state, run_at)
    select ${PLATFORM_TENANT_ID}, ${NOBODY}, task.name, task.lane, task.name, '{}', 'waiting', ${at}::timestamptz
    from unnest(${tasks.map(({ name }) => name)}::text[], ${tasks.map(({ lane }) => lane)}::text[]) task (name, lane)
    on conflict (outbox_id, handler) do update set lane = excluded.lane,
      run_at = case when j.state in ('done', 'dead') then excluded.run_at else j.run_at end,
      state = case when j.state in ('done', 'dead') then 'waiting' else j.state end
    where j.lane <> excluded.lane or j.state in ('done', 'dead')`.execute(tx);
}
