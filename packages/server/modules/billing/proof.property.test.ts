// `npm run billing:proof`: eight clients at once take steps of billing in any order, then all eight invariants must hold, by SQL of
// their own and by the product's verifier. In the suite a short one. A seed gives each client the same dice; how the clients meet is
// the machine's, so that `BILLING_CLIENTS=1` plays the very same story again.
//   BILLING_CLIENTS=8 BILLING_STEPS=2000 BILLING_SEED=7 npm run billing:proof
// BILLING_MINUTES ends the walk early, on a machine that has other things to do; what was taken of it is printed.
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '@tributary/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInCall } from '../../http/call.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { systemActor, type Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { startWorker, type Worker } from '../../platform/jobs/worker.ts';
import { createLog } from '../../platform/log.ts';
import { quietLog, testSecret, testVault } from '../../platform/testing.ts';
import { createVault } from '../../platform/vault.ts';
import { type CallOptions, createTestApp, DEMO_PASSWORD, type TestApp } from '../../testing.ts';
import { addMethod, bankDetails, payPalDetails } from '../../testing-payable.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { checkBooks } from '../conversions/index.ts';
import { verifyLedger } from '../ledger/index.ts';
import { creditDocument, startRun } from './documents/index.ts';
import { billingJobs, checkBilling } from './index.ts';
import { brokenInvariants } from './testing-invariants.ts';
import { todayOf } from './today.ts';

const CLIENTS = Number(process.env.BILLING_CLIENTS ?? 8);
const STEPS = Number(process.env.BILLING_STEPS ?? 60);
const MINUTES = Number(process.env.BILLING_MINUTES ?? Number.POSITIVE_INFINITY);
const SEED = Number(process.env.BILLING_SEED ?? Math.floor(Math.random() * 1e9));

/** mulberry32 */
function diceFrom(start: number): () => number {
  let a = start;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let n = Math.imul(a ^ (a >>> 15), 1 | a);
    n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n;
    return ((n ^ (n >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let t: TestApp;
let w: World;
const tokens = new Map<string, string>();
const publishers: { id: string; email: string }[] = [];
const advertisers: { id: string; email: string }[] = [];
const offers: { id: string }[] = [];
let adminId = '';
let worker: Worker;

type Row = Record<string, string>;
const found = (statement: string, values: unknown[] = []) => t.database.asOwner<Row>(statement, values);

/** time passes, so whoever was signed out signs in again */
async function as(email: string, route: Parameters<TestApp['call']>[0], options: CallOptions = {}) {
  for (let again = 0; ; again++) {
    const token = tokens.get(email);
    const reply = token ? await t.call(route, { token, ...options }) : null;
    const isOver = reply?.status === 401 || reply?.body?.error?.code === 'password_needed';
    if (reply && (!isOver || again > 1)) return reply;
    tokens.set(email, (await t.signIn(email)).token);
  }
}
const asManager = (route: Parameters<TestApp['call']>[0], options: CallOptions = {}) =>
  as('admin@demo.test', route, options);

async function addPerson(type: 'publisher' | 'advertiser'): Promise<{ id: string; email: string }> {
  const { id, number } = await w.addPerson(type);
  await t.database.asOwner(
    `update users set password_hash = (select password_hash from users where email = 'publisher@demo.test') where id = $1`,
    [id],
  );
  return { id, email: `${type}-${number}@example.test` };
}

beforeAll(async () => {
  // what goes wrong on our side says why
  t = await createTestApp({ log: createLog('error') });
  w = await createWorld(t);
  adminId = (await t.signIn('admin@demo.test')).userId;
  const rate = (base: string, quote: string, micros: number) =>
    w.insert('exchange_rates', { tenant_id: w.tenantId, base, quote, valid_from: '2020-01-01', rate_micros: micros });
  await rate('EUR', 'USD', 1_083_417);
  await rate('USD', 'JPY', 151_370_000);
  const { value, version } = (await asManager(routes.settings, { params: { section: 'payment' } })).body;
  await asManager(routes.saveSettings, {
    params: { section: 'payment' },
    body: { version, value: { ...value, country: 'de', minimum: '1', hold_days: 0, two_person_sum: '' } },
  });
  const { home_currency: _home, changed_at: _at, ...rules } = (await asManager(routes.paymentRules)).body;
  const methods = rules.methods.map((method: Row) => ({ ...method, fee: method.kind === 'bank' ? '0.35' : '0' }));
  const account = { name: 'Network GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', street: 'Königstraße' };
  const place = { building: '5', postcode: '10115', town: 'Berlin', country: 'DE' };
  const accounts = ['EUR', 'USD'].map((currency) => ({ currency, ...account, ...place }));
  const saved = await asManager(routes.savePaymentRules, { body: { ...rules, methods, accounts } });
  expect(saved.status, saved.raw).toBe(200);
  // a share is withheld from some, VAT is paid to others
  for (const rule of [
    { countries: ['de'], vat: 'domestic', vat_rate: '19', withholding_rate: '0' },
    { countries: ['us'], vat: 'outside', vat_rate: '0', withholding_rate: '7.5' },
  ]) {
    for (const side of ['publisher', 'advertiser']) {
      const body = {
        side,
        from: '2020-01-01',
        party: 'any',
        form: null,
        threshold: '0',
        without_form_rate: '0',
        ...rule,
      };
      const added = await asManager(routes.addTaxRule, { body: { ...body, note: '' } });
      expect(added.status, added.raw).toBeLessThan(300);
    }
  }
  const ground = { asOwner: t.database.asOwner, tenantId: w.tenantId, at: t.clock.now() };
  for (let at = 0; at < 6; at++) {
    const person = await addPerson('publisher');
    publishers.push(person);
    await w.insert('tax_profiles', {
      ...{ tenant_id: w.tenantId, owner_id: person.id, party: 'business', legal_name: 'Quill Ltd', vat_id: 'DE123' },
      ...{ country: ['de', 'us', 'in'][at % 3], agreement_version: 1, agreement_at: t.clock.now() },
      ...{ agreement_until: new Date(t.clock.now().getTime() + 300 * DAY_MS), changed_at: t.clock.now() },
    });
    await w.insert('billing_terms', {
      ...{ tenant_id: w.tenantId, owner_id: person.id, side: 'publisher', net_days: 0 },
      ...{ hold_days: at % 2 === 0 ? 0 : 5, changed_at: t.clock.now() },
    });
    await addMethod(ground, person.id, at < 4 ? {} : { kind: 'paypal', currency: 'USD', details: payPalDetails });
  }
  for (let at = 0; at < 2; at++) {
    const person = await addPerson('advertiser');
    advertisers.push(person);
    for (const currency of ['USD', 'EUR', 'JPY']) {
      offers.push(await w.addOffer({ advertiser_id: person.id, currency }));
    }
  }
  // those that move money; drawing documents and writing mails would take most of the time
  await t.app.worker?.stop();
  const database = t.database.open('worker');
  const publicOrigin = new URL('http://localhost');
  const jobs = billingJobs({ database, clock: t.clock, vault: createVault(testSecret), publicOrigin }).filter(
    ({ handler }) => ['billing.run', 'billing.make-files'].includes(handler) || /credit/.test(handler),
  );
  worker = await startWorker({ database, jobs, recurring: [], clock: t.clock, log: quietLog });
  for (const { email } of [...publishers, ...advertisers]) tokens.set(email, (await t.signIn(email)).token);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

/** what the verbs take of a call, and no more: for what has no route of its own */
const callOf = () =>
  ({
    tenant: { id: w.tenantId },
    principal: { userId: adminId, role: 'admin', team: null, impersonator: null, scopes: null },
    clock: t.clock,
    ip: '127.0.0.1',
    requestId: 'proof',
  }) as unknown as SignedInCall;
async function verb(work: (tx: Tx, call: SignedInCall) => Promise<unknown>): Promise<{ status: number }> {
  try {
    await t.app.database.withTenant(w.tenantId, systemActor, (tx) => work(tx, callOf()));
    return { status: 200 };
  } catch (error) {
    if (error instanceof Fault) return { status: 409 };
    throw error;
  }
}

/** what the worker has at hand is over: a client that goes on at once finds nothing to issue or to answer */
async function isOver(statement: string): Promise<void> {
  for (let again = 0; again < 500 && (await found(statement, [w.tenantId])).length > 0; again++) await sleep(20);
}
const runs = `select id from billing_runs where tenant_id = $1 and state in ('waiting', 'running')`;
const works = `select id from payment_batches where tenant_id = $1 and work_state in ('waiting', 'running')`;

let made = 0;
type Step = () => Promise<{ status: number; raw?: string } | null>;

function stepsOf(dice: () => number): Record<string, Step> {
  const pick = <One>(of: readonly One[]): One | undefined => of[Math.floor(dice() * of.length)];
  const below = (most: number) => Math.floor(dice() * most);
  /** of the last so many rows that a statement finds, one */
  const one = async (statement: string, values: unknown[] = [], most = 30): Promise<Row | undefined> =>
    pick(await found(`${statement} limit ${most}`, [w.tenantId, ...values]));
  const document = (states: readonly string[], side = 'publisher') =>
    one(
      `select id, version, owner_id from documents where tenant_id = $1 and side = $2 and state = any($3) and kind <> 'credit-note'
       order by id desc`,
      [side, states],
    );
  const payment = (states: readonly string[]) =>
    one(`select id, batch_id, end_to_end_id from payments where tenant_id = $1 and state = any($2) order by id desc`, [
      states,
    ]);
  const batch = (states: readonly string[]) =>
    one(
      `select id, encode(preview_hash, 'hex') as preview from payment_batches where tenant_id = $1 and state = any($2) order by id desc`,
      [states],
      5,
    );
  const conversion = () =>
    one('select id, publisher_id, advertiser_id from conversions where tenant_id = $1 order by id desc', [], 200);
  const day = (daysAgo: number) => new Date(t.clock.now().getTime() - daysAgo * DAY_MS);
  const date = (at: Date) => at.toISOString().slice(0, 10);
  const amount = (most: number) => `${below(most)}.${String(1 + below(999_999)).padStart(6, '0')}`;
  const cents = (most: number) => `${below(most)}.${String(1 + below(99)).padStart(2, '0')}`;
  const emailOf = (id: string | undefined) =>
    [...publishers, ...advertisers].find((some) => some.id === id)?.email ?? '';
  /** now and then by a nervous hand: the same key twice, the same answer */
  const money = async (route: Parameters<TestApp['call']>[0], options: CallOptions) => {
    if (dice() > 0.1) return asManager(route, options);
    const headers = { 'idempotency-key': `proof-${SEED}-${++made}` };
    const [first, second] = await Promise.all([1, 2].map(() => asManager(route, { ...options, headers })));
    if (!first || !second) return null;
    // of two that were refused each says why in its own moment
    if (first.status < 300 && second.status < 300) expect(second.body).toEqual(first.body);
    return first.status < 300 ? first : second;
  };

  return {
    convert: () =>
      asManager(routes.addConversion, {
        body: {
          offer_id: pick(offers)?.id,
          publisher_id: pick(publishers)?.id,
          txn_id: `p-${++made}`,
          status: dice() < 0.85 ? 'approved' : 'pending',
          reason: 'Came by mail.',
          revenue: amount(40),
          payout: amount(20),
          at: Math.floor(day(dice() * 80).getTime() / 1_000),
        },
      }),
    decide: async () => {
      const some = await conversion();
      const status = pick(['approved', 'rejected', 'rejected']);
      return some
        ? asManager(routes.decideConversion, { params: { id: some.id ?? '' }, body: { status, reason: 'Looked' } })
        : null;
    },
    // what was paid already is taken back: it is set off in the next document
    'reject after paid': async () => {
      const some = await one(
        `select t.subject_id as id from payments p
           join document_entries e on e.tenant_id = p.tenant_id and e.document_id = p.document_id
           join ledger_transfers t on t.tenant_id = e.tenant_id and t.id = e.transfer_id and t.subject_kind = 'conversion'
         where p.tenant_id = $1 and p.state = 'paid' order by p.id desc`,
      );
      const body = { status: 'rejected', reason: 'Sent back' };
      return some ? asManager(routes.decideConversion, { params: { id: some.id ?? '' }, body }) : null;
    },
    adjust: () =>
      money(routes.addAdjustment, {
        body: {
          ...{ owner_id: pick(publishers)?.id, currency: pick(['USD', 'EUR', 'JPY']), reason: 'Agreed' },
          amount: `${dice() < 0.3 ? '-' : ''}${amount(5)}`,
        },
      }),
    run: async () => {
      const reply = await money(routes.startBillingRun, {
        body: {
          ...{ period_from: '2020-01-01', period_to: date(day(dice() < 0.7 ? 0 : 30)) },
          ...(dice() < 0.4 ? { owner_id: pick(publishers)?.id } : {}),
        },
      });
      if (reply && reply.status < 300) await isOver(runs);
      return reply;
    },
    issue: async () => {
      const draft = await document(['draft']);
      const body = { version: Number(draft?.version) };
      return draft ? money(routes.issueDocument, { params: { id: draft.id ?? '' }, body }) : null;
    },
    'issue many': async () => {
      const rows = await found(
        `select id from documents where tenant_id = $1 and state = 'draft' and side = 'publisher' limit 5`,
        [w.tenantId],
      );
      return rows.length > 0 ? asManager(routes.issueDocuments, { body: { ids: rows.map(({ id }) => id) } }) : null;
    },
    approve: async () => {
      const issued = await document(['issued']);
      const body = { version: Number(issued?.version) };
      return issued ? money(routes.approveDocument, { params: { id: issued.id ?? '' }, body }) : null;
    },
    'credit note': async () => {
      const some = await document(['issued', 'approved', 'paid']);
      const body = { version: Number(some?.version), reason: 'Wrong' };
      return some ? money(routes.creditDocument, { params: { id: some.id ?? '' }, body }) : null;
    },
    batch: async () => {
      const rows = await found(
        `select id from documents where tenant_id = $1 and side = 'publisher' and state = 'approved' order by id desc limit 10`,
        [w.tenantId],
      );
      const documents = rows.filter(() => dice() < 0.8).map(({ id }) => id);
      return documents.length > 0 ? money(routes.createBatch, { body: { documents } }) : null;
    },
    'approve batch': async () => {
      const some = await batch(['open']);
      return some
        ? money(routes.approveBatch, { params: { id: some.id ?? '' }, body: { preview: some.preview } })
        : null;
    },
    'preview batch': async () => {
      const some = await batch(['open', 'first-approved']);
      return some ? asManager(routes.previewBatch, { params: { id: some.id ?? '' } }) : null;
    },
    'cancel batch': async () => {
      const some = await batch(['open', 'approved']);
      return some ? asManager(routes.cancelBatch, { params: { id: some.id ?? '' } }) : null;
    },
    instruct: async () => {
      const some = await batch(['approved']);
      if (!some) return null;
      const reply = await asManager(routes.makeBatchFiles, { params: { id: some.id ?? '' }, body: {} });
      if (dice() < 0.7) await isOver(works);
      return reply;
    },
    stop: async () => {
      const some = await one(
        `select id from payment_batches where tenant_id = $1 and work_state in ('waiting', 'running')`,
      );
      return some ? asManager(routes.stopBatchFiles, { params: { id: some.id ?? '' } }) : null;
    },
    answers: async () => {
      const some = await payment(['instructed']);
      const rows = await found(
        `select end_to_end_id from payments where batch_id = $1 and state = 'instructed' order by id limit 20`,
        [some?.batch_id ?? null],
      );
      const content = rows
        .map(({ end_to_end_id }) => `${end_to_end_id},${pick(['paid', 'paid', 'failed'])},AC04`)
        .join('\n');
      return content ? money(routes.importAnswers, { params: { id: some?.batch_id ?? '' }, body: { content } }) : null;
    },
    paid: async () => {
      const some = await payment(['reserved', 'instructed']);
      return some ? money(routes.markPaid, { params: { id: some.id ?? '' }, body: {} }) : null;
    },
    fail: async () => {
      const some = await payment(['instructed']);
      return some ? money(routes.markFailed, { params: { id: some.id ?? '' }, body: { reason: 'Refused' } }) : null;
    },
    return: async () => {
      const some = await payment(['paid']);
      return some ? money(routes.markReturned, { params: { id: some.id ?? '' }, body: { reason: 'Came back' } }) : null;
    },
    retry: async () => {
      const some = await payment(['failed', 'returned']);
      return some ? money(routes.retryPayment, { params: { id: some.id ?? '' } }) : null;
    },
    method: async () => {
      const some = pick(publishers);
      const kind = dice() < 0.5 ? { kind: 'bank', details: bankDetails } : { kind: 'paypal', details: payPalDetails };
      const body = { ...kind, currency: pick(['EUR', 'USD']), password: DEMO_PASSWORD };
      return as(some?.email ?? '', routes.setPayoutMethod, { body });
    },
    appeal: async () => {
      const some = dice() < 0.5 ? await conversion() : undefined;
      const other = some ? undefined : await document(['issued', 'approved', 'paying', 'paid']);
      const subject = some ? { kind: 'conversion', id: some.id } : { kind: 'document', id: other?.id };
      const email = emailOf(some?.publisher_id ?? other?.owner_id);
      return subject.id && email
        ? as(email, routes.openAppeal, { body: { subject, text: 'It was delivered.' } })
        : null;
    },
    dispute: async () => {
      const some = await conversion();
      const email = emailOf(some?.advertiser_id);
      const body = { subject: { kind: 'conversion', id: some?.id }, text: 'Nobody ordered that.' };
      return some && email ? as(email, routes.openDispute, { body }) : null;
    },
    'decide appeal': async () => {
      const some = await one(
        `select id, side, version from appeals where tenant_id = $1 and state = 'open' order by id`,
      );
      const outcome = pick(['uphold', 'overturn', 'partly']);
      const body = {
        outcome,
        text: 'Looked.',
        version: Number(some?.version),
        ...(outcome === 'partly' ? { amount: amount(9) } : {}),
      };
      const route = some?.side === 'publisher' ? routes.decideAppeal : routes.decideDispute;
      return some ? money(route, { params: { id: some.id ?? '' }, body }) : null;
    },
    'withdraw appeal': async () => {
      const some = await one(
        `select id, side, owner_id from appeals where tenant_id = $1 and state = 'open' order by id desc`,
      );
      const email = emailOf(some?.owner_id);
      const route = some?.side === 'publisher' ? routes.withdrawAppeal : routes.withdrawDispute;
      return some && email ? as(email, route, { params: { id: some.id ?? '' } }) : null;
    },
    'run invoices': () =>
      verb((tx, call) =>
        startRun(tx, call, {
          ...{ side: 'advertiser', periodFrom: '2020-01-01', periodTo: date(day(0)) },
          onlyOwner: dice() < 0.6 ? pick(advertisers)?.id : undefined,
        }),
      ),
    'credit invoice': async () => {
      const some = await document(['issued', 'part-paid'], 'advertiser');
      const id = some?.id ?? '';
      return some
        ? verb(async (tx, call) => {
            const on = await todayOf(tx, w.tenantId, call.clock.now());
            return creditDocument(tx, call, 'advertiser', id, { reason: 'Wrong', day: on });
          })
        : null;
    },
    deposit: () =>
      money(routes.recordDeposit, {
        body: {
          ...{ advertiser_id: pick(advertisers)?.id, currency: pick(['USD', 'EUR']), amount: cents(200) },
          ...{ received_on: date(day(1)), allocate: dice() < 0.5 ? 'oldest' : 'none' },
        },
      }),
    allocate: async () => {
      const [deposit, invoice] = [
        await one(`select id from deposits where tenant_id = $1 order by id desc`),
        await document(['issued', 'part-paid'], 'advertiser'),
      ];
      const body = dice() < 0.5 ? {} : { invoices: [{ id: invoice?.id ?? 'none', amount: cents(30) }] };
      return deposit ? money(routes.allocateDeposit, { params: { id: deposit.id ?? '' }, body }) : null;
    },
    'take back': async () => {
      const some = await one(
        `select deposit_id, document_id from deposit_allocations where tenant_id = $1 order by created_at desc`,
      );
      const body = { invoice_id: some?.document_id, reason: 'Wrong one' };
      return some ? money(routes.takeBackAllocation, { params: { id: some.deposit_id ?? '' }, body }) : null;
    },
    'return deposit': async () => {
      const some = await one(`select id from deposits where tenant_id = $1 and state = 'received' order by id desc`);
      return some
        ? money(routes.returnDeposit, { params: { id: some.id ?? '' }, body: { reason: 'Sent back' } })
        : null;
    },
    'write off': async () => {
      const some = await document(['issued', 'part-paid'], 'advertiser');
      return some
        ? money(routes.writeOffInvoice, { params: { id: some.id ?? '' }, body: { amount: cents(9), reason: 'Lost' } })
        : null;
    },
    close: () =>
      money(routes.closePeriod, { body: { month: date(day(35 + below(3) * 30)).slice(0, 7), accept_open: true } }),
    reopen: async () => {
      const some = await one(`select id from period_closes where tenant_id = $1 and state = 'closed'`);
      return some
        ? asManager(routes.reopenPeriod, { params: { id: some.id ?? '' }, body: { reason: 'Forgotten' } })
        : null;
    },
  };
}

/** how often each comes, of a hundred or so */
const weights: Record<string, number> = {
  ...{
    convert: 22,
    decide: 4,
    'reject after paid': 2,
    adjust: 4,
    run: 4,
    issue: 7,
    'issue many': 2,
    approve: 9,
    'credit note': 3,
  },
  ...{
    batch: 5,
    'approve batch': 8,
    'preview batch': 1,
    'cancel batch': 1,
    instruct: 5,
    stop: 1,
    answers: 4,
    paid: 5,
    fail: 2,
  },
  ...{
    return: 0.5,
    retry: 1,
    method: 0.05,
    appeal: 1,
    dispute: 0.7,
    'decide appeal': 4,
    'withdraw appeal': 1,
    'run invoices': 2,
  },
  ...{
    'credit invoice': 1,
    deposit: 2,
    allocate: 2,
    'take back': 1,
    'return deposit': 1,
    'write off': 0.5,
  },
  ...{ close: 0.2, reopen: 0.4 },
};
const names = Object.keys(weights);
const whole = names.reduce((sum, name) => sum + (weights[name] ?? 0), 0);
function nameAt(share: number): string {
  let left = share * whole;
  for (const name of names) {
    left -= weights[name] ?? 0;
    if (left < 0) return name;
  }
  return 'convert';
}

let [taken, until] = [0, Number.POSITIVE_INFINITY];
const counts = new Map<string, { done: number; refused: number; nothing: number }>();

/** an invoice of somebody else's; an answer that came twice; a part of more than was asked about */
const mayBeWrong: ReadonlySet<string> = new Set(['allocate', 'answers', 'decide appeal']);

/** before the walk, one after the other: so that something is billed, paid and taken back in the shortest of them, too */
const opening = [
  ...Array.from({ length: 14 }, () => 'convert'),
  ...['run', 'issue many', 'issue many', 'issue many', 'credit note'],
  ...Array.from({ length: 8 }, () => 'approve'),
  ...['batch', 'approve batch', 'paid', 'instruct', 'answers', 'reject after paid'],
];
async function begin(): Promise<void> {
  const steps = stepsOf(diceFrom(SEED - 1));
  for (const name of opening) {
    t.clock.advance(1_000);
    await steps[name]?.();
  }
}

async function client(number: number): Promise<void> {
  const dice = diceFrom(SEED + number * 7_919);
  const steps = stepsOf(dice);
  for (let at = 0; at < STEPS && performance.now() < until; at++) {
    taken++;
    if (number === 0 && STEPS > 200 && at % 100 === 0) process.stdout.write(`  ${taken} steps taken\n`);
    t.clock.advance(1 + Math.floor(dice() * 120_000));
    const name = nameAt(dice());
    const reply = await steps[name]?.();
    const count = counts.get(name) ?? { done: 0, refused: 0, nothing: 0 };
    counts.set(name, count);
    if (!reply) count.nothing++;
    else if (reply.status < 300) count.done++;
    else count.refused++;
    // whatever is refused is refused in words, and for a reason that a client could not know
    if (reply && (reply.status >= 500 || (reply.status === 400 && !mayBeWrong.has(name)))) {
      expect.fail(`seed ${SEED}, client ${number}, step ${at}, ${name}: ${reply.status} ${reply.raw ?? ''}`);
    }
  }
}

const findings = () =>
  t.app.database.withTenant(w.tenantId, systemActor, async (tx) => [
    ...(await verifyLedger(tx, w.tenantId)).findings,
    ...(await checkBooks(tx, w.tenantId)),
    ...(await checkBilling(testVault)(tx, w.tenantId)),
  ]);

const numberOf = async (statement: string): Promise<number> => Number((await found(statement, [w.tenantId]))[0]?.n);

test(
  `${CLIENTS} clients × ${STEPS} steps, seed ${SEED}: all eight invariants hold`,
  async () => {
    process.stdout.write(`billing:proof BILLING_SEED=${SEED} BILLING_CLIENTS=${CLIENTS} BILLING_STEPS=${STEPS}\n`);
    const began = performance.now();
    until = began + MINUTES * MINUTE_MS;
    await begin();
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    await worker.drain();
    const seconds = (performance.now() - began) / 1_000;
    const rows = [...counts].sort(([a], [b]) => a.localeCompare(b));
    for (const [name, { done, refused, nothing }] of rows) {
      process.stdout.write(
        `  ${name.padEnd(18)}${String(done).padStart(6)} done ${String(refused).padStart(6)} refused ${String(nothing).padStart(6)} had nothing to do\n`,
      );
    }
    const sizes = {
      transfers: await numberOf('select count(*) as n from ledger_transfers where tenant_id = $1'),
      documents: await numberOf(`select count(*) as n from documents where tenant_id = $1`),
      claims: await numberOf('select count(*) as n from document_entries where tenant_id = $1'),
      payments: await numberOf('select count(*) as n from payments where tenant_id = $1'),
      settlements: await numberOf(
        `select count(*) as n from ledger_transfers where tenant_id = $1 and leg = 'settlement'`,
      ),
    };
    const told = Object.entries(sizes).map(([name, n]) => `${n} ${name}`);
    process.stdout.write(`  ${taken} steps in ${seconds.toFixed(0)} s: ${told.join(', ')}\n`);
    expect({ seed: SEED, broken: await brokenInvariants(t.database.asOwner, w.tenantId) }).toEqual({
      seed: SEED,
      broken: {},
    });
    expect({ seed: SEED, findings: await findings() }).toEqual({ seed: SEED, findings: [] });
    process.stdout.write(`  all eight invariants hold, and the verifier has nothing to say\n`);
    // a walk in which nothing happens proves nothing
    for (const size of Object.values(sizes)) expect(size).toBeGreaterThan(0);
    if (taken >= 10_000) {
      expect(rows.filter(([, { done }]) => done === 0).map(([name]) => name)).toEqual([]);
    }
  },
  300_000 + CLIENTS * STEPS * 1_000,
);

// in a transaction that is rolled back, past all triggers: each query tells the row that breaks its invariant
test('each invariant is told by its own query when a row is altered', async () => {
  const client = new pg.Client({ connectionString: t.database.ownerUrl });
  await client.connect();
  const some = (table: string, where: string) =>
    `ctid = (select ctid from ${table} where tenant_id = '${w.tenantId}' and ${where} limit 1)`;
  // of a document that none is under way for
  const over = `state not in ('reserved', 'instructed') and not exists (select from payments x
    where x.document_id = payments.document_id and x.state in ('reserved', 'instructed', 'paid') and x.id <> payments.id)`;
  const alter: [number, string][] = [
    [1, `update documents set state = 'issued' where ${some('documents', `state = 'credited'`)}`],
    [
      2,
      `update document_lines set amount_micros = amount_micros + 1 where ${some('document_lines', `kind = 'earning'`)}`,
    ],
    [
      3,
      `update ledger_accounts set credits_posted = credits_posted + 1 where ${some('ledger_accounts', `kind = 'publisher_payable'`)}`,
    ],
    [
      3,
      `update documents set settled_micros = settled_micros + 1 where ${some('documents', `side = 'publisher' and number is not null and settled_micros < total_micros`)}`,
    ],
    [
      4,
      `update payout_methods set held_until = 'infinity' where id = (select method_id from payments where tenant_id = '${w.tenantId}' limit 1)`,
    ],
    [
      4,
      `insert into appeals (tenant_id, id, side, owner_id, subject_kind, subject_id, reason, due_at, created_at)
       select tenant_id, uuidv7(), 'publisher', owner_id, 'document', document_id, 'x', now(), '2000-01-01' from payments p where tenant_id = '${w.tenantId}'
         and not exists (select from appeals a where a.subject_id = p.document_id and a.state = 'open') limit 1`,
    ],
    [
      4,
      `update conversions set at = '2100-01-01' where id = (select t.subject_id from payments p join document_entries e using (document_id)
       join ledger_transfers t on t.id = e.transfer_id where p.tenant_id = '${w.tenantId}' and t.subject_kind = 'conversion' limit 1)`,
    ],
    [5, `update payments set state = 'paid', gross_micros = gross_micros * 1000 where ${some('payments', over)}`],
    [6, `update documents set number = number + 1000 where ${some('documents', 'number = 1')}`],
    [7, `update payments set state = 'instructed' where ${some('payments', over)}`],
    [8, `update ledger_accounts set debits_posted = debits_posted + 1 where ${some('ledger_accounts', 'true')}`],
  ];
  try {
    for (const [number, statement] of alter) {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      const { rowCount } = await client.query(statement);
      const broken = await brokenInvariants(
        async (text, values) => (await client.query(text, values)).rows,
        w.tenantId,
      );
      await client.query('rollback');
      expect({
        statement,
        rowCount,
        told: Object.keys(broken).some((name) => name.startsWith(`${number}:`)),
      }).toMatchObject({
        ...{ statement, rowCount: 1, told: true },
      });
    }
  } finally {
    await client.end();
  }
});
