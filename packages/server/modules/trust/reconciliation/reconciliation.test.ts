// From a file to the books and back: what is applied changes each conversion once, whatever is killed or sent again in between, and what
// is undone leaves every account as it was.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, FakeClock } from '../../../platform/clock.ts';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { testVault } from '../../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { checkBilling } from '../../billing/index.ts';
import { checkBooks } from '../../conversions/index.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { COMPARED_BEFORE, SET_BY_HAND } from './apply.ts';
import { SEVERAL_LINES } from './match.ts';

let t: TestApp;
let w: World;
let token = '';
let worker: Database;
let order = 0;

const NOW = new Date('2026-11-12T09:00:00Z');
const map = {
  txn_id: 'order',
  click_id: 'click',
  amount: 'amount',
  currency: null,
  status: 'status',
  code: 'reason',
  at: 'time',
  date_order: 'iso',
  decimal_mark: 'point',
} as const;
const HEAD = 'order,click,amount,status,reason,time';
const fileOf = (...lines: string[]) => ({
  name: 'october.csv',
  data: Buffer.from([HEAD, ...lines].join('\n')).toString('base64'),
});
interface Asked {
  file: { name: string; data: string };
  [more: string]: unknown;
}
const form = (more: Asked) => ({
  advertiser_id: w.advertiser.id,
  map,
  period_from: '2026-11-01',
  period_to: '2026-11-20',
  zone: 'UTC',
  currency: 'USD',
  amount_is: 'sale',
  ...more,
});

beforeAll(async () => {
  t = await createTestApp({ clock: new FakeClock(NOW) });
  worker = t.database.open('worker');
  ({ token } = await t.signIn('admin@demo.test', { rememberMe: true }));
});
afterAll(() => t.close());
beforeEach(async () => {
  w = await createWorld(t);
});

const drain = () => t.app.worker?.drain();
/** an offer of a fifth of the sale, half of it the publisher's */
async function shared(): Promise<{ id: string; number: number }> {
  const offer = await w.addOffer({ offer_type: 'CPS' });
  await t.database.asOwner(
    `update offer_goals set revenue_micros = 0, payout_micros = 0, revenue_basis_points = 2000, payout_basis_points = 1000
     where offer_id = $1`,
    [offer.id],
  );
  t.clock.advance(1_000);
  return offer;
}
async function sell(
  offer: { number: number },
  more: Record<string, string> = {},
): Promise<{ txn: string; click: string }> {
  const [txn, click] = [`O-${++order}`, w.clickId(offer.number)];
  await w.click(click, new Date(t.clock.now().getTime() - 60_000), offer.number, {
    params: JSON.stringify({ p1: `sub-${order}` }),
  });
  await w.convert({ click_id: click, txn_id: txn, sale_amount: '100', status: 'pending', ...more });
  return { txn, click };
}
const upload = async (more: Asked) => {
  const { status, body } = await t.call(routes.startReconciliation, { token, body: form(more) as never });
  expect(status, JSON.stringify(body)).toBe(201);
  await drain();
  return body.id as string;
};
const rowsOf = async (id: string) => {
  const { body } = await t.call(routes.reconciliationRows, { token, params: { id }, query: { limit: '200' } });
  return body.rows as {
    line: number | null;
    finding: string;
    choice: string;
    outcome: string | null;
    note: string | null;
    id: string;
    code: string | null;
    conversion_id: string | null;
    suggested_id: string | null;
    receipt_id: string | null;
    billed: boolean;
    rate: string | null;
    ours: string | null;
    turned: string | null;
  }[];
};
const cases = async (id: string) => (await rowsOf(id)).map(({ line, finding, choice }) => [line, finding, choice]);
const act = async (route: 'applyReconciliation' | 'undoReconciliation', id: string, reason = 'By the October file') => {
  const answer = await t.call(routes[route], { token, params: { id }, body: { reason } });
  await drain();
  return answer;
};
const stateOf = async (id: string) => (await t.call(routes.reconciliation, { token, params: { id } })).body;
/** what each account has, and each conversion: the books */
async function books() {
  const accounts = await t.database.asOwner(
    `select owner_id, kind, currency, (credits_posted - debits_posted)::text as posted,
       (credits_pending - debits_pending)::text as pending from ledger_accounts where tenant_id = $1
     order by 1, 2, 3`,
    [w.tenantId],
  );
  return accounts.filter((one) => Number(one.posted) !== 0 || Number(one.pending) !== 0);
}
const standing = () =>
  t.database.asOwner(
    `select id, status, reason, revenue_micros::text, payout_micros::text, sale_micros::text, sale_currency, sale_rate_e12::text,
       decided_by, decided_at, ceiling, ceiling_by, hold_until, status_after_hold, amounts_by_hand, awaits_sale, booked,
       booked_revenue_micros::text, booked_payout_micros::text
     from conversions where advertiser_id = $1 order by id`,
    [w.advertiser.id],
  );
async function findings(): Promise<string[]> {
  return worker.withTenant(w.tenantId, systemActor, async (tx) => [
    ...(await checkBooks(tx, w.tenantId)),
    ...(await verifyLedger(tx, w.tenantId)).findings,
    ...(await checkBilling(testVault)(tx, w.tenantId)),
  ]);
}

test('every case of a file, with its line and what is proposed', async () => {
  const offer = await shared();
  const [same, more, back, missing, twice] = [
    await sell(offer),
    await sell(offer),
    await sell(offer),
    await sell(offer),
    await sell(offer),
  ];
  const ours = await sell(offer, { status: 'rejected' });
  const stranger = await createWorld(t, 'acme');
  const elsewhere = stranger.clickId((await stranger.addOffer()).number);
  const lost = w.clickId(offer.number);
  const id = await upload({
    file: fileOf(
      `${same.txn},,100,approved,,`,
      `${more.txn.toLowerCase()},,120.00,approved,,2026-11-12`,
      `${back.txn},,100,cancelled,,`,
      `${twice.txn},,100,approved,,`,
      `${twice.txn},,90,approved,,`,
      `${ours.txn},,100,approved,,`,
      'X-1,,100,approved,,2026-10-31',
      `X-2,${elsewhere},100,approved,,`,
      'X-3,rubbish,100,approved,,',
      `X-4,${lost},100,approved,,`,
      'X-5,,100,perhaps,,',
    ),
  });
  expect(await cases(id)).toEqual([
    [2, 'agree', 'approve'],
    [3, 'amount_differs', 'adjust'],
    [4, 'theirs_rejected', 'reject'],
    [5, 'twice', 'none'],
    [6, 'twice', 'none'],
    [7, 'we_rejected', 'none'],
    [8, 'outside_period', 'none'],
    [9, 'unknown_id', 'none'],
    [10, 'unknown_id', 'none'],
    [11, 'only_theirs', 'none'],
    [12, 'unreadable', 'none'],
    [null, 'only_ours', 'ask'],
  ]);
  const rows = await rowsOf(id);
  // another tenant's id and rubbish cannot be told apart
  const bare = ({ id: _id, line: _line, ...row }: Record<string, unknown>) => ({ ...row, txn_id: '', click_id: '' });
  expect(bare(rows[7] ?? {})).toEqual(bare(rows[8] ?? {}));
  expect(rows[11]).toMatchObject({ conversion_id: (await w.conversions()).find((c) => c.txn_id === missing.txn)?.id });
  expect(rows[1]).toMatchObject({ ours: '100', turned: '120', rate: '1' });
  const details = await stateOf(id);
  expect(details.findings).toContainEqual({ finding: 'unknown_id', rows: 2, chosen: 0 });
});

test('applied, each conversion has what the file says; undone, the books are as they were', async () => {
  const offer = await shared();
  const held = await w.addOffer({ hold_minutes: 0 });
  const [approve, adjust, reject] = [
    await sell(offer),
    await sell(offer, { status: 'approved' }),
    await sell(offer, { status: 'approved' }),
  ];
  const plain = await sell(held);
  const lost = w.clickId(offer.number);
  await w.click(lost, new Date(t.clock.now().getTime() - 60_000), offer.number);
  const [before, stood] = [await books(), await standing()];
  const id = await upload({
    file: fileOf(
      `${approve.txn},,100,approved,,`,
      `${adjust.txn},,250,approved,,`,
      `${reject.txn},,100,rejected,returned,`,
      `${plain.txn},,100,approved,,`,
      `NEW-${order},${lost},50,approved,,`,
    ),
  });
  const rows = await rowsOf(id);
  expect(rows.map(({ choice }) => choice)).toEqual(['approve', 'adjust', 'reject', 'approve', 'none']);
  expect(await books()).toEqual(before);
  const chosen = await t.call(routes.chooseReconciliationRows, {
    token,
    params: { id },
    body: { rows: [rows[4]?.id ?? ''], choice: 'add' },
  });
  expect(chosen.body).toEqual({ changed: 1, unchanged: 0 });
  expect((await act('applyReconciliation', id)).status).toBe(200);
  const done = await stateOf(id);
  expect(done).toMatchObject({ state: 'applied', done: 5, total: 5, halted: null });
  const now = new Map((await w.conversions()).map((one) => [one.txn_id, one]));
  expect(now.get(approve.txn)).toMatchObject({ status: 'approved', revenue_micros: '20000000' });
  expect(now.get(adjust.txn)).toMatchObject({
    status: 'approved',
    revenue_micros: '50000000',
    payout_micros: '25000000',
  });
  expect(now.get(reject.txn)).toMatchObject({
    status: 'rejected',
    reason: 'The advertiser’s validation: the order was returned.',
  });
  expect(now.get(`NEW-${order}`)).toMatchObject({ status: 'approved', revenue_micros: '10000000' });
  expect(await findings()).toEqual([]);
  // a second time nothing happens
  const applied = await books();
  expect((await act('applyReconciliation', id)).status).toBe(409);
  expect(await books()).toEqual(applied);

  expect((await act('undoReconciliation', id, 'It was last year’s')).status).toBe(200);
  expect(await stateOf(id)).toMatchObject({ state: 'undone', undo_reason: 'It was last year’s' });
  expect(await books()).toEqual(before);
  expect((await standing()).filter((one) => stood.some((old) => old.id === one.id))).toEqual(stood);
  expect((await w.conversions()).find(({ txn_id }) => txn_id === `NEW-${order}`)).toMatchObject({ status: 'rejected' });
  expect(await findings()).toEqual([]);
  expect((await act('undoReconciliation', id)).status).toBe(409);
});

test('what somebody has changed since stays, and says so', async () => {
  const offer = await shared();
  const [one, other] = [await sell(offer), await sell(offer)];
  const id = await upload({ file: fileOf(`${one.txn},,100,approved,,`, `${other.txn},,100,approved,,`) });
  await act('applyReconciliation', id);
  const changed = (await w.conversions()).find(({ txn_id }) => txn_id === other.txn)?.id ?? '';
  const body = { status: 'rejected' as const, reason: 'Found out later' };
  await t.call(routes.decideConversion, { token, params: { id: changed }, body });
  await act('undoReconciliation', id);
  expect((await rowsOf(id)).map(({ outcome }) => outcome)).toEqual(['undone', 'kept']);
  const now = new Map((await w.conversions()).map((row) => [row.txn_id, row.status]));
  expect([now.get(one.txn), now.get(other.txn)]).toEqual(['pending', 'rejected']);
  expect(await findings()).toEqual([]);
});

test('killed between batches it goes on with what is left, each row once', async () => {
  const offer = await w.addOffer();
  const orders: string[] = [];
  for (let n = 0; n < 120; n++) orders.push(`K-${++order}`);
  const clicks = orders.map(() => w.clickId(offer.number));
  await w.receipts(orders.map((txn_id, n) => ({ click_id: clicks[n] ?? '', txn_id, status: 'pending' })));
  await drain();
  const id = await upload({ file: fileOf(...orders.map((txn) => `${txn},,,approved,,`)) });
  // the second batch cannot end: as if the process had been killed in it
  await t.database.asOwner(
    `create function fall() returns trigger language plpgsql as $$ begin
       if (select count(*) from reconciliation_rows where reconciliation_id = new.reconciliation_id and outcome = 'changed') >= 70
       then raise exception 'killed'; end if; return new; end $$`,
  );
  await t.database.asOwner(
    'create trigger fall before update on reconciliation_rows for each row when (new.outcome is not null) execute function fall()',
  );
  const { applyRows } = await import('./apply.ts');
  await t.call(routes.applyReconciliation, { token, params: { id }, body: { reason: 'Killed' } });
  // whoever takes the head is the one that is killed: the job of the call itself stays away
  await t.database.asOwner(`delete from outbox where topic = 'reconciliation.asked'`);
  await t.database.asOwner(`delete from jobs where handler = 'trust.reconcile'`);
  const deps = { database: worker, clock: t.clock, key: [0, 0, 0, 0] as never, refuseClosed: async () => undefined };
  await expect(applyRows(deps, w.tenantId, id)).rejects.toThrow('killed');
  expect(await stateOf(id)).toMatchObject({ state: 'applying', done: 50, total: 120 });
  expect(await findings()).toEqual([]);
  await t.database.asOwner('drop trigger fall on reconciliation_rows');
  await t.database.asOwner('drop function fall()');
  await Promise.all([applyRows(deps, w.tenantId, id), applyRows(deps, w.tenantId, id)]);
  expect(await stateOf(id)).toMatchObject({ state: 'applied', done: 120, total: 120 });
  const changed = await t.database.asOwner<{ n: number }>(
    `select count(*)::int as n from audit_log where tenant_id = $1 and action = 'conversion.approved' and after ->> 'reason' = 'Killed'`,
    [w.tenantId],
  );
  expect(changed).toEqual([{ n: 120 }]);
  expect(await findings()).toEqual([]);
  await drain();
});

test('stopped it stands still, resumed it ends', async () => {
  const offer = await shared();
  const { txn } = await sell(offer);
  const id = await upload({ file: fileOf(`${txn},,100,approved,,`) });
  const post = (route: 'stopReconciliation' | 'resumeReconciliation') =>
    t.call(routes[route], { token, params: { id }, body: {} });
  expect((await post('stopReconciliation')).status).toBe(409);
  await t.call(routes.applyReconciliation, { token, params: { id }, body: { reason: 'Then not' } });
  expect((await post('stopReconciliation')).status).toBe(200);
  await drain();
  expect(await stateOf(id)).toMatchObject({ state: 'applying', halted: 'stopped', done: 0 });
  expect((await post('resumeReconciliation')).status).toBe(200);
  await drain();
  expect(await stateOf(id)).toMatchObject({ state: 'applied', halted: null, done: 1 });
});

test('what cannot be so is refused at its row, and the rest is applied', async () => {
  const offer = await w.addOffer();
  await w.addCap(offer.id, { metric: 'conversions', limit_value: 1, action: 'hold' });
  const [first, full] = [await sell(offer), await sell(offer)];
  const id = await upload({ file: fileOf(`${first.txn},,,approved,,`, `${full.txn},,,approved,,`) });
  await act('applyReconciliation', id);
  const rows = await rowsOf(id);
  expect(rows.map(({ outcome }) => outcome).sort()).toContain('changed');
  expect(await stateOf(id)).toMatchObject({ state: 'applied', done: 2 });
  expect(await findings()).toEqual([]);
});

test('a file in euros, by what is owed, within a tolerance', async () => {
  const offer = await w.addOffer();
  const [near, far] = [await sell(offer), await sell(offer)];
  await t.database.asOwner(
    `insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros) values ($1, 'EUR', 'USD', '2026-01-01', 1250000)
     on conflict do nothing`,
    [w.tenantId],
  );
  const id = await upload({
    file: fileOf(`${near.txn},,7.99,approved,,`, `${far.txn},,6,approved,,`),
    currency: 'EUR',
    amount_is: 'revenue',
    tolerance: '0.01',
  });
  expect((await cases(id)).map(([, finding]) => finding)).toEqual(['agree', 'amount_differs']);
  await act('applyReconciliation', id);
  const now = new Map((await w.conversions()).map((row) => [row.txn_id, row.revenue_micros]));
  expect([now.get(near.txn), now.get(far.txn)]).toEqual(['10000000', '7500000']);
  expect(await findings()).toEqual([]);
});

describe('what only we have', () => {
  test('is asked about, and rejected after the deadline, as not found', async () => {
    const offer = await shared();
    const [told, untold] = [await sell(offer), await sell(offer)];
    const file = fileOf(`${told.txn},,100,approved,,`);
    const waits = await upload({ file, deadline: '2026-11-12' });
    expect(await cases(waits)).toContainEqual([null, 'only_ours', 'ask']);
    t.clock.advance(DAY_MS);
    await t.call(routes.matchReconciliation, { token, params: { id: waits }, body: {} });
    await drain();
    expect(await cases(waits)).toContainEqual([null, 'only_ours', 'reject']);
    await act('applyReconciliation', waits);
    expect((await w.conversions()).find(({ txn_id }) => txn_id === untold.txn)).toMatchObject({
      status: 'rejected',
      reason: 'The advertiser’s validation: the order was not found.',
    });
  });

  test('is only hinted at by amount and time', async () => {
    const offer = await shared();
    await sell(offer, { sale_amount: '77.77' });
    const id = await upload({
      file: fileOf(`ELSE-1,,77.77,approved,,${t.clock.now().toISOString().slice(0, 16)}`),
      deadline: '2026-11-01',
    });
    const rows = await rowsOf(id);
    expect(rows[0]).toMatchObject({ finding: 'only_theirs', choice: 'none', conversion_id: null });
    expect(rows[0]?.suggested_id).toBe(rows[1]?.conversion_id);
    expect(rows[1]).toMatchObject({ finding: 'only_ours', choice: 'ask' });
  });

  test('is not what two lines mean at once', async () => {
    const offer = await shared();
    const { txn, click } = await sell(offer);
    const id = await upload({
      file: fileOf(`${txn},,100,approved,,`, `,${click},100,approved,,`),
      deadline: '2026-11-01',
    });
    const rows = await rowsOf(id);
    expect(rows.map(({ finding, note }) => [finding, note])).toEqual([
      ['twice', SEVERAL_LINES],
      ['twice', SEVERAL_LINES],
    ]);
  });
});

test('the publisher’s export is held against the same period, and has no effect', async () => {
  const offer = await shared();
  const [both, ourOwn] = [await sell(offer), await sell(offer)];
  const sub = order - 1;
  const id = await upload({ file: fileOf(`${both.txn},,100,approved,,`, `${ourOwn.txn},,100,approved,,`) });
  const lines = ['p1,click', `sub-${sub},`, 'sub-never,', `,${w.clickId(offer.number)}`, ',rubbish'];
  const file = { name: 'export.csv', data: Buffer.from(lines.join('\n')).toString('base64') };
  const { status } = await t.call(routes.addPublisherFile, {
    token,
    params: { id },
    body: { publisher_id: w.publisher.id, file, map: { p1: 'p1', click_id: 'click' } },
  });
  expect(status).toBe(200);
  await drain();
  expect((await cases(id)).slice(2)).toEqual([
    [2, 'publisher_agrees', 'none'],
    [3, 'publisher_only', 'none'],
    [4, 'publisher_only', 'none'],
    [5, 'unknown_id', 'none'],
    [null, 'publisher_missing', 'none'],
  ]);
});

test('what somebody decided after it was compared stays, and is said at its row', async () => {
  const offer = await shared();
  const [decided, adjusted, left] = [await sell(offer), await sell(offer), await sell(offer)];
  const id = await upload({
    file: fileOf(`${decided.txn},,,cancelled,,`, `${adjusted.txn},,80,approved,,`, `${left.txn},,80,approved,,`),
  });
  const found = async ({ txn }: { txn: string }) => (await w.conversions()).find(({ txn_id }) => txn_id === txn);
  const params = async (one: { txn: string }) => ({ id: (await found(one))?.id ?? '' });
  const approve = { status: 'approved', reason: 'Seen' } as const;
  await t.call(routes.decideConversion, { token, params: await params(decided), body: approve });
  const byHand = { revenue: '3', payout: '2', reason: 'Agreed' };
  await t.call(routes.adjustConversion, { token, params: await params(adjusted), body: byHand });
  await act('applyReconciliation', id);
  expect((await rowsOf(id)).map(({ outcome, note }) => [outcome, note])).toEqual([
    ['refused', COMPARED_BEFORE],
    ['refused', SET_BY_HAND],
    ['changed', null],
  ]);
  expect(await found(decided)).toMatchObject({ status: 'approved' });
  expect(await found(adjusted)).toMatchObject({ revenue_micros: '3000000', payout_micros: '2000000' });
  expect(await found(left)).toMatchObject({ status: 'approved', revenue_micros: '16000000' });
});

test('an advertiser’s own deadline rejects nothing: what his file leaves out is asked about', async () => {
  const own = await t.signIn('advertiser@demo.test');
  const offer = await w.addOffer({ advertiser_id: own.userId });
  const [told] = [await sell(offer), await sell(offer)];
  const { advertiser_id: _none, ...body } = form({ file: fileOf(`${told?.txn},,,,,`), deadline: '2026-11-01' });
  const { body: made } = await t.call(routes.startOwnReconciliation, { token: own.token, body: body as never });
  await drain();
  const ours = (await rowsOf(made.id)).filter(({ finding }) => finding === 'only_ours');
  expect(new Set(ours.map(({ choice }) => choice))).toEqual(new Set(['ask']));
});

test('an advertiser’s upload is a proposal: it changes nothing, and it applies nothing', async () => {
  const own = await t.signIn('advertiser@demo.test');
  const offer = await w.addOffer({ advertiser_id: own.userId });
  const { txn } = await sell(offer);
  const { advertiser_id: _none, ...body } = form({ file: fileOf(`${txn},,,cancelled,,`) });
  const made = await t.call(routes.startOwnReconciliation, { token: own.token, body: body as never });
  expect(made.status).toBe(201);
  await drain();
  const { id } = made.body;
  const rows = await t.call(routes.ownReconciliationRows, { token: own.token, params: { id } });
  expect(rows.body.rows).toContainEqual(expect.objectContaining({ finding: 'theirs_rejected', choice: 'reject' }));
  expect(JSON.stringify(rows.body)).not.toMatch(/publisher/);
  for (const route of ['applyReconciliation', 'undoReconciliation'] as const) {
    const refused = await t.call(routes[route], { token: own.token, params: { id }, body: { reason: 'Mine' } });
    expect(refused.status).toBe(403);
  }
  await act('applyReconciliation', id);
  expect(await stateOf(id)).toMatchObject({ state: 'applied', origin: 'advertiser' });
  const mails = await t.database.asOwner<{ n: number }>(
    `select count(*)::int as n from notifications where tenant_id = $1 and kind = 'reconciliation' and user_id = $2`,
    [w.tenantId, own.userId],
  );
  expect(mails).toEqual([{ n: 1 }]);
  // the next file of the same columns is read the same way
  const looked = await t.call(routes.readOwnReconciliationFile, {
    token: own.token,
    body: { file: fileOf('A,,1,x,,') },
  });
  expect(looked.body).toMatchObject({ saved: true, map: { txn_id: 'order', at: 'time' } });
});

test.each([
  [
    'wrong columns',
    { map: { ...map, txn_id: 'nothing of it' }, file: fileOf('A,,1,approved,,') },
    /Line 1 has no column/,
  ],
  [
    'rubbish',
    { file: { name: 'x.csv', data: Buffer.from([1, 2, 3, 0, 255]).toString('base64') } },
    /Line 1 is not text/,
  ],
  ['a period that ends before it begins', { file: fileOf('A,,1,approved,,'), period_to: '2026-10-01' }, /ends before/],
  [
    'an offer of somebody else’s',
    { file: fileOf('A,,1,approved,,'), offer_id: '01890000-0000-7000-8000-000000000000' },
    /not one of this/,
  ],
  ['a zone that is none', { file: fileOf('A,,1,approved,,'), zone: 'Mars/Base' }, /time zone/],
])('%s is refused in words', async (_name, more, sentence) => {
  const { status, body } = await t.call(routes.startReconciliation, { token, body: form(more as Asked) as never });
  expect(status).toBe(422 === status ? 422 : 400);
  expect(body.error.message).toMatch(sentence);
});
