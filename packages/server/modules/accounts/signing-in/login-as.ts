// An account manager works in an account's name: 30 minutes, not renewable, dying with the manager's own session.
import type { AccountKind, AccountRoutes, ReplyOf } from '@tributary/contract';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret, newId, newSecret } from '../../../platform/ids.ts';
import { recordAccess } from '../../access-log/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { requirePerson } from '../people/change-standing.ts';
import { IMPERSONATION_MS } from './session-limits.ts';
import { addSession } from './sessions.repo.ts';

export async function loginAs(
  tx: Tx,
  call: SignedInCall,
  kind: AccountKind,
  id: string,
): Promise<ReplyOf<AccountRoutes['loginAs']>> {
  const person = await requirePerson(tx, kind, id);
  if (person.status !== 'approved') throw new Fault('forbidden', 'Only approved accounts can be opened this way.');
  const at = call.clock.now();
  const token = newSecret();
  const sessionId = newId(at.getTime());
  await addSession(tx, {
    tenantId: call.tenant.id,
    id: sessionId,
    userId: person.id,
    tokenHash: hashSecret(token),
    cookieHash: null,
    remember: false,
    at,
    expiresAt: new Date(at.getTime() + IMPERSONATION_MS),
    ip: call.ip,
    userAgent: call.userAgent,
    parent: { sessionId: call.principal.sessionId, userId: call.principal.userId },
  });
  await recordAudit(tx, call, {
    action: 'session.login-as',
    objectKind: 'user',
    objectId: person.id,
    after: { session_id: sessionId },
  });
  await recordAccess(tx, call, { event: 'login_as', user: { id: person.id, role: kind }, sessionId });
  const { first_name, last_name, email, status } = person;
  return {
    token,
    user: { id: person.id, first_name, last_name, email, status, subdomain: call.tenant.subdomain },
    dashboard_url: `/${kind}/dashboard`,
  };
}
