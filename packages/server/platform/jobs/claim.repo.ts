// Which jobs run next. Jobs whose time has come are made ready; of these each lane takes as many as it has room for, tenant by
// tenant, and of each tenant no more than its share; inside a tenant first of those places of which the fewest run.
import { type RawBuilder, sql } from 'kysely';
import { keepPlan, type Tx } from '../db/database.ts';
import type { Lane, LaneRules } from './topics.ts';
import { tenantsInTurn } from './turns.ts';

export interface ClaimedJob {
  tenant_id: string;
  id: string;
  handler: string;
  lane: Lane;
  payload: unknown;
  attempts: number;
}

export interface Opening {
  lane: Lane;
  room: number;
  /** the tenant who was last */
  after: string;
  rules: LaneRules;
}

/** more hosts than this at once are looked at when the first of them are done */
const PLACES_AT_ONCE = 100;

const UNLIMITED = 2_147_483_647;
const runningOn = (lane: RawBuilder<unknown>, host: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce((select n from busy_hosts where busy_hosts.lane = ${lane} and busy_hosts.host = ${host}), 0)`;

/** what has waited its time, and what a worker held that died */
export async function makeReady(tx: Tx, at: Date): Promise<void> {
  await sql`${keepPlan}
    with due as materialized (
      select tenant_id, id from jobs where state = 'waiting' and run_at <= ${at} order by run_at limit 1000
      for update skip locked),
    lost as materialized (
      select tenant_id, id from jobs where state = 'running' and leased_until < ${at} for update skip locked)
    update jobs set state = 'ready', leased_until = null
    from (select * from due union all select * from lost) found
    where jobs.tenant_id = found.tenant_id and jobs.id = found.id`.execute(tx);
}

/** leases what is chosen; in the order in which it was chosen */
export async function claim(tx: Tx, openings: readonly Opening[], at: Date, leaseMs: number): Promise<ClaimedJob[]> {
  if (openings.length === 0) return [];
  const { rows } = await choose(openings, at, leaseMs).execute(tx);
  return rows.sort((a, b) => Number(a.turn) - Number(b.turn));
}

/** materialized: as a subquery the planner may ask it once per row, and each time it skips those it has locked and takes more */
export function choose(
  openings: readonly Opening[],
  at: Date,
  leaseMs: number,
): RawBuilder<ClaimedJob & { turn: string }> {
  const ready = sql`state = 'ready' and lane = opening.lane`;
  const of = <V>(value: (opening: Opening) => V): V[] => openings.map(value);
  return sql`${keepPlan}
    with busy as materialized (
      select lane, tenant_id, place, count(*)::int as n from jobs where state = 'running' group by 1, 2, 3),
    busy_hosts as materialized (
      select lane, payload ->> 'host' as host, count(*)::int as n from jobs
      where state = 'running' and payload ->> 'host' <> '' group by 1, 2),
    picked as materialized (
      select job.tenant_id, job.id, job.host, opening.lane, opening.per_host, row_number() over () as turn from unnest(
        ${of(({ lane }) => lane)}::text[], ${of(({ room }) => room)}::int[], ${of(({ after }) => after)}::uuid[],
        ${of(({ rules }) => rules.perTenant)}::int[], ${of(({ rules }) => rules.perPlace)}::int[],
        ${of(({ rules }) => rules.perHost ?? UNLIMITED)}::int[]
      ) as opening (lane, room, after, per_tenant, per_place, per_host)
      cross join lateral (
        select due.* from (${tenantsInTurn(sql`jobs`, sql`place`, ready, sql`opening.after`)}) turn
        cross join lateral (
          select head.* from (
            with recursive places (place) as (
              (select place from jobs where ${ready} and tenant_id = turn.tenant_id order by place limit 1)
              union all
              select next.place from places cross join lateral (
                select jobs.place from jobs where ${ready} and tenant_id = turn.tenant_id and jobs.place > places.place
                order by jobs.place limit 1) next)
            select place from places limit ${PLACES_AT_ONCE}) at_place
          cross join lateral (select coalesce(sum(n), 0) as runs from busy
            where busy.lane = opening.lane and busy.tenant_id = turn.tenant_id and busy.place = at_place.place) there
          cross join lateral (
            select tenant_id, id, run_at, payload ->> 'host' as host, there.runs + row_number() over (order by run_at, id) as nth
            from jobs where ${ready} and tenant_id = turn.tenant_id and place = at_place.place
            order by run_at, id
            limit greatest(0, opening.per_place - there.runs)) head
          where ${runningOn(sql`opening.lane`, sql`head.host`)} < opening.per_host
          order by head.nth, head.run_at, head.id
          limit greatest(0, opening.per_tenant - (select coalesce(sum(n), 0) from busy
            where busy.lane = opening.lane and busy.tenant_id = turn.tenant_id))) due
        limit opening.room) job),
    held as materialized (
      select mine.*, picked.turn from (
        select *, row_number() over (partition by lane, host order by turn) as nth from picked) picked
      cross join lateral (
        select tenant_id, id from jobs where tenant_id = picked.tenant_id and id = picked.id and state = 'ready'
        for update skip locked) mine
      where coalesce(host, '') = '' or nth + ${runningOn(sql`picked.lane`, sql`picked.host`)} <= picked.per_host)
    update jobs set state = 'running', attempts = attempts + 1, leased_until = ${new Date(at.getTime() + leaseMs)}
    from held where jobs.tenant_id = held.tenant_id and jobs.id = held.id
    returning jobs.tenant_id, jobs.id, handler, lane, payload, attempts, held.turn`;
}
