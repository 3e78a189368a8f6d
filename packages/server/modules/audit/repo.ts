import type { ChangeSource } from '@tributary/contract/logs/access-events';
import type { TrailAction, TrailKind } from '@tributary/contract/logs/trail-actions';
import type { Principal } from '../../http/call.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface AuditEntry {
  action: TrailAction;
  objectKind: TrailKind;
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
  /** a job at work for an account manager who has asked for it: his id */
  inNameOf?: string;
  /** nobody called: a timer, a job or an advertiser's postback did it */
  system?: true;
  /** a rule or a file, in somebody's name; else it follows from who calls */
  source?: ChangeSource;
  /** the entry that is being taken back */
  undoes?: string;
}

/** A login-as session is recorded as what it is: the manager acted, in the user's name. */
function actorOf({ principal, operator, system, inNameOf }: AuditedCall) {
  if (inNameOf) return { actor_kind: 'admin', actor_id: inNameOf, act_as_id: null };
  if (system) return { actor_kind: 'system', actor_id: null, act_as_id: null };
  if (operator) return { actor_kind: 'operator', actor_id: operator.id, act_as_id: null };
  if (!principal) return { actor_kind: 'anonymous', actor_id: null, act_as_id: null };
  return principal.impersonator
    ? { actor_kind: 'admin', actor_id: principal.impersonator.userId, act_as_id: principal.userId }
    : { actor_kind: principal.role, actor_id: principal.userId, act_as_id: null };
}

/** a key is a program, a session a person at the screen */
const sourceOf = ({ source, system, principal }: AuditedCall): ChangeSource =>
  source ?? (system ? 'system' : principal?.scopes ? 'api' : 'ui');

export const REDACTED = '[redacted]';
/** a number or a yes tells no secret: how long a password must be, whether a token is asked for */
const isSecret = (key: string, value: unknown): boolean =>
  /password|hash|secret|token/i.test(key) && value !== null && !['number', 'boolean'].includes(typeof value);

/** no secret reaches the trail, whatever a caller hands in */
const withoutSecrets = (values: Record<string, unknown> | null | undefined): string | null =>
  values ? JSON.stringify(values, (key, value: unknown) => (isSecret(key, value) ? REDACTED : value)) : null;

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
        source: sourceOf(call),
        undoes: call.undoes ?? null,
      })),
    )
    .execute();
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
