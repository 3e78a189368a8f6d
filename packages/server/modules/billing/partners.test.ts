// Billing as partners see it: where they are paid, who they are to a tax office, where what they have earned stands, what waits
// because they disagree, and who came by their link.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../testing.ts';
import { mailLinks } from '../../testing-mail-links.ts';
import { addMethod, bankDetails, payPalDetails } from '../../testing-payable.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { referralCode } from '../accounts/index.ts';
import { checkBilling } from './index.ts';

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
  expect([terms, home_currency]).toEqual([{ cycle: 'monthly', net_days: 30, hold_days: 0, minimum: '0' }, 'USD']);
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
  await settings('payment', { self_billing_text: 'We write your invoices, monthly.' });
  const later = await good(own.token, routes.ownTaxProfile);
  expect(later.agreement).toMatchObject({ version: first, in_force: true });
  expect(later.agreement_version).toBeGreaterThan(first);
  expect((await t.call(routes.acceptSelfBilling, { token: own.token, body: { version: first } })).status).toBe(409);
});

async function run() {
  const period_to = t.clock.now().toISOString().slice(0, 10);
  await good(admin, routes.startBillingRun, { body: { period_from: '2026-01-01', period_to, owner_id: own.userId } });
  await t.app.worker?.drain();
  const { rows } = await good(admin, routes.documents, { query: { owner: own.userId, state: 'draft' } });
  return rows[0];
}
const findings = () =>
  t.database.open('worker').withTenant(w.tenantId, systemActor, (tx) => checkBilling(tx, w.tenantId));
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
    for (const by of ['day', 'offer']) {
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
    await convert({ offer_id: hidden.id });
    const { rows } = await good(own.token, routes.ownRevenue, { query: { by: 'offer' } });
    const row = rows.find(({ kind }: { kind: string }) => kind === 'hidden');
    expect(row).toMatchObject({ offer: null, earned: '4' });
    expect(await good(own.token, routes.ownRevenueEntries, { query: { of: row.id } })).toMatchObject({
      rows: [],
      hidden: '4',
    });
    const entries = (await good(own.token, routes.ownPublisherEntries, { query: { standing: 'unclaimed' } })).rows;
    expect(entries).toHaveLength(1);
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
