// What the maker of a key hears: that it was made, in case it was not him, and that it will end.
import type { SignedInCall } from '../../../http/call.ts';
import { type Clock, DAY_MS } from '../../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { languageOf, sentence } from '../../../words/sentences.ts';
import { queueMail } from '../../mail/index.ts';
import { tenantById, tenantIds, tenantOrigin } from '../../tenancy/index.ts';
import { findAccount } from '../repo.ts';
import { takeEnding } from './api-keys.repo.ts';

export async function mailKeyMade(
  tx: Tx,
  call: SignedInCall,
  key: { name: string; hint: string; scopes: readonly string[] },
): Promise<void> {
  const account = await findAccount(tx, call.principal.userId);
  if (!account) return;
  await queueMail(tx, {
    tenantId: call.tenant.id,
    to: account.email,
    language: account.language,
    name: 'key-made',
    values: {
      brand: call.tenant.displayName,
      firstName: account.first_name,
      lines: [
        sentence('line.key', { name: key.name, hint: key.hint }),
        // our own words, which look like addresses
        { verbatim: sentence('line.scopes', { scopes: key.scopes.join(', ') }) },
      ],
      action: { label: sentence('action.sign-in'), url: call.origin },
    },
    at: call.clock.now(),
  });
}

const REMIND_BEFORE_MS = 7 * DAY_MS;

/** hourly, tenant by tenant; each key once */
export async function remindOfEndingKeys(deps: { database: Database; clock: Clock; publicOrigin: URL }): Promise<void> {
  const at = deps.clock.now();
  const before = new Date(at.getTime() + REMIND_BEFORE_MS);
  for (const tenantId of await deps.database.withoutTenant(tenantIds)) {
    await deps.database.withTenant(tenantId, systemActor, async (tx) => {
      const ending = await takeEnding(tx, before, at);
      if (ending.length === 0) return;
      const tenant = await tenantById(tx, tenantId);
      const url = tenantOrigin(deps.publicOrigin, tenant.subdomain);
      for (const key of ending) {
        await queueMail(tx, {
          tenantId,
          to: key.email,
          language: languageOf(key.language),
          name: 'key-expiring',
          values: {
            brand: tenant.displayName,
            firstName: key.first_name,
            lines: [
              sentence('line.key', { name: key.name, hint: key.hint }),
              sentence('line.expires', { day: key.expires_at.toISOString().slice(0, 10) }),
            ],
            action: { label: sentence('action.sign-in'), url },
          },
          at,
        });
      }
    });
  }
}
