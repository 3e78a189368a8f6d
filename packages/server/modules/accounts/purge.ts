// Daily upkeep, tenant by tenant (the worker too sees one tenant at a time): what has long ended is removed.
import { DAY_MS } from '../../platform/clock.ts';
import { type Database, systemActor } from '../../platform/db/database.ts';
import { purgeAccessLog } from '../access-log/index.ts';
import { tenantIds } from '../tenancy/index.ts';
import { purgeChallenges } from './factors/passkeys.repo.ts';
import { purgeUses } from './keys/key-uses.repo.ts';
import { purgeLinks } from './passwords/password-links.repo.ts';
import { purgeEmailLinks } from './people/email-links.repo.ts';
import { purgeSessions } from './signing-in/sessions.repo.ts';
import { purgeThrottles } from './signing-in/throttle.repo.ts';

const KEEP_ENDED_MS = 90 * DAY_MS;
/** what is shown is a day */
const KEEP_USES_MS = 2 * DAY_MS;

export async function purgeAccounts(database: Database, at: Date): Promise<void> {
  const before = new Date(at.getTime() - KEEP_ENDED_MS);
  for (const tenantId of await database.withoutTenant(tenantIds)) {
    await database.withTenant(tenantId, systemActor, async (tx) => {
      await purgeThrottles(tx, at);
      await purgeLinks(tx, before);
      await purgeEmailLinks(tx, before);
      await purgeSessions(tx, before);
      await purgeAccessLog(tx, at);
      await purgeChallenges(tx, at);
      await purgeUses(tx, new Date(at.getTime() - KEEP_USES_MS));
    });
  }
}
