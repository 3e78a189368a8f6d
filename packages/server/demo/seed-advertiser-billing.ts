// The demo's advertiser has credit, terms and has paid in twice; the portal says where to pay.
import { findAccountByEmail } from '../modules/accounts/index.ts';
import { recordDeposit, saveAdvertiserTerms, setLimit } from '../modules/billing/index.ts';
import { readSettings, saveSettings } from '../modules/settings/index.ts';
import { findTenant } from '../modules/tenancy/index.ts';
import { type Clock, DAY_MS } from '../platform/clock.ts';
import { type Database, systemActor } from '../platform/db/database.ts';

const payIn = {
  accounts: [
    {
      currency: 'USD',
      holder: 'Demo Network Ltd',
      bank: 'Example Bank, New York',
      account: '000123456789',
      code: '021000021',
      note: '',
    },
    {
      currency: 'EUR',
      holder: 'Demo Network Ltd',
      bank: 'Beispielbank, Berlin',
      account: 'DE89 3704 0044 0532 0130 00',
      code: 'COBADEFFXXX',
      note: '',
    },
  ],
  note: 'Payments are booked on the working day on which they arrive.',
};
const deposits = [
  { daysAgo: 41, amount: 1_500_000_000n, reference: 'DEMO-3 / 0917' },
  { daysAgo: 9, amount: 2_000_000_000n, reference: 'DEMO-3 / 1018' },
];
const LIMIT = 250_000_000_000n;

/** once: whoever has changed it meanwhile keeps what he has */
export async function seedAdvertiserBilling(database: Database, clock: Clock): Promise<void> {
  const at = clock.now();
  const tenant = await database.withoutTenant((tx) => findTenant(tx, 'demo', at));
  if (!tenant) return;
  await database.withTenant(tenant.id, systemActor, async (tx) => {
    const { version } = await readSettings(tx, tenant.id, 'collection');
    const advertiser = await findAccountByEmail(tx, 'advertiser@demo.test');
    if (version > 0 || !advertiser) return;
    const call = { tenant, clock, ip: '', requestId: '', system: true } as const;
    await saveSettings(tx, call, 'collection', { version, value: payIn });
    await saveAdvertiserTerms(
      tx,
      { tenantId: tenant.id, ownerId: advertiser.id, at },
      { netDays: 30, poNumber: 'PO-2026-0417' },
    );
    for (const { daysAgo, amount, reference } of deposits) {
      await recordDeposit(tx, call, {
        advertiser_id: advertiser.id,
        currency: 'USD',
        amount,
        reference,
        received_on: new Date(at.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10),
        note: '',
        allocate: 'none',
      });
    }
    await setLimit(tx, call, advertiser.id, { limit: LIMIT, version: 0, reason: 'Agreed with the contract' });
  });
}
