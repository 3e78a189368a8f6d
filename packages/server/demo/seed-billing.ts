// The demo tenant's quarter of billing, once, by the verbs that people use, each at its own moment of the past: earnings, runs,
// documents in every state, batches with a payment that failed, invoices paid and overdue, two closed months, an appeal and a
// dispute. One transaction: a start that is interrupted leaves nothing half done.

import { rolePresets } from '@tributary/contract/accounts/roles';
import { wholeScope } from '@tributary/contract/accounts/scope';
import { macKey } from '@tributary/contract/tracker/siphash';
import { CLICK_ID_KEY_LABEL } from '@tributary/contract/tracker/tracker-wire';
import type { SignedInCall, TeamRole, TenantContext } from '../http/call.ts';
import { type Account, findAccountByEmail, type PasswordHasher } from '../modules/accounts/index.ts';
import {
  billingHandlers,
  documents,
  makeFiles,
  ownTerms,
  refuseClosedMonth,
  refuseRateOfClosed,
  runBilling,
  runReferrals,
  saveOwnTerms,
  startRun,
} from '../modules/billing/index.ts';
import { addConversion, missingRates, usedBy, waitingFor } from '../modules/conversions/index.ts';
import { termsAt } from '../modules/offers/index.ts';
import { rateHandlers } from '../modules/rates/index.ts';
import { readSettings, saveSettings } from '../modules/settings/index.ts';
import { findTenant } from '../modules/tenancy/index.ts';
import { countDrift, countUnmatched } from '../modules/trust/index.ts';
import { type Clock, DAY_MS, HOUR_MS, unixSeconds } from '../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { InstallationSecret } from '../platform/secret.ts';
import { createVault } from '../platform/vault.ts';
import { random } from './believable.ts';
import {
  adam,
  camila,
  collection,
  earnings,
  euroRates,
  grace,
  jonas,
  lena,
  meera,
  payees,
  paying,
  payment,
  priya,
  purchaseOrders,
  rohan,
  sofia,
  tom,
} from './billing-story.ts';
import { demoOffers } from './demo-offers.ts';
import { onePage } from './one-page.ts';
import { DEMO_PASSWORD } from './seed-demo.ts';
import { seedValidation } from './seed-validation.ts';

export interface DemoBillingDeps {
  database: Database;
  passwords: PasswordHasher;
  secret: InstallationSecret;
  publicOrigin: URL;
  clock: Clock;
  log: Log;
}

/** so many days of a month may be used by what follows it: all of it lies in the past */
const DAYS_AFTER = 12;
/** `month` counts back from the last one that began at least so many days ago; the quarter are 3, 2 and 1 */
function calendarOf(now: Date) {
  const last = new Date(now.getTime() - DAYS_AFTER * DAY_MS);
  const at = (month: number, day: number, hour = 9): Date =>
    new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - month, day, hour));
  const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
  return {
    at,
    first: (month: number): string => dayOf(at(month, 1)),
    lastDay: (month: number): string => dayOf(at(month - 1, 0)),
    dayOf,
  };
}

export async function seedDemoBilling(deps: DemoBillingDeps): Promise<void> {
  const now = deps.clock.now();
  const tenant = await deps.database.withoutTenant((tx) => findTenant(tx, 'demo', now));
  if (!tenant) return;
  await deps.database.withTenant(tenant.id, systemActor, async (tx) => {
    // whoever has set something up meanwhile keeps what he has
    const { version } = await readSettings(tx, tenant.id, 'payment');
    if (version > 0) return;
    await play(tx, tenant, deps);
    deps.log.info({ tenant: tenant.subdomain }, 'demo billing created');
  });
}

async function play(tx: Tx, tenant: TenantContext, deps: DemoBillingDeps): Promise<void> {
  const { at, first, lastDay, dayOf } = calendarOf(deps.clock.now());
  // what opens a transaction of its own takes part in this one
  const database: Database = { ...deps.database, withTenant: (_tenantId, _actor, work) => work(tx) };
  const vault = createVault(deps.secret);
  const { passwords, publicOrigin } = deps;
  const billing = billingHandlers({ database, vault, passwords, publicOrigin, countDrift, countUnmatched });
  const people = new Map<string, Account>();
  const person = async (email: string): Promise<Account> => {
    const known = people.get(email) ?? (await findAccountByEmail(tx, email));
    if (!known) throw new Error(`the demo has no ${email}`);
    people.set(email, known);
    return known;
  };
  const as = async (email: string, moment: Date): Promise<SignedInCall> =>
    callOf(tx, tenant, await person(email), moment, deps);
  const finance = (moment: Date) => as('finance@demo.test', moment);
  const jobs = (moment: Date) => ({ database, vault, publicOrigin, clock: { now: () => moment } });

  // ------------------------------------------------------------------ how it is set up
  const start = at(3, 1);
  const owner = await as('admin@demo.test', start);
  await saveSettings(tx, owner, 'payment', { version: 0, value: payment });
  await saveSettings(tx, owner, 'paying', { version: 0, value: paying });
  await saveSettings(tx, owner, 'collection', { version: 0, value: collection });
  const rates = rateHandlers({ missingRates, usedBy, waitingFor, refuseClosed: refuseRateOfClosed });
  const enterRate = async (month: number) => {
    const found = euroRates.find(({ monthsAgo }) => monthsAgo === month);
    if (!found) return;
    const body = { base: 'EUR', quote: 'USD', from: first(month), rate: found.rate, reason: 'Monthly rate' };
    await say(rates.setExchangeRate, { body }, await finance(at(month, 1)));
  };
  await enterRate(3);
  await say(
    billing.addTaxRule,
    {
      body: {
        side: 'publisher',
        from: first(3),
        countries: ['in'],
        party: 'any',
        form: 'PAN',
        vat: 'outside',
        vat_rate: 0n,
        withholding_rate: 5_000_000n,
        threshold: 0n,
        without_form_rate: 20_000_000n,
        note: 'Tax deducted at source, as our adviser wrote it down',
      },
    },
    owner,
  );
  for (const payee of payees) {
    const call = await as(payee.email, start);
    const { party, name, country, vatId, address, form, agreed, method, terms } = payee;
    await say(
      billing.saveOwnTaxProfile,
      {
        body: {
          version: 0,
          party,
          legal_name: name,
          country,
          vat_id: vatId,
          ...address,
          form,
          form_expires_on: null,
        },
      },
      call,
    );
    if (form) {
      const data = onePage([`Permanent account number`, name]).toString('base64');
      await say(billing.sendOwnTaxForm, { body: { name: 'pan.pdf', data } }, call);
    }
    if (agreed) await say(billing.acceptSelfBilling, { body: { version: 1 } }, call);
    const { kind, currency, recipient } = method;
    const where = { street: address.street, building: address.house_number, postcode: address.postcode };
    const details = { name, recipient, bic: '', network: '' as const, ...where, town: address.town, country };
    await say(billing.setPayoutMethod, { body: { kind, currency, details, password: DEMO_PASSWORD } }, call);
    if (!terms) continue;
    const { net_days = null, hold_days = null, minimum = null } = terms;
    const body = { version: 0, cycle: null, net_days, hold_days, minimum };
    await say(billing.savePublisherTerms, { params: { id: (await person(payee.email)).id }, body }, owner);
  }
  for (const { of, po, limit, reason } of purchaseOrders) {
    const { id: ownerId } = await person(of);
    const account = { tenantId: tenant.id, ownerId, side: 'advertiser', at: start } as const;
    await saveOwnTerms(tx, account, { ...(await ownTerms(tx, ownerId)), netDays: 30, poNumber: po });
    await say(billing.setCreditLimit, { params: { id: ownerId }, body: { limit, version: 0, reason } }, owner);
  }

  // ------------------------------------------------------------------ what is done month by month
  const earn = async (month: 1 | 2 | 3): Promise<void> => {
    const next = random(`billing/${month}`);
    for (const { by, offer, goal, count, sale } of earnings) {
      const publisher = await person(by);
      const number = demoOffers.findIndex(({ form }) => form.offer_name === offer) + 1;
      const terms = await termsAt(tx, { number }, { at: at(month, 1) });
      if (terms?.title !== offer) throw new Error(`the demo's offer ${number} is not ${offer}`);
      const goalId = terms.goals.find(({ token }) => token === goal)?.id ?? null;
      for (let n = 0; n < (count[3 - month] ?? 0); n++) {
        const moment = new Date(at(month, 2 + Math.floor(next() * 25)).getTime() + Math.floor(next() * 10 * HOUR_MS));
        await convert(moment, {
          offer_id: terms.id,
          publisher_id: publisher.id,
          goal_id: goalId,
          sale_amount: sale === undefined ? null : BigInt(Math.round(sale * (0.6 + next()))) * 1_000_000n,
          status: 'approved',
          reason: 'From the advertiser’s monthly file',
        });
      }
    }
  };
  const key = macKey(deps.secret.derive(CLICK_ID_KEY_LABEL));
  type Given = Pick<
    Parameters<typeof addConversion>[3],
    'offer_id' | 'publisher_id' | 'goal_id' | 'sale_amount' | 'status' | 'reason'
  > & { txn_id?: string };
  const convert = async (moment: Date, given: Given) => {
    const call = await finance(new Date(moment.getTime() + HOUR_MS));
    const rest = { click_id: null, txn_id: null, revenue: null, payout: null, over_cap: false };
    return addConversion(
      tx,
      call,
      { key, refuseClosed: refuseClosedMonth },
      { ...rest, ...given, at: unixSeconds(moment) },
      call.principal.userId,
    );
  };
  const run = async (month: number, moment: Date) => {
    const call = await finance(moment);
    const { id } = await startRun(tx, call, { side: 'publisher', periodFrom: first(month), periodTo: lastDay(month) });
    await runBilling(jobs(moment), tenant.id, id);
    const { rows } = await documents.page(tx, { run: id, limit: 100 }, { side: 'publisher' });
    return rows;
  };
  const issueInvoices = async (month: number) => {
    const moment = at(month - 1, 2);
    const body = { period_from: first(month), period_to: lastDay(month) };
    const { id } = await say(billing.makeInvoices, { body }, await finance(moment));
    await runBilling(jobs(moment), tenant.id, id);
  };
  const issued = async (id: string, moment: Date) => {
    const call = await finance(moment);
    return say(billing.issueDocuments, { body: { ids: [id] } }, call);
  };
  const approve = async (ids: string[], moment: Date) =>
    say(billing.approveDocuments, { body: { ids } }, await finance(moment));
  const deposit = async (
    of: string,
    currency: string,
    amount: bigint,
    moment: Date,
    reference: string,
    isKept = false,
  ) =>
    say(
      billing.recordDeposit,
      {
        body: {
          advertiser_id: (await person(of)).id,
          currency,
          amount,
          reference,
          received_on: dayOf(moment),
          note: '',
          allocate: isKept ? 'none' : 'oldest',
        },
      },
      await finance(moment),
    );
  const close = async (month: number) => {
    const moment = at(month - 1, 6);
    await say(
      billing.closePeriod,
      { body: { month: first(month).slice(0, 7), accept_open: true } },
      await as('admin@demo.test', moment),
    );
  };
  const batch = async (ids: string[], note: string, moment: Date) => {
    const call = await finance(moment);
    const made = await say(billing.createBatch, { body: { documents: ids, note } }, call);
    const params = { id: made.id };
    await say(billing.approveBatch, { params, body: { preview: made.preview } }, call);
    await say(billing.makeBatchFiles, { params, body: {} }, call);
    const work = { payload: {}, tenantId: tenant.id, jobId: made.id, attempt: 1, log: deps.log };
    await makeFiles({ ...work, transaction: (inside) => inside(tx) }, made.id, jobs(moment));
    return made.id;
  };
  /** all are paid but those, which fail with the code */
  const answer = async (batchId: string, moment: Date, failing?: { email: string; code: string }) => {
    const call = await finance(moment);
    const { rows } = await say(billing.payments, { query: { batch: batchId, limit: 100 } }, call);
    const failed = failing && (await person(failing.email)).id;
    const content = rows
      .map(({ end_to_end_id: reference, publisher }) =>
        publisher.id === failed ? `${reference},failed,${failing?.code}` : `${reference},paid`,
      )
      .join('\n');
    await say(billing.importAnswers, { params: { id: batchId }, body: { content } }, call);
  };
  const of = async (rows: readonly { id: string; owner_id: string }[], ...emails: string[]) => {
    const owners = await Promise.all(emails.map(async (email) => (await person(email)).id));
    return rows.filter(({ owner_id }) => owners.includes(owner_id)).map(({ id }) => id);
  };
  const bonus = async (email: string, currency: string, amount: bigint, reason: string, moment: Date) =>
    say(
      billing.addAdjustment,
      { body: { owner_id: (await person(email)).id, currency, amount, reason, day: dayOf(moment) } },
      await finance(moment),
    );
  const sendInvoice = async (id: string, number: string, moment: Date) => {
    const call = await as(camila, moment);
    const { total } = await say(billing.ownDocument, { params: { id } }, call);
    const data = onePage([`Invoice ${number}`, 'Cupom Sul Ltda.', `Total ${total} USD`]).toString('base64');
    const body = { name: `${number}.pdf`, data, number, total: BigInt(Math.round(Number(total) * 1e6)) };
    await say(billing.sendOwnInvoice, { params: { id }, body }, call);
  };

  // ------------------------------------------------------------------ the first month: all of it is paid
  await deposit(adam, 'USD', 1_500_000_000n, at(3, 7), 'DEMO-3 / top-up');
  await earn(3);
  await bonus(priya, 'USD', 25_000_000n, 'Welcome bonus', at(3, 20));
  await enterRate(2);
  await runReferrals(jobs(at(2, 1)), tenant.id);
  await issueInvoices(3);
  const august = await run(3, at(2, 3));
  for (const { id } of august) await issued(id, at(2, 3));
  for (const id of await of(august, camila)) await sendInvoice(id, 'CS-2071', at(2, 4));
  await approve(
    august.map(({ id }) => id),
    at(2, 5),
  );
  await close(3);
  await deposit(meera, 'INR', 840_000_000n, at(2, 17), 'RB/MKT/88-1');
  await deposit(grace, 'USD', 23_200_000n, at(2, 19), 'Trailhead invoice');
  const firstBatch = await batch(
    august.map(({ id }) => id),
    'All of the first month',
    at(2, 18),
  );
  await answer(firstBatch, at(2, 20));

  // ------------------------------------------------------------------ the second: a payment fails, a document is taken back
  await earn(2);
  await bonus(lena, 'EUR', 40_000_000n, 'Newsletter placement, week 37', at(2, 21));
  const wrong = await bonus(rohan, 'INR', -500_000_000n, 'Voucher entered twice', at(2, 24));
  await say(
    billing.reverseAdjustment,
    { params: { id: wrong.id }, body: { reason: 'It was another account’s' } },
    await finance(at(2, 25)),
  );
  await enterRate(1);
  await runReferrals(jobs(at(1, 1)), tenant.id);
  await issueInvoices(2);
  // what is held for two weeks comes along
  const september = await run(2, at(1, 16));
  for (const { id } of september) await issued(id, at(1, 16));
  for (const id of await of(september, camila)) await sendInvoice(id, 'CS-2098', at(1, 16, 11));
  await close(2);
  const inEuro = september.filter(({ currency }) => currency === 'EUR');
  for (const id of await of(inEuro, lena)) {
    const call = await finance(at(1, 17));
    const { version } = await say(billing.document, { params: { id } }, call);
    const reason = 'The address of the recipient was not the one in the register';
    await say(billing.creditDocument, { params: { id }, body: { version, reason } }, call);
  }
  const toPay = await of(september, priya, rohan, camila, tom);
  await approve(toPay, at(1, 17));
  const second = await batch(toPay, 'Second month', at(1, 20));
  await answer(second, at(1, 22), { email: tom, code: 'AC04' });
  await deposit(grace, 'USD', 10_000_000n, at(1, 21), 'Trailhead, part of it');
  await deposit(meera, 'INR', 840_000_000n, at(1, 23), 'RB/MKT/88-2');

  // ------------------------------------------------------------------ the third: under way
  await earn(1);
  const vpn = await termsAt(
    tx,
    { number: demoOffers.findIndex(({ form }) => form.offer_name.startsWith('Northern Light')) + 1 },
    { at: at(1, 1) },
  );
  const refused = await convert(at(1, 24), {
    offer_id: vpn?.id ?? null,
    publisher_id: (await person(priya)).id,
    goal_id: null,
    sale_amount: null,
    status: 'rejected',
    reason: 'The order was cancelled within the trial',
  });
  const doubted = await convert(at(1, 26), {
    offer_id: vpn?.id ?? null,
    publisher_id: (await person(priya)).id,
    goal_id: null,
    sale_amount: null,
    status: 'approved',
    reason: 'From the advertiser’s monthly file',
  });
  await say(
    billing.openDispute,
    {
      body: {
        subject: { kind: 'conversion', id: doubted.id },
        text: 'This customer had an account with us since last year. Please look at it again.',
        files: [],
      },
    },
    await as(adam, at(1, 28)),
  );
  await enterRate(0);
  await runReferrals(jobs(at(0, 1)), tenant.id);
  await issueInvoices(1);
  const october = await run(1, at(0, 3));
  // Lena's stays a draft, Camila's waits for her invoice, Rohan's for somebody to approve it
  for (const id of await of(october, priya, rohan, camila, tom)) await issued(id, at(0, 4));
  await approve(await of(october, priya, tom), at(0, 5));
  await batch(await of(october, priya), 'Paid early, as agreed', at(0, 9));
  await deposit(adam, 'USD', 2_000_000_000n, at(0, 8), 'DEMO-3 / second top-up', true);
  const reminded = await finance(at(0, 10));
  const { rows: open } = await say(billing.invoices, { query: { limit: 100 } }, reminded);
  const late = await of(
    open.filter(({ overdue_days }) => overdue_days > 0).map(({ id, advertiser }) => ({ id, owner_id: advertiser.id })),
    jonas,
  );
  for (const id of late.slice(-1)) await say(billing.remindInvoice, { params: { id } }, reminded);
  const [lost] = await of(
    open.filter(({ overdue_days }) => overdue_days > 0).map(({ id, advertiser }) => ({ id, owner_id: advertiser.id })),
    sofia,
  );
  if (lost) {
    const body = { reason: 'Returned goods, agreed by telephone' };
    await say(billing.writeOffInvoice, { params: { id: lost }, body }, reminded);
  }
  await say(
    billing.openAppeal,
    {
      body: {
        subject: { kind: 'conversion', id: refused.id },
        text: 'The customer has told us that the plan was kept. The receipt is from after the trial.',
        files: [],
      },
    },
    await as(priya, at(0, 11)),
  );
  const publisher_id = (await person(priya)).id;
  await seedValidation({
    tenantId: tenant.id,
    currency: vpn?.currency ?? 'USD',
    advertiser: (moment) => as(adam, moment),
    manager: (moment) => as('admin@demo.test', moment),
    sell: (moment, txn_id) => {
      const order = { offer_id: vpn?.id ?? null, publisher_id, goal_id: null, sale_amount: null, txn_id };
      return convert(moment, { ...order, status: 'pending', reason: 'Waits for the advertiser’s validation' });
    },
    jobs: (moment) => ({ ...jobs(moment), key, refuseClosed: refuseClosedMonth }),
    at: (day, hour) => at(0, day, hour),
  });
}

const nothing = { params: undefined, query: undefined, body: undefined };
/** what a route takes of these */
const say = <Input, Reply>(
  handler: (input: Input, call: SignedInCall) => Promise<Reply>,
  given: Partial<Input>,
  call: SignedInCall,
): Promise<Reply> => handler({ ...nothing, ...given } as Input, call);

const teamOf = (preset: 'owner' | 'finance'): TeamRole => ({
  id: preset,
  name: rolePresets[preset].name,
  grants: rolePresets[preset].grants,
  scope: wholeScope,
  hidden: [],
});

/** somebody at the keyboard at that moment */
const callOf = (
  tx: Tx,
  tenant: TenantContext,
  { id, type, is_owner: isOwner, email }: Account,
  at: Date,
  { publicOrigin, log }: DemoBillingDeps,
): SignedInCall => ({
  tenant,
  principal: {
    sessionId: id,
    userId: id,
    role: type,
    isOwner,
    team: type === 'admin' ? teamOf(isOwner ? 'owner' : 'finance') : null,
    scopes: null,
    email,
    mustChangePassword: false,
    withheld: [],
    mustAcceptTerms: false,
    rules: { closedAddress: false, twoFactor: { on: false, dueAt: null, mustSetUp: false } },
    passwordEnteredAt: at,
    impersonator: null,
  },
  transaction: (work) => work(tx),
  clock: { now: () => at },
  ip: '127.0.0.1',
  country: () => null,
  countryOf: () => null,
  userAgent: '',
  requestId: newId(at.getTime()),
  idempotencyKey: null,
  origin: publicOrigin.origin,
  pageOrigin: publicOrigin.origin,
  log,
  cookies: {},
  setCookie: () => undefined,
  clearCookie: () => undefined,
});
