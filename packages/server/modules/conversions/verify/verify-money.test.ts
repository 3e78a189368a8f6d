// The verifier against hands in the database: every kind of alteration of a row that money or a count hangs on is found, and an
// untouched workspace has none. Each alteration is made as the database's owner, looked at, and rolled back.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { type Database, openDatabase, systemActor, type Tx } from '../../../platform/db/database.ts';
import { quietLog } from '../../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { eventsChangedByHand } from '../../events/testing.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { checkBooks, verifyMoney } from '../index.ts';

let t: TestApp;
let w: World;
let owner: Database;
let stranger: { id: string };

beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  owner = openDatabase(t.database.ownerUrl, { name: 'hand', max: 1, log: quietLog });
  stranger = await w.addPerson('publisher');
  const offer = await w.addOffer();
  await w.addCap(offer.id, { metric: 'conversions', limit_value: 50, action: 'reject' });
  for (const status of ['approved', 'pending', 'rejected', 'approved']) {
    const id = w.clickId(offer.number);
    await w.click(id, new Date(t.clock.now().getTime() - 60_000), offer.number);
    await w.convert({ click_id: id, txn_id: `order-${status}-${id.slice(-6)}`, status });
  }
  await sellByShare();
  await payByRule();
  await payByClick();
});
afterAll(async () => {
  await owner.close();
  await t.close();
});

/** a fifth of a sale of 100, of which 30 are given back: 14, and half of it to the publisher */
async function sellByShare(): Promise<void> {
  const offer = await w.addOffer({ offer_type: 'CPS' });
  await t.database.asOwner(
    `update offer_goals set revenue_micros = 0, payout_micros = 0, revenue_basis_points = 2000, payout_basis_points = 1000
     where offer_id = $1`,
    [offer.id],
  );
  t.clock.advance(1_000);
  const order = { click_id: w.clickId(offer.number), txn_id: 'shared' };
  await w.convert({ ...order, sale_amount: '100', status: 'approved' });
  await w.convert({ ...order, status: 'refund', params: '{"refund_amount":"30"}' });
  await w.convert({ click_id: w.clickId(offer.number), txn_id: 'in-rupees', sale_amount: '8300', currency: 'INR' });
}

/** 6 for clicks from India, 9 from the third in the month on */
async function payByRule(): Promise<void> {
  const offer = await w.addOffer();
  await w.addRule(offer.id, { countries: ['in'], payout_micros: 6_000_000 });
  await w.addRule(offer.id, { countries: ['in'], payout_micros: 9_000_000, from_conversions: 2 });
  t.clock.advance(1_000);
  for (let n = 0; n < 3; n++) {
    const id = w.clickId(offer.number);
    await w.click(id, new Date(t.clock.now().getTime() - 60_000), offer.number);
    await w.convert({ click_id: id, txn_id: `ruled-${n}` });
  }
  const [paid] = await t.database.asOwner<{ payouts: string[] }>(
    'select array_agg(payout_micros::text order by id) as payouts from conversions where offer_id = $1',
    [offer.id],
  );
  expect(paid?.payouts).toEqual(['6000000', '6000000', '9000000']);
}

/** three clicks at 0.50 and 0.20, booked after their day has ended */
async function payByClick(): Promise<void> {
  const offer = await w.addOffer({ offer_type: 'CPC', revenue_micros: 500_000, payout_micros: 200_000 });
  for (let n = 0; n < 3; n++) await w.click(w.clickId(offer.number), t.clock.now(), offer.number);
  t.clock.advance(DAY_MS);
  const day = t.clock.now().getTime() - DAY_MS;
  for (const at of [day - DAY_MS, day, day + DAY_MS]) {
    await t.database.asOwner(
      `insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.day-to-book', jsonb_build_object('day', $2::text))`,
      [w.tenantId, new Date(at).toISOString().slice(0, 10)],
    );
  }
  await t.app.worker?.drain();
}

const findings = async (tx: Tx): Promise<string[]> => [
  ...(await verifyLedger(tx, w.tenantId)).findings,
  ...(await checkBooks(tx, w.tenantId)),
];

class Undone extends Error {}

/** what the verifier says after this statement; the statement is rolled back */
async function after(statement: string): Promise<string[]> {
  let found: string[] = [];
  await owner
    .withTenant(w.tenantId, systemActor, async (tx) => {
      const { numAffectedRows } = await sql.raw(statement).execute(tx);
      expect(Number(numAffectedRows)).toBeGreaterThan(0);
      found = await findings(tx);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return found;
}

test('an untouched workspace agrees with itself, and has something to agree about', async () => {
  const state = await t.app.database.withTenant(w.tenantId, systemActor, async (tx) => ({
    findings: await findings(tx),
    conversions: (await tx.selectFrom('conversions').select('id').execute()).length,
    lots: await tx.selectFrom('earning_lots').select(['events', 'revenue_micros', 'payout_micros']).execute(),
  }));
  expect(state.findings).toEqual([]);
  expect(state.conversions).toBe(9);
  expect(state.lots).toEqual([{ events: '3', revenue_micros: '1500000', payout_micros: '600000' }]);
});

test('a lot that cannot be read is named, and hides nothing else', async () => {
  const found =
    await after(`with lot as (update earning_lots set lines = jsonb_set(lines, '{0,events}', '1') returning id)
    update conversions set payout_micros = payout_micros + 1 where status = 'approved' and exists (select from lot)`);
  expect(found.join('\n')).toMatch(/lot \S+ .*cannot be read/);
  expect(found.join('\n')).toMatch(/conversion \S+/);
});

test('by the command, as the worker, which sees the caps of every workspace: each is asked about its own', async () => {
  const lines: string[] = [];
  expect(await verifyMoney(t.database.open('worker'), [], (line) => lines.push(line))).toBe(true);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.every((line) => line.endsWith('all agree'))).toBe(true);
});

const one = (table: string, where = 'true'): string => `ctid = (select ctid from ${table} where ${where} limit 1)`;
const alterations: [string, string | (() => string)][] = [
  ['an entry’s amount', `update ledger_transfers set amount_micros = amount_micros + 1 where sequence = 1`],
  ['an entry’s currency', `update ledger_transfers set currency = 'EUR' where sequence = 1`],
  ['an entry’s owner', () => `update ledger_transfers set owner_id = '${stranger.id}' where sequence = 2`],
  ['an entry’s reason', `update ledger_transfers set reason = 'nothing to see' where sequence = 2`],
  ['an entry’s moment', `update ledger_transfers set at = at + interval '1 second' where sequence = 2`],
  [
    'an account’s balance',
    `update ledger_accounts set credits_posted = credits_posted + 1 where ${one('ledger_accounts')}`,
  ],
  [
    'an account’s owner',
    () =>
      `update ledger_accounts set owner_id = '${stranger.id}' where ${one('ledger_accounts', `kind = 'publisher_payable'`)}`,
  ],
  ['the head of the chain', `update ledger_heads set sequence = sequence - 1`],
  [
    'the last entry, gone',
    `delete from ledger_transfers where sequence = (select max(sequence) from ledger_transfers)`,
  ],
  [
    'a conversion’s payout',
    `update conversions set payout_micros = payout_micros + 1 where ${one('conversions', `status = 'approved'`)}`,
  ],
  [
    'a conversion’s revenue',
    `update conversions set revenue_micros = revenue_micros - 1 where ${one('conversions', `status = 'pending'`)}`,
  ],
  [
    'a conversion’s status',
    `update conversions set status = 'rejected' where ${one('conversions', `status = 'approved'`)}`,
  ],
  [
    'a rejected conversion, approved',
    `update conversions set status = 'approved', booked = 'posted', booked_revenue_micros = revenue_micros, booked_payout_micros = payout_micros where ${one('conversions', `status = 'rejected'`)}`,
  ],
  [
    'a conversion’s currency',
    `update conversions set currency = 'INR' where ${one('conversions', `status = 'approved'`)}`,
  ],
  [
    'a conversion’s publisher',
    () => `update conversions set publisher_id = '${stranger.id}' where ${one('conversions', `status = 'approved'`)}`,
  ],
  [
    'a conversion’s advertiser',
    () => `update conversions set advertiser_id = '${stranger.id}' where ${one('conversions', `status = 'approved'`)}`,
  ],
  [
    'what a conversion remembers of its booking',
    `update conversions set booked_payout_micros = 0 where ${one('conversions', `status = 'approved'`)}`,
  ],
  ['a lot’s payout', `update earning_lots set payout_micros = payout_micros * 2`],
  ['a lot’s currency', `update earning_lots set currency = 'INR'`],
  ['a lot’s publisher', () => `update earning_lots set publisher_id = '${stranger.id}'`],
  ['a lot’s advertiser', () => `update earning_lots set advertiser_id = '${stranger.id}'`],
  ['a lot’s events', `update earning_lots set events = events + 1`],
  ['a lot’s lines', `update earning_lots set lines = jsonb_set(lines, '{0,events}', '"2"')`],
  [
    'the price that a lot was booked at',
    `update offer_terms set goals = jsonb_set(goals, '{0,payout}', '"300000"') where offer_type = 'CPC'`,
  ],
  ['the currency of the terms', `update offer_terms set currency = 'EUR' where offer_type = 'CPC'`],
  [
    'a sale',
    `update conversions set sale_micros = sale_micros * 2 where ${one('conversions', 'sale_micros is not null')}`,
  ],
  ['a sale’s rate', `update conversions set sale_rate_e12 = sale_rate_e12 / 2 where sale_micros is not null`],
  ['a refund, erased', `update conversions set refunded_micros = 0, refund = null where refunded_micros > 0`],
  ['a refund', `update conversions set refunded_micros = refunded_micros + 1000000 where refunded_micros > 0`],
  [
    'the goal of a conversion',
    `update conversions set goal_id = (select g.id from offer_goals g where g.offer_id <> conversions.offer_id limit 1)
     where ${one('conversions', 'sale_micros is not null')}`,
  ],
  [
    'a conversion’s rate into the workspace’s currency',
    `update conversions set home_rate_e12 = home_rate_e12 * 2 where ${one('conversions')}`,
  ],
  ['that rate, gone', `update conversions set home_rate_e12 = null where ${one('conversions')}`],
  [
    'the day of a conversion',
    `update conversions set at = at - interval '1 day' where ${one('conversions', `status = 'approved'`)}`,
  ],
  ['the minute of a conversion', `update conversions set at = at + interval '1 minute' where ${one('conversions')}`],
  [
    'the currency of a sale',
    `update conversions set sale_currency = 'INR' where ${one('conversions', `sale_currency = 'USD'`)}`,
  ],
  [
    'the foreign currency of a sale',
    `update conversions set sale_currency = 'EUR' where ${one('conversions', `sale_currency = 'INR'`)}`,
  ],
  [
    'amounts that nobody set by hand, said to be so',
    `update conversions set amounts_by_hand = true where ${one('conversions', `status = 'approved'`)}`,
  ],
  [
    'the rule that a conversion was paid by, gone',
    `update conversions set payout_rule_id = null where ${one('conversions', 'payout_rule_id is not null')}`,
  ],
  [
    'the rule that a conversion was paid by',
    `update conversions c set payout_rule_id = (select r.id from offer_payout_rules r
       where r.offer_id = c.offer_id and r.id <> c.payout_rule_id limit 1) where ${one('conversions', 'payout_rule_id is not null').replace('ctid', 'c.ctid')}`,
  ],
  [
    'the country that a rule is about',
    `update conversions set country = 'US' where ${one('conversions', 'payout_rule_id is not null')}`,
  ],
  ['what nobody disputes', `update conversions set disputed = true where ${one('conversions')}`],
  [
    'the price in a version of the terms',
    `update offer_terms set goals = jsonb_set(goals, '{0,payout}', '"1"') where offer_type <> 'CPC'`,
  ],
  ['the type in a version', `update offer_terms set offer_type = 'CPL' where offer_type = 'CPS'`],
  ['the currency of a version', `update offer_terms set currency = 'EUR' where offer_type = 'CPS'`],
  [
    'the advertiser of a version',
    () => `update offer_terms set advertiser_id = '${stranger.id}' where offer_type = 'CPS'`,
  ],
  ['when a version began', `update offer_terms set in_force_from = now() where version = 1 and offer_type = 'CPS'`],
  ['the rules of a version', `update offer_terms set caps = '[{}]' where offer_type = 'CPS'`],
  [
    'a price that no version has',
    `update offer_goals set payout_micros = payout_micros + 1 where ${one('offer_goals', 'payout_micros > 0')}`,
  ],
  [
    'an offer’s currency that no version has',
    `update offers set currency = 'EUR' where ${one('offers', 'exists (select from offer_terms t where t.offer_id = offers.id)')}`,
  ],
  ['a lot, gone', `delete from earning_lots`],
  [
    'a rollup of conversions by offer',
    `update rollup_conversions_offer set approved_payout = approved_payout + 1 where ${one('rollup_conversions_offer')}`,
  ],
  [
    'a rollup of conversions by publisher',
    `update rollup_conversions_publisher set approved_conversions = approved_conversions + 1 where ${one('rollup_conversions_publisher')}`,
  ],
  [
    'a rollup of conversions by country',
    `delete from rollup_conversions_country where ${one('rollup_conversions_country')}`,
  ],
  ...eventsChangedByHand,
  ['what a cap has counted', `update cap_windows set spent = spent - 1 where ${one('cap_windows', 'spent > 0')}`],
];
test.each(alterations)('%s, changed by hand, is found', async (_what, statement) => {
  expect(await after(typeof statement === 'string' ? statement : statement())).not.toEqual([]);
});
