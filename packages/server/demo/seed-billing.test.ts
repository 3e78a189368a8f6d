import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBilling } from '../modules/billing/index.ts';
import { verifyMoney } from '../modules/conversions/index.ts';
import { quietLog, testSecret, testVault } from '../platform/testing.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { seedDemoBilling } from './seed-billing.ts';
import { seedDemoOffers } from './seed-offers.ts';
import { seedDemoReferrals } from './seed-referrals.ts';
import { seedDemoTeam } from './seed-team.ts';

let t: TestApp;
const seed = () =>
  seedDemoBilling({
    database: t.app.database,
    passwords: t.app.passwords,
    secret: testSecret,
    publicOrigin: new URL('http://localhost'),
    clock: t.clock,
    log: quietLog,
  });
beforeAll(async () => {
  t = await createTestApp();
  await seedDemoOffers(t.app.database, t.app.passwords, t.clock, quietLog);
  await seedDemoTeam(t.app.database, t.app.passwords, t.clock);
  await seedDemoReferrals(t.app.database, t.clock);
  await seed();
});
afterAll(() => t.close());

const countsOf = async (statement: string) =>
  Object.fromEntries(
    (await t.database.asOwner<{ name: string; count: string }>(statement)).map((row) => [row.name, Number(row.count)]),
  );
const perState = (table: string, where = 'true') =>
  countsOf(`select state as name, count(*) from ${table} where ${where} group by 1 order by 1`);

test('the demo has documents, payments and invoices in every state', async () => {
  const ofPublishers = await perState('documents', `side = 'publisher' and kind <> 'credit-note'`);
  expect(Object.keys(ofPublishers).sort()).toEqual([
    'approved',
    'awaiting',
    'credited',
    'draft',
    'issued',
    'paid',
    'paying',
  ]);
  const invoices = await perState('documents', `side = 'advertiser'`);
  expect(Object.keys(invoices).sort()).toEqual(['issued', 'paid', 'part-paid']);
  expect(await perState('documents', `kind = 'credit-note'`)).toEqual({ issued: 1 });
  expect(Object.keys(await perState('payments')).sort()).toEqual(['failed', 'instructed', 'paid']);
  expect(await perState('payment_batches')).toEqual({ closed: 2, instructed: 1 });
  expect(await perState('appeals')).toEqual({ open: 2 });
  expect(await perState('period_closes')).toEqual({ closed: 2 });
  const late = await t.database.asOwner(
    `select 1 from documents where side = 'advertiser' and state = 'issued' and due_on < $1`,
    [t.clock.now()],
  );
  expect(late.length).toBeGreaterThan(0);
});

test('nothing of it lies in the future, and the books agree', async () => {
  const ahead = await t.database.asOwner(`select 1 from ledger_transfers where at > $1`, [t.clock.now()]);
  expect(ahead).toEqual([]);
  await t.app.worker?.drain();
  const lines: string[] = [];
  const right = await verifyMoney(t.database.open('worker'), [], (line) => lines.push(line), checkBilling(testVault));
  expect({ right, lines }).toMatchObject({ right: true });
});

test('the partners see theirs', async () => {
  const publisher = await t.signIn('publisher@demo.test');
  const own = (await t.call(routes.ownDocuments, { token: publisher.token })).body.rows;
  expect(new Set(own.map((row: { state: string }) => row.state))).toEqual(new Set(['paid', 'paying']));
  const advertiser = await t.signIn('advertiser@demo.test');
  expect((await t.call(routes.ownInvoices, { token: advertiser.token })).body.rows.length).toBeGreaterThan(2);
});

test('a second start adds nothing', async () => {
  const count = () =>
    t.database.asOwner('select count(*) from ledger_transfers union all select count(*) from documents');
  const before = await count();
  await seed();
  expect(await count()).toEqual(before);
});
