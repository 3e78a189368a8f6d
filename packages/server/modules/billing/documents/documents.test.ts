// Documents as claims: from conversions and adjustments to drafts, numbers, approval and credit notes; what a run takes and what it
// leaves; and a random walk after which every invariant of documents holds.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { testVault } from '../../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { mailLinks } from '../../../testing-mail-links.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { verifyMoney } from '../../conversions/index.ts';
import { record, verifyLedger } from '../../ledger/index.ts';
import { checkBilling } from '../index.ts';
import { runBilling } from './runs.ts';

let t: TestApp;
let w: World;
let token: string;
let own: { token: string; userId: string };
let offer: { id: string; number: number; goalId: string };
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  token = (await t.signIn('admin@demo.test')).token;
  own = await t.signIn('publisher@demo.test');
  offer = await w.addOffer();
});
afterAll(() => t.close());

const DAY_MS = 86_400_000;
const today = () => t.clock.now().toISOString().slice(0, 10);
const call = async (route: Parameters<TestApp['call']>[0], options: Parameters<TestApp['call']>[1] = {}) =>
  t.call(route, { token, ...options });
const good = async (...asked: Parameters<typeof call>) => {
  const reply = await call(...asked);
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
  return reply.body;
};
let txn = 0;
const convert = (publisher_id: string, more: object = {}) =>
  good(routes.addConversion, {
    body: {
      offer_id: offer.id,
      publisher_id,
      txn_id: `d-${++txn}`,
      status: 'approved',
      reason: 'Came by mail.',
      ...more,
    },
  });
const adjust = (owner_id: string, amount: string, currency = 'USD') =>
  good(routes.addAdjustment, { body: { owner_id, currency, amount, reason: 'Agreed' } });
/** a run over one account, or all, carried out */
async function run(owner_id?: string, period_to = today()) {
  t.clock.advance(1);
  const { id } = await good(routes.startBillingRun, {
    body: { period_from: '2026-01-01', period_to, ...(owner_id ? { owner_id } : {}) },
  });
  await t.app.worker?.drain();
  return good(routes.billingRun, { params: { id } });
}
/** a moment of its own for each step: newest first is then the last that was made */
const documentsOf = async (owner: string) => (await good(routes.documents, { query: { owner } })).rows;
const settle = async (value: object) => {
  const { version, value: before } = await good(routes.settings, { params: { section: 'payment' } });
  await good(routes.saveSettings, {
    params: { section: 'payment' },
    body: { version, value: { ...before, ...value } },
  });
};
const findings = () =>
  t.database.open('worker').withTenant(w.tenantId, systemActor, (tx) => checkBilling(testVault)(tx, w.tenantId));
const agree = (owner_id: string, more: object = {}) =>
  w.insert('tax_profiles', {
    ...{ tenant_id: w.tenantId, owner_id, party: 'business', legal_name: 'Quill Ltd', country: 'us' },
    ...{
      agreement_version: 1,
      agreement_at: t.clock.now(),
      agreement_until: new Date(t.clock.now().getTime() + 300 * DAY_MS),
    },
    ...{ changed_at: t.clock.now(), ...more },
  });

test('from two conversions and a bonus to a numbered document, approved, credited, and billed again', async () => {
  const publisher = await w.addPerson('publisher');
  await agree(publisher.id);
  await settle({ country: 'us' });
  await convert(publisher.id);
  await convert(publisher.id);
  await adjust(publisher.id, '1.239999');
  expect(await run(publisher.id)).toMatchObject({ state: 'done', done: 1, drafts: 1, carried: 0 });
  const [draft] = await documentsOf(publisher.id);
  expect(draft).toMatchObject({ state: 'draft', number: null, net: '9.23', entries: 3 });
  // drafts are rebuilt: nothing is claimed twice
  await run(publisher.id);
  const [again, ...others] = await documentsOf(publisher.id);
  expect(others).toEqual([]);
  const lines = (await good(routes.documentLines, { params: { id: again.id } })).rows;
  expect(lines.map(({ kind, quantity, amount }: Record<string, unknown>) => [kind, quantity, amount])).toEqual([
    ['earning', 2, '8'],
    ['adjustment', 1, '1.239999'],
    ['rounding', 0, '-0.009999'],
    // no W-9 is here
    ['withholding', 0, '-2.22'],
  ]);
  await settle({ country: '' });
  const issued = await good(routes.issueDocument, { params: { id: again.id }, body: { version: again.version } });
  const series = `SB-${publisher.number}`;
  expect(issued).toMatchObject({ state: 'issued', number: `${series}-0001`, total: '9.23', kind: 'self-bill' });
  expect(issued.tax.texts).toContain('self-billing');
  expect(issued.rate).toMatchObject({ rate: '1', source: 'same-currency' });
  const entries = (await good(routes.publisherEntries, { query: { document: issued.id } })).rows;
  expect(entries).toHaveLength(3);
  expect((await good(routes.publisherEntries, { query: { document: issued.id, line: '1' } })).rows).toHaveLength(2);
  expect(
    (await call(routes.issueDocument, { params: { id: issued.id }, body: { version: issued.version } })).status,
  ).toBe(409);
  const approved = await good(routes.approveDocument, { params: { id: issued.id }, body: { version: issued.version } });
  expect(approved.state).toBe('approved');
  // beside a draft of the same account and currency
  await adjust(publisher.id, '0.5');
  await run(publisher.id);
  const note = await good(routes.creditDocument, {
    params: { id: issued.id },
    body: { version: approved.version, reason: 'Wrong month' },
  });
  expect(note).toMatchObject({
    kind: 'credit-note',
    number: `${series}-0002`,
    total: '-9.23',
    credits: { id: issued.id },
  });
  expect((await good(routes.document, { params: { id: issued.id } })).state).toBe('credited');
  await run(publisher.id);
  const [third] = await documentsOf(publisher.id);
  expect(third).toMatchObject({ state: 'draft', net: '9.73', entries: 4 });
  expect(
    (await good(routes.issueDocument, { params: { id: third.id }, body: { version: third.version } })).number,
  ).toBe(`${series}-0003`);
  // what was cut off comes along: 0.009999 + 0.000001 is a cent
  await adjust(publisher.id, '0.000001');
  await run(publisher.id);
  expect((await documentsOf(publisher.id))[0]).toMatchObject({ state: 'draft', net: '0.01' });
  expect(await findings()).toEqual([]);
  // the publisher is told, once each
  // three documents and the note
  const told = (await t.inbox()).filter(({ to }) => to.includes(String(publisher.number)));
  expect(told.map(({ subject }) => subject.split(' from ')[0]).sort()).toEqual([
    'A credit note',
    'A document',
    'A document',
  ]);
});

test('a rejection after the document is set off in the next; what is negative or below the minimum is carried, and why', async () => {
  const publisher = await w.addPerson('publisher');
  await agree(publisher.id);
  const { id } = await convert(publisher.id);
  await run(publisher.id);
  const [draft] = await documentsOf(publisher.id);
  await good(routes.issueDocument, { params: { id: draft.id }, body: { version: draft.version } });
  await good(routes.decideConversion, { params: { id }, body: { status: 'rejected', reason: 'Returned' } });
  const first = await run(publisher.id);
  expect(first).toMatchObject({ drafts: 0, carried: 1 });
  const items = (await good(routes.billingRunItems, { params: { id: first.id } })).rows;
  expect(items).toMatchObject([{ outcome: 'carried', reason: 'negative', amount: '-4' }]);
  await convert(publisher.id);
  await adjust(publisher.id, '2');
  await settle({ minimum: '5' });
  const second = await run(publisher.id);
  expect((await good(routes.billingRunItems, { params: { id: second.id } })).rows).toMatchObject([
    { outcome: 'carried', reason: 'below-minimum', amount: '2' },
  ]);
  await settle({ minimum: '0' });
  expect(await run(publisher.id)).toMatchObject({ drafts: 1 });
  const [next] = await documentsOf(publisher.id);
  expect(next.net).toBe('2');
  expect(await findings()).toEqual([]);
});

test('a line counts what it adds: a rejected sale −1, a changed price 0, of a lot that grew what came since; a note all of it back', async () => {
  const publisher = await w.addPerson('publisher');
  await agree(publisher.id);
  const lot = newId(t.clock.now().getTime());
  const day = new Date(t.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);
  const at = { tenant_id: w.tenantId, day, time_zone: 'UTC', begins: `${day}T00:00:00Z`, updated_at: t.clock.now() };
  const of = { offer_id: offer.id, publisher_id: publisher.id, advertiser_id: w.advertiser.id };
  const book = (revision: number, amount: bigint) =>
    t.database.open('worker').withTenant(w.tenantId, systemActor, (tx) =>
      record(
        tx,
        w.tenantId,
        [
          {
            ...{ subject: { kind: 'lot', id: lot }, leg: 'payout', phase: 'direct', ownerId: publisher.id },
            ...{ revision, currency: 'USD', amount, reason: 'CPC lot' },
          },
        ],
        t.clock.now(),
      ),
    );
  await w.insert('earning_lots', {
    ...{ ...at, ...of, id: lot, model: 'CPC', currency: 'USD', terms_version: 1, revision: 1 },
    ...{ events: 100, revenue_micros: 0, payout_micros: 5_000_000 },
  });
  await book(1, 5_000_000n);
  const [first, second, third] = [
    await convert(publisher.id),
    await convert(publisher.id),
    await convert(publisher.id),
  ];
  const issueNext = async () => {
    await run(publisher.id, new Date(t.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10));
    const [draft] = await documentsOf(publisher.id);
    const lines = (await good(routes.documentLines, { params: { id: draft.id } })).rows;
    const { id } = await good(routes.issueDocument, { params: { id: draft.id }, body: { version: draft.version } });
    expect(await findings()).toEqual([]);
    return { id, counted: countedIn(lines) };
  };
  const countedIn = (lines: { kind: string; goal: string | null; quantity: number; amount: string }[]) =>
    lines.filter(({ kind }) => kind === 'earning').map(({ quantity, amount }) => [quantity, amount]);
  const one = await issueNext();
  expect(one.counted.sort()).toEqual([
    [100, '5'],
    [3, '12'],
  ]);
  const decide = (id: string, status: string) =>
    good(routes.decideConversion, { params: { id }, body: { status, reason: 'Checked' } });
  await decide(first.id, 'rejected');
  await decide(second.id, 'rejected');
  await good(routes.adjustConversion, { params: { id: third.id }, body: { payout: '5', reason: 'Agreed' } });
  await t.database.asOwner('update earning_lots set events = 160, payout_micros = 8000000 where id = $1', [lot]);
  await book(2, 3_000_000n);
  await adjust(publisher.id, '30');
  await adjust(publisher.id, '-3');
  const two = await issueNext();
  expect(two.counted.sort()).toEqual([
    [-2, '-7'],
    [60, '3'],
  ]);
  // rejected and approved again within one document, it is one; an amount set right is none
  await decide(first.id, 'approved');
  await decide(second.id, 'approved');
  await decide(second.id, 'rejected');
  await book(3, -1_000_000n);
  const three = await issueNext();
  expect(three.counted.sort()).toEqual([
    [0, '-1'],
    [1, '4'],
  ]);
  // the first is taken back: its note counts all of it back, and the next has what stands of it
  const { version } = await good(routes.document, { params: { id: one.id } });
  const note = await good(routes.creditDocument, { params: { id: one.id }, body: { version, reason: 'Wrong' } });
  const noted = (await good(routes.documentLines, { params: { id: note.id } })).rows;
  expect(countedIn(noted).sort()).toEqual([
    [-100, '-5'],
    [-3, '-12'],
  ]);
  expect((await issueNext()).counted.sort()).toEqual([
    [100, '5'],
    [3, '12'],
  ]);
});

test('what is pending, held, disputed or after the period is not taken', async () => {
  const publisher = await w.addPerson('publisher');
  await agree(publisher.id);
  await convert(publisher.id, { status: 'pending' });
  expect(await run(publisher.id)).toMatchObject({ drafts: 0, carried: 0 });
  const { id } = await convert(publisher.id);
  await settle({ hold_days: 3 });
  expect(await run(publisher.id)).toMatchObject({ drafts: 0 });
  const balance = async () => (await good(routes.billingBalances, { query: { owner: publisher.id } })).rows[0];
  expect(await balance()).toMatchObject({ pending: '4', approved: '4', hold: '4', available: '0' });
  await settle({ hold_days: 0 });
  const yesterday = new Date(t.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);
  expect(await run(publisher.id, yesterday)).toMatchObject({ drafts: 0 });
  await w.insert('appeals', {
    ...{
      tenant_id: w.tenantId,
      side: 'advertiser',
      owner_id: w.advertiser.id,
      subject_kind: 'conversion',
      subject_id: id,
    },
    ...{ reason: 'Never ordered', due_at: t.clock.now(), created_at: t.clock.now() },
  });
  expect(await run(publisher.id)).toMatchObject({ drafts: 0 });
  expect(await balance()).toMatchObject({ disputed: '4', available: '0' });
  await t.database.asOwner(`update appeals set state = 'upheld', decided_at = now() where subject_id = $1`, [id]);
  expect(await run(publisher.id)).toMatchObject({ drafts: 1 });
  // disputed after the draft was made: it is not issued
  await t.database.asOwner(`update appeals set state = 'open', decided_at = null where subject_id = $1`, [id]);
  const [draft] = await documentsOf(publisher.id);
  const refused = await call(routes.issueDocument, { params: { id: draft.id }, body: { version: draft.version } });
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    '1 of its entries are disputed or held since this draft was made. Please make it anew.',
  ]);
  await t.database.asOwner(`update appeals set state = 'withdrawn', decided_at = now() where subject_id = $1`, [id]);
});

test('by the day of the approval a period takes what was approved in it, whenever it happened', async () => {
  const publisher = await w.addPerson('publisher');
  await agree(publisher.id);
  const before = (days: number) => new Date(t.clock.now().getTime() - days * DAY_MS);
  await convert(publisher.id, { at: Math.floor(before(3).getTime() / 1_000) });
  const yesterday = before(1).toISOString().slice(0, 10);
  await settle({ cut: 'approval' });
  expect(await run(publisher.id, yesterday)).toMatchObject({ drafts: 0 });
  expect(await run(publisher.id)).toMatchObject({ drafts: 1 });
  await settle({ cut: 'event' });
  expect(await run(publisher.id, yesterday)).toMatchObject({ drafts: 1 });
  expect(await findings()).toEqual([]);
});

test('the minimum is of the workspace’s currency, whatever is billed', async () => {
  const publisher = await w.addPerson('publisher');
  await good(routes.setExchangeRate, { body: { base: 'EUR', quote: 'USD', rate: '1.1', from: '2020-01-01' } });
  await settle({ minimum: '5' });
  await adjust(publisher.id, '4.54', 'EUR');
  const carried = await run(publisher.id);
  expect((await good(routes.billingRunItems, { params: { id: carried.id } })).rows).toMatchObject([
    { outcome: 'carried', reason: 'below-minimum', amount: '4.54', currency: 'EUR' },
  ]);
  await adjust(publisher.id, '0.01', 'EUR');
  expect(await run(publisher.id)).toMatchObject({ drafts: 1 });
  await settle({ minimum: '0' });
});

test('a credit note takes back at the rate at which it was billed, whatever holds by then', async () => {
  const publisher = await w.addPerson('publisher');
  await agree(publisher.id);
  const quote = (rate: string) =>
    good(routes.setExchangeRate, { body: { base: 'EUR', quote: 'USD', rate, from: '2020-01-01' } });
  await quote('1.1');
  await adjust(publisher.id, '7', 'EUR');
  await run(publisher.id);
  const [{ id, version }] = await documentsOf(publisher.id);
  const issued = await good(routes.issueDocument, { params: { id }, body: { version } });
  expect(issued.rate).toMatchObject({ rate: '1.1', source: 'workspace-rates' });
  await quote('1.2');
  const body = { version: issued.version, reason: 'Wrong month' };
  expect((await good(routes.creditDocument, { params: { id }, body })).rate).toEqual(issued.rate);
  await quote('1.1');
});

test('a year’s threshold counts what was billed and stands, and nothing that was taken back', async () => {
  const publisher = await w.addPerson('publisher');
  await agree(publisher.id, { country: 'pt' });
  const rule = { tenant_id: w.tenantId, side: 'publisher', valid_from: '2026-01-01', party: 'any', vat: 'outside' };
  const tax = { countries: ['pt'], withholding_ppm: 100_000, threshold_micros: 10_000_000, created_at: t.clock.now() };
  await w.insert('tax_rules', { ...rule, ...tax, id: newId() });
  const billed = async () => {
    await run(publisher.id);
    const [{ id, version }] = await documentsOf(publisher.id);
    return good(routes.issueDocument, { params: { id }, body: { version } });
  };
  await adjust(publisher.id, '8');
  const first = await billed();
  expect([first.net, first.withheld]).toEqual(['8', '0']);
  const wrong = { version: first.version, reason: 'Wrong month' };
  await good(routes.creditDocument, { params: { id: first.id }, body: wrong });
  const again = await billed();
  expect([again.net, again.withheld]).toEqual(['8', '0']);
  await adjust(publisher.id, '8');
  // 16 of the year: 6 lie beyond the 10
  const beyond = await billed();
  expect([beyond.net, beyond.withheld]).toEqual(['8', '0.6']);
  await t.database.asOwner('update tax_rules set removed_at = now() where tenant_id = $1', [w.tenantId]);
  expect(await findings()).toEqual([]);
});

test('an adjustment is of today or before, taken back once, and what takes it back stays', async () => {
  const publisher = await w.addPerson('publisher');
  const body = { owner_id: publisher.id, currency: 'USD', amount: '3', reason: 'Agreed' };
  const tomorrow = new Date(t.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  const early = await call(routes.addAdjustment, { body: { ...body, day: tomorrow } });
  expect([early.status, early.body.error.path]).toEqual([400, ['day']]);
  const { id } = await good(routes.addAdjustment, { body: { ...body, day: today() } });
  const back = (of: string) =>
    call(routes.reverseAdjustment, { params: { id: of }, body: { reason: 'A slip of the pen' } });
  const taken = await back(id);
  expect(taken.body).toMatchObject({ amount: '-3', reverses: id });
  expect([(await back(id)).status, (await back(taken.body.id)).status]).toEqual([409, 409]);
  expect((await good(routes.billingBalances, { query: { owner: publisher.id } })).rows[0]?.approved ?? '0').toBe('0');
});

test('without an agreement the publisher sends its own invoice, whose total is the claim; VAT is booked with it', async () => {
  const file = { name: 'inv.pdf', data: Buffer.from('%PDF-1.7').toString('base64') };
  await settle({ country: 'de', self_billing_text: '' });
  const profile = await t.call(routes.saveOwnTaxProfile, {
    token: own.token,
    body: {
      ...{
        version: 0,
        party: 'business',
        legal_name: 'Own GmbH',
        country: 'de',
        vat_id: 'DE123456789',
        street: 'Ring',
      },
      ...{ house_number: '1', postcode: '1', town: 'Bonn', form: null, form_expires_on: null },
    },
  });
  expect(profile.status, JSON.stringify(profile.body)).toBe(200);
  await convert(own.userId);
  await run(own.userId);
  const [draft] = (await documentsOf(own.userId)).filter(({ state }: { state: string }) => state === 'draft');
  const hidden = await t.call(routes.ownDocument, { token: own.token, params: { id: draft.id } });
  expect(hidden.status).toBe(404);
  // its VAT is owed with the issue, and not before
  const billed = async () =>
    (await good(routes.billingBalances, { query: { owner: own.userId, currency: 'USD' } })).rows[0].billed;
  expect(await billed()).toBe(draft.net);
  const awaited = await good(routes.issueDocument, { params: { id: draft.id }, body: { version: draft.version } });
  expect(awaited).toMatchObject({ state: 'awaiting', number: null, kind: 'own-invoice' });
  const total = String(Number(awaited.net) * 1.19).slice(0, 6);
  expect(Number(awaited.total)).toBeCloseTo(Number(total));
  const send = (body: object) =>
    t.call(routes.sendOwnInvoice, {
      token: own.token,
      params: { id: draft.id },
      body: { ...file, number: 'R-7', ...body },
    });
  // nobody else sees it, or sends anything for it
  const stranger = await w.addPerson('publisher');
  await t.database.asOwner(
    `update users set password_hash = (select password_hash from users where email = 'publisher@demo.test') where id = $1`,
    [stranger.id],
  );
  const { token: foreign } = await t.signIn(`publisher-${stranger.number}@example.test`);
  const params = { id: draft.id };
  const body = { ...file, number: 'R-7', total: awaited.total };
  expect((await t.call(routes.ownDocument, { token: foreign, params })).status).toBe(404);
  expect((await t.call(routes.sendOwnInvoice, { token: foreign, params, body })).status).toBe(404);
  expect((await send({ total: awaited.net })).status).toBe(400);
  expect((await send({ total: awaited.total, data: Buffer.from('GIF').toString('base64') })).status).toBe(400);
  // it stands in payment files: one line, and no formula
  for (const number of ['R-7\r\nX', '=HYPERLINK("x")', '-7', '@x', '"R"', 'R;7', 'R'.repeat(36)]) {
    expect((await send({ total: awaited.total, number })).body.error?.path, number).toEqual(['number']);
  }
  const sent = await send({ total: awaited.total });
  expect(sent.body).toMatchObject({ state: 'issued', number: 'R-7', own_file: { name: 'inv.pdf' } });
  expect(await billed()).toBe(awaited.total);
  expect((await send({ total: awaited.total })).status).toBe(409);
  // each number once
  await convert(own.userId);
  await run(own.userId);
  const [next] = (await documentsOf(own.userId)).filter(({ state }: { state: string }) => state === 'draft');
  const second = await good(routes.issueDocument, { params: { id: next.id }, body: { version: next.version } });
  const again = (number: string) =>
    t.call(routes.sendOwnInvoice, {
      token: own.token,
      params: { id: next.id },
      body: { ...file, number, total: second.total },
    });
  expect((await again('r-7')).body.error.message).toMatch(/with this number already/);
  expect((await again('R-8/2026')).body).toMatchObject({ state: 'issued', number: 'R-8/2026' });
  expect(await findings()).toEqual([]);
  await settle({ country: '' });
});

test('many are issued under one key once, and one that cannot be does not undo the others', async () => {
  const publisher = await w.addPerson('publisher');
  await agree(publisher.id);
  await convert(publisher.id);
  await run(publisher.id);
  const [draft] = await documentsOf(publisher.id);
  const nobody = newId();
  const body = { ids: [nobody, draft.id] };
  const headers = { 'idempotency-key': `many-${publisher.number}` };
  const both = await Promise.all([1, 2].map(() => good(routes.issueDocuments, { body, headers })));
  expect(both[0]).toMatchObject({ done: 1, refused: [{ id: nobody }] });
  expect(both[1]).toEqual(both[0]);
  expect(await documentsOf(publisher.id)).toMatchObject([{ state: 'issued' }]);
  expect(await good(routes.issueDocuments, { body: { ids: [draft.id] } })).toMatchObject({ done: 0 });
  expect((await call(routes.approveDocuments, { body, headers })).status).toBe(409);
  expect(await good(routes.approveDocuments, { body })).toMatchObject({ done: 1 });
  expect(await findings()).toEqual([]);
});

test('a key makes one of two calls; another body under it is refused', async () => {
  const publisher = await w.addPerson('publisher');
  const body = { owner_id: publisher.id, currency: 'USD', amount: '3', reason: 'Agreed' };
  const headers = { 'idempotency-key': `k-${publisher.number}` };
  const both = await Promise.all([1, 2].map(() => call(routes.addAdjustment, { body, headers })));
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(both[0]?.body).toEqual(both[1]?.body);
  expect((await call(routes.addAdjustment, { body: { ...body, amount: '4' }, headers })).status).toBe(409);
  expect((await call(routes.addAdjustment, { body, headers: { 'idempotency-key': 'a b' } })).status).toBe(400);
  expect((await good(routes.adjustments, { query: { owner: publisher.id } })).rows).toHaveLength(1);
  t.clock.advance(DAY_MS + 1_000);
  token = (await t.signIn('admin@demo.test')).token;
  own = await t.signIn('publisher@demo.test');
  expect((await call(routes.addAdjustment, { body: { ...body, amount: '4' }, headers })).status).toBe(201);
});

test('a run that is stopped goes on where it was, and one that is killed, too: the same rows', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => w.addPerson('publisher')));
  for (const { id } of people) await adjust(id, '5');
  const { id } = await good(routes.startBillingRun, { body: { period_from: '2026-01-01', period_to: today() } });
  expect((await call(routes.startBillingRun, { body: { period_from: '2026-01-01', period_to: today() } })).status).toBe(
    409,
  );
  await good(routes.stopBillingRun, { params: { id } });
  await t.app.worker?.drain();
  expect(await good(routes.billingRun, { params: { id } })).toMatchObject({ state: 'stopped', done: 0 });
  await good(routes.resumeBillingRun, { params: { id } });
  // twice at once: whoever is behind finds the account done
  const database = t.database.open('worker');
  await Promise.all([1, 2].map(() => runBilling({ database, clock: t.clock }, w.tenantId, id)));
  await t.app.worker?.drain();
  const done = await good(routes.billingRun, { params: { id } });
  expect(done.state).toBe('done');
  const items = await t.database.asOwner<{ n: number }>(
    'select count(*)::int as n from billing_run_items where run_id = $1',
    [id],
  );
  expect(items[0]?.n).toBe(done.done);
  for (const person of people) expect(await documentsOf(person.id)).toMatchObject([{ state: 'draft', net: '5' }]);
  expect(await findings()).toEqual([]);
});

test('a run of invoices says how far it is, stops, goes on, and names what it has issued', async () => {
  await convert((await w.addPerson('publisher')).id);
  const { id } = await good(routes.makeInvoices, { body: { period_from: '2026-01-01', period_to: today() } });
  await good(routes.stopInvoiceRun, { params: { id } });
  await t.app.worker?.drain();
  expect(await good(routes.invoiceRun, { params: { id } })).toMatchObject({ state: 'stopped', done: 0, drafts: 0 });
  // each side has its own runs
  expect((await call(routes.billingRun, { params: { id } })).status).toBe(404);
  await good(routes.resumeInvoiceRun, { params: { id } });
  await t.app.worker?.drain();
  const done = await good(routes.invoiceRun, { params: { id } });
  expect(done).toMatchObject({ side: 'advertiser', state: 'done', done: done.total });
  const { rows: made } = await good(routes.invoiceRunItems, { params: { id }, query: { outcome: 'draft' } });
  const { rows: invoices } = await good(routes.invoices, { query: { run: id } });
  expect(invoices).toHaveLength(done.drafts);
  expect(made.map((item: { document_number: string }) => item.document_number).sort()).toEqual(
    invoices.map((invoice: { number: string }) => invoice.number).sort(),
  );
  for (const invoice of invoices) {
    const { rows: lines } = await good(routes.invoiceLines, { params: { id: invoice.id } });
    const sum = lines.reduce((all: number, { amount }: { amount: string }) => all + Number(amount), 0);
    expect(sum).toBeCloseTo(Number(invoice.total), 6);
  }
  expect(
    (await good(routes.invoiceRuns, { query: { q: today() } })).rows.map((run: { id: string }) => run.id),
  ).toContain(id);
});

test('20 who issue at once get one number each, without a gap', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => w.addPerson('publisher')));
  for (const { id } of people) await agree(id);
  const seen: string[] = [];
  for (let round = 0; round < 2; round++) {
    for (const { id } of people) await adjust(id, '7', 'EUR');
    for (const { id } of people) await adjust(id, '7');
    await good(routes.setExchangeRate, { body: { base: 'EUR', quote: 'USD', rate: '1.1', from: '2020-01-01' } });
    await run();
    const drafts = (await Promise.all(people.map(({ id }) => documentsOf(id))))
      .flat()
      .filter(({ state }) => state === 'draft');
    const replies = await Promise.all(
      [...drafts, ...drafts].map(({ id, version }) =>
        call(routes.issueDocument, { params: { id }, body: { version } }),
      ),
    );
    const issued = replies.filter(({ status }) => status === 200);
    expect(issued).toHaveLength(drafts.length);
    seen.push(...issued.map(({ body }) => body.number));
  }
  for (const { number } of people) {
    expect(seen.filter((text) => text.startsWith(`SB-${number}-`)).sort()).toEqual(
      [1, 2, 3, 4].map((at) => `SB-${number}-000${at}`),
    );
  }
  expect(await findings()).toEqual([]);
});

/** mulberry32: small, and the same everywhere */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const STEPS = Number(process.env.PROPERTY_STEPS ?? 60);
test(`${STEPS} steps in any order leave every document true`, async () => {
  const seed = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const random = randomFrom(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const people = await Promise.all([1, 2, 3].map(() => w.addPerson('publisher')));
  await agree(people[0]?.id ?? '', { country: 'us' });
  await agree(people[1]?.id ?? '', { country: 'pt' });
  const person = () => pick(people).id;
  const made: string[] = [];
  const all = async () => (await Promise.all(people.map(({ id }) => documentsOf(id)))).flat();
  const onSome = async (states: string[], act: (row: { id: string; version: number }) => Promise<unknown>) => {
    const rows = (await all()).filter(({ state, kind }) => states.includes(state) && kind !== 'credit-note');
    if (rows.length > 0) await act(pick(rows));
  };
  const steps: Record<string, () => Promise<unknown>> = {
    convert: async () => made.push((await convert(person())).id),
    reject: async () =>
      made.length > 0 &&
      call(routes.decideConversion, {
        params: { id: pick(made) },
        body: { status: pick(['rejected', 'approved']), reason: 'Again' },
      }),
    change: async () =>
      made.length > 0 &&
      call(routes.adjustConversion, {
        params: { id: pick(made) },
        body: { payout: (random() * 5).toFixed(6), reason: 'Agreed' },
      }),
    adjust: () => adjust(person(), (random() * 4 - 1 || 1).toFixed(6), pick(['USD', 'JPY'])),
    run: () => run(person()),
    issue: () =>
      onSome(['draft'], ({ id, version }) => call(routes.issueDocument, { params: { id }, body: { version } })),
    approve: () =>
      onSome(['issued'], ({ id, version }) => call(routes.approveDocument, { params: { id }, body: { version } })),
    credit: () =>
      onSome(['issued', 'approved', 'awaiting'], ({ id, version }) =>
        call(routes.creditDocument, { params: { id }, body: { version, reason: 'Wrong' } }),
      ),
    discard: () => onSome(['draft'], ({ id }) => call(routes.discardDraft, { params: { id } })),
  };
  await good(routes.setExchangeRate, { body: { base: 'USD', quote: 'JPY', rate: '150', from: '2020-01-01' } });
  const names = [...Object.keys(steps), 'convert', 'adjust', 'run', 'issue'];
  const taken: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    const name = pick(names);
    taken.push(name);
    await steps[name]?.();
  }
  const story = `PROPERTY_SEED=${seed}: ${taken.join(' ')}`;
  expect(await findings(), story).toEqual([]);
  const ledger = await t.database
    .open('worker')
    .withTenant(w.tenantId, systemActor, (tx) => verifyLedger(tx, w.tenantId));
  expect(ledger.findings, story).toEqual([]);
  const twice = await t.database.asOwner(
    'select transfer_id from document_entries where released_at is null group by 1 having count(*) > 1',
  );
  expect(twice, story).toEqual([]);
});

describe('ledger:verify finds one altered row of each kind', () => {
  const worker = () => t.database.open('worker');
  const found = async () => {
    const lines: string[] = [];
    await verifyMoney(worker(), [], (line) => lines.push(line), checkBilling(testVault));
    return lines.filter((line) => line.startsWith('  ')).join('\n');
  };
  test.each([
    [
      'documents',
      `update documents set note = note, total_micros = total_micros + 10000, net_micros = net_micros + 10000`,
      /was changed after it was issued/,
    ],
    ['document_lines', `update document_lines set amount_micros = amount_micros + 1`, /add up to/],
    ['document_lines’ words', `update document_lines set quantity = quantity + 1`, /was changed after it was issued/],
    ['document_entries', `update document_entries set amount_micros = amount_micros + 1`, /claims entry/],
    ['a claim given up', `update document_entries set released_at = now()`, /given up/],
  ])('%s', async (name, change, sentence) => {
    const [row] = await t.database.asOwner<{ id: string }>(
      `select id from documents where state = 'issued' and kind = 'self-bill' and entry_count > 0 order by id limit 1`,
    );
    const where = name === 'documents' ? `id = '${row?.id}'` : `document_id = '${row?.id}' and position = 1`;
    expect(row, 'a document to alter').toBeTruthy();
    await t.database.asOwner('alter table documents disable trigger issued_stays');
    await t.database.asOwner(`${change} where ${where}`);
    expect(await found()).toMatch(sentence);
    const back: Record<string, string> = {
      documents: 'total_micros = total_micros - 10000, net_micros = net_micros - 10000',
      document_lines: 'amount_micros = amount_micros - 1',
      'document_lines’ words': 'quantity = quantity - 1',
      document_entries: 'amount_micros = amount_micros - 1',
      'a claim given up': 'released_at = null',
    };
    const of = change.split(' ')[1];
    await t.database.asOwner(`update ${of} set ${back[name]} where ${where}`);
    await t.database.asOwner('alter table documents enable trigger issued_stays');
    expect(await findings()).toEqual([]);
  });
  test('and the database itself keeps what is issued', async () => {
    await expect(
      t.database.asOwner(
        `update documents set total_micros = 0, net_micros = 0, vat_micros = 0 where state = 'issued'`,
      ),
    ).rejects.toThrow(/is issued and cannot be changed/);
    await expect(t.database.asOwner(`delete from documents where state = 'issued'`)).rejects.toThrow(
      /cannot be deleted/,
    );
  });
});

test('every mail leads its reader to a screen of its own surface', async () => {
  const { followed, lost } = await mailLinks(t);
  expect(lost).toEqual([]);
  expect(followed).toBeGreaterThan(0);
});
