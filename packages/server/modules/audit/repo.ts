import type { SignedInCall, TenantCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface AuditEntry {
  action: string;
  objectKind: string;
  objectId: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** A login-as session is recorded as what it is: the manager acted, in the user's name. */
function actorOf(call: TenantCall | SignedInCall) {
  if (!('principal' in call) || !call.principal) return { actor_kind: 'anonymous', actor_id: null, act_as_id: null };
  const { principal } = call;
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

export async function recordAudit(tx: Tx, call: TenantCall | SignedInCall, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
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
    })
    .execute();
}
