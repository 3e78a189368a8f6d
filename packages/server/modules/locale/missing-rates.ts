// People hear once of each currency that something was booked in and that no rate leads into the workspace's own.
import type { Clock } from '../../platform/clock.ts';
import { type Database, systemActor } from '../../platform/db/database.ts';
import { sentence } from '../../words/sentences.ts';
import { managersWhoFind } from '../accounts/index.ts';
import { missingRates } from '../conversions/index.ts';
import { notifyEach } from '../notifications/index.ts';
import { localeOf, tenantIds } from '../tenancy/index.ts';

export async function tellOfMissingRates(database: Database, clock: Clock): Promise<void> {
  for (const tenantId of await database.withoutTenant(tenantIds)) {
    await database.withTenant(tenantId, systemActor, async (tx) => {
      const { currency: home } = await localeOf(tx, tenantId);
      for (const { currency, from, conversions } of await missingRates(tx, home)) {
        // the gap's first day is its name: while it lasts, nobody is told twice
        const cause = `rate-missing ${currency} ${home} ${from}`;
        const news = { tenantId, cause, kind: 'rate-missing', path: '/am/settings/rates', at: clock.now() } as const;
        const managers = await managersWhoFind(tx, 'billing', () => Promise.resolve(true));
        await notifyEach(tx, news, managers, () =>
          sentence('rate.missing', { count: conversions, currency, home, day: from }),
        );
      }
    });
  }
}
