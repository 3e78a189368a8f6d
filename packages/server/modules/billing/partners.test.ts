// Billing as partners see it: where they are paid, who they are to a tax office, where what they have earned stands, what waits
// because they disagree, and who came by their link.
import { routes } from '@tributary/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { testVault } from '../../platform/testing.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../testing.ts';
import { mailLinks } from '../../testing-mail-links.ts';
import { addMethod, bankDetails, payPalDetails } from '../../testing-payable.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { referralCode } from '../accounts/index.ts';
import { checkBilling } from './index.ts';
import { sheetOf } from './pdf/sheet-of.ts';

let t: TestApp;
let w: World;
let admin: string;
let own: { token: string; userId: string };
let advertiser: { token: string; userId: string };
let offer: { id: string };
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  admin = (await t.signIn('admin@demo.test')).token;
  own = await t.signIn('publisher@demo.test');
  advertiser = await t.signIn('advertiser@demo.test');
  offer = await w.addOffer({ advertiser_id: advertiser.userId });
});
afterAll(() => t.close());

type Asked = Parameters<TestApp['call']>;
const good = async (token: string, route: Asked[0], options: Asked[1] = {}) => {
  t.clock.advance(1_000);
  const reply = await t.call(route, { token, ...options });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body;
};
let count = 0;
const convert = async (more: object = {}): Promise<string> => {
  const body = { offer_id: offer.id, publisher_id: own.userId, txn_id: `p-${++count}`, reason: 'By mail', ...more };
  return (await good(admin, routes.addConversion, { body: { status: 'approved', ...body } })).id;
};
const settings = async (section: string, value: object) => {
  const { version, value: before } = await good(admin, routes.settings, { params: { section } });
  await good(admin, routes.saveSettings, { params: { section }, body: { version, value: { ...before, ...value } } });
};
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64');
const profile = {
  party: 'person',
  legal_name: 'Ines Okafor',
  country: 'pt',
  vat_id: null,
  street: 'Rua Nova',
  house_number: '7',
  postcode: '1100-001',
  town: 'Lisboa',
  form: null,
  form_expires_on: null,
};

const usdt = { kind: 'usdt', currency: 'USD' };
const wallet = (network: string, recipient: string) => ({ name: 'Ines', network, recipient });
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
test.each([
  ['NO938601111794', { recipient: 'NO938601111794' }, 'has 15 characters. This has 14.'],
  ['swapped', { recipient: 'NO9386011117974' }, 'does not agree with its own check digits'],
  ['no IBAN', { recipient: '12345' }, 'two letters of the country'],
  ['BIC', { bic: 'COBA' }, 'it has 8 or 11 characters'],
  ['no town', { town: '' }, 'banks refuse addresses without it'],
])('a bank account that is wrong says what is: %s', async (_name, wrong, said) => {
  const details = { ...bankDetails, ...wrong };
  const body = { kind: 'bank', currency: 'EUR', details, password: DEMO_PASSWORD };
  const reply = await t.call(routes.setPayoutMethod, { token: own.token, body });
  expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringContaining(said)]);
});
test.each([
  [usdt, wallet('TRC-20', ETHEREUM), 'This is an Ethereum address'],
  [usdt, wallet('ERC-20', TRON), 'This is a Tron address'],
  [usdt, wallet('ERC-20', ETHEREUM.toLowerCase()), 'capital and small letters'],
  [usdt, wallet('TRC-20', TRON.replace('R7', '7R')), 'its own checksum does not agree'],
  [usdt, wallet('', TRON), 'choose the network'],
  [{ kind: 'upi', currency: 'USD' }, { name: 'Ines', recipient: 'ines@bank' }, 'pays in INR alone'],
  [{ kind: 'upi', currency: 'INR' }, { name: 'Ines', recipient: 'ines' }, 'such as name@bank'],
])('a wallet or UPI id that is wrong says what is: %#', async (method, details, said) => {
  const body = { ...method, details, password: DEMO_PASSWORD };
  const reply = await t.call(routes.setPayoutMethod, { token: own.token, body });
  expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringContaining(said)]);
});

test('the methods on offer come with their fees and the terms in force; one that is off is refused', async () => {
  const { methods, terms, home_currency } = await good(own.token, routes.ownPayoutMethod);
  expect(methods.map(({ kind }: { kind: string }) => kind)).toEqual(['bank', 'paypal', 'by-hand']);
  const { next_due, ...held } = terms;
  expect([held, home_currency]).toEqual([{ cycle: 'monthly', net_days: 30, hold_days: 0, minimum: '0' }, 'USD']);
  const today = t.clock.now();
  // billed on the first of the next month, and paid thirty days after
  const due = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1 + 30));
  expect(next_due).toBe(due.toISOString().slice(0, 10));
  const body = { ...usdt, details: wallet('TRC-20', TRON), password: DEMO_PASSWORD };
  expect((await t.call(routes.setPayoutMethod, { token: own.token, body })).body.error.message).toContain(
    'does not pay by this method',
  );
});

test('a form is read by its owner and the team; the agreement’s version is the text’s, whatever else is set', async () => {
  expect((await t.call(routes.ownTaxForm, { token: own.token })).status).toBe(404);
  await good(own.token, routes.saveOwnTaxProfile, { body: { ...profile, version: 0, form: 'W-8BEN' } });
  await good(own.token, routes.sendOwnTaxForm, { body: { name: 'w8.pdf', data: PDF } });
  expect((await t.call(routes.ownTaxForm, { token: own.token })).raw).toContain('%PDF');
  const byTeam = await t.call(routes.publisherTaxForm, { token: admin, params: { id: own.userId } });
  expect([byTeam.status, byTeam.raw.slice(0, 5)]).toEqual([200, '%PDF-']);
  await settings('payment', { self_billing_text: 'We write your invoices.' });
  const { agreement_version: first } = await good(own.token, routes.ownTaxProfile);
  await settings('payment', { net_days: 15 });
  const accepted = await good(own.token, routes.acceptSelfBilling, { body: { version: first } });
  expect(accepted).toMatchObject({ agreement_version: first, agreement: { version: first, in_force: true } });
  // within twelve months it is renewed
  const year = new Date(t.clock.now());
  year.setUTCFullYear(year.getUTCFullYear() + 1);
  expect(accepted.agreement.until).toBe(Math.floor(year.getTime() / 1_000));
  await settings('payment', { self_billing_text: 'We write your invoices, monthly.' });
  const later = await good(own.token, routes.ownTaxProfile);
  expect(later.agreement).toMatchObject({ version: first, in_force: true });
  expect(later.agreement_version).toBeGreaterThan(first);
  expect((await t.call(routes.acceptSelfBilling, { token: own.token, body: { version: first } })).status).toBe(409);
  // another street keeps the paper; another country, or another form, needs another one
  const papers = async (change: object) => {
    const { version } = await good(own.token, routes.ownTaxProfile);
    const body = { ...profile, form: 'W-8BEN', version, ...change };
    return (await good(own.token, routes.saveOwnTaxProfile, { body })).form_file !== null;
  };
  const send = () => good(own.token, routes.sendOwnTaxForm, { body: { name: 'w8.pdf', data: PDF } });
  expect(await papers({ street: 'Rua Velha' })).toBe(true);
  expect(await papers({ country: 'br' })).toBe(false);
  await send();
  expect(await papers({ country: 'br', form: 'W-9' })).toBe(false);
  await papers({});
});

async function run() {
  const period_to = t.clock.now().toISOString().slice(0, 10);
  await good(admin, routes.startBillingRun, { body: { period_from: '2026-01-01', period_to, owner_id: own.userId } });
  await t.app.worker?.drain();
  const { rows } = await good(admin, routes.documents, { query: { owner: own.userId, state: 'draft' } });
  return rows[0];
}
const findings = () =>
  t.database.open('worker').withTenant(w.tenantId, systemActor, (tx) => checkBilling(testVault)(tx, w.tenantId));
const totals = async () => (await good(own.token, routes.ownRevenue)).totals[0];

describe('what somebody disagrees with', () => {
  test('waits alone: a run takes the rest, and takes it once it is decided', async () => {
    await convert();
    const disputed = await convert();
    const changed = await convert();
    const adjust = { payout: '3', revenue: null, reason: 'Half a lead' };
    await good(admin, routes.adjustConversion, { params: { id: changed }, body: adjust });
    const dispute = (id: string) => ({ subject: { kind: 'conversion', id }, text: 'Not so.' });
    const { id: first } = await good(advertiser.token, routes.openDispute, { body: dispute(disputed) });
    const { id: second } = await good(own.token, routes.openAppeal, { body: dispute(changed) });
    expect(await totals()).toMatchObject({ earned: '11', approved: '11', disputed: '7', available: '4' });
    // each figure of the balance is the sum of the entries that it opens
    const { rows: balances } = await good(admin, routes.billingBalances, { query: { owner: own.userId } });
    const opened = async (standing: string) => {
      const { rows } = await good(admin, routes.publisherEntries, { query: { owner: own.userId, standing } });
      return rows.reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), 0);
    };
    const figures = {
      pending: 'pending',
      unclaimed: 'approved',
      held: 'hold',
      disputed: 'disputed',
      available: 'available',
    };
    for (const [standing, name] of Object.entries(figures)) {
      expect(await opened(standing), name).toBe(Number(balances[0][name]));
    }
    // and the totals are the sums of the columns
    const { rows: every } = await good(admin, routes.billingBalances, { query: { page_size: '100' } });
    const { rows: totalled } = await good(admin, routes.billingBalanceTotals);
    for (const total of totalled) {
      for (const name of ['pending', 'approved', 'hold', 'disputed', 'available', 'billed']) {
        const those = every.filter(({ currency }: { currency: string }) => currency === total.currency);
        const added = those.reduce((sum: number, row: Record<string, string>) => sum + Number(row[name]), 0);
        expect([total.currency, name, Number(total[name])]).toEqual([total.currency, name, added]);
      }
    }
    expect(totalled.some(({ disputed }: { disputed: string }) => disputed === '7')).toBe(true);
    expect(await run()).toMatchObject({ net: '4', entries: 1 });
    const decided = { outcome: 'uphold', text: 'It stays.', version: 1 };
    await good(admin, routes.decideDispute, { params: { id: first }, body: decided });
    expect(await run()).toMatchObject({ net: '8', entries: 2 });
    await good(admin, routes.decideAppeal, {
      params: { id: second },
      body: { outcome: 'partly', amount: '3.5', text: 'A bit more.', version: 1 },
    });
    const draft = await run();
    expect(draft).toMatchObject({ net: '11.5' });
    expect(await totals()).toMatchObject({ disputed: '0', available: '11.5', billed: '0' });
    expect(await findings()).toEqual([]);
  });

  test('in a document holds its payment until it is decided', async () => {
    const [draft] = (await good(admin, routes.documents, { query: { owner: own.userId, state: 'draft' } })).rows;
    const params = { id: draft.id };
    const issued = await good(admin, routes.issueDocument, { params, body: { version: draft.version } });
    await good(admin, routes.approveDocument, { params, body: { version: issued.version } });
    await addMethod({ asOwner: t.database.asOwner, tenantId: w.tenantId, at: t.clock.now() }, own.userId, {
      kind: 'paypal',
      currency: 'USD',
      details: payPalDetails,
    });
    const blocked = async () => (await good(admin, routes.payableDocuments)).rows[0].blocked;
    expect(await blocked()).toBe('none');
    expect(await totals()).toMatchObject({ available: '0', billed: '11.5' });
    const body = { subject: { kind: 'document', id: draft.id }, text: 'A line is missing.' };
    const { id } = await good(own.token, routes.openAppeal, { body });
    expect(await blocked()).toBe('disputed');
    await good(own.token, routes.withdrawAppeal, { params: { id } });
    expect(await blocked()).toBe('none');
  });
});

describe('revenue', () => {
  const sum = (rows: Record<string, string>[], name: string) =>
    rows.reduce((all, row) => all + Math.round(Number(row[name]) * 1e6), 0);
  const stages = ['pending', 'hold', 'disputed', 'available', 'billed', 'paid'] as const;

  test('adds up the same by day, by campaign and in all, and every figure is the sum of its entries', async () => {
    await convert({ status: 'pending' });
    await convert();
    await settings('payment', { hold_days: 30 });
    const total = await totals();
    expect(total).toMatchObject({ earned: '19.5', pending: '4', approved: '15.5', hold: '4', billed: '11.5' });
    for (const by of ['day', 'offer', 'month']) {
      const { rows } = await good(own.token, routes.ownRevenue, { query: { by } });
      for (const name of ['earned', 'approved', ...stages]) {
        expect([by, name, sum(rows, name)]).toEqual([by, name, Math.round(Number(total[name]) * 1e6)]);
      }
      for (const row of rows) {
        for (const stage of stages) {
          const entries = await good(own.token, routes.ownRevenueEntries, { query: { of: row.id, stage } });
          expect([row.id, stage, sum(entries.rows, 'amount')]).toEqual([
            row.id,
            stage,
            Math.round(Number(row[stage]) * 1e6),
          ]);
        }
      }
    }
    const [held] = (await good(own.token, routes.ownRevenueEntries, { query: { stage: 'hold' } })).rows;
    expect(held.until).toBeGreaterThan(t.clock.now().getTime() / 1000);
    await settings('payment', { hold_days: 0 });
  });

  test('of a campaign whose payout is hidden is told in all and never by campaign or entry', async () => {
    const hidden = await w.addOffer({ advertiser_id: advertiser.userId, hide_payout: true });
    const untold = await convert({ offer_id: hidden.id });
    const { rows } = await good(own.token, routes.ownRevenue, { query: { by: 'offer' } });
    const row = rows.find(({ kind }: { kind: string }) => kind === 'hidden');
    expect(row).toMatchObject({ offer: null, earned: '4' });
    expect(await good(own.token, routes.ownRevenueEntries, { query: { of: row.id } })).toMatchObject({
      rows: [],
      hidden: '4',
    });
    const entries = (await good(own.token, routes.ownPublisherEntries, { query: { standing: 'unclaimed' } })).rows;
    expect(entries).toHaveLength(1);
    // an entry says of which campaign and day it is
    const today = t.clock.now().toISOString().slice(0, 10);
    expect(entries[0]).toMatchObject({
      campaign: { number: expect.any(Number), name: expect.any(String) },
      day: today,
    });
    // a day of its own would tell it, and so would what somebody asks about: it is told by the month, and waits with what is on hold
    const month = t.clock.now().toISOString().slice(0, 7);
    const dispute = { subject: { kind: 'conversion', id: untold }, text: 'Not so.' };
    const { id } = await good(advertiser.token, routes.openDispute, { body: dispute });
    const days = (await good(own.token, routes.ownRevenue, { query: { by: 'day' } })).rows;
    const inDays = days.filter(({ kind }: { kind: string }) => kind === 'day');
    for (const day of inDays) {
      const behind = await good(own.token, routes.ownRevenueEntries, { query: { of: day.id, limit: '200' } });
      expect([sum(behind.rows, 'amount'), behind.hidden]).toEqual([Math.round(Number(day.earned) * 1e6), '0']);
    }
    const apart = days.filter(({ kind }: { kind: string }) => kind === 'hidden');
    expect(apart).toMatchObject([{ day: null, month, earned: '4', hold: '4', disputed: '0' }]);
    const [total] = (await good(own.token, routes.ownRevenue)).totals;
    expect([sum(days, 'earned'), total.disputed]).toEqual([Math.round(Number(total.earned) * 1e6), '0']);
    // asked for one month, campaigns and their entries are of that month alone
    const [ofMonth] = (await good(own.token, routes.ownRevenue, { query: { by: 'month', month } })).rows;
    for (const [asked, many] of [
      [month, Math.round(Number(ofMonth.earned) * 1e6)],
      ['2025-01', 0],
    ] as const) {
      const some = (await good(own.token, routes.ownRevenue, { query: { by: 'offer', month: asked } })).rows;
      expect(sum(some, 'earned')).toBe(many);
      for (const one of some.filter(({ kind }: { kind: string }) => kind === 'offer')) {
        const behind = await good(own.token, routes.ownRevenueEntries, { query: { of: one.id, limit: '200' } });
        expect(sum(behind.rows, 'amount')).toBe(Math.round(Number(one.earned) * 1e6));
      }
    }
    const elsewhen = row.id.replace(/\.([A-Z]{3})$/, '@2025-01.$1');
    expect((await good(own.token, routes.ownRevenueEntries, { query: { of: elsewhen } })).hidden).toBe('0');
    const uphold = { outcome: 'uphold', text: 'It stays.', version: 1 };
    await good(admin, routes.decideDispute, { params: { id }, body: uphold });
  });

  test('nor does a document tell it, on screen or on paper: its lines add up to its net all the same', async () => {
    const other = await w.addOffer({ advertiser_id: advertiser.userId, hide_payout: true, title: 'Velvet loans' });
    await convert({ offer_id: other.id });
    // one that the publisher has run and may not see any more is called by its number: what was paid was taken back since
    const kept = await w.addOffer({ advertiser_id: advertiser.userId, visibility: 'Private', title: 'Zephyr cards' });
    const taken = await convert({ offer_id: kept.id });
    const draft = await run();
    const params = { id: draft.id };
    const issued = await good(admin, routes.issueDocument, { params, body: { version: draft.version } });
    const decided = { status: 'rejected', reason: 'Taken back' };
    await good(admin, routes.decideConversion, { params: { id: taken }, body: decided });
    const { rows: whole } = await good(admin, routes.documentLines, { params });
    const { rows } = await good(own.token, routes.ownDocumentLines, { params });
    expect(whole).toHaveLength(4);
    expect(rows).toHaveLength(3);
    const net = Math.round(Number(issued.net) * 1e6);
    expect([sum(whole, 'amount'), sum(rows, 'amount')]).toEqual([net, net]);
    expect(rows.find(({ kind }: { kind: string }) => kind === 'hidden')).toEqual({
      ...{ position: expect.any(Number), kind: 'hidden', offer: null, goal: null, month: null, quantity: 0 },
      ...{ amount: '8', rate: null, text: '' },
    });
    expect(JSON.stringify(rows)).not.toMatch(/Velvet|Zephyr/);
    const own200 = await t.call(routes.ownPublisherEntries, { token: own.token, query: { limit: '200' } });
    expect(own200.raw).toContain(`Campaign ${kept.number}`);
    expect(own200.raw).not.toMatch(/Velvet|Zephyr/);
    expect(rows).toContainEqual(
      expect.objectContaining({ offer: { number: kept.number, name: `Campaign ${kept.number}` }, goal: null }),
    );
    // page by page it is the same
    const pages: unknown[] = [];
    for (let after: string | null = null, first = true; first || after !== null; first = false) {
      const query: Record<string, string> = { limit: '1', ...(after === null ? {} : { after }) };
      const page = await good(own.token, routes.ownDocumentLines, { params, query });
      pages.push(...page.rows);
      after = page.next;
    }
    expect(pages).toEqual(rows);
    const drawn = await t.database.open('worker').withTenant(w.tenantId, systemActor, async (tx) => {
      await sql`update documents set file_id = null where id = ${issued.id}`.execute(tx);
      return sheetOf(tx, w.tenantId, issued.id);
    });
    const lines = drawn?.sheet.lines ?? [];
    expect(lines.map(({ amount }) => Number(amount)).reduce((all, one) => all + one, 0)).toBe(net);
    expect(lines.map(({ text }) => text)).toContain('Hidden campaigns');
    expect(lines.map(({ text }) => text).join()).not.toMatch(/Velvet|Zephyr/);
    // nor its own appeal against what was taken back
    const body = { subject: { kind: 'conversion', id: taken }, text: 'It was delivered.' };
    const { id } = await good(own.token, routes.openAppeal, { body });
    const told = [
      (await t.call(routes.ownAppeal, { token: own.token, params: { id } })).raw,
      (await t.call(routes.ownAppeals, { token: own.token })).raw,
      (await t.call(routes.exportOwnAppeals, { token: own.token })).raw,
    ];
    for (const reply of told) {
      expect(reply).toContain(`Campaign ${kept.number}`);
      expect(reply).not.toMatch(/Zephyr/);
    }
    await good(own.token, routes.withdrawAppeal, { params: { id } });
  });
});

describe('what an advertiser is charged and pays', () => {
  const micros = (rows: Record<string, string>[], name = 'amount') =>
    rows.reduce((all, row) => all + Math.round(Number(row[name]) * 1e6), 0);

  test('opens to the last entry: lines, entries, payments and the statement’s file say the same', async () => {
    const { token } = advertiser;
    const period_to = t.clock.now().toISOString().slice(0, 10);
    const period = { period_from: '2026-01-01', period_to, owner_id: advertiser.userId };
    const preview = await good(admin, routes.previewInvoices, { query: period });
    const before = await good(admin, routes.previewInvoices, { query: { ...period, period_to: '2026-01-01' } });
    await good(admin, routes.makeInvoices, { body: period });
    await t.app.worker?.drain();
    const [invoice] = (await good(token, routes.ownInvoices)).rows;
    // what was shown beforehand is what was made, and nothing was made by showing it
    expect(preview).toMatchObject({
      rows: [
        { owner: { id: advertiser.userId }, net: invoice.net, vat: invoice.vat, total: invoice.total, carried: null },
      ],
      totals: [{ currency: invoice.currency, invoices: 1, total: invoice.total }],
      is_cut: false,
    });
    expect([before.rows, before.totals]).toEqual([[], []]);
    const again = await good(admin, routes.previewInvoices, { query: period });
    expect([again.rows, again.totals]).toEqual([[], []]);
    const lines = (await good(token, routes.ownInvoiceLines, { params: { id: invoice.id } })).rows;
    const entries = (await good(token, routes.ownAdvertiserEntries, { query: { document: invoice.id } })).rows;
    const charges = entries.filter(({ leg }: { leg: string }) => leg !== 'output_vat');
    expect([micros(lines), micros(entries)]).toEqual([micros([invoice], 'total'), micros([invoice], 'total')]);
    expect(micros(charges)).toBe(micros([invoice], 'net'));
    expect(charges.every(({ subject }: { subject: { kind: string } }) => subject.kind === 'conversion')).toBe(true);

    const received_on = period_to;
    const paid = { advertiser_id: advertiser.userId, currency: 'USD', amount: '500', received_on, reference: 'TOP-1' };
    const { id: deposit } = await good(admin, routes.recordDeposit, { body: { ...paid, allocate: 'oldest' } });
    const history = (await good(token, routes.ownBillingHistory)).rows;
    expect(history.map(({ kind, subject }: Record<string, unknown>) => [kind, subject])).toEqual([
      ['deposit', { kind: 'deposit', id: deposit }],
      ['invoice', { kind: 'document', id: invoice.id }],
    ]);
    const [payment] = (await good(token, routes.ownDeposits, { query: { id: deposit } })).rows;
    expect(payment).toMatchObject({ id: deposit, amount: '500', allocated: invoice.total });
    const query = { account: 'prepaid', subject: deposit };
    const behind = (await good(token, routes.ownAdvertiserEntries, { query })).rows;
    expect(micros(behind)).toBe(micros([payment], 'free'));

    const file = await t.call(routes.exportOwnAdvertiserEntries, { token, query: { account: 'prepaid' } });
    expect([file.status, file.raw.split('\n').filter((line) => line.includes(deposit)).length]).toEqual([
      200,
      behind.length,
    ]);
    const elsewhere = await t.call(routes.exportOwnAdvertiserEntries, { token, query: { account: 'payable' } });
    expect([elsewhere.status, elsewhere.body.error.message]).toEqual([
      400,
      'Your account has no entries of this kind.',
    ]);
    const ofPublisher = await t.call(routes.exportOwnPublisherEntries, { token: own.token });
    expect(ofPublisher.raw).not.toContain(deposit);
    const foreign = await t.call(routes.ownInvoiceLines, { token, params: { id: (await run())?.id ?? deposit } });
    expect(foreign.status).toBe(404);
  });
});

describe('a publisher’s own link', () => {
  const signUp = (ref: string, email: string) =>
    t.call(routes.publisherSignup, {
      body: { first_name: 'Rui', last_name: 'Lund', email, password: 'seven-lanterns-drift', ref },
    });
  const list = async () => (await good(admin, routes.referrals)).rows;
  const idOf = async (email: string) =>
    (
      await t.database.asOwner<{ id: string; referred_by: string | null }>(
        'select id, referred_by from users where email = $1',
        [email],
      )
    )[0];

  test('is there where the workspace has a programme, and binds who signs up by it', async () => {
    expect(await good(own.token, routes.ownReferrals)).toMatchObject({ code: null, terms: null, referred: 0 });
    await settings('referrals', { is_on: true, rate: '7.5', days: 90, threshold: '10' });
    const { code, terms } = await good(own.token, routes.ownReferrals);
    expect([code, terms]).toMatchObject([referralCode(own.userId), { rate: '7.5', days: 90, threshold: '10' }]);
    const stranger = await w.addPerson('publisher');
    expect((await signUp(referralCode(stranger.id), 'rui@lund.test')).status).toBe(200);
    await signUp('0123456789', 'nobody@lund.test');
    await t.inbox();
    const rows = await list();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      referrer: { id: stranger.id },
      basis: 'payout',
      rate: '7.5',
      days: 90,
      state: 'running',
    });
    expect((await idOf('rui@lund.test'))?.referred_by).toContain(`(${stranger.number})`);
    expect((await idOf('nobody@lund.test'))?.referred_by).toBeNull();
  });

  test('of the same address is held until somebody has looked; the same payout account holds it again', async () => {
    await signUp(referralCode(own.userId), 'self@lund.test');
    await t.inbox();
    const find = async () => (await list()).find((row: { referrer: { id: string } }) => row.referrer.id === own.userId);
    const held = await find();
    expect(held).toMatchObject({ state: 'held', held_for: 'address' });
    const params = { id: held.id };
    await good(admin, routes.releaseReferral, { params });
    expect((await t.call(routes.releaseReferral, { token: admin, params })).status).toBe(409);
    expect(await find()).toMatchObject({ state: 'running', held_for: null });
    const referred = (await idOf('self@lund.test'))?.id ?? '';
    const ground = { asOwner: t.database.asOwner, tenantId: w.tenantId, at: t.clock.now() };
    await addMethod(ground, referred, { kind: 'paypal', currency: 'USD', details: payPalDetails });
    const body = { kind: 'paypal', currency: 'USD', details: payPalDetails, password: DEMO_PASSWORD };
    await good(own.token, routes.setPayoutMethod, { body });
    await t.inbox();
    expect(await find()).toMatchObject({ state: 'held', held_for: 'payout-account' });
    expect((await good(own.token, routes.ownReferrals)).referred).toBe(1);
  });
});

test('every mail leads its reader to a screen of its own surface', async () => {
  const { followed, lost } = await mailLinks(t);
  expect(lost).toEqual([]);
  expect(followed).toBeGreaterThan(3);
});

test('an invoice is taxed by where its customer is, and says who that is', async () => {
  const invoice = async (company: object) => {
    await good(advertiser.token, routes.saveCompany, { body: company });
    await convert({ revenue: '100' });
    const period_to = t.clock.now().toISOString().slice(0, 10);
    const body = { period_from: '2026-01-01', period_to, owner_id: advertiser.userId };
    const { id } = await good(admin, routes.makeInvoices, { body });
    await t.app.worker?.drain();
    const [made] = (await good(admin, routes.invoices, { query: { run: id } })).rows;
    const [kept] = await t.database.asOwner<{ tax: { treatment: string } }>('select tax from documents where id = $1', [
      made.id,
    ]);
    // a file that was drawn is not drawn again: the sheet is that of one that was not
    await t.database.asOwner('update documents set file_id = null where id = $1', [made.id]);
    const drawn = await t.database
      .open('worker')
      .withTenant(w.tenantId, systemActor, (tx) => sheetOf(tx, w.tenantId, made.id));
    const { net, vat, total } = made;
    return { sums: [net, vat, total], treatment: kept?.tax.treatment, customer: drawn?.sheet.customer };
  };
  await settings('payment', { country: 'de', legal_name: 'Demo GmbH' });
  const named = { legal_name: 'Lantern Ltd', address: 'Torstraße 1\n10119 Berlin' };
  const lines = ['Torstraße 1', '10119 Berlin'];
  // whatever was earned before comes along with the first one
  await invoice(named);
  expect(await invoice(named)).toEqual({
    sums: ['100', '0', '100'],
    treatment: 'outside',
    customer: { name: 'Lantern Ltd', address: lines, vatId: null, taxId: null },
  });
  expect(await invoice({ ...named, country: 'DE', tax_id: 'DE 136 695 976' })).toEqual({
    sums: ['100', '19', '119'],
    treatment: 'domestic',
    customer: { name: 'Lantern Ltd', address: [...lines, 'Germany'], vatId: 'DE136695976', taxId: null },
  });
  expect((await invoice({ ...named, country: 'de' })).sums).toEqual(['100', '19', '119']);
  expect(await invoice({ ...named, country: 'fr', tax_id: 'FR40303265045' })).toMatchObject({
    sums: ['100', '0', '100'],
    treatment: 'reverse',
    customer: { address: [...lines, 'France'], vatId: 'FR40303265045' },
  });
  // no VAT id, no reverse charge: the seller's own VAT
  expect((await invoice({ ...named, country: 'fr' })).treatment).toBe('domestic');
  expect(await invoice({ ...named, country: 'us', tax_id: '12-3456789' })).toMatchObject({
    treatment: 'outside',
    customer: { address: [...lines, 'United States'], vatId: null, taxId: '12-3456789' },
  });
  expect(
    (await t.call(routes.saveCompany, { token: advertiser.token, body: { ...named, country: 'xx' } })).status,
  ).toBe(400);
  expect(await findings()).toEqual([]);
});

test('a decision about a document books what it says, today, and nothing else', async () => {
  const balance = async (kind: string, owner: string) => {
    const [row] = await t.database.asOwner<{ balance: string }>(
      `select coalesce(sum(credits_posted - debits_posted), 0)::text as balance from ledger_accounts
        where kind = $1 and owner_id = $2 and currency = 'USD'`,
      [kind, owner],
    );
    return Number(row?.balance) / 1e6;
  };
  const sides = {
    publisher: { kind: 'publisher_payable', who: own, open: routes.openAppeal, decide: routes.decideAppeal },
    advertiser: {
      ...{ kind: 'advertiser_receivable', who: advertiser },
      ...{ open: routes.openDispute, decide: routes.decideDispute },
    },
  } as const;
  const decided = async (side: keyof typeof sides, id: string, body: object) => {
    const { kind, who, open, decide } = sides[side];
    const subject = { kind: 'document', id };
    const { id: asked } = await good(who.token, open, { body: { subject, text: 'It is wrong.' } });
    const before = await balance(kind, who.userId);
    const all = { token: admin, params: { id: asked } };
    const reply = await t.call(decide, { ...all, body: { text: 'Looked.', version: 1, ...body } });
    const moved = Math.round(((await balance(kind, who.userId)) - before) * 1e6) / 1e6;
    if (reply.status !== 200) {
      expect(moved).toBe(0);
      await good(who.token, side === 'publisher' ? routes.withdrawAppeal : routes.withdrawDispute, {
        params: { id: asked },
      });
    }
    return [reply.status, moved];
  };
  await settings('payment', { country: 'de', hold_days: 0 });
  await good(advertiser.token, routes.saveCompany, { body: { legal_name: 'Lantern GmbH', country: 'de' } });
  const period_to = t.clock.now().toISOString().slice(0, 10);
  const invoiced = async () => {
    await convert({ revenue: '100' });
    const body = { period_from: '2026-01-01', period_to, owner_id: advertiser.userId };
    const { id } = await good(admin, routes.makeInvoices, { body });
    await t.app.worker?.drain();
    return (await good(admin, routes.invoices, { query: { run: id } })).rows[0];
  };
  const first = await invoiced();
  expect(await decided('advertiser', first.id, { outcome: 'partly' })).toEqual([400, 0]);
  expect(await decided('advertiser', first.id, { outcome: 'partly', amount: '0' })).toEqual([400, 0]);
  const beyond = String(Number(first.net) + 0.01);
  expect(await decided('advertiser', first.id, { outcome: 'partly', amount: beyond })).toEqual([400, 0]);
  expect(await decided('advertiser', first.id, { outcome: 'partly', amount: '12.5' })).toEqual([200, 12.5]);
  const second = await invoiced();
  // less by what was given, and with VAT
  expect([second.net, second.vat]).toEqual(['87.5', '16.63']);
  expect(await decided('advertiser', second.id, { outcome: 'uphold' })).toEqual([200, 0]);
  const again = await t.call(routes.openDispute, {
    token: advertiser.token,
    body: { subject: { kind: 'document', id: second.id }, text: 'Still wrong.' },
  });
  expect([again.status, again.body.error.message]).toEqual([409, expect.stringMatching(/decision is final/)]);
  const third = await invoiced();
  // what is earned stays; the tax of the document goes
  expect(await decided('advertiser', third.id, { outcome: 'overturn' })).toEqual([200, 19]);
  const stateOf = async (id: string) =>
    (await good(admin, routes.invoices, { query: { advertiser_id: advertiser.userId } })).rows.find(
      (row: { id: string }) => row.id === id,
    ).state;
  expect(await stateOf(third.id)).toBe('credited');
  const paid = await invoiced();
  await good(admin, routes.writeOffInvoice, {
    params: { id: paid.id },
    body: { amount: '1', reason: 'A fee of the bank' },
  });
  expect(await decided('advertiser', paid.id, { outcome: 'overturn' })).toEqual([409, 0]);

  await settings('payment', { self_billing_text: 'We write your invoices.' });
  const { version } = await good(own.token, routes.ownTaxProfile);
  const { agreement_version } = await good(own.token, routes.saveOwnTaxProfile, { body: { ...profile, version } });
  await good(own.token, routes.acceptSelfBilling, { body: { version: agreement_version } });
  await convert();
  const draft = await run();
  const issued = await good(admin, routes.issueDocument, {
    params: { id: draft.id },
    body: { version: draft.version },
  });
  expect(issued.state).toBe('issued');
  expect(await decided('publisher', draft.id, { outcome: 'partly', amount: '1.25' })).toEqual([200, 1.25]);
  await convert();
  const next = await run();
  const asked = await good(admin, routes.issueDocument, { params: { id: next.id }, body: { version: next.version } });
  expect(await decided('publisher', next.id, { outcome: 'overturn' })).toEqual([200, 0 - Number(asked.vat)]);
  expect((await good(admin, routes.document, { params: { id: next.id } })).state).toBe('credited');
  expect(await findings()).toEqual([]);
});
