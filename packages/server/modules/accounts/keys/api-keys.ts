// API keys: made and revoked by whoever they belong to, stored hashed, good for the sections they were
// made for and no more than their owner's role opens. They end
// with access: what signs a person out suspends them, and only the password brings them back.
import { API_KEY_PREFIX, type apiKeyRoutes, keyScopesIn } from '@tributary/contract/accounts/api-keys';
import type { Role } from '@tributary/contract/route';
import { type Handlers, inTransaction, type Principal } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { oneAtATime } from '../../../platform/db/one-at-a-time.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret, isId, newId, newSecret } from '../../../platform/ids.ts';
import { type AccessedCall, type Hourly, recordAccess } from '../../access-log/index.ts';
import { type AuditedCall, recordAudit } from '../../audit/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { confirmPassword } from '../signing-in/confirm-password.ts';
import { teamRoleOf } from '../signing-in/team-role.ts';
import {
  addApiKey,
  apiKeysOf,
  type KeyHolder,
  resumeApiKey,
  revokeApiKey,
  revokeApiKeysOf,
  type Suspension,
  suspendApiKeys,
  useApiKey,
} from './api-keys.repo.ts';

const MAX_KEYS = 20;

export const apiKeyHandlers = (deps: AccountsDeps): Handlers<typeof apiKeyRoutes> => ({
  apiKeys: inTransaction(async (_input, call, tx) => {
    const rows = await apiKeysOf(tx, call.principal.userId);
    return { rows, total: rows.length };
  }),
  createApiKey: inTransaction(async ({ body }, call, tx) => {
    const { userId } = call.principal;
    await oneAtATime(tx, 'api-keys', userId);
    if ((await apiKeysOf(tx, userId)).length >= MAX_KEYS) {
      throw new Fault('conflict', `You have ${MAX_KEYS} API keys. Please revoke one first.`);
    }
    const at = call.clock.now();
    const key = `${API_KEY_PREFIX}${newSecret()}`;
    const id = newId(at.getTime());
    const hint = `${API_KEY_PREFIX}…${key.slice(-4)}`;
    await addApiKey(tx, { tenantId: call.tenant.id, id, userId, name: body.name, hash: hashSecret(key), hint, at });
    await recordAudit(tx, call, {
      action: 'api-key.made',
      objectKind: 'api-key',
      objectId: id,
      after: { name: body.name },
    });
    return {
      id,
      name: body.name,
      scope: 'reports:read',
      hint,
      created_at: unixSeconds(at),
      last_used_at: null,
      last_used_ip: null,
      calls: 0,
      suspended_for: null,
      key,
    };
  }),
  revokeApiKey: inTransaction(async ({ params }, call, tx) => {
    const revoked = isId(params.id) && (await revokeApiKey(tx, params.id, call.principal.userId, call.clock.now()));
    if (!revoked) throw new Fault('not_found');
    await recordAudit(tx, call, { action: 'api-key.revoked', objectKind: 'api-key', objectId: params.id });
    return { id: params.id };
  }),
  resumeApiKey: async ({ params, body }, call) => {
    const { userId } = call.principal;
    await confirmPassword(body.password, call, deps, 'The password is not right.');
    return call.transaction(async (tx) => {
      if (!isId(params.id) || !(await resumeApiKey(tx, params.id, userId))) throw new Fault('not_found');
      await recordAudit(tx, call, { action: 'api-key.resumed', objectKind: 'api-key', objectId: params.id });
      return { id: params.id };
    });
  },
});

/** in the transaction that ends the person's access; how many there were */
export async function suspendKeys(tx: Tx, call: AuditedCall, userId: string, reason: Suspension): Promise<number> {
  const keys = await suspendApiKeys(tx, userId, reason, call.clock.now());
  if (keys === 0) return 0;
  await recordAudit(tx, call, {
    action: 'api-keys.suspended',
    objectKind: 'user',
    objectId: userId,
    after: { reason, keys },
  });
  return keys;
}

export async function revokeKeys(tx: Tx, call: AuditedCall, userId: string): Promise<void> {
  const keys = await revokeApiKeysOf(tx, userId, call.clock.now());
  if (keys === 0) return;
  await recordAudit(tx, call, { action: 'api-keys.revoked', objectKind: 'user', objectId: userId, after: { keys } });
}

/** looked for inside the tenant only: another tenant's key is simply unknown here */
export async function principalOfApiKey(
  { database, hourly }: { database: Database; hourly: Hourly },
  call: AccessedCall,
  key: string,
): Promise<Principal | null> {
  return database.withTenant(call.tenant.id, systemActor, async (tx) => {
    const holder = await useApiKey(tx, hashSecret(key), call.ip, call.clock.now());
    if (!holder) return null;
    const principal = principalOf(holder);
    await hourly.first(`key|${holder.key_id}|${call.ip}`, (once) =>
      recordAccess(tx, { ...call, principal }, { event: 'api_key_used', detail: holder.key_name, once }),
    );
    return principal;
  });
}

function principalOf(holder: KeyHolder): Principal {
  return {
    // what rate rules count by
    sessionId: holder.key_id,
    userId: holder.user_id,
    role: holder.type as Role,
    isOwner: holder.is_owner,
    team: teamRoleOf(holder),
    scopes: keyScopesIn(holder.key_scopes),
    email: holder.email,
    mustChangePassword: holder.must_change_password,
    mustAcceptTerms: holder.must_accept_terms,
    passwordEnteredAt: null,
    impersonator: null,
  };
}
