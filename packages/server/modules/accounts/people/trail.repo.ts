// The trail as people read it: with the names of those who acted.
import { type TrailEntry, TrailValues } from '@tributary/contract/trail';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { auditRows } from '../../audit/index.ts';

export interface ActivityRow {
  id: string;
  at: number;
  action: string;
  actor: string;
  ip: string | null;
}

/** the newest entries about one object, with the actor's name */
export async function activityOf(tx: Tx, objectId: string, limit: number): Promise<ActivityRow[]> {
  const rows = await tx
    .selectFrom(auditRows.as('l'))
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'l.tenant_id').onRef('u.id', '=', 'l.actor_id'))
    .select(['l.id', 'l.at', 'l.action', 'l.actor_kind', 'l.ip', 'u.first_name', 'u.last_name'])
    .where('l.object_kind', '=', 'user')
    .where('l.object_id', '=', objectId)
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: unixSeconds(row.at),
    action: row.action,
    actor: row.first_name ? `${row.first_name} ${row.last_name}` : row.actor_kind,
    ip: row.ip,
  }));
}

const Values = TrailValues.nullable();

/** the newest changes of one object, with what it was and what it became */
export async function historyOf(tx: Tx, objectKind: string, objectId: string, limit: number): Promise<TrailEntry[]> {
  const rows = await tx
    .selectFrom(auditRows.as('l'))
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'l.tenant_id').onRef('u.id', '=', 'l.actor_id'))
    .select(['l.id', 'l.at', 'l.action', 'l.actor_kind', 'l.before', 'l.after', 'u.first_name', 'u.last_name'])
    .where('l.object_kind', '=', objectKind)
    .where('l.object_id', '=', objectId)
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: unixSeconds(row.at),
    actor: row.first_name ? `${row.first_name} ${row.last_name}` : row.actor_kind,
    action: row.action,
    before: Values.parse(row.before),
    after: Values.parse(row.after),
  }));
}

/** who they are that did something: id → name */
export async function actorNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]));
}
