import { routes } from '@tributary/contract';
import { revenueAsked } from '@tributary/contract/billing/revenue';
import { formatMoney, parseMoney } from '@tributary/contract/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBilling } from '../modules/billing/index.ts';
import { verifyMoney } from '../modules/conversions/index.ts';
import { quietLog, testSecret, testVault } from '../platform/testing.ts';
import { type CallResult, createTestApp, type TestApp } from '../testing.ts';
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

/** all rows of a log, page by page */
async function every(route: Parameters<TestApp['call']>[0], token: string, query: Record<string, string>) {
  const rows: Record<string, string>[] = [];
  let [after, extra]: [string | null, bigint] = [null, 0n];
  do {
    const asked: Record<string, string> = { ...query, limit: '100', ...(after ? { after } : {}) };
    const { status, body }: CallResult = await t.call(route, { token, query: asked });
    expect([route.path, status]).toEqual([route.path, 200]);
    rows.push(...body.rows);
    extra = micros(body.hidden ?? '0');
    after = body.next;
  } while (after);
  return { rows, extra };
}
const micros = (amount: string): bigint => parseMoney(amount) ?? 0n;
const sumOf = (rows: readonly Record<string, string>[], field: string): string =>
  formatMoney(rows.reduce((sum, row) => sum + micros(row[field] ?? '0'), 0n));

test('every figure of the balances, the overview and a publisher’s revenue is the sum of the rows that it opens', async () => {
  const { token } = await t.signIn('admin@demo.test');
  // a payment that is reserved takes nothing off what is pending
  const approved = await every(routes.documents, token, { state: 'approved' });
  const { body: batch } = await t.call(routes.createBatch, {
    token,
    body: { documents: approved.rows.map(({ id }) => id) },
  });
  const { body: reserved } = await t.call(routes.approveBatch, {
    token,
    params: { id: batch.id },
    body: { preview: batch.preview },
  });
  expect(reserved.state).toBe('approved');
  const [payment] = await t.database.asOwner<{ offer_id: string; publisher_id: string }>(
    `select c.offer_id, c.publisher_id from payments p join conversions c on c.publisher_id = p.owner_id and c.currency = p.currency
     where p.state = 'reserved' and c.booked = 'posted' limit 1`,
  );
  const waiting = { ...payment, txn_id: 'waits-1', status: 'pending', reason: 'Came by mail.' };
  expect((await t.call(routes.addConversion, { token, body: waiting })).status).toBe(201);
  const { body: balances } = await t.call(routes.billingBalances, { token, query: { page_size: '100' } });
  const entries = { pending: 'pending', approved: 'unclaimed', hold: 'held', disputed: 'disputed' } as const;
  for (const row of balances.rows) {
    const of = { owner: row.owner.id, currency: row.currency };
    const opened: Record<string, string> = {};
    for (const [figure, standing] of Object.entries({ ...entries, available: 'available' })) {
      opened[figure] = sumOf((await every(routes.publisherEntries, token, { ...of, standing })).rows, 'amount');
    }
    opened.billed = sumOf((await every(routes.documents, token, { ...of, open: '1' })).rows, 'open');
    expect({ of, ...opened }).toEqual({
      of,
      ...Object.fromEntries(Object.keys(opened).map((name) => [name, row[name]])),
    });
  }
  for (const name of ['pending', 'approved', 'disputed', 'billed']) {
    expect([name, balances.rows.some((row: Record<string, string>) => row[name] !== '0')]).toEqual([name, true]);
  }

  const { body: overview } = await t.call(routes.billingOverview, { token });
  for (const of of overview.currencies) {
    const { currency } = of;
    const journal = async (query: object) => (await every(routes.journal, token, { currency, ...query })).rows;
    const unpaid = { currency, state: 'issued,approved,paying,part-paid', open: '1' };
    const { rows: documents } = await every(routes.documents, token, unpaid);
    const { rows: drafts } = await every(routes.documents, token, { currency, state: 'draft,awaiting' });
    const { rows: invoices } = await every(routes.invoices, token, { currency, state: 'issued,part-paid' });
    const counted = (rows: { amount: string; documents: number }[]) => [
      sumOf(rows as never, 'amount'),
      rows.reduce((count, row) => count + row.documents, 0),
    ];
    expect([currency, ...counted(of.payable)]).toEqual([currency, sumOf(documents, 'open'), documents.length]);
    expect([currency, ...counted(of.receivable)]).toEqual([currency, sumOf(invoices, 'open'), invoices.length]);
    expect([currency, of.drafted]).toEqual([currency, { amount: sumOf(drafts, 'open'), documents: drafts.length }]);
    const onNoDocument = async (on: string) => signed(await journal({ on, standing: 'unclaimed' }), on);
    expect([currency, of.unbilled]).toEqual([currency, await onNoDocument('publisher_payable')]);
    expect([currency, of.uninvoiced]).toEqual([currency, await onNoDocument('advertiser_receivable')]);
    expect([currency, of.pending]).toEqual([
      currency,
      signed(await journal({ on: 'publisher_payable', leg: 'payout', standing: 'pending' }), 'publisher_payable'),
    ]);
  }

  const publisher = (await t.signIn('publisher@demo.test')).token;
  const { body: revenue } = await t.call(routes.ownRevenue, { token: publisher });
  for (const total of revenue.totals) {
    for (const stage of revenueAsked) {
      const { rows, extra } = await every(routes.ownRevenueEntries, publisher, { currency: total.currency, stage });
      const sum = formatMoney(micros(sumOf(rows, 'amount')) + extra);
      expect([total.currency, stage, sum]).toEqual([total.currency, stage, total[stage]]);
    }
  }
  // the tiles above the publisher's conversions say the same, and a part is no larger than its whole
  const { body: earned } = await t.call(routes.ownBalance, { token: publisher });
  const approvedIn = (rows: { currency: string; approved: string }[]) =>
    Object.fromEntries(rows.map(({ currency, approved: amount }) => [currency, amount]));
  expect(approvedIn(earned.rows)).toEqual(approvedIn(revenue.totals));
  for (const { currency, approved: part } of earned.hidden) {
    expect(micros(part)).toBeLessThanOrEqual(micros(approvedIn(earned.rows)[currency] ?? '0'));
  }
});
/** as it changes what stands on the account: a receivable grows by its debit, what we owe by its credit */
const signed = (rows: readonly Record<string, string>[], on: string): string =>
  formatMoney(
    rows.reduce((sum, { amount = '0', debit, credit }) => {
      const grows = on === 'advertiser_receivable' ? debit : credit;
      return grows === on ? sum + micros(amount) : sum - micros(amount);
    }, 0n),
  );

test('a second start adds nothing', async () => {
  const count = () =>
    t.database.asOwner('select count(*) from ledger_transfers union all select count(*) from documents');
  const before = await count();
  await seed();
  expect(await count()).toEqual(before);
});
