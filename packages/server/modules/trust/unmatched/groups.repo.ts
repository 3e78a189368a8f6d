// Groups of calls that became nothing: the list, one group, and how its replay goes on.
import { unmatchedList } from '@tributary/contract/trust/unmatched';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { likePattern } from '../../../platform/db/like-pattern.ts';
import { unlessHidden } from '../../../platform/db/unless-hidden.ts';
import { isId } from '../../../platform/ids.ts';
import { among, atSeconds, idOr } from '../../../platform/lists/conditions.ts';
import { byTime } from '../../../platform/lists/keys.ts';
import { countedList, inBatches } from '../../../platform/lists/sql-list.ts';
import { accountRows } from '../../accounts/index.ts';

const joined = (tx: Tx) =>
  tx
    .selectFrom('unmatched_groups as g')
    .leftJoin(accountRows.as('a'), (join) =>
      join.onRef('a.tenant_id', '=', 'g.tenant_id').onRef('a.id', '=', 'g.advertiser_id'),
    );
const selected = (query: ReturnType<typeof joined>) =>
  query
    .selectAll('g')
    .select([
      'a.user_sequence_id as advertiser_number',
      'a.first_name as advertiser_first',
      'a.last_name as advertiser_last',
    ]);
export type StoredGroup = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

const time = byTime('g.last_at', 'g.id');
export const groups = inBatches(
  countedList(unmatchedList, {
    from: (tx: Tx) => joined(tx),
    rows: selected,
    filters: {
      state: (eb, states) => eb('g.state', 'in', among(states)),
      cause: (eb, causes) => eb('g.cause', 'in', among(causes)),
      kind: (eb, kind) => eb('g.kind', '=', kind),
      advertiser_id: (eb, id) => eb('g.advertiser_id', '=', idOr(id)),
      from: (eb, seconds) => eb('g.last_at', '>=', atSeconds(seconds)),
      to: (eb, seconds) => eb('g.first_at', '<', atSeconds(seconds)),
      q: (eb, text) =>
        eb.or([
          sql<boolean>`lower(g.outcome || ' ' || g.cause || ' ' || array_to_string(g.names, ' ')) like ${likePattern(text)}`,
          unlessHidden(['ip'], sql<boolean>`g.network like ${likePattern(text)}`),
          unlessHidden(
            ['advertiser_name'],
            sql<boolean>`lower(a.first_name || ' ' || a.last_name) like ${likePattern(text)}`,
          ),
        ]),
    },
    sorts: { calls: 'g.calls', stake: 'g.stake_micros', first_at: 'g.first_at', last_at: 'g.last_at' },
    sort: '-last_at',
    tie: ['g.id', 'desc'],
  }),
  { key: time, cursorOf: ({ last_at: at, id }) => time.cursorOf({ at, id }) },
);

export async function findGroup(tx: Tx, id: string): Promise<StoredGroup | null> {
  if (!isId(id)) return null;
  return (await selected(joined(tx)).where('g.id', '=', id).executeTakeFirst()) ?? null;
}

/** whoever changes it next waits */
export async function lockGroup(tx: Tx, id: string): Promise<StoredGroup | null> {
  if (!isId(id)) return null;
  await tx.selectFrom('unmatched_groups').select('id').where('id', '=', id).forUpdate().execute();
  return findGroup(tx, id);
}

export async function setState(
  tx: Tx,
  id: string,
  to: { state: 'open' | 'fixed' | 'ignored'; at: Date; reason: string | null },
): Promise<void> {
  await tx
    .updateTable('unmatched_groups')
    .set({ state: to.state, state_at: to.at, reason: to.reason })
    .where('id', '=', id)
    .execute();
}

export interface Place {
  at: Date;
  id: string;
}

export async function startReplay(
  tx: Tx,
  id: string,
  started: { at: Date; by: string; trusted: boolean; total: number },
): Promise<void> {
  await tx
    .updateTable('unmatched_groups')
    .set({
      replay_state: 'running',
      replay_at: started.at,
      replay_by: started.by,
      replay_trusted: started.trusted,
      replay_until: started.at,
      replay_total: started.total,
      replay_done: 0,
      replay_recorded: 0,
      replay_duplicate: 0,
      replay_refused: 0,
      replay_after_at: null,
      replay_after_id: null,
    })
    .where('id', '=', id)
    .execute();
}

export async function setReplayState(
  tx: Tx,
  id: string,
  state: 'running' | 'stopping' | 'stopped' | 'done',
): Promise<void> {
  await tx.updateTable('unmatched_groups').set({ replay_state: state }).where('id', '=', id).execute();
}

export async function advanceReplay(
  tx: Tx,
  id: string,
  by: { done: number; recorded: number; duplicate: number; refused: number; after: Place },
): Promise<void> {
  await tx
    .updateTable('unmatched_groups')
    .set((eb) => ({
      replay_done: eb('replay_done', '+', by.done),
      replay_recorded: eb('replay_recorded', '+', by.recorded),
      replay_duplicate: eb('replay_duplicate', '+', by.duplicate),
      replay_refused: eb('replay_refused', '+', by.refused),
      replay_after_at: by.after.at,
      replay_after_id: by.after.id,
    }))
    .where('id', '=', id)
    .execute();
}

/** how many were made good, and what those that are left are worth */
export async function recountGroup(tx: Tx, id: string): Promise<void> {
  await sql`update unmatched_groups g set
      matched = least(g.calls, (select count(*) from unmatched_receipts r
        where r.tenant_id = g.tenant_id and r.group_id = g.id and r.matched_at is not null)),
      stake_micros = (select coalesce(sum(r.value_micros), 0) from unmatched_receipts r
        where r.tenant_id = g.tenant_id and r.group_id = g.id and r.matched_at is null)
    where g.id = ${id}`.execute(tx);
}

/** calls of a month that nobody has made good or set aside */
export async function countUnmatched(tx: Tx, spans: readonly { start: Date; end: Date }[]): Promise<number> {
  if (spans.length === 0) return 0;
  const row = await tx
    .selectFrom('unmatched_receipts as r')
    .innerJoin('unmatched_groups as g', (join) =>
      join.onRef('g.tenant_id', '=', 'r.tenant_id').onRef('g.id', '=', 'r.group_id'),
    )
    .select((eb) => eb.fn.countAll<string>().as('calls'))
    .where((eb) => eb.or(spans.map(({ start, end }) => eb.and([eb('r.at', '>=', start), eb('r.at', '<', end)]))))
    .where('r.matched_at', 'is', null)
    .where('g.state', '=', 'open')
    .executeTakeFirst();
  return Number(row?.calls ?? 0);
}
