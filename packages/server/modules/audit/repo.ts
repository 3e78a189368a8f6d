import { type TrailEntry, TrailValues } from '@tributary/contract/trail';
import type { Principal } from '../../http/call.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface AuditEntry {
  action: string;
  objectKind: string;
  objectId: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** what the trail takes from a call: any call bound to a tenant will do, and an operator's that names one */
export interface AuditedCall {
  tenant: { id: string };
  clock: Clock;
  ip: string;
  requestId: string;
  principal?: Principal | null;
  operator?: { id: string };
  /** nobody called: a timer, a job or an advertiser's postback did it */
  system?: true;
}

/** A login-as session is recorded as what it is: the manager acted, in the user's name. */
function actorOf({ principal, operator, system }: AuditedCall) {
  if (system) return { actor_kind: 'system', actor_id: null, act_as_id: null };
  if (operator) return { actor_kind: 'operator', actor_id: operator.id, act_as_id: null };
  if (!principal) return { actor_kind: 'anonymous', actor_id: null, act_as_id: null };
  return principal.impersonator
    ? { actor_kind: 'admin', actor_id: principal.impersonator.userId, act_as_id: principal.userId }
    : { actor_kind: principal.role, actor_id: principal.userId, act_as_id: null };
}

/** no secret reaches the trail, whatever a caller hands in */
const withoutSecrets = (values: Record<string, unknown> | null | undefined): string | null =>
  values
    ? JSON.stringify(values, (key, value: unknown) =>
        /password|hash|secret|token/i.test(key) && key !== 'must_change_password' ? '[redacted]' : value,
      )
    : null;

export const recordAudit = (tx: Tx, call: AuditedCall, entry: AuditEntry): Promise<void> =>
  recordAudits(tx, call, [entry]);

export async function recordAudits(tx: Tx, call: AuditedCall, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto('audit_log')
    .values(
      entries.map((entry) => ({
        tenant_id: call.tenant.id,
        at: call.clock.now(),
        ...actorOf(call),
        action: entry.action,
        object_kind: entry.objectKind,
        object_id: entry.objectId,
        before: withoutSecrets(entry.before),
        after: withoutSecrets(entry.after),
        ip: call.ip,
        request_id: call.requestId,
      })),
    )
    .execute();
}

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
    .selectFrom('audit_log as l')
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
    .selectFrom('audit_log as l')
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

/** when each object of a kind was last touched */
export async function lastChanges(tx: Tx, objectKind: string): Promise<Map<string, Date>> {
  const rows = await tx
    .selectFrom('audit_log')
    .select(['object_id', (eb) => eb.fn.max('at').as('at')])
    .where('object_kind', '=', objectKind)
    .groupBy('object_id')
    .execute();
  return new Map(rows.flatMap((row): [string, Date][] => (row.object_id === null ? [] : [[row.object_id, row.at]])));
}
