import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { systemActor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobRun } from '../../../platform/jobs/topics.ts';
import { quietLog, testSecret } from '../../../platform/testing.ts';
import { createVault } from '../../../platform/vault.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';
import { mailLinks } from '../../../testing-mail-links.ts';
import { addDocument, addMethod, bankDetails, type Ground, payPalDetails } from '../../../testing-payable.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { checkPayments } from './check-payments.repo.ts';
import { type Between, makeFiles } from './files/make-files.ts';
import { checkBankFile } from './files/pain001-rules.ts';
import { payingTasks } from './jobs.ts';

let t: TestApp;
let ground: Ground;
let token = '';
let second = '';
let publisherToken = '';
const owners: string[] = [];

const call = (name: keyof typeof routes, id: string | null, rest: object = {}, by = token) =>
  t.call(routes[name], { token: by, ...(id === null ? {} : { params: { id } }), ...rest });
const ok = async (name: keyof typeof routes, id: string | null, rest: object = {}, by = token) => {
  const reply = await call(name, id, rest, by);
  expect([reply.status, reply.body?.error?.message ?? '']).toEqual([
    routes[name].method === 'POST' && 'status' in routes[name] ? 201 : 200,
    '',
  ]);
  return reply.body;
};
const one = async <Row>(statement: string, values: unknown[] = []): Promise<Row> => {
  const [row] = await t.database.asOwner<Row & object>(statement, values);
  if (!row) throw new Error(`nothing found by ${statement}`);
  return row;
};

/** chain, balances, and everything that payments say */
async function findings(): Promise<string[]> {
  return t.app.database.withTenant(ground.tenantId, systemActor, async (tx) => [
    ...(await verifyLedger(tx, ground.tenantId)).findings,
    ...(await checkPayments(tx)),
  ]);
}

const ACCOUNT = {
  currency: 'EUR',
  name: 'Network GmbH',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  street: 'Königstraße',
  building: '5',
  postcode: '10115',
  town: 'Berlin',
  country: 'DE',
};
async function setRules(change: object): Promise<void> {
  const { home_currency: _home, changed_at: _at, ...rules } = await ok('paymentRules', null);
  await ok('savePaymentRules', null, { body: { ...rules, ...change } });
}

/** what was approved before no longer counts towards the sum for two people */
async function aDayLater(): Promise<void> {
  t.clock.advance(25 * 3_600_000);
  token = (await t.signIn('admin@demo.test')).token;
  publisherToken = (await t.signIn('publisher@demo.test')).token;
  second = (await t.signIn('second@demo.test')).token;
}

async function setTwoPersonSum(sum: string): Promise<void> {
  const params = { section: 'payment' };
  const { value, version } = (await t.call(routes.settings, { token, params })).body;
  const body = { version, value: { ...value, two_person_sum: sum } };
  expect((await t.call(routes.saveSettings, { token, params, body })).status).toBe(200);
}

async function addPublisher(): Promise<string> {
  const id = newId();
  await t.database.asOwner(
    `insert into users (tenant_id, id, type, user_sequence_id, first_name, last_name, email, password_hash, status, created_at)
     select tenant_id, $1, 'publisher', (select max(user_sequence_id) + 1 from users), 'Ines', 'Okafor', $2, password_hash,
       'approved', created_at from users where email = 'publisher@demo.test'`,
    [id, `${id}@demo.test`],
  );
  return id;
}

/** approved documents of publishers of their own, each paid by bank */
async function documents(count: number, columns: Parameters<typeof addDocument>[2] = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const owner = owners[at] ?? (await addPublisher());
    owners[at] = owner;
    await addMethod(ground, owner);
    ids.push(await addDocument(ground, owner, columns));
  }
  return ids;
}
const openBatch = async (ids: readonly string[]) => ok('createBatch', null, { body: { documents: ids } });
async function approvedBatch(ids: readonly string[]) {
  const batch = await openBatch(ids);
  return ok('approveBatch', batch.id, { body: { preview: batch.preview } });
}
const paymentsOf = async (batchId: string) =>
  (await ok('payments', null, { query: { batch: batchId, limit: '200' } })).rows;
async function instructed(ids: readonly string[]) {
  const batch = await approvedBatch(ids);
  await ok('makeBatchFiles', batch.id, { body: {} });
  await t.inbox();
  return ok('batch', batch.id);
}

beforeAll(async () => {
  t = await createTestApp();
  token = (await t.signIn('admin@demo.test')).token;
  publisherToken = (await t.signIn('publisher@demo.test')).token;
  const { id: tenantId } = await one<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
  ground = { asOwner: t.database.asOwner, tenantId, at: t.clock.now() };
  await t.database.asOwner(
    `insert into users (tenant_id, id, type, user_sequence_id, first_name, last_name, email, password_hash, status, created_at, role_id)
     select tenant_id, uuidv7(), 'admin', (select max(user_sequence_id) + 1 from users), 'Noor', 'Vance', 'second@demo.test',
       password_hash, 'approved', created_at, role_id from users where email = 'admin@demo.test'`,
  );
  second = (await t.signIn('second@demo.test')).token;
  await setRules({ accounts: [ACCOUNT] });
});
afterAll(() => t.close());

describe('a batch', () => {
  it('is chosen, previewed, approved, written to a bank file, answered: and the ledger agrees at every step', async () => {
    const ids = await documents(3, { total: 100_000_000n, withheld: 10_000_000n });
    const batch = await openBatch(ids);
    expect(batch).toMatchObject({ state: 'open', payments: 3, blocked: 0, needs_second: false });
    const { rows } = await ok('batchRows', batch.id);
    expect(rows[0]).toMatchObject({
      gross: '100',
      withheld: '10',
      pay: '90',
      name_in_file: 'Soren Angstrom',
      is_changed: false,
    });
    expect(await ok('approveBatch', batch.id, { body: { preview: batch.preview } })).toMatchObject({
      state: 'approved',
    });
    expect(await findings()).toEqual([]);
    await ok('makeBatchFiles', batch.id, { body: { execute_on: '2099-01-01' } });
    await t.inbox();
    const made = await ok('batch', batch.id);
    expect(made).toMatchObject({ state: 'instructed', work: { state: 'idle', done: 3, total: 3 } });
    // nothing is settled before the bank has answered
    const shownAs = { settled: '0', on_the_way: '100', open: '0', to_pay: '90', total: '100' };
    expect(await ok('document', ids[0] ?? '')).toMatchObject({ state: 'paying', ...shownAs });
    expect(await findings()).toEqual([]);
    const [file] = (await ok('batchFiles', batch.id)).rows;
    expect(file).toMatchObject({ format: 'pain.001', payments: 3, sum: '270', is_ready: true });
    const { raw } = await call('paymentFile', file.id);
    expect(checkBankFile(raw)).toEqual([]);
    expect(raw).toContain('<CtrlSum>270.00</CtrlSum>');
    expect(raw).toContain('<ReqdExctnDt><Dt>2099-01-01</Dt></ReqdExctnDt>');
    const [first, next, last] = (await paymentsOf(batch.id)).reverse();
    const messageId = /<MsgId>([^<]+)</.exec(raw)?.[1];
    const said = (id: string, status: string, more = '') =>
      `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${more}</TxInfAndSts>`;
    const answer = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>x</OrgnlPmtInfId>${said(first.end_to_end_id, 'ACSC')}${said(next.end_to_end_id, 'RJCT', '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>')}${said(last.end_to_end_id, 'ACSP')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
    expect(await ok('importAnswers', batch.id, { body: { content: answer } })).toEqual({
      paid: 1,
      failed: 1,
      returned: 0,
      unchanged: 1,
    });
    // the same answer twice is one
    expect(await ok('importAnswers', batch.id, { body: { content: answer } })).toEqual({
      paid: 0,
      failed: 0,
      returned: 0,
      unchanged: 3,
    });
    expect(await findings()).toEqual([]);
    const states = (await paymentsOf(batch.id)).map(({ state, code, reason }: Record<string, string>) => [
      state,
      code,
      reason,
    ]);
    expect(states).toEqual([
      ['instructed', null, null],
      ['failed', 'AC04', 'The account is closed.'],
      ['paid', null, null],
    ]);
    const sums = async (id: string) => {
      const { settled, on_the_way, open } = await ok('document', id);
      return { settled, on_the_way, open };
    };
    expect(await sums(first.document.id)).toEqual({ settled: '100', on_the_way: '0', open: '0' });
    expect(await sums(next.document.id)).toEqual({ settled: '0', on_the_way: '0', open: '100' });
    // whoever pays it anew is told that the account was closed
    const { rows: due } = await ok('payableDocuments', null, { query: { q: next.document.number } });
    expect(due).toMatchObject([{ id: next.document.id, blocked: 'none', last_failure: 'AC04' }]);
    const mails = await t.inbox();
    expect(mails.some(({ subject }) => subject.includes('did not arrive'))).toBe(true);
    // the next attempt has a number and a reference of its own
    const again = await ok('retryPayment', next.id);
    expect(again).toMatchObject({ attempt: 2, state: 'reserved' });
    expect(again.end_to_end_id).not.toBe(next.end_to_end_id);
    expect((await call('retryPayment', next.id)).status).toBe(409);
    expect(await findings()).toEqual([]);
    await ok('markPaid', again.id, { body: {} });
    await ok('markPaid', last.id, { body: { reason: 'seen' } });
    expect(await ok('markReturned', last.id, { body: { code: 'AC04', reason: 'came back' } })).toMatchObject({
      state: 'returned',
    });
    expect(await findings()).toEqual([]);
    expect(
      (
        await one<{ states: string }>(
          `select string_agg(state, ',' order by state) as states from documents where id = any($1)`,
          [ids],
        )
      ).states,
    ).toBe('approved,paid,paid');
    expect((await ok('batch', batch.id)).state).toBe('closed');
  });

  it('takes fee and minimum of a method in the workspace’s currency, and holds back what no rate turns or is below', async () => {
    const ids = await documents(1);
    const { methods } = await ok('paymentRules', null);
    const ofBank = (change: object) =>
      setRules({
        methods: methods.map((one: { kind: string }) => (one.kind === 'bank' ? { ...one, ...change } : one)),
      });
    const held = async (id: string) => (await ok('batchRows', id, { query: { part: 'held' } })).rows;
    await ofBank({ minimum: '200.02', fee: '1' });
    const batch = await openBatch(ids);
    expect(batch).toMatchObject({ payments: 0, blocked: 1, methods: [], currencies: [] });
    expect(await held(batch.id)).toMatchObject([{ blocked: 'no-rate' }]);
    // a euro is two dollars, so 100 EUR are 200 of the workspace's
    await t.database.asOwner(
      `insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros) values ($1, 'EUR', 'USD', '2020-01-01', 2000000)`,
      [ground.tenantId],
    );
    await ok('previewBatch', batch.id);
    expect(await held(batch.id)).toMatchObject([{ blocked: 'below-minimum' }]);
    expect((await ok('batchRows', batch.id, { query: { part: 'paid' } })).rows).toEqual([]);
    await ofBank({ minimum: '200', fee: '1' });
    expect(await ok('previewBatch', batch.id)).toMatchObject({ payments: 1, methods: ['bank'], currencies: ['EUR'] });
    const [row] = (await ok('batchRows', batch.id, { query: { part: 'paid' } })).rows;
    expect(row).toMatchObject({ gross: '100', fee: '0.5', pay: '99.5', currency: 'EUR' });
    await ok('cancelBatch', batch.id);
    await ofBank({ minimum: '0', fee: '0' });
    // rupees and euros are quoted against the dollar alone: 8,300 ₹ are 100 $, which are 50 €
    const rupees = await documents(1, { total: 8_300_000_000n, currency: 'INR' });
    const through = await openBatch(rupees);
    expect((await ok('batchRows', through.id)).rows).toMatchObject([
      { blocked: 'none', pay: '50', pay_currency: 'EUR', rate: '0.006024096386', rate_via: 'USD' },
    ]);
    await t.database.asOwner('delete from exchange_rates where tenant_id = $1', [ground.tenantId]);
    await ok('previewBatch', through.id);
    expect((await ok('batchRows', through.id)).rows).toMatchObject([
      { blocked: 'no-rate', rate: null, rate_via: null },
    ]);
    // what cannot be paid for want of a rate is missing in the close of its month, too
    const { checks } = await ok('closeChecklist', null, { query: { month: '2026-10' } });
    expect(checks.find(({ check }: { check: string }) => check === 'missing_rates').count).toBeGreaterThan(0);
    await ok('cancelBatch', through.id);
  });

  it('is paid from an account that a bank knows, by columns that no spreadsheet reads as a formula', async () => {
    const { home_currency: _home, changed_at: _at, ...rules } = await ok('paymentRules', null);
    const refused = async (change: object) => {
      const reply = await call('savePaymentRules', null, { body: { ...rules, ...change } });
      expect(reply.status).toBe(400);
      return reply.body.error.path;
    };
    const wrong = { ...ACCOUNT, iban: 'DE89370400440532013001' };
    expect(await refused({ accounts: [wrong] })).toEqual(['accounts', 0, 'iban']);
    expect(await refused({ accounts: [ACCOUNT, ACCOUNT] })).toEqual(['accounts', 1, 'currency']);
    const at = rules.methods.findIndex(({ kind }: { kind: string }) => kind === 'wise');
    for (const column of [
      { heading: '=HYPERLINK("x")', field: 'name' },
      { heading: 'note', field: 'fixed', fixed: '+1' },
    ]) {
      const methods = rules.methods.with(at, { ...rules.methods[at], columns: [column] });
      expect(await refused({ methods })).toEqual(['methods', at, 'columns']);
    }
  });

  it('of all that is due takes nothing that is due later', async () => {
    const [id] = await documents(1);
    const due = (due_until: string) => call('createBatch', null, { body: { due_until } });
    const early = await due('2026-11-14');
    expect([early.status, early.body.error.message]).toEqual([409, expect.stringMatching(/nothing to pay/)]);
    const { body: batch } = await due('2026-11-15');
    const { rows } = await ok('batchRows', batch.id, { query: { limit: '200' } });
    expect(rows.map((row: { id: string }) => row.id)).toContain(id);
    await ok('cancelBatch', batch.id);
  });

  it('says which rows have changed since its preview, and reserves nothing', async () => {
    const ids = await documents(2);
    const batch = await openBatch(ids);
    await addMethod(ground, owners[0] ?? '', {
      kind: 'paypal',
      currency: 'EUR',
      details: payPalDetails,
      heldUntil: new Date(t.clock.now().getTime() + HOUR_MS),
    });
    const reply = await call('approveBatch', batch.id, { body: { preview: batch.preview } });
    expect(reply.status).toBe(409);
    expect(reply.body.error.message).toMatch(/SB-\d+ \(100 EUR → the method was changed within 72 hours\)/);
    expect((await ok('batchRows', batch.id)).rows.map((row: { is_changed: boolean }) => row.is_changed)).toEqual([
      true,
      false,
    ]);
    const anew = await ok('previewBatch', batch.id);
    expect(anew).toMatchObject({ payments: 1, blocked: 1 });
    expect((await call('approveBatch', batch.id, { body: { preview: batch.preview } })).status).toBe(409);
    expect(await ok('approveBatch', batch.id, { body: { preview: anew.preview } })).toMatchObject({ payments: 1 });
    await ok('cancelBatch', batch.id);
    expect(await findings()).toEqual([]);
  });

  it('is approved whatever those do who are not paid by it', async () => {
    const ids = await documents(2);
    const held = (hours: number) =>
      addMethod(ground, owners[0] ?? '', {
        kind: 'paypal',
        currency: 'EUR',
        details: payPalDetails,
        heldUntil: new Date(t.clock.now().getTime() + hours * HOUR_MS),
      });
    await held(1);
    const batch = await openBatch(ids);
    expect(batch).toMatchObject({ payments: 1, blocked: 1 });
    // the same reason, then another
    await held(72);
    expect((await ok('batchRows', batch.id)).rows.map((row: { is_changed: boolean }) => row.is_changed)).toEqual([
      false,
      false,
    ]);
    await t.database.asOwner(`update users set status = 'rejected' where id = $1`, [owners[0]]);
    expect(await ok('approveBatch', batch.id, { body: { preview: batch.preview } })).toMatchObject({ payments: 1 });
    await t.database.asOwner(`update users set status = 'approved' where id = $1`, [owners[0]]);
    await ok('cancelBatch', batch.id);
    expect(await findings()).toEqual([]);
  });

  it('pays each document once, however many approve at the same time', async () => {
    const ids = await documents(3);
    const batch = await openBatch(ids);
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => call('approveBatch', batch.id, { body: { preview: batch.preview } })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await paymentsOf(batch.id)).toHaveLength(3);
    // nor does a second batch of the same documents
    const other = await openBatch(ids);
    expect(other).toMatchObject({ payments: 0, blocked: 3 });
    expect((await call('approveBatch', other.id, { body: { preview: other.preview } })).status).toBe(409);
    await ok('cancelBatch', batch.id);
    expect(await findings()).toEqual([]);
  });

  it('needs two people above the set sum', async () => {
    await setTwoPersonSum('50');
    const batch = await openBatch(await documents(1));
    expect(batch.needs_second).toBe(true);
    const body = { preview: batch.preview };
    expect(await ok('approveBatch', batch.id, { body })).toMatchObject({ state: 'first-approved' });
    expect((await call('approveBatch', batch.id, { body })).status).toBe(403);
    // looked at anew it is another preview, which nobody has approved: the second person is its first
    const anew = await ok('previewBatch', batch.id, {}, second);
    expect(anew).toMatchObject({ state: 'open', approved_by: null });
    const seen = { preview: anew.preview };
    expect(await ok('approveBatch', batch.id, { body: seen }, second)).toMatchObject({ state: 'first-approved' });
    expect((await call('approveBatch', batch.id, { body: seen }, second)).status).toBe(403);
    expect(await paymentsOf(batch.id)).toEqual([]);
    expect(await ok('approveBatch', batch.id, { body: seen })).toMatchObject({ state: 'approved' });
    await ok('cancelBatch', batch.id);
    await setTwoPersonSum('');
  });

  it('needs two people for what leaves the bank, and for a rate that somebody touched within three days', async () => {
    const quote = (base: string, rate: string, from = '2026-01-01') =>
      ok('setExchangeRate', null, { body: { base, quote: 'USD', from, rate } });
    await aDayLater();
    await setTwoPersonSum('150');
    // a document of 100 USD, paid in EUR: what leaves the bank is measured, too
    await quote('EUR', '0.0001');
    const ids = await documents(1, { currency: 'USD', total: 100_000_000n });
    const low = await openBatch(ids);
    expect((await ok('batchRows', low.id)).rows[0]).toMatchObject({ pay: '1000000', pay_currency: 'EUR' });
    expect(low.needs_second).toBe(true);
    // the mirror: 90,000 EUR that the rate calls 9 dollars
    const mirrored = await documents(1, { total: 90_000_000_000n });
    const high = await openBatch(mirrored);
    expect(high).toMatchObject({ sum: '9', needs_second: true });
    expect(await ok('approveBatch', high.id, { body: { preview: high.preview } })).toMatchObject({
      state: 'first-approved',
    });
    for (const { id } of [low, high]) await ok('cancelBatch', id);
    // one that is taken back counts as well
    const small = await documents(1, { total: 1_000_000n });
    await quote('EUR', '1.25', '2026-01-02');
    const touched = () =>
      t.database.asOwner(
        `update audit_log set at = at - interval '73 hours' where object_kind = 'exchange-rate' and tenant_id = $1`,
        [ground.tenantId],
      );
    await touched();
    const old = await openBatch(small);
    expect(old).toMatchObject({ sum: '1.25', needs_second: false });
    await ok('takeBackExchangeRate', null, {
      body: { base: 'EUR', quote: 'USD', from: '2026-01-02', reason: 'A slip of the pen' },
    });
    expect(await ok('previewBatch', old.id)).toMatchObject({ needs_second: true });
    await ok('cancelBatch', old.id);
    await touched();
    await setTwoPersonSum('');
    await t.database.asOwner('delete from exchange_rates where tenant_id = $1', [ground.tenantId]);
  });

  it('needs two people for what one has cut into batches within a day', async () => {
    await aDayLater();
    await setTwoPersonSum('150');
    await t.database.asOwner(
      `insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros) values ($1, 'EUR', 'USD', '2020-01-01', 1000000)`,
      [ground.tenantId],
    );
    const left = await documents(7, { total: 100_000_000n });
    const hundred = async (who = token) => ok('createBatch', null, { body: { documents: [left.pop()] } }, who);
    const approve = ({ id, preview }: { id: string; preview: string }, who = token) =>
      ok('approveBatch', id, { body: { preview } }, who);
    const [first, next] = [await hundred(), await hundred()];
    expect([first.needs_second, next.needs_second]).toEqual([false, false]);
    expect((await approve(first)).state).toBe('approved');
    // whenever it was previewed, and whoever of the two has made it
    expect(await approve(next)).toMatchObject({ state: 'first-approved', needs_second: true });
    const others = await hundred(second);
    expect(others.needs_second).toBe(false);
    expect(await approve(others)).toMatchObject({ state: 'first-approved' });
    expect(await hundred()).toMatchObject({ needs_second: true });
    // what two have approved is nobody's alone
    expect((await approve(next, second)).state).toBe('approved');
    expect((await hundred(second)).needs_second).toBe(false);
    expect(await findings()).toEqual([]);
    await aDayLater();
    expect((await hundred()).needs_second).toBe(false);
    for (const { id, state } of (await ok('batches', null)).rows)
      if (['open', 'first-approved', 'approved'].includes(state)) await call('cancelBatch', id);
    await setTwoPersonSum('');
    await t.database.asOwner('delete from exchange_rates where tenant_id = $1', [ground.tenantId]);
  });

  it('measures the greater of what is owed and what is paid, where no rate is new', async () => {
    await setTwoPersonSum('150');
    // a pound is a dollar and a euro, and a euro five dollars: nothing says that rates agree
    await t.database.asOwner(
      `insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros) values
        ($1, 'GBP', 'USD', '2020-01-01', 1000000), ($1, 'GBP', 'EUR', '2020-01-01', 1000000), ($1, 'EUR', 'USD', '2020-01-01', 5000000)`,
      [ground.tenantId],
    );
    const batch = await openBatch(await documents(1, { currency: 'GBP', total: 100_000_000n }));
    expect(batch).toMatchObject({ sum: '500', needs_second: true });
    await ok('cancelBatch', batch.id);
    await setTwoPersonSum('');
    await t.database.asOwner('delete from exchange_rates where tenant_id = $1', [ground.tenantId]);
  });

  it('tries again only what was approved, and nothing that two people approved', async () => {
    const setRate = (micros: number) =>
      t.database.asOwner(
        `insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros) values ($1, 'EUR', 'USD', '2020-01-01', $2)
         on conflict (tenant_id, base, quote, valid_from) do update set rate_micros = excluded.rate_micros`,
        [ground.tenantId, micros],
      );
    await setRate(1_250_000);
    const batch = await instructed(await documents(1, { currency: 'USD', total: 10_000_000n }));
    const [payment] = await paymentsOf(batch.id);
    // until somebody pays it, it waits for a person: on the dashboard, and in the list to which that leads
    const unpaid = async () => {
      const { rows } = await ok('payments', null, { query: { unpaid: '1', limit: '200' } });
      const { queues } = await ok('dashboard', null, { query: {} });
      expect(queues.failed_payments).toBe(rows.length);
      return rows.some(({ id }: { id: string }) => id === payment.id);
    };
    expect(await unpaid()).toBe(false);
    await ok('markFailed', payment.id, { body: { reason: 'Closed' } });
    expect(await unpaid()).toBe(true);
    await setRate(1_000_000);
    const changed = await call('retryPayment', payment.id);
    expect([changed.status, changed.body.error.message]).toEqual([409, expect.stringMatching(/rate.*new batch/)]);
    await setRate(1_250_000);
    // the same sum to another account
    const other = await addMethod(ground, owners[0] ?? '');
    const elsewhere = await call('retryPayment', payment.id);
    expect([elsewhere.status, elsewhere.body.error.message]).toEqual([
      409,
      expect.stringMatching(/account.*new batch/),
    ]);
    await t.database.asOwner('update payout_methods set replaced_at = created_at where id = $1', [other]);
    await t.database.asOwner(
      'update payout_methods set replaced_at = null where id = (select method_id from payments where id = $1)',
      [payment.id],
    );
    const again = await ok('retryPayment', payment.id);
    expect(again).toMatchObject({ attempt: 2, pay: '8' });
    expect(await unpaid()).toBe(false);
    await ok('cancelBatch', batch.id);
    await t.database.asOwner('delete from exchange_rates where tenant_id = $1', [ground.tenantId]);
    await setTwoPersonSum('0');
    const two = await openBatch(await documents(1));
    const body = { preview: two.preview };
    await ok('approveBatch', two.id, { body });
    await ok('approveBatch', two.id, { body }, second);
    await ok('makeBatchFiles', two.id, { body: {} });
    await t.inbox();
    const [first] = await paymentsOf(two.id);
    await ok('markFailed', first.id, { body: { reason: 'by hand' } });
    const alone = await call('retryPayment', first.id);
    expect([alone.status, alone.body.error.message]).toEqual([409, expect.stringMatching(/Two people.*new batch/)]);
    expect(await paymentsOf(two.id)).toHaveLength(1);
    await setTwoPersonSum('');
    expect(await findings()).toEqual([]);
  });

  it('takes the password of the last twelve hours, and one key once', async () => {
    const batch = await openBatch(await documents(1));
    const headers = { 'idempotency-key': 'batch-1' };
    const body = { preview: batch.preview };
    const replies = await Promise.all([1, 2].map(() => call('approveBatch', batch.id, { body, headers })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    await ok('cancelBatch', batch.id);
    await t.database.asOwner(`update sessions set password_entered_at = password_entered_at - interval '13 hours'`);
    expect((await call('approveBatch', batch.id, { body })).body.error.code).toBe('password_needed');
    await t.database.asOwner(`update sessions set password_entered_at = password_entered_at + interval '13 hours'`);
  });

  it('pays in the currency of the method, by the rate of the day, through the ledger’s exchange', async () => {
    await t.database.asOwner(
      `insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros) values ($1, 'EUR', 'USD', '2020-01-01', 1250000)`,
      [ground.tenantId],
    );
    const [id] = await documents(1, { currency: 'USD', total: 10_000_000n });
    const batch = await approvedBatch([id ?? '']);
    expect((await paymentsOf(batch.id))[0]).toMatchObject({
      gross: '10',
      currency: 'USD',
      pay: '8',
      pay_currency: 'EUR',
    });
    const [payment] = await paymentsOf(batch.id);
    await ok('markPaid', payment.id, { body: {} });
    expect(await findings()).toEqual([]);
  });

  it('divides by a rate that was given the other way round: its reciprocal would lose a cent', async () => {
    await t.database.asOwner(
      `insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros) values ($1, 'EUR', 'JPY', '2020-01-01', 300000000)`,
      [ground.tenantId],
    );
    const batch = await openBatch(await documents(1, { currency: 'JPY', total: 5_000_100_000_000n }));
    expect((await ok('batchRows', batch.id)).rows[0]).toMatchObject({ gross: '5000100', pay: '16667' });
    await ok('cancelBatch', batch.id);
  });
});

describe('files', () => {
  /** a job that is cut off after so many steps, as kill -9 does: its transaction is gone, its memory too */
  class Killed extends Error {}
  const runUntil = async (batchId: string, steps: number): Promise<boolean> => {
    let left = steps;
    const between: Between = () => {
      if (--left <= 0) throw new Killed();
    };
    const run: JobRun<unknown> = {
      payload: {},
      tenantId: ground.tenantId,
      jobId: newId(),
      attempt: 1,
      log: quietLog,
      transaction: (work) => t.app.database.withTenant(ground.tenantId, systemActor, work),
    };
    const deps = {
      database: t.app.database,
      clock: t.clock,
      vault: createVault(testSecret),
      publicOrigin: new URL('http://localhost'),
    };
    try {
      await makeFiles(run, batchId, deps, between);
      return true;
    } catch (error) {
      if (error instanceof Killed) return false;
      throw error;
    }
  };

  it('go on where they were killed, in every phase, and are the same in the end', async () => {
    const ids = await documents(4);
    await addMethod(ground, owners[3] ?? '', { kind: 'paypal', currency: 'EUR', details: payPalDetails });
    for (const killedAfter of [1, 2, 3, 4]) {
      const batch = await approvedBatch(ids);
      await t.database.asOwner(`update payment_batches set work_state = 'waiting' where id = $1`, [batch.id]);
      expect(await runUntil(batch.id, killedAfter)).toBe(false);
      expect(await findings()).toEqual([]);
      for (const { id, is_ready } of (await ok('batchFiles', batch.id)).rows) {
        expect((await call('paymentFile', id)).status).toBe(is_ready ? 200 : 409);
      }
      expect(await runUntil(batch.id, 100)).toBe(true);
      expect(
        (await ok('batchFiles', batch.id)).rows.map(({ format, payments }: Record<string, unknown>) => [
          format,
          payments,
        ]),
      ).toEqual([
        ['pain.001', 3],
        ['paypal', 1],
      ]);
      expect((await ok('batch', batch.id)).state).toBe('instructed');
      expect(await findings()).toEqual([]);
      const answers = (await paymentsOf(batch.id)).map(
        ({ end_to_end_id }: Record<string, string>) => `${end_to_end_id},failed,AC01`,
      );
      expect(await ok('importAnswers', batch.id, { body: { content: answers.join('\n') } })).toMatchObject({
        failed: 4,
      });
    }
  });

  // else a bank would pay what was paid by hand, or what failed and is tried again
  it('hold nothing that somebody has told about before they were finished', async () => {
    const batch = await approvedBatch(await documents(3));
    await t.database.asOwner(`update payment_batches set work_state = 'waiting' where id = $1`, [batch.id]);
    expect(await runUntil(batch.id, 1)).toBe(false);
    const [paid, failed, left] = await paymentsOf(batch.id);
    await ok('markPaid', paid.id, { body: {} });
    expect(await runUntil(batch.id, 2)).toBe(false);
    await ok('markFailed', failed.id, { body: { reason: 'Closed' } });
    expect(await runUntil(batch.id, 100)).toBe(true);
    const files = (await ok('batchFiles', batch.id)).rows;
    expect(files).toMatchObject([{ payments: 1, is_ready: true }]);
    const { raw } = await call('paymentFile', files[0].id);
    expect(raw.match(/<EndToEndId>[^<]+/g)).toEqual([`<EndToEndId>${left.end_to_end_id}`]);
    expect(await findings()).toEqual([]);
    await ok('markPaid', left.id, { body: {} });
    // and of a file of which nothing is left there is none
    const other = await approvedBatch(await documents(1));
    await t.database.asOwner(`update payment_batches set work_state = 'waiting' where id = $1`, [other.id]);
    expect(await runUntil(other.id, 1)).toBe(false);
    const [only] = await paymentsOf(other.id);
    await ok('markPaid', only.id, { body: {} });
    expect(await runUntil(other.id, 100)).toBe(true);
    expect((await ok('batchFiles', other.id)).rows).toEqual([]);
    expect(await ok('batch', other.id)).toMatchObject({ state: 'closed', work: { state: 'idle' } });
    expect(await findings()).toEqual([]);
  });

  it('stop, and what is not instructed can be given up', async () => {
    const ids = await documents(2);
    const batch = await approvedBatch(ids);
    await ok('makeBatchFiles', batch.id, { body: {} });
    expect(await ok('stopBatchFiles', batch.id)).toMatchObject({ work: { state: 'stopped' } });
    await t.inbox();
    const payments = await paymentsOf(batch.id);
    expect(payments.map(({ state }: Record<string, string>) => state)).toEqual(['reserved', 'reserved']);
    // what was never sent neither fails nor comes back, and no answer tells of it
    const [{ id, end_to_end_id }] = payments;
    for (const told of ['markFailed', 'markReturned'] as const) {
      expect((await call(told, id, { body: { reason: 'By hand' } })).status).toBe(409);
    }
    const answer = await call('importAnswers', batch.id, { body: { content: `${end_to_end_id},paid` } });
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(/^Line 1: .* is reserved/)]);
    expect(await ok('cancelBatch', batch.id)).toMatchObject({ state: 'cancelled' });
    expect(await findings()).toEqual([]);
  });

  it('of an answer that is wrong anywhere nothing is applied, and the row is named', async () => {
    const batch = await instructed(await documents(2));
    const [one, other] = await paymentsOf(batch.id);
    const refused = async (content: string) => {
      const reply = await call('importAnswers', batch.id, { body: { content } });
      expect(reply.status).toBe(400);
      return reply.body.error.message;
    };
    expect(await refused(`${one.end_to_end_id},paid\nP0-0-0,paid`)).toMatch(/^Line 2, reference/);
    expect(await refused(`${one.end_to_end_id},paid\n${other.end_to_end_id},gone`)).toMatch(/^Line 2, state/);
    expect(await refused(`${one.end_to_end_id},returned`)).toMatch(/^Line 1: .* is instructed/);
    // a heading in the known words is one, on the first line alone
    expect(await refused(`id,state\n${one.end_to_end_id},paid`)).toMatch(/^Line 1, reference/);
    expect(await refused(`reference,state,code,note\n${one.end_to_end_id},paid`)).toMatch(/^Line 1, reference/);
    expect(await refused(`${one.end_to_end_id},paid\nreference,state`)).toMatch(/^Line 2, reference/);
    expect(await refused('Reference;State;Code\n')).toMatch(/says nothing/);
    expect(await refused('<!DOCTYPE x [<!ENTITY a "b">]><Document/>')).toMatch(/not plain XML/);
    expect(await refused(`${one.end_to_end_id},paid\n${one.end_to_end_id},failed`)).toMatch(/^Line 2, .* stands twice/);
    // of a bank: about a file of this batch, and each transfer of that file once
    const [file] = (await ok('batchFiles', batch.id)).rows;
    const messageId = /<MsgId>([^<]+)</.exec((await call('paymentFile', file.id)).raw)?.[1] ?? '';
    const ofBank = (about: string, ...ids: string[]) =>
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${about}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${ids.map((id) => `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts>`).join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
    const [first, next] = [one.end_to_end_id, other.end_to_end_id];
    expect(await refused(ofBank('B1-1-000000000000', first, next))).toMatch(/which is not of this batch/);
    expect(await refused(ofBank(messageId, first, 'P0-0-0'))).toMatch(/^Transfer 2: .* is not of the file/);
    expect(await refused(ofBank(messageId, first, first))).toMatch(/^Transfer 2: .* stands twice/);
    expect((await paymentsOf(batch.id)).map(({ state }: Record<string, string>) => state)).toEqual([
      'instructed',
      'instructed',
    ]);
    await ok('importAnswers', batch.id, {
      body: { content: `\uFEFFReference;"State";Code\r\n${one.end_to_end_id};paid;\r\n${other.end_to_end_id};paid;` },
    });
  });
});

describe('where a publisher is paid', () => {
  const put = (body: object, by = publisherToken) => t.call(routes.setPayoutMethod, { token: by, body });
  const bank = { kind: 'bank', currency: 'EUR', details: bankDetails, password: DEMO_PASSWORD };

  it('needs the password, is masked, mails both addresses and holds payments for three days', async () => {
    expect((await put({ ...bank, password: 'wrong' })).status).toBe(401);
    expect((await put({ ...bank, details: { ...bankDetails, recipient: 'NO9386011117948' } })).body.error.path).toEqual(
      ['details', 'recipient'],
    );
    expect((await put(bank)).body).toMatchObject({ mask: 'NO…7947', held_until: null });
    const changed = await put({ kind: 'paypal', currency: 'EUR', details: payPalDetails, password: DEMO_PASSWORD });
    expect(changed.body.held_until).toBe(Math.floor(t.clock.now().getTime() / 1_000) + 72 * 3_600);
    const recipients = (await t.inbox())
      .filter(({ subject }) => subject.includes('Where you are paid'))
      .map(({ to }) => to);
    expect(new Set(recipients)).toEqual(new Set(['publisher@demo.test', 'pay@shop.example']));
    const stored = await one<{ sealed: string; all: string }>(
      `select sealed, to_jsonb(m)::text as all from payout_methods m where replaced_at is null and kind = 'paypal' order by created_at desc limit 1`,
    );
    expect(stored.all).not.toContain('pay@shop');
    expect(JSON.stringify((await ok('payoutMethods', null)).rows)).not.toContain('pay@shop');
    expect(JSON.stringify(await t.call(routes.ownPayoutMethod, { token: publisherToken }))).not.toContain('pay@shop');
  });

  it('is asked about once nobody has answered for five days, and never tried again by itself', async () => {
    const batch = await instructed(await documents(1));
    await t.database.asOwner(`update payments set instructed_at = $2 where batch_id = $1`, [
      batch.id,
      new Date(t.clock.now().getTime() - 6 * DAY_MS),
    ]);
    const deps = {
      database: t.database.open('worker'),
      clock: t.clock,
      vault: createVault(testSecret),
      publicOrigin: new URL('http://localhost'),
    };
    for (const task of payingTasks(deps)) await task.run();
    const [payment] = await paymentsOf(batch.id);
    expect(payment).toMatchObject({ state: 'instructed', asked: true });
    const { count } = await one<{ count: string }>(
      `select count(*) from notifications where kind = 'payment' and text like 'For five days%'`,
    );
    expect(Number(count)).toBeGreaterThan(0);
  });
});

it('one altered row of payments, files or accounts is found', async () => {
  const batch = await instructed(await documents(1));
  const [payment] = await paymentsOf(batch.id);
  expect(await findings()).toEqual([]);
  for (const [alter, back, table] of [
    [
      `pay_micros = pay_micros + 1, amount_micros = amount_micros + 1`,
      `pay_micros = pay_micros - 1, amount_micros = amount_micros - 1`,
      'payments',
    ],
    [`state = 'paid'`, `state = 'instructed'`, 'payments'],
    [`state = 'failed'`, `state = 'instructed'`, 'payments'],
    [`gross_micros = gross_micros + 1`, `gross_micros = gross_micros - 1`, 'payments'],
  ] as const) {
    await t.database.asOwner(`update ${table} set ${alter} where id = $1`, [payment.id]);
    expect(await findings(), alter).not.toEqual([]);
    await t.database.asOwner(`update ${table} set ${back} where id = $1`, [payment.id]);
  }
  await t.database.asOwner(`update payment_files set sum_micros = sum_micros + 1 where batch_id = $1`, [batch.id]);
  expect((await findings())[0]).toMatch(/^file /);
  await t.database.asOwner(`update payment_files set sum_micros = sum_micros - 1 where batch_id = $1`, [batch.id]);
  await t.database.asOwner(`update documents set settled_micros = 0 where id = $1`, [payment.document.id]);
  expect(await findings()).not.toEqual([]);
});

it('every mail leads its reader to a screen of its own surface', async () => {
  const { followed, lost } = await mailLinks(t);
  expect(lost).toEqual([]);
  expect(followed).toBeGreaterThan(0);
});
