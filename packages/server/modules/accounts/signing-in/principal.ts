import { isDeepStrictEqual } from 'node:util';
import { signedOutReasons } from '@tributary/contract/messages';
import type { Principal, TenantContext } from '../../../http/call.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { hashSecret } from '../../../platform/ids.ts';
import { findTenant } from '../../tenancy/index.ts';
import { securityRules } from '../rules/security-rules.ts';
import { findPrincipal, whyOver } from './sessions.repo.ts';

/** The session row is looked for inside the tenant only: another tenant's token is simply unknown here. */
export const principalOfSecret = (
  database: Database,
  clock: Clock,
  tenantId: string,
  kind: 'token' | 'cookie',
  secret: string,
  ip: string,
): Promise<Principal | null> =>
  database.withTenant(tenantId, systemActor, (tx) =>
    findPrincipal(tx, { kind, hash: hashSecret(secret) }, ip, clock.now()),
  );

/**
 * For what outlives the check at its door: whether workspace, session, role and rules stand as they stood there; a stream asks
 * again and again.
 */
export const standsAsBefore = async (
  { database, clock }: { database: Database; clock: Clock },
  tenant: Pick<TenantContext, 'id' | 'subdomain' | 'access'>,
  before: Principal,
  ip: string,
): Promise<boolean> => {
  const at = clock.now();
  const home = await database.withoutTenant((tx) => findTenant(tx, tenant.subdomain, at));
  if (home?.id !== tenant.id || home.access !== tenant.access) return false;
  const now = await database.withTenant(tenant.id, systemActor, (tx) =>
    findPrincipal(tx, { kind: 'id', id: before.sessionId }, ip, at),
  );
  return now !== null && isDeepStrictEqual(now, { ...before, passwordEnteredAt: now.passwordEnteredAt });
};

/** the sentence for a session that is no more; null for a token that this tenant never gave out */
export const reasonOfRefusal = async (
  database: Database,
  clock: Clock,
  tenantId: string,
  token: string,
): Promise<string | null> => {
  const why = await database.withTenant(tenantId, systemActor, async (tx) =>
    whyOver(tx, hashSecret(token), await securityRules(tx, tenantId), clock.now()),
  );
  return why && signedOutReasons[why];
};
