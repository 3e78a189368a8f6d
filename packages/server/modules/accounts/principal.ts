import type { Principal } from '../../http/call.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, systemActor } from '../../platform/db/database.ts';
import { hashSecret } from '../../platform/ids.ts';
import { findPrincipal } from './sessions.repo.ts';

/** The session row is looked for inside the tenant only: another tenant's token is simply unknown here. */
export const principalOfSecret = (
  database: Database,
  clock: Clock,
  tenantId: string,
  kind: 'token' | 'cookie',
  secret: string,
): Promise<Principal | null> =>
  database.withTenant(tenantId, systemActor, (tx) =>
    findPrincipal(tx, { kind, hash: hashSecret(secret) }, clock.now()),
  );
