// Credit: exposure against the ledger, the three levels, the stop and the way back. An offer's conversion is worth 10 USD.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { mailLinks } from '../../../testing-mail-links.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { levelOf, usedPercent } from './credit.ts';
import { addInvoice } from './testing.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  token = (await t.signIn('admin@demo.test')).token;
  await t.database.asOwner(`update tenants set currency = 'USD' where subdomain = 'demo'`);
});
afterAll(() => t.close());

const account = async (w: World) =>
  (await t.call(routes.advertiserAccount, { token, params: { id: w.advertiser.id } })).body;
const setLimit = (w: World, limit: string | null, version = 0) =>
  t.call(routes.setCreditLimit, { token, params: { id: w.advertiser.id }, body: { limit, version, reason: 'Agreed' } });
const deposit = (w: World, amount: string, more: Record<string, unknown> = {}, headers = {}) =>
  t.call(routes.recordDeposit, {
    token,
    headers,
    body: { advertiser_id: w.advertiser.id, currency: 'USD', amount, received_on: '2026-01-05', ...more },
  });
const events = async (w: World) =>
  (
    await t.database.asOwner<{ topic: string }>(
      `select topic from outbox where topic like 'credit.%' and payload->>'advertiser_id' = $1 order by id`,
      [w.advertiser.id],
    )
  ).map(({ topic }) => topic);
const snapshot = async (w: World) =>
  (
    await t.database.asOwner<{ credit: string | null }>(
      `select value->>'credit' as credit from snapshot_entities where entity = 'advertiser' and entity_key = $1`,
      [`${w.tenantNumber}/${w.advertiser.number}`],
    )
  )[0]?.credit ?? null;

describe('the arithmetic', () => {
  const used = (limit: number, receivable: number, pending: number, prepaid: number) => {
    const row = {
      limit: BigInt(limit),
      receivable: BigInt(receivable),
      pending: BigInt(pending),
      prepaid: BigInt(prepaid),
      exposure: BigInt(receivable + pending - prepaid),
    };
    return [usedPercent(row), levelOf(row)];
  };
  test.each([
    // limit, receivable, pending, prepaid: used %, level
    [1000, 0, 0, 0, 0, 0],
    [1000, 700, 99, 0, 79, 0],
    [1000, 700, 100, 0, 80, 80],
    [1000, 899, 0, 0, 89, 80],
    [1000, 900, 0, 0, 90, 90],
    [1000, 999, 0, 0, 99, 90],
    [1000, 1000, 0, 0, 100, 100],
    [1000, 1200, 0, 500, 70, 0],
    [1000, 0, 0, 500, 0, 0],
    [0, 0, 0, 0, null, 100],
    [0, 80, 0, 100, 80, 80],
    [0, 90, 10, 100, 100, 100],
    [0, 10, 0, 100, 10, 0],
  ])(
    'limit %i, receivable %i, pending %i, prepaid %i: %s %%, level %s',
    (limit, receivable, pending, prepaid, percent, level) => {
      expect(used(limit, receivable, pending, prepaid)).toEqual([percent, level]);
    },
  );
});

test('80, 90 and 100 per cent are told of once each, the stop reaches the trackers, and a deposit opens it by itself', async () => {
  const w = await createWorld(t);
  const offer = await w.addOffer();
  expect((await setLimit(w, '100')).body).toMatchObject({ limit: '100', standing: 'open', used: 0, version: 1 });
  const convert = async (times: number) => {
    for (let n = 0; n < times; n++) await w.convert({ click_id: w.clickId(offer.number), txn_id: `${Math.random()}` });
  };
  await convert(7);
  expect(await events(w)).toEqual([]);
  await convert(1);
  expect([await events(w), (await account(w)).standing]).toEqual([['credit.warned'], 'warned']);
  await convert(1);
  expect(await events(w)).toEqual(['credit.warned', 'credit.warned']);
  expect(await snapshot(w)).toBeNull();
  await convert(1);
  expect(await events(w)).toEqual(['credit.warned', 'credit.warned', 'credit.stopped']);
  expect(await snapshot(w)).toBe('stopped');
  expect(await account(w)).toMatchObject({
    receivable: '100',
    pending: '0',
    exposure: '100',
    used: 100,
    overshoot: '0',
  });
  // clicks that were sent before: pending, and the overshoot
  await convert(2);
  expect(await account(w)).toMatchObject({
    pending: '20',
    exposure: '120',
    overshoot: '20',
    waiting: 2,
    standing: 'stopped',
  });
  expect((await w.conversions()).at(-1)).toMatchObject({
    status: 'pending',
    reason: 'The advertiser’s credit is used up',
  });

  const headers = { 'idempotency-key': `k-${w.advertiser.number}` };
  const first = await deposit(w, '50', {}, headers);
  expect([first.status, (await deposit(w, '50', {}, headers)).body]).toEqual([201, first.body]);
  expect((await deposit(w, '51', {}, headers)).status).toBe(409);
  await t.app.worker?.drain();
  expect(await snapshot(w)).toBeNull();
  expect((await events(w)).at(-1)).toBe('credit.reopened');
  expect(await account(w)).toMatchObject({ prepaid: '50', exposure: '70', used: 70, standing: 'open', overshoot: '0' });
  const mails = (await t.inbox()).filter(({ to }) => to.includes(`advertiser-${w.advertiser.number}@`));
  expect(mails.map(({ subject }) => subject.split(':')[0]).sort()).toEqual([
    expect.stringContaining('Most of a credit limit'),
    expect.stringContaining('Most of a credit limit'),
    'Traffic goes on',
    'Traffic has stopped',
  ]);
  expect((await setLimit(w, '10')).status).toBe(409);
  expect((await setLimit(w, '10', 1)).body).toMatchObject({ standing: 'stopped', overshoot: '60' });
  expect((await setLimit(w, null, 2)).body).toMatchObject({ limit: null, standing: 'unlimited', used: null });
  await t.app.worker?.drain();
  expect(await snapshot(w)).toBeNull();
}, 60_000);

test('a prepaid account (limit 0) is open while something of it is left', async () => {
  const w = await createWorld(t);
  expect((await setLimit(w, '0')).body).toMatchObject({ standing: 'stopped', used: null });
  await deposit(w, '25');
  expect(await account(w)).toMatchObject({ standing: 'open', prepaid: '25', exposure: '-25' });
  const offer = await w.addOffer();
  for (let n = 0; n < 3; n++) await w.convert({ click_id: w.clickId(offer.number), txn_id: `p${n}` });
  expect(await account(w)).toMatchObject({ standing: 'stopped', exposure: '5', overshoot: '5' });
});

describe('deposits', () => {
  test('oldest first, by hand, taken back, returned, written off; never more than there is', async () => {
    const w = await createWorld(t);
    const [late, early] = [
      await addInvoice(t, w, { amount: 60_000_000n, dueOn: '2026-03-01' }),
      await addInvoice(t, w, { amount: 40_000_000n, dueOn: '2026-02-01' }),
    ];
    const made = (await deposit(w, '50', { allocate: 'oldest', reference: 'DEMO-1' })).body;
    expect(made).toMatchObject({
      free: '0',
      allocated: [
        { document_id: early, amount: '40' },
        { document_id: late, amount: '10' },
      ],
    });
    const states = async () =>
      (await t.call(routes.invoices, { token, query: { advertiser_id: w.advertiser.id } })).body.rows.map(
        (row: { id: string; state: string; open: string; paid: string }) => [row.id, row.state, row.paid, row.open],
      );
    expect(await states()).toEqual(
      expect.arrayContaining([
        [early, 'paid', '40', '0'],
        [late, 'part-paid', '10', '50'],
      ]),
    );
    const params = { id: made.id };
    const back = { invoice_id: late, reason: 'Meant for another' };
    expect((await t.call(routes.returnDeposit, { token, params, body: { reason: 'x' } })).status).toBe(409);
    expect((await t.call(routes.takeBackAllocation, { token, params, body: back })).body).toMatchObject({ free: '10' });
    expect((await t.call(routes.takeBackAllocation, { token, params, body: back })).status).toBe(409);
    const byHand = (amount: string) =>
      t.call(routes.allocateDeposit, { token, params, body: { invoices: [{ id: late, amount }] } });
    expect([(await byHand('11')).status, (await byHand('7')).body.free]).toEqual([409, '3']);
    expect((await byHand('100')).body.error.message).toMatch('only 53 USD are open');
    const lost = { token, params: { id: late }, body: { amount: '50', reason: 'Insolvent' } };
    expect((await t.call(routes.writeOffInvoice, lost)).body).toMatchObject({ open: '3' });
    expect((await t.call(routes.writeOffInvoice, lost)).status).toBe(409);
    expect((await byHand('3')).body.free).toBe('0');
    expect((await states()).map(([, state]: string[]) => state)).toEqual(['paid', 'paid']);
    expect((await t.call(routes.writeOffInvoice, lost)).status).toBe(409);
    // it pays after all: once for each part that was given up, and never more
    const recovered = (amount?: string) =>
      t.call(routes.recoverInvoice, { ...lost, body: { reason: 'Paid after all', ...(amount ? { amount } : {}) } });
    expect((await recovered('51')).body.error.message).toMatch('only 50 USD were written off');
    expect((await recovered('20')).body).toMatchObject({ open: '20' });
    expect((await states()).find(([id]: string[]) => id === late)).toEqual([late, 'part-paid', '10', '20']);
    expect((await recovered()).body).toMatchObject({ open: '50' });
    expect((await recovered()).body.error.message).toMatch('Nothing of');
    await deposit(w, '50', { allocate: 'oldest' });
    expect((await states()).find(([id]: string[]) => id === late)).toEqual([late, 'paid', '60', '0']);
    const [trail] = await t.database.asOwner<{ n: number }>(
      `select count(*)::int as n from audit_log where action = 'invoice.recovered' and object_id = $1`,
      [late],
    );
    expect(trail?.n).toBe(2);
  });

  test('before it has come, another’s invoice, another currency, an invoice twice: refused with their place', async () => {
    const [w, other] = [await createWorld(t), await createWorld(t)];
    const ahead = new Date(t.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    const early = await deposit(w, '50', { received_on: ahead });
    expect([early.status, early.body.error?.path]).toEqual([400, ['received_on']]);
    const { id } = (await deposit(w, '50')).body;
    const foreign = await addInvoice(t, other, { amount: 1_000_000n });
    const euros = await addInvoice(t, w, { amount: 1_000_000n, currency: 'EUR' });
    const own = await addInvoice(t, w, { amount: 1_000_000n });
    const allocate = (...ids: string[]) =>
      t.call(routes.allocateDeposit, {
        token,
        params: { id },
        body: { invoices: ids.map((one) => ({ id: one, amount: '1' })) },
      });
    expect((await allocate(foreign)).status).toBe(400);
    expect((await allocate(own, euros)).body.error.message).toMatch('is in EUR');
    expect((await allocate(own, own)).status).toBe(400);
    expect((await allocate(own)).status).toBe(200);
  });
});

test('an invoice that is late is reminded of by the job, once a stage, and by hand once a day', async () => {
  const w = await createWorld(t);
  const day = (days: number) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const id = await addInvoice(t, w, { amount: 5_000_000n, dueOn: day(-2) });
  const stages = () =>
    t.database.asOwner<{ stage: number | null }>(
      'select stage from document_reminders where document_id = $1 order by at',
      [id],
    );
  const run = async () => {
    await t.database.asOwner(`update jobs set state = 'ready', run_at = $1 where handler = 'billing.remind'`, [
      t.clock.now(),
    ]);
    await t.app.worker?.drain();
  };
  await run();
  await run();
  expect(await stages()).toEqual([{ stage: 1 }]);
  expect((await t.call(routes.remindInvoice, { token, params: { id } })).status).toBe(409);
  t.clock.advance(86_400_000 * 7);
  await run();
  expect(await stages()).toEqual([{ stage: 1 }, { stage: 8 }]);
  t.clock.advance(86_400_000 + 1);
  token = (await t.signIn('admin@demo.test')).token;
  expect((await t.call(routes.remindInvoice, { token, params: { id } })).body).toMatchObject({ id });
  const [row] = (await t.call(routes.invoices, { token, query: { advertiser_id: w.advertiser.id, overdue: '1' } })).body
    .rows;
  expect(row).toMatchObject({ reminders: 3, overdue_days: 10, open: '5' });
});

test('every mail leads its reader to a screen of its own surface', async () => {
  const { followed, lost } = await mailLinks(t);
  expect(lost).toEqual([]);
  expect(followed).toBeGreaterThan(0);
});

test('of two who change an advertiser’s terms at once the second is told', async () => {
  const w = await createWorld(t);
  const { terms_version } = await account(w);
  const save = (po_number: string, version: number) =>
    t.call(routes.setAdvertiserTerms, {
      token,
      params: { id: w.advertiser.id },
      body: { net_days: 30, po_number, terms_version: version },
    });
  expect([(await save('PO-1', terms_version)).status, (await save('PO-2', terms_version)).status]).toEqual([200, 409]);
  expect((await account(w)).po_number).toBe('PO-1');
  expect((await save('PO-3', (await account(w)).terms_version)).body.po_number).toBe('PO-3');
});
