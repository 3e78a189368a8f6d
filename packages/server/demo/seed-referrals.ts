// Who brought whom in the demo tenant, and the programme by which others come; the daily run books what it earns.
import { findAccountByEmail } from '../modules/accounts/index.ts';
import { addReferralTerm } from '../modules/billing/index.ts';
import { readSettings, saveSettings } from '../modules/settings/index.ts';
import { findTenant } from '../modules/tenancy/index.ts';
import { type Clock, DAY_MS } from '../platform/clock.ts';
import { type Database, systemActor } from '../platform/db/database.ts';

const referrals = [
  { by: 'publisher@demo.test', of: 'rohan@dealwala.test', basis: 'payout', rate_ppm: 50_000, days: 365 },
  { by: 'lena@northwind-media.test', of: 'tom@app-atlas.test', basis: 'profit', rate_ppm: 100_000, days: null },
] as const;
const SINCE_DAYS = 120;

export async function seedDemoReferrals(database: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  const tenant = await database.withoutTenant((tx) => findTenant(tx, 'demo', now));
  if (!tenant) return;
  await database.withTenant(tenant.id, systemActor, async (tx) => {
    const { version, value } = await readSettings(tx, tenant.id, 'referrals');
    // whoever has changed it meanwhile keeps what he has
    if (version === 0) {
      const call = { tenant, clock, ip: '', requestId: '', system: true } as const;
      await saveSettings(tx, call, 'referrals', { version, value: { ...value, is_on: true, threshold: '50' } });
    }
    for (const { by, of, ...terms } of referrals) {
      const [owner, referred] = [await findAccountByEmail(tx, by), await findAccountByEmail(tx, of)];
      if (!owner || !referred) continue;
      // a second start finds it there
      await addReferralTerm(tx, {
        ...terms,
        tenant_id: tenant.id,
        owner_id: owner.id,
        referred_id: referred.id,
        currency: 'USD',
        valid_from: new Date(now.getTime() - SINCE_DAYS * DAY_MS).toISOString().slice(0, 10),
        created_at: now,
      });
    }
  });
}
