// One workspace with a row of everything that billing keeps: earned, billed, paid in a batch, sent back, paid in and applied, closed.
// What is disputed is not paid; what was paid in pays an invoice at its issue; and `ledger:verify` names one altered row of each kind.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInCall } from '../../http/call.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { systemActor, type Tx } from '../../platform/db/database.ts';
import { testVault } from '../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { addPayees, bankDetails } from '../../testing-payable.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { verifyMoney } from '../conversions/index.ts';
import { creditDocument, startRun } from './documents/index.ts';
import { checkBilling } from './index.ts';
import { checkBankFile } from './paying/files/pain001-rules.ts';
import { brokenInvariants } from './testing-invariants.ts';

let t: TestApp;
let w: World;
let token = '';
let userId = '';
let publisher: { id: string; token: string };
let advertiser: { id: string; token: string };
let offer: { id: string };

const send = (route: Parameters<TestApp['call']>[0], options: Parameters<TestApp['call']>[1] = {}) =>
  t.call(route, { token, ...options });
const good = async (...asked: Parameters<typeof send>) => {
  // a moment of its own for each step
  t.clock.advance(1_000);
  const reply = await send(...asked);
  expect([reply.status < 300, reply.body?.error?.message]).toEqual([true, undefined]);
  return reply.body;
};
const one = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row> => {
  const [row] = await t.database.asOwner<Row>(statement, values);
  return row ?? expect.fail(`nothing found by ${statement}`);
};
/** all that `npm run ledger:verify` prints as found */
async function found(): Promise<string> {
  const lines: string[] = [];
  await verifyMoney(t.database.open('worker'), [], (line) => lines.push(line), checkBilling(testVault));
  return lines.filter((line) => line.startsWith('  ')).join('\n');
}
const today = () => t.clock.now().toISOString().slice(0, 10);

let orders = 0;
const convert = async (at?: Date): Promise<string> =>
  (
    await good(routes.addConversion, {
      body: {
        ...{
          offer_id: offer.id,
          publisher_id: publisher.id,
          txn_id: `v-${++orders}`,
          status: 'approved',
          reason: 'By mail',
        },
        ...(at ? { at: Math.floor(at.getTime() / 1_000) } : {}),
      },
    })
  ).id;
/** a run over the publisher's account, and its draft */
async function draft(): Promise<{ id: string; version: number } | undefined> {
  const body = { period_from: '2020-01-01', period_to: today(), owner_id: publisher.id };
  await good(routes.startBillingRun, { body });
  await t.app.worker?.drain();
  return (await good(routes.documents, { query: { owner: publisher.id, state: 'draft' } })).rows[0];
}
async function approved(): Promise<{ id: string; number: string; total: string }> {
  const { id, version } = (await draft()) ?? expect.fail('no draft');
  const issued = await good(routes.issueDocument, { params: { id }, body: { version } });
  return good(routes.approveDocument, { params: { id }, body: { version: issued.version } });
}
const batchOf = (...documents: { id: string }[]) =>
  good(routes.createBatch, { body: { documents: documents.map(({ id }) => id) } });

/** what the verbs take of a call, and no more */
const asManager = <R>(work: (tx: Tx, call: SignedInCall) => Promise<R>): Promise<R> => {
  t.clock.advance(1_000);
  const principal = { userId, role: 'admin', team: null, impersonator: null, scopes: null };
  const call = { tenant: { id: w.tenantId }, principal, clock: t.clock, ip: '127.0.0.1', requestId: 'verify' };
  return t.app.database.withTenant(w.tenantId, systemActor, (tx) => work(tx, call as unknown as SignedInCall));
};
async function invoice(): Promise<{ id: string; number_text: string | null; state: string; settled_micros: string }> {
  await asManager((tx, call) =>
    startRun(tx, call, { side: 'advertiser', periodFrom: '2020-01-01', periodTo: today(), onlyOwner: advertiser.id }),
  );
  await t.app.worker?.drain();
  return one(
    `select id, number_text, state, settled_micros::text from documents
     where side = 'advertiser' and owner_id = $1 order by number desc nulls last limit 1`,
    [advertiser.id],
  );
}
const deposit = (amount: string, allocate: 'oldest' | 'none') =>
  good(routes.recordDeposit, {
    body: { advertiser_id: advertiser.id, currency: 'USD', amount, received_on: today(), allocate },
  });

beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  ({ token, userId } = await t.signIn('admin@demo.test'));
  await t.database.asOwner(`update tenants set currency = 'USD' where subdomain = 'demo'`);
  const ground = { asOwner: t.database.asOwner, tenantId: w.tenantId, at: t.clock.now() };
  const [id = ''] = await addPayees(ground, 1, { kind: 'bank', currency: 'USD', details: bankDetails });
  await t.database.asOwner(
    `update users set password_hash = (select password_hash from users where email = 'publisher@demo.test') where id = $1`,
    [id],
  );
  publisher = { id, token: (await t.signIn(`${id}@example.test`)).token };
  const signedIn = await t.signIn('advertiser@demo.test');
  advertiser = { id: signedIn.userId, token: signedIn.token };
  offer = await w.addOffer({ advertiser_id: advertiser.id });
  const { home_currency: _home, changed_at: _at, ...rules } = await good(routes.paymentRules);
  const place = { street: 'Ring', building: '5', postcode: '10115', town: 'Berlin', country: 'DE' };
  const account = {
    currency: 'USD',
    name: 'Network GmbH',
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    ...place,
  };
  await good(routes.savePaymentRules, { body: { ...rules, accounts: [account] } });
});
afterAll(() => t.close());

test('what is disputed, by either side, is in no draft, and a document of it is not paid before the answer', async () => {
  const id = await convert();
  const subject = { kind: 'conversion', id };
  const text = 'Nobody ordered that.';
  const { id: first } = await good(routes.openDispute, { token: advertiser.token, body: { subject, text } });
  expect(await draft()).toBeUndefined();
  await good(routes.withdrawDispute, { token: advertiser.token, params: { id: first } });
  const document = await approved();
  // its batch was previewed before the dispute
  const batch = await batchOf(document);
  expect(batch).toMatchObject({ payments: 1, blocked: 0 });
  const { id: second } = await good(routes.openDispute, { token: advertiser.token, body: { subject, text } });
  const refused = await send(routes.approveBatch, { params: { id: batch.id }, body: { preview: batch.preview } });
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringMatching(/→ it is disputed/)]);
  expect(await batchOf(document)).toMatchObject({ payments: 0, blocked: 1 });
  const decision = { outcome: 'uphold', text: 'It was.', version: 1 };
  await good(routes.decideDispute, { params: { id: second }, body: decision });
  // the publisher's own appeal against the document
  const about = { subject: { kind: 'document', id: document.id }, text: 'One is missing.' };
  const { id: third } = await good(routes.openAppeal, { token: publisher.token, body: about });
  expect(await batchOf(document)).toMatchObject({ payments: 0, blocked: 1 });
  await good(routes.withdrawAppeal, { token: publisher.token, params: { id: third } });
  // nor while a request of the offer's own waits for an answer
  await t.database.asOwner('update conversions set disputed = true where id = $1', [id]);
  expect(await batchOf(document)).toMatchObject({ payments: 0, blocked: 1 });
  await t.database.asOwner('update conversions set disputed = false where id = $1', [id]);
  expect(await batchOf(document)).toMatchObject({ payments: 1, blocked: 0 });
  expect(await found()).toBe('');
});

test('what was paid in to pay by itself pays an invoice at its issue, the oldest first; the rest waits for a person', async () => {
  await deposit('3', 'oldest');
  await deposit('4', 'oldest');
  await deposit('50', 'none');
  // 10 are owed for one conversion
  const first = await invoice();
  expect(first).toMatchObject({ state: 'part-paid', settled_micros: '7000000' });
  const { rows } = await good(routes.deposits, { query: { advertiser_id: advertiser.id } });
  expect(rows.map(({ free }: { free: string }) => free)).toEqual(['50', '0', '0']);
  await deposit('100', 'oldest');
  expect((await one<{ state: string }>('select state from documents where id = $1', [first.id])).state).toBe('paid');
  await convert();
  // 97 were left
  const second = await invoice();
  expect(second).toMatchObject({ state: 'paid', settled_micros: '10000000' });
  const account = await good(routes.advertiserAccount, { params: { id: advertiser.id } });
  expect(account).toMatchObject({ receivable: '0', prepaid: '137' });
  expect(await found()).toBe('');
});

test('the bank file of a batch adds up to what the ledger has under way, on both levels', async () => {
  await convert();
  const documents = (await good(routes.documents, { query: { owner: publisher.id, state: 'approved' } })).rows;
  const batch = await batchOf(await approved(), ...documents);
  await good(routes.approveBatch, { params: { id: batch.id }, body: { preview: batch.preview } });
  await good(routes.makeBatchFiles, { params: { id: batch.id }, body: {} });
  await t.app.worker?.drain();
  const [file] = (await good(routes.batchFiles, { params: { id: batch.id } })).rows;
  const { raw } = await send(routes.paymentFile, { params: { id: file.id } });
  expect(checkBankFile(raw)).toEqual([]);
  const { sum } = await one<{ sum: string }>(
    `select (sum(t.amount_micros) / 1000000)::numeric(18, 2)::text as sum from payments p join ledger_transfers t on t.subject_id = p.id
     where p.batch_id = $1 and t.leg = 'payment' and t.phase = 'post'`,
    [batch.id],
  );
  expect(raw.match(/<CtrlSum>[^<]+/g)).toEqual([`<CtrlSum>${sum}`, `<CtrlSum>${sum}`]);
  const [first, last] = (await good(routes.payments, { query: { batch: batch.id } })).rows;
  const content = `${first.end_to_end_id},paid\n${last.end_to_end_id},failed,AC04`;
  await good(routes.importAnswers, { params: { id: batch.id }, body: { content } });
  expect(await found()).toBe('');
});

test('ledger:verify names one altered row of each kind, and says nothing once it is put back', async () => {
  // a row of every kind is there: bonus, credit note, write-off, close
  await good(routes.addAdjustment, {
    body: { owner_id: publisher.id, currency: 'USD', amount: '2.5', reason: 'Agreed' },
  });
  const credited = await approved();
  const { version } = await good(routes.document, { params: { id: credited.id } });
  await good(routes.creditDocument, { params: { id: credited.id }, body: { version, reason: 'Wrong' } });
  await convert(new Date(t.clock.now().getTime() - 40 * DAY_MS));
  const lost = await invoice();
  await good(routes.takeBackAllocation, {
    params: {
      id: (
        await one<{ id: string }>('select deposit_id as id from deposit_allocations where document_id = $1', [lost.id])
      ).id,
    },
    body: { invoice_id: lost.id, reason: 'Wrong' },
  });
  await good(routes.writeOffInvoice, { params: { id: lost.id }, body: { amount: '1', reason: 'Lost' } });
  await convert();
  const withdrawn = await invoice();
  if (withdrawn.settled_micros !== '0') {
    const { id } = await one<{ id: string }>(
      'select deposit_id as id from deposit_allocations where document_id = $1',
      [withdrawn.id],
    );
    await good(routes.takeBackAllocation, { params: { id }, body: { invoice_id: withdrawn.id, reason: 'Wrong' } });
  }
  await asManager((tx, call) =>
    creditDocument(tx, call, 'advertiser', withdrawn.id, { reason: 'Wrong', day: today() }),
  );
  const month = new Date(t.clock.now().getTime() - 40 * DAY_MS).toISOString().slice(0, 7);
  await good(routes.closePeriod, { body: { month, accept_open: true } });
  expect(await found()).toBe('');

  await t.database.asOwner('alter table documents disable trigger issued_stays');
  await t.database.asOwner('alter table ledger_transfers disable trigger user');
  const untold: string[] = [];
  for (const [table, where, change, back, sentence] of [
    [
      'ledger_transfers',
      'true',
      'amount_micros = amount_micros + 1',
      'amount_micros = amount_micros - 1',
      /entry|hash|add/,
    ],
    [
      'ledger_accounts',
      'true',
      'debits_posted = debits_posted + 1',
      'debits_posted = debits_posted - 1',
      /its entries add up/,
    ],
    [
      'documents',
      `side = 'publisher' and hash is not null`,
      `due_on = due_on + 1`,
      `due_on = due_on - 1`,
      /was changed after it was issued/,
    ],
    [
      'documents',
      `side = 'advertiser' and hash is not null`,
      `rate_e12 = rate_e12 + 1`,
      `rate_e12 = rate_e12 - 1`,
      /was changed after/,
    ],
    ['documents', `number = 1`, `number = 900`, `number = 1`, /numbered/],
    [
      'documents',
      `side = 'advertiser' and hash is not null`,
      `po_number = 'PO-X'`,
      'po_number = null',
      /was changed after/,
    ],
    ['documents', `side = 'advertiser' and state = 'paid'`, `state = 'issued'`, `state = 'paid'`, /is issued with/],
    [
      'billing_files',
      'true',
      `content = content || '\\x00'`,
      'content = substr(content, 1, length(content) - 1)',
      /is not what was kept/,
    ],
    [
      'payments',
      `state = 'paid'`,
      `end_to_end_id = 'x' || end_to_end_id`,
      'end_to_end_id = substr(end_to_end_id, 2)',
      /name another reference/,
    ],
    ['payments', `state = 'failed'`, `code = 'X' || code`, 'code = substr(code, 2)', /another reference or code/],
    [
      'documents',
      `state = 'paid' and side = 'advertiser'`,
      'settled_micros = settled_micros - 1',
      'settled_micros = settled_micros + 1',
      /settled/,
    ],
    ['documents', `state = 'credited' and side = 'publisher'`, `state = 'issued'`, `state = 'credited'`, /credit note/],
    [
      'document_lines',
      `kind = 'earning'`,
      'amount_micros = amount_micros + 1',
      'amount_micros = amount_micros - 1',
      /its lines add up|its entries add up/,
    ],
    [
      'document_entries',
      'released_at is null',
      'amount_micros = amount_micros + 1',
      'amount_micros = amount_micros - 1',
      /claims entry/,
    ],
    ['document_entries', 'released_at is null', `released_at = '2020-01-01'`, 'released_at = null', /given up/],
    ['payments', `state = 'paid'`, `state = 'instructed'`, `state = 'paid'`, /payment/],
    ['payments', `state = 'failed'`, `state = 'paid'`, `state = 'failed'`, /payment/],
    ['payments', 'true', 'pay_micros = pay_micros + 1', 'pay_micros = pay_micros - 1', /payment/],
    [
      'payment_batches',
      `state = 'closed'`,
      'payment_count = payment_count + 1',
      'payment_count = payment_count - 1',
      /^ *.*batch \d+ is closed/m,
    ],
    ['payment_batches', `state = 'closed'`, `state = 'approved'`, `state = 'closed'`, /batch \d+ is approved/],
    ['payment_batches', `state = 'closed'`, `needs_second = true`, `needs_second = false`, /needs two people/],
    [
      'batch_choices',
      `blocked = 'none' and batch_id in (select batch_id from payments)`,
      'gross_micros = gross_micros + 1',
      'gross_micros = gross_micros - 1',
      /is not what batch/,
    ],
    ['payment_files', 'true', 'sum_micros = sum_micros + 1', 'sum_micros = sum_micros - 1', /file /],
    ['adjustments', 'true', 'day = day + 1', 'day = day - 1', /adjustment .* says/],
    ['adjustments', 'true', `reason = reason || 'x'`, `reason = left(reason, -1)`, /adjustment .* says/],
    ['deposits', 'true', 'received_on = received_on + 1', 'received_on = received_on - 1', /says it was received on/],
    [
      'payment_batches',
      `state = 'closed'`,
      'sum_micros = sum_micros + 1',
      'sum_micros = sum_micros - 1',
      /another approval/,
    ],
    [
      'payment_batches',
      `state = 'closed'`,
      `approved_by = (select id from users u where u.tenant_id = payment_batches.tenant_id and u.id <> approved_by limit 1)`,
      'approved_by = created_by',
      /another approval/,
    ],
    [
      'payment_files',
      'ready_at is not null',
      'sha256 = set_byte(sha256, 0, get_byte(sha256, 0) # 1)',
      'sha256 = set_byte(sha256, 0, get_byte(sha256, 0) # 1)',
      /payment file .* is not what was kept/,
    ],
    ['adjustments', 'true', 'amount_micros = amount_micros + 1', 'amount_micros = amount_micros - 1', /adjustment /],
    ['deposits', 'true', 'amount_micros = amount_micros + 1', 'amount_micros = amount_micros - 1', /deposit /],
    [
      'deposit_allocations',
      'true',
      'amount_micros = amount_micros + 1',
      'amount_micros = amount_micros - 1',
      /allocated/,
    ],
    [
      'period_closes',
      'true',
      `balances = balances || '{"x": 1}'`,
      `balances = balances - 'x'`,
      /is not what its hash covers/,
    ],
    [
      'period_closes',
      'true',
      'version = version + 1',
      'version = version - 1',
      /version before it is missing|hash covers/,
    ],
    [
      'closed_months',
      'true',
      `month = month + interval '1 month'`,
      `month = month - interval '1 month'`,
      /its month is not/,
    ],
  ] as const) {
    const rows = await t.database.asOwner<{ ctid: string }>(
      `update ${table} set ${change} where ctid = (select ctid from ${table} where tenant_id = $1 and ${where} limit 1) returning ctid::text`,
      [w.tenantId],
    );
    const told = await found();
    if (rows.length !== 1 || !sentence.test(told))
      untold.push(`${table}, ${change}: ${rows.length} altered, ${told || 'nothing told'}`);
    await t.database.asOwner(`update ${table} set ${back} where ctid = $1::tid`, [rows[0]?.ctid]);
  }
  expect(untold).toEqual([]);
  expect(await found()).toBe('');
  expect(await brokenInvariants(t.database.asOwner, w.tenantId)).toEqual({});
});

test('one disputed entry of a document waits alone: the rest is paid, and it is once it is answered', async () => {
  const disputed = await convert();
  await convert();
  const document = await approved();
  const broken = () => brokenInvariants((text, values) => t.database.asOwner(text, values), w.tenantId);
  const payable = async () =>
    (await good(routes.payableDocuments)).rows.find(({ id }: { id: string }) => id === document.id);
  const before = await payable();
  // one conversion pays 4
  const [asked, rest] = ['4', String(Number(document.total) - 4)];
  expect(before).toMatchObject({ blocked: 'none', gross: document.total, waiting: '0' });
  const subject = { kind: 'conversion', id: disputed };
  const { id: dispute } = await good(routes.openDispute, {
    token: advertiser.token,
    body: { subject, text: 'Not so.' },
  });
  expect(await payable()).toMatchObject({ blocked: 'none', gross: rest, waiting: asked });
  // both are told why; only who manages is told by whom
  const questions = { why: 'asked', is_all: false, amount: asked, gone: '0' };
  expect((await good(routes.document, { params: { id: document.id } })).waiting).toEqual({
    ...questions,
    appeals: [{ id: dispute, side: 'advertiser', about: 'conversion', due_at: expect.any(Number) }],
    others: 0,
  });
  const ownView = () => good(routes.ownDocument, { token: publisher.token, params: { id: document.id } });
  expect((await ownView()).waiting).toEqual({ ...questions, appeals: [], others: 1 });
  // where its payout is hidden, the sum would tell it
  await t.database.asOwner('update offers set hide_payout = true where id = $1', [offer.id]);
  expect((await ownView()).waiting).toMatchObject({ amount: null });
  await t.database.asOwner('update offers set hide_payout = false where id = $1', [offer.id]);

  const pay = async (gross: string) => {
    const batch = await batchOf(document);
    expect(batch).toMatchObject({ payments: 1, blocked: 0 });
    await good(routes.approveBatch, { params: { id: batch.id }, body: { preview: batch.preview } });
    const [payment] = (await good(routes.payments, { query: { batch: batch.id } })).rows;
    expect(payment.gross).toBe(gross);
    return payment;
  };
  const settled = async () => {
    const { state, settled: paid } = await good(routes.document, { params: { id: document.id } });
    return [state, paid];
  };
  // given up, failed, paid, come back: each time the rest stays where it is
  const given = await pay(rest);
  await good(routes.cancelBatch, { params: { id: given.batch.id } });
  expect(await settled()).toEqual(['approved', '0']);
  const first = await pay(rest);
  await good(routes.markPaid, { params: { id: first.id }, body: {} });
  expect(await settled()).toEqual(['part-paid', rest]);
  expect(await batchOf(document)).toMatchObject({ payments: 0, blocked: 1 });
  expect(await payable()).toMatchObject({ blocked: 'disputed', waiting: asked });
  expect([await found(), await broken()]).toEqual(['', {}]);

  const decision = { outcome: 'uphold', text: 'It was.', version: 1 };
  await good(routes.decideDispute, { params: { id: dispute }, body: decision });
  const second = await pay(asked);
  expect(second.attempt).toBe(3);
  await good(routes.markPaid, { params: { id: second.id }, body: {} });
  expect(await settled()).toEqual(['paid', document.total]);
  await good(routes.markReturned, { params: { id: first.id }, body: { reason: 'Came back' } });
  expect(await settled()).toEqual(['part-paid', asked]);
  const third = await pay(rest);
  await good(routes.cancelBatch, { params: { id: third.batch.id } });
  expect(await settled()).toEqual(['part-paid', asked]);
  await good(routes.markPaid, { params: { id: (await pay(rest)).id }, body: {} });
  expect(await settled()).toEqual(['paid', document.total]);
  expect([await found(), await broken()]).toEqual(['', {}]);

  // and both would tell if more had been paid than was free then
  await t.database.asOwner(`update appeals set decided_at = 'infinity' where id = $1`, [dispute]);
  expect(await found()).toContain('were disputed');
  expect(Object.keys(await broken()).join()).toMatch(/^4: /);
});
