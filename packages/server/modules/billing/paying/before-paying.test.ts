// What changes between the approval of a document and the moment money leaves: nothing is paid that is asked about, or that the ledger
// does not owe any more.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { testVault } from '../../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { addMethod, payPalDetails } from '../../../testing-payable.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { checkBilling } from '../index.ts';

let t: TestApp;
let w: World;
let admin: string;
let advertiser: { token: string; userId: string };
let offer: { id: string };
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  admin = (await t.signIn('admin@demo.test')).token;
  advertiser = await t.signIn('advertiser@demo.test');
  offer = await w.addOffer({ advertiser_id: advertiser.userId });
});
afterAll(() => t.close());

type Asked = Parameters<TestApp['call']>;
const good = async (route: Asked[0], options: Asked[1] = {}, token = admin) => {
  t.clock.advance(1_000);
  const reply = await t.call(route, { token, ...options });
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body;
};
const send = (route: Asked[0], options: Asked[1] = {}) => t.call(route, { token: admin, ...options });
let count = 0;
/** an approved document of conversions of 4 USD each, of a publisher of its own */
async function approvedDocument(conversions: number) {
  const { id: owner } = await w.addPerson('publisher');
  const at = t.clock.now();
  await w.insert('tax_profiles', {
    ...{ tenant_id: w.tenantId, owner_id: owner, party: 'business', legal_name: 'Quill Ltd', country: 'us' },
    ...{ agreement_version: 1, agreement_at: at, agreement_until: new Date(at.getTime() + 8e9), changed_at: at },
  });
  await addMethod({ asOwner: t.database.asOwner, tenantId: w.tenantId, at }, owner, {
    ...{ kind: 'paypal', currency: 'USD', details: payPalDetails },
  });
  const ids: string[] = [];
  for (let at = 0; at < conversions; at++) {
    const body = {
      offer_id: offer.id,
      publisher_id: owner,
      txn_id: `b-${++count}`,
      status: 'approved',
      reason: 'By mail',
    };
    ids.push((await good(routes.addConversion, { body })).id);
  }
  const document = await issued(owner);
  return { owner, document, ids };
}
/** what a run makes for it, issued and approved */
async function issued(owner: string): Promise<string> {
  const period_to = t.clock.now().toISOString().slice(0, 10);
  await good(routes.startBillingRun, { body: { period_from: '2026-01-01', period_to, owner_id: owner } });
  await t.app.worker?.drain();
  const [draft] = (await good(routes.documents, { query: { owner, state: 'draft' } })).rows;
  const params = { id: draft.id };
  const { version } = await good(routes.issueDocument, { params, body: { version: draft.version } });
  await good(routes.approveDocument, { params, body: { version } });
  return draft.id;
}
const decide = (id: string, status: string) =>
  good(routes.decideConversion, { params: { id }, body: { status, reason: 'Looked at again' } });
const rowOf = async (document: string) =>
  (await good(routes.payableDocuments, { query: { limit: '200' } })).rows.find(
    ({ id }: { id: string }) => id === document,
  );
async function approvedBatch(documents: string[]) {
  const { id, preview } = await good(routes.createBatch, { body: { documents } });
  return good(routes.approveBatch, { params: { id }, body: { preview } });
}
const paymentsOf = async (batch: string) => (await good(routes.payments, { query: { batch, limit: '200' } })).rows;
async function makeFiles(id: string) {
  await good(routes.makeBatchFiles, { params: { id }, body: {} });
  await t.app.worker?.drain();
  return good(routes.batch, { params: { id } });
}
const payable = async (owner: string) => {
  const [row] = await t.database.asOwner<{ open: string }>(
    `select (sum(credits_posted) - sum(debits_posted))::text as open from ledger_accounts where kind = 'publisher_payable' and owner_id = $1`,
    [owner],
  );
  return Number(row?.open) / 1e6;
};
const findings = () =>
  t.database.open('worker').withTenant(w.tenantId, systemActor, (tx) => checkBilling(testVault)(tx, w.tenantId));

test('what no longer stands holds back as much, and the rest is paid: the payable is never overdrawn', async () => {
  const rule = { tenant_id: w.tenantId, side: 'publisher', valid_from: '2026-01-01', party: 'any', vat: 'outside' };
  await w.insert('tax_rules', { ...rule, id: newId(), withholding_ppm: 100_000, created_at: t.clock.now() });
  const { owner, document, ids } = await approvedDocument(5);
  await t.database.asOwner('update tax_rules set removed_at = now() where tenant_id = $1', [w.tenantId]);
  const [parked = '', rejected = '', smaller = '', back = ''] = ids;
  await decide(parked, 'pending');
  await decide(rejected, 'rejected');
  const body = { payout: '3', revenue: null, reason: 'Half a lead' };
  await good(routes.adjustConversion, { params: { id: smaller }, body });
  // one that stands again holds nothing back
  await decide(back, 'pending');
  await decide(back, 'approved');
  expect(await rowOf(document)).toMatchObject({ waiting: '9', gross: '11', blocked: 'none' });
  const batch = await approvedBatch([document]);
  const [payment] = await paymentsOf(batch.id);
  // its share of the tax, of 2 in all; the rest of it goes with the rest
  expect(payment).toMatchObject({ gross: '11', withheld: '1.1' });
  await good(routes.markPaid, { params: { id: payment.id }, body: {} });
  expect(await payable(owner)).toBe(0);
  // nobody has asked: it waits for no answer
  expect(await rowOf(document)).toMatchObject({ blocked: 'gone', waiting: '9' });
  expect((await good(routes.document, { params: { id: document } })).waiting).toEqual({
    ...{ why: 'gone', amount: '0', gone: '9', is_all: true, appeals: [], others: 0 },
  });
  await decide(parked, 'approved');
  expect(await rowOf(document)).toMatchObject({ blocked: 'none', gross: '4', waiting: '5' });
  // once a document takes it off, the first is owed whole
  const offer2 = { offer_id: offer.id, publisher_id: owner, status: 'approved', reason: 'By mail' };
  for (const n of [1, 2]) await good(routes.addConversion, { body: { ...offer2, txn_id: `more-${n}` } });
  const next = await issued(owner);
  expect(await rowOf(document)).toMatchObject({ gross: '9', waiting: '0' });
  const both = await approvedBatch([document, next]);
  const payments = await paymentsOf(both.id);
  expect(payments.find((one: { document: { id: string } }) => one.document.id === document)).toMatchObject({
    ...{ gross: '9', withheld: '0.9' },
  });
  for (const { id } of payments) await good(routes.markPaid, { params: { id }, body: {} });
  expect(await payable(owner)).toBe(0);
  expect(await findings()).toEqual([]);
});

test('what is asked about between approval and files is left out, said, and made once it is answered', async () => {
  const asked = await approvedDocument(2);
  const whole = await approvedDocument(1);
  const gone = await approvedDocument(1);
  const other = await approvedDocument(1);
  const batch = await approvedBatch([asked, whole, gone, other].map(({ document }) => document));
  const subject = { kind: 'conversion', id: asked.ids[0] };
  const dispute = { body: { subject, text: 'Not so.' } };
  const { id: first } = await good(routes.openDispute, dispute, advertiser.token);
  await t.database.asOwner(
    `insert into appeals (tenant_id, id, side, owner_id, subject_kind, subject_id, reason, due_at, created_at)
     values ($1, uuidv7(), 'publisher', $2, 'document', $3, 'A line is missing', $4, $4)`,
    [w.tenantId, whole.owner, whole.document, t.clock.now()],
  );
  await decide(gone.ids[0] ?? '', 'pending');
  // by hand no more than by a file
  const byDocument = new Map<string, string>(
    (await paymentsOf(batch.id)).map((one: { id: string; document: { id: string } }) => [one.document.id, one.id]),
  );
  for (const { document } of [asked, whole, gone]) {
    const refused = await send(routes.markPaid, { params: { id: byDocument.get(document) ?? '' }, body: {} });
    expect([refused.status, refused.body.error?.message]).toEqual([409, expect.stringMatching(/waits now than/)]);
  }
  const made = await makeFiles(batch.id);
  expect(made).toMatchObject({ state: 'approved', work: { state: 'idle', done: 1 } });
  expect(made.work.error.match(/more of its document waits/g)).toHaveLength(3);
  const states = async () => (await paymentsOf(batch.id)).map(({ state }: { state: string }) => state).sort();
  expect(await states()).toEqual(['instructed', 'reserved', 'reserved', 'reserved']);
  const files = (await good(routes.batchFiles, { params: { id: batch.id } })).rows;
  expect(files).toMatchObject([{ payments: 1, sum: '4', is_ready: true }]);
  expect(await findings()).toEqual([]);
  const upheld = { outcome: 'uphold', text: 'It stays.', version: 1 };
  await good(routes.decideDispute, { params: { id: first }, body: upheld });
  expect((await makeFiles(batch.id)).work.error.match(/more of its document waits/g)).toHaveLength(2);
  expect(await states()).toEqual(['instructed', 'instructed', 'reserved', 'reserved']);
  expect(await good(routes.cancelBatch, { params: { id: batch.id } })).toMatchObject({
    state: 'instructed',
    work: { error: null },
  });
  expect(await states()).toEqual(['cancelled', 'cancelled', 'instructed', 'instructed']);
  expect(await findings()).toEqual([]);
  await t.database.asOwner(`update appeals set state = 'withdrawn', decided_at = now() where owner_id = $1`, [
    whole.owner,
  ]);
});

test('what failed and arrives after all is paid once: with a reason, and never beside another attempt', async () => {
  const { document, owner } = await approvedDocument(2);
  const batch = await approvedBatch([document]);
  await makeFiles(batch.id);
  const [first] = await paymentsOf(batch.id);
  const of = (id: string) => ({ params: { id } });
  const failed = (id: string) =>
    good(routes.markFailed, { ...of(id), body: { code: 'AC04', reason: 'The bank said so' } });
  const arrived = (id: string, reason = 'On the statement of today') =>
    send(routes.markPaid, { ...of(id), body: { reason } });
  await failed(first.id);
  expect((await arrived(first.id, '')).body.error).toMatchObject({ message: expect.stringMatching(/give a reason/) });
  const again = await good(routes.retryPayment, of(first.id));
  expect((await arrived(first.id)).body.error.message).toMatch(/is under way/);
  await good(routes.cancelBatch, of(batch.id));
  expect((await arrived(first.id)).body).toMatchObject({ state: 'paid', code: null });
  expect((await good(routes.document, of(document))).state).toBe('paid');
  expect([await payable(owner), await findings()]).toEqual([0, []]);
  expect((await arrived(first.id)).status).toBe(409);
  expect((await arrived(again.id)).status).toBe(409);
  // the older answer comes once more, and then the money comes back
  const content = `${first.end_to_end_id},failed,AC04`;
  expect(await good(routes.importAnswers, { ...of(batch.id), body: { content } })).toMatchObject({ unchanged: 1 });
  await good(routes.markReturned, { ...of(first.id), body: { code: 'AC01', reason: 'Came back' } });
  expect([await payable(owner), await findings()]).toEqual([8, []]);
  expect((await arrived(first.id)).status).toBe(409);

  // paid by the next attempt: the bank has paid twice, and the ledger does not say that it was owed
  const next = await approvedBatch([document]);
  await makeFiles(next.id);
  const [second] = await paymentsOf(next.id);
  await failed(second.id);
  const third = await good(routes.retryPayment, of(second.id));
  await good(routes.markPaid, { ...of(third.id), body: {} });
  expect((await arrived(second.id)).body.error.message).toMatch(/was paid by another payment since/);
  const told = `${second.end_to_end_id},paid`;
  const answer = await send(routes.importAnswers, { ...of(next.id), body: { content: told } });
  expect([answer.status, answer.body.error.message]).toEqual([409, expect.stringMatching(/by another payment/)]);
  expect([await payable(owner), await findings()]).toEqual([0, []]);

  // a bank's own file may say so, too
  const other = await approvedDocument(1);
  const last = await approvedBatch([other.document]);
  await makeFiles(last.id);
  const [late] = await paymentsOf(last.id);
  const answers = async (text: string) => good(routes.importAnswers, { ...of(last.id), body: { content: text } });
  expect(await answers(`${late.end_to_end_id},failed,AC04`)).toMatchObject({ failed: 1 });
  expect(await answers(`${late.end_to_end_id},paid`)).toMatchObject({ paid: 1 });
  expect(await answers(`${late.end_to_end_id},paid`)).toMatchObject({ unchanged: 1 });
  expect([await payable(other.owner), await findings()]).toEqual([0, []]);
});

test('one row that no file takes does not keep the others from theirs, nor is it instructed', async () => {
  const [bad, fine] = [await approvedDocument(1), await approvedDocument(1)];
  await addMethod({ asOwner: t.database.asOwner, tenantId: w.tenantId, at: t.clock.now() }, bad.owner, {
    ...{ kind: 'paypal', currency: 'USD', details: { ...payPalDetails, recipient: '=HYPERLINK("x")' } },
  });
  const batch = await approvedBatch([bad.document, fine.document]);
  const made = await makeFiles(batch.id);
  expect(made.work).toMatchObject({ state: 'idle', error: expect.stringMatching(/begins as a formula/) });
  const payments = await paymentsOf(batch.id);
  expect(payments.map(({ state }: { state: string }) => state).sort()).toEqual(['instructed', 'reserved']);
  expect((await good(routes.batchFiles, { params: { id: batch.id } })).rows).toMatchObject([
    { payments: 1, is_ready: true },
  ]);
  expect(await good(routes.cancelBatch, { params: { id: batch.id } })).toMatchObject({ state: 'instructed' });
});
