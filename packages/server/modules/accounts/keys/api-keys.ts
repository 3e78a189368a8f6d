// API keys: made, rolled, narrowed and revoked by whoever they belong to, stored hashed, good for the sections they were made for and
// no more than their owner's role opens. They end with access: what signs a person out suspends them, and only the password
// brings them back.

import {
  type apiKeyRoutes,
  common,
  isNarrower,
  keyList,
  keyScopesIn,
  ROLLED_KEY_LIVES_HOURS,
  scopesOf,
} from '@tributary/contract/accounts/api-keys';
import { keyHintOf, keyTextOf } from '@tributary/contract/accounts/key-text';
import type { TrailAction } from '@tributary/contract/logs/trail-actions';
import type { Role } from '@tributary/contract/route';
import { type Handlers, inTransaction, type Principal, type SignedInCall } from '../../../http/call.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { oneAtATime } from '../../../platform/db/one-at-a-time.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret, isId, newId, newSecret } from '../../../platform/ids.ts';
import { type AccessedCall, type Hourly, recordAccess } from '../../access-log/index.ts';
import { type AuditedCall, exportList, recordAudit } from '../../audit/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { isWithin } from '../rules/networks.ts';
import { callerRules, isApiAddressOpen, rulesIn } from '../rules/security-rules.ts';
import { confirmPassword } from '../signing-in/confirm-password.ts';
import { teamRoleOf } from '../signing-in/team-role.ts';
import { withheldFrom } from '../signing-in/withheld.ts';
import { findMember } from '../team/members.repo.ts';
import { requireManageable, requireMember } from '../team/reach.ts';
import {
  addApiKey,
  apiKeysOf,
  everyonesKeys,
  holderOf,
  type KeyHolder,
  openPredecessors,
  resumeApiKey,
  retireApiKey,
  revokeApiKey,
  revokeApiKeysOf,
  type Suspension,
  setScopes,
  suspendApiKeys,
  toOwnedKey,
} from './api-keys.repo.ts';
import { mailKeyMade } from './key-mails.ts';
import type { KeyUses } from './key-uses.ts';

const MAX_KEYS = 20;

export const apiKeyHandlers = (deps: AccountsDeps): Handlers<typeof apiKeyRoutes> => ({
  apiKeys: async (_input, call) => {
    await deps.keyUses.flush(call.tenant.id);
    const rows = await call.transaction((tx) => apiKeysOf(tx, call.principal.userId, call.clock.now()));
    return { rows, total: rows.length };
  },
  createApiKey: inTransaction(async ({ body }, call, tx) => {
    const { name, scopes, networks, expires_in_days } = body;
    refuseForeignScopes(call, scopes);
    const expiresAt = new Date(call.clock.now().getTime() + expires_in_days * DAY_MS);
    return makeKey(tx, call, { name, scopes, networks, expiresAt }, 'api-key.made');
  }),
  rollApiKey: inTransaction(async ({ params }, call, tx) => {
    const { userId } = call.principal;
    await oneAtATime(tx, 'api-keys', userId);
    const at = call.clock.now();
    const old = await ownKey(tx, call, params.id);
    if (old.state !== 'active')
      throw new Fault('conflict', 'Only a key that is open can be rolled. Please make a new one.');
    // as long as the old one was made for
    const livesMs = old.expires_at === null ? 365 * DAY_MS : (old.expires_at - old.created_at) * 1_000;
    const expiresAt = new Date(at.getTime() + livesMs);
    const scopes = keyScopesIn(old.scopes);
    const { name, networks } = old;
    const made = await makeKey(tx, call, { name, scopes, networks, expiresAt }, 'api-key.rolled', {
      instead_of: old.id,
    });
    await retireApiKey(tx, old.id, made.id, new Date(at.getTime() + ROLLED_KEY_LIVES_HOURS * HOUR_MS));
    return made;
  }),
  narrowApiKey: inTransaction(async ({ params, body }, call, tx) => {
    await oneAtATime(tx, 'api-keys', call.principal.userId);
    const key = await ownKey(tx, call, params.id);
    if (!isNarrower(body.scopes, keyScopesIn(key.scopes))) {
      throw new Fault('invalid_input', 'A key can only be narrowed. Please make a new one for more.', {
        path: ['scopes'],
      });
    }
    await setScopes(tx, key.id, body.scopes);
    // the one before, which is good for its day, opens no more than this one
    for (const former of await openPredecessors(tx, key.id)) {
      await setScopes(tx, former.id, common(keyScopesIn(former.scopes), body.scopes));
    }
    await recordAudit(tx, call, {
      action: 'api-key.narrowed',
      objectKind: 'api-key',
      objectId: key.id,
      before: { scopes: key.scopes },
      after: { scopes: body.scopes },
    });
    return { ...key, scopes: body.scopes };
  }),
  revokeApiKey: inTransaction(({ params }, call, tx) => revoke(tx, call, params.id, call.principal.userId)),
  resumeApiKey: async ({ params, body }, call) => {
    const { userId } = call.principal;
    await confirmPassword(body.password, call, deps, 'The password is not right.');
    return call.transaction(async (tx) => {
      if (!isId(params.id) || !(await resumeApiKey(tx, params.id, userId))) throw new Fault('not_found');
      await recordAudit(tx, call, { action: 'api-key.resumed', objectKind: 'api-key', objectId: params.id });
      return { id: params.id };
    });
  },
  allApiKeys: async ({ query }, call) => {
    await deps.keyUses.flush(call.tenant.id);
    const at = call.clock.now();
    const { rows, total } = await call.transaction((tx) => everyonesKeys.page(tx, query, { at }));
    return { rows: rows.map((row) => toOwnedKey(row, at)), total };
  },
  exportApiKeys: async ({ query }, call) => {
    const at = call.clock.now();
    return exportList(
      call,
      { action: 'api-keys.exported', objectKind: 'api-key', filter: query },
      keyList,
      everyonesKeys.all(call.transaction, query, { at }, (_tx, rows) => rows.map((row) => toOwnedKey(row, at))),
    );
  },
  revokeAnyApiKey: inTransaction(({ params }, call, tx) => revoke(tx, call, params.id, null)),
});

async function revoke(tx: Tx, call: SignedInCall, id: string, userId: string | null): Promise<{ id: string }> {
  const owner = isId(id) ? await revokeApiKey(tx, id, userId, call.clock.now()) : null;
  if (!owner) throw new Fault('not_found');
  if (owner !== call.principal.userId) await refuseBeyond(tx, call, owner);
  await recordAudit(tx, call, { action: 'api-key.revoked', objectKind: 'api-key', objectId: id, after: { owner } });
  await recordAccess(tx, call, { event: 'api_key_ended', detail: 'revoked' });
  return { id };
}

/** as in the team: a colleague's key is a colleague's, and an owner's is for owners */
async function refuseBeyond(tx: Tx, call: SignedInCall, owner: string): Promise<void> {
  if (!(await findMember(tx, owner))) return;
  await requireManageable(tx, owner, await requireMember(tx, call.principal.userId));
}

async function ownKey(tx: Tx, call: SignedInCall, id: string) {
  const key = (await apiKeysOf(tx, call.principal.userId, call.clock.now())).find((one) => one.id === id);
  if (!key) throw new Fault('not_found');
  return key;
}

/** nobody gives a key what he has not got himself */
function refuseForeignScopes({ principal }: SignedInCall, scopes: readonly string[]): void {
  const own = scopesOf(principal.role === 'admin' ? (principal.team?.grants ?? {}) : null);
  const foreign = scopes.find((scope) => !own.some((one) => one === scope));
  if (foreign === undefined) return;
  throw new Fault('invalid_input', `A key cannot be for ${foreign}: you may not do that yourself.`, {
    path: ['scopes'],
  });
}

interface WantedKey {
  name: string;
  scopes: readonly string[];
  networks: readonly string[];
  expiresAt: Date;
}

async function makeKey(tx: Tx, call: SignedInCall, wanted: WantedKey, action: TrailAction, more: object = {}) {
  const { userId } = call.principal;
  await oneAtATime(tx, 'api-keys', userId);
  const at = call.clock.now();
  const open = (await apiKeysOf(tx, userId, at)).filter(({ state }) => state !== 'expired' && state !== 'rolled');
  if (open.length >= MAX_KEYS) throw new Fault('conflict', `You have ${MAX_KEYS} API keys. Please revoke one first.`);
  const key = keyTextOf(newSecret());
  const id = newId(at.getTime());
  const hint = keyHintOf(key);
  const { name, scopes, networks, expiresAt } = wanted;
  const tenantId = call.tenant.id;
  await addApiKey(tx, { tenantId, id, userId, name, scopes, networks, hash: hashSecret(key), hint, at, expiresAt });
  await recordAudit(tx, call, {
    action,
    objectKind: 'api-key',
    objectId: id,
    after: { name, scopes, networks, expires_at: expiresAt.toISOString(), ...more },
  });
  await recordAccess(tx, call, { event: 'api_key_made', detail: `${name} (${hint})` });
  await mailKeyMade(tx, call, { name, hint, scopes });
  const [made] = (await apiKeysOf(tx, userId, at)).filter((one) => one.id === id);
  if (!made) throw new Error('the key that was made is not there');
  return { ...made, key };
}

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
  { database, hourly, uses }: { database: Database; hourly: Hourly; uses: KeyUses },
  call: AccessedCall,
  key: string,
): Promise<Principal | null> {
  const at = call.clock.now();
  return database.withTenant(call.tenant.id, systemActor, async (tx) => {
    const holder = await holderOf(tx, hashSecret(key), at);
    if (!holder) return null;
    const principal = principalOf(holder, call.ip, at);
    uses.note(call.tenant.id, { keyId: holder.key_id, userId: holder.user_id, ip: call.ip, at });
    await hourly.first(`key|${holder.key_id}|${call.ip}`, (once) =>
      recordAccess(tx, { ...call, principal }, { event: 'api_key_used', detail: holder.key_name, once }),
    );
    return principal;
  });
}

const isGoodFrom = (networks: readonly string[], ip: string): boolean =>
  networks.length === 0 || isWithin(networks, ip);

function principalOf(holder: KeyHolder, ip: string, at: Date): Principal {
  const rules = rulesIn(holder.rules);
  const who = { ...holder, type: holder.type as Role };
  return {
    // what rate rules count by
    sessionId: holder.key_id,
    userId: holder.user_id,
    role: who.type,
    isOwner: holder.is_owner,
    team: teamRoleOf(holder),
    scopes: keyScopesIn(holder.key_scopes),
    email: holder.email,
    mustChangePassword: holder.must_change_password,
    withheld: withheldFrom(holder),
    mustAcceptTerms: holder.must_accept_terms,
    rules: callerRules(rules, who, at, isApiAddressOpen(rules, ip) && isGoodFrom(holder.key_networks, ip)),
    passwordEnteredAt: null,
    impersonator: null,
  };
}
