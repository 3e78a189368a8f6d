// A month is closed, opened and closed again; what was decided is appealed against; a referrer earns by whom it brought. Sequences
// through the routes, and the verifier after each of them, untouched and with a row altered by hand.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { testVault } from '../../platform/testing.ts';
import { type CallResult, createTestApp, type TestApp } from '../../testing.ts';
import { mailLinks } from '../../testing-mail-links.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { checkBooks } from '../conversions/index.ts';
import { verifyLedger } from '../ledger/index.ts';
import { documentIssued } from './documents/topics.ts';
import { checkBilling } from './index.ts';

let t: TestApp;
let w: World;
let admin: string;
let publisher: { token: string; userId: string };
let advertiser: { token: string; userId: string };
let offer: { id: string; number: number };

async function signIn() {
  admin = (await t.signIn('admin@demo.test')).token;
  publisher = await t.signIn('publisher@demo.test');
  advertiser = await t.signIn('advertiser@demo.test');
}
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  await signIn();
  offer = await w.addOffer({ advertiser_id: advertiser.userId });
});
afterAll(() => t.close());

let count = 0;
async function convert(status: string, at?: Date, publisherId = publisher.userId): Promise<string> {
  const reply = await t.call(routes.addConversion, {
    token: admin,
    body: {
      offer_id: offer.id,
      publisher_id: publisherId,
      txn_id: `txn-${++count}`,
      status,
      reason: 'By mail',
      ...(at ? { at: Math.floor(at.getTime() / 1000) } : {}),
    },
  });
  expect([reply.status, reply.body.error?.message]).toEqual([201, undefined]);
  return reply.body.id;
}
const statusOf = async (id: string) =>
  (await t.database.asOwner<{ status: string }>('select status from conversions where id = $1', [id]))[0]?.status;
const findings = () =>
  t.app.database.withTenant(w.tenantId, systemActor, async (tx) => [
    ...(await verifyLedger(tx, w.tenantId)).findings,
    ...(await checkBooks(tx, w.tenantId)),
    ...(await checkBilling(testVault)(tx, w.tenantId)),
  ]);
const monthOf = (at: Date) => at.toISOString().slice(0, 7);

describe('an appeal', () => {
  const open = (token: string, route: typeof routes.openAppeal | typeof routes.openDispute, id: string) => {
    // ids carry their time: each has a moment of its own
    t.clock.advance(1_000);
    return t.call(route, { token, body: { subject: { kind: 'conversion', id }, text: 'It was delivered.' } });
  };
  const decide = async (id: string, body: object, version = 1) =>
    t.call(routes.decideAppeal, { token: admin, params: { id }, body: { text: 'Looked.', version, ...body } });

  test('that is overturned approves, one that is partly so sets the amount, one that is upheld leaves it', async () => {
    const [first, second, third] = [await convert('rejected'), await convert('rejected'), await convert('rejected')];
    const ids: string[] = [];
    for (const id of [first, second, third]) ids.push((await open(publisher.token, routes.openAppeal, id)).body.id);
    expect((await open(publisher.token, routes.openAppeal, first)).status).toBe(409);
    expect((await decide(String(ids[0]), { outcome: 'overturn' }, 7)).status).toBe(409);
    expect((await decide(String(ids[1]), { outcome: 'partly' })).status).toBe(400);
    expect((await decide(String(ids[0]), { outcome: 'overturn' })).body.state).toBe('overturned');
    expect((await decide(String(ids[1]), { outcome: 'partly', amount: '1.5' })).body.state).toBe('partly');
    expect((await decide(String(ids[2]), { outcome: 'uphold' })).body.state).toBe('upheld');
    expect((await decide(String(ids[2]), { outcome: 'overturn' }, 2)).status).toBe(409);
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
      'approved',
      'approved',
      'rejected',
    ]);
    const { body } = await t.call(routes.ownAppeals, { token: publisher.token, query: { sort: 'created_at' } });
    expect(
      body.rows.map((row: { state: string; subject: { amount: string } }) => [row.state, row.subject.amount]),
    ).toEqual([
      ['overturned', '4'],
      ['partly', '1.5'],
      ['upheld', '4'],
    ]);
    expect(await findings()).toEqual([]);
  });

  test('is one of a thousand at most that are open, and is answered before the next', async () => {
    const fill = `insert into appeals (tenant_id, id, side, owner_id, subject_kind, subject_id, reason, due_at, created_at)
      select $1, uuidv7(), $3, $2, 'conversion', uuidv7(), 'Filler', $4, $4 from generate_series(1, 1000)`;
    for (const [who, side, route, status] of [
      [publisher, 'publisher', routes.openAppeal, 'rejected'],
      [advertiser, 'advertiser', routes.openDispute, 'approved'],
    ] as const) {
      await t.database.asOwner(fill, [w.tenantId, who.userId, side, t.clock.now()]);
      const id = await convert(status);
      const refused = await open(who.token, route, id);
      expect([refused.status, refused.body.error?.message]).toEqual([409, expect.stringMatching(/1000 of your/)]);
      await t.database.asOwner(`delete from appeals where reason = 'Filler' and owner_id = $1`, [who.userId]);
      const opened = await open(who.token, route, id);
      expect(opened.status).toBe(200);
      const withdraw = side === 'publisher' ? routes.withdrawAppeal : routes.withdrawDispute;
      await t.call(withdraw, { token: who.token, params: { id: opened.body.id } });
    }
  });

  test('that was decided is final, until what it was about is changed again', async () => {
    const [rejected, charged] = [await convert('rejected'), await convert('approved')];
    const first = await open(publisher.token, routes.openAppeal, rejected);
    expect((await decide(first.body.id, { outcome: 'uphold' })).body.state).toBe('upheld');
    const again = await open(publisher.token, routes.openAppeal, rejected);
    expect([again.status, again.body.error.message]).toEqual([409, expect.stringMatching(/decision is final/)]);
    const dispute = await open(advertiser.token, routes.openDispute, charged);
    const upheld = { outcome: 'uphold', text: 'It counts.', version: 1 };
    await t.call(routes.decideDispute, { token: admin, params: { id: dispute.body.id }, body: upheld });
    expect((await open(advertiser.token, routes.openDispute, charged)).status).toBe(409);
    for (const status of ['approved', 'rejected']) {
      t.clock.advance(1_000);
      const body = { status, reason: 'Looked again' };
      expect((await t.call(routes.decideConversion, { token: admin, params: { id: rejected }, body })).status).toBe(
        200,
      );
    }
    const anew = await open(publisher.token, routes.openAppeal, rejected);
    expect(anew.status).toBe(200);
    await t.call(routes.withdrawAppeal, { token: publisher.token, params: { id: anew.body.id } });
  });

  test('comes within sixty days of what was decided', async () => {
    const id = await convert('rejected');
    const decided = (days: number) =>
      t.database.asOwner('update conversions set decided_at = $2 where id = $1', [
        id,
        new Date(t.clock.now().getTime() - days * DAY_MS),
      ]);
    await decided(61);
    const late = await open(publisher.token, routes.openAppeal, id);
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringMatching(/too late/)]);
    await decided(59);
    const { status, body } = await open(publisher.token, routes.openAppeal, id);
    expect(status).toBe(200);
    await t.call(routes.withdrawAppeal, { token: publisher.token, params: { id: body.id } });
  });

  test('is met by a part of what it is about, never by more', async () => {
    const { body } = await open(publisher.token, routes.openAppeal, await convert('rejected'));
    expect((await decide(body.id, { outcome: 'partly', amount: '4.000001' })).status).toBe(400);
    expect((await decide(body.id, { outcome: 'partly', amount: '4' })).status).toBe(200);
    const dispute = await open(advertiser.token, routes.openDispute, await convert('approved'));
    const more = { outcome: 'partly', text: 'Half.', version: 1, amount: '1000' };
    const params = { id: dispute.body.id };
    expect((await t.call(routes.decideDispute, { token: admin, params, body: more })).status).toBe(400);
    await t.call(routes.withdrawDispute, { token: advertiser.token, params });
    expect(await findings()).toEqual([]);
  });

  test('about a payout that was lowered by hand brings back at most what was taken', async () => {
    const payoutOf = async (id: string) => {
      const [row] = await t.database.asOwner<{ payout_micros: string }>(
        'select payout_micros from conversions where id = $1',
        [id],
      );
      return Number(row?.payout_micros) / 1e6;
    };
    const lowered = async () => {
      const id = await convert('approved');
      for (const payout of ['3', '2']) {
        const body = { payout, revenue: null, reason: 'Half a lead' };
        expect((await t.call(routes.adjustConversion, { token: admin, params: { id }, body })).status).toBe(200);
      }
      return { id, appeal: (await open(publisher.token, routes.openAppeal, id)).body.id };
    };
    const inPart = await lowered();
    // 4 was booked once: more than that nobody took, less than it is now would take again
    for (const amount of ['4.000001', '1000', '1.999999', '0']) {
      expect((await decide(inPart.appeal, { outcome: 'partly', amount })).status, amount).toBe(400);
    }
    expect((await decide(inPart.appeal, { outcome: 'partly', amount: '3.5' })).status).toBe(200);
    const whole = await lowered();
    expect((await decide(whole.appeal, { outcome: 'overturn' })).status).toBe(200);
    const refused = await lowered();
    expect((await decide(refused.appeal, { outcome: 'uphold' })).status).toBe(200);
    expect([await payoutOf(inPart.id), await payoutOf(whole.id), await payoutOf(refused.id)]).toEqual([3.5, 4, 2]);
    expect(await findings()).toEqual([]);
  });

  test('hears twenty messages of one side without an answer, and no more', async () => {
    const { body } = await open(publisher.token, routes.openAppeal, await convert('rejected'));
    const params = { id: body.id };
    const say = () => {
      t.clock.advance(1_000);
      return t.call(routes.writeToOwnAppeal, { token: publisher.token, params, body: { text: 'Well?' } });
    };
    for (let sent = 1; sent < 20; sent++) expect((await say()).status).toBe(200);
    const refused = await say();
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringMatching(/without an answer/)]);
    t.clock.advance(1_000);
    expect((await t.call(routes.answerAppeal, { token: admin, params, body: { text: 'Soon.' } })).status).toBe(200);
    expect((await say()).status).toBe(200);
    await t.call(routes.withdrawAppeal, { token: publisher.token, params });
  });

  test('takes no text that calls itself a page or a program', async () => {
    const { body } = await open(publisher.token, routes.openAppeal, await convert('rejected'));
    const data = Buffer.from('<script>alert(1)</script>').toString('base64');
    for (const name of ['x.hta', 'x.bat', 'x.html', 'x.svg']) {
      const said = { text: 'Here.', files: [{ name, data }] };
      const params = { id: body.id };
      expect((await t.call(routes.writeToOwnAppeal, { token: publisher.token, params, body: said })).status).toBe(400);
    }
    await t.call(routes.withdrawAppeal, { token: publisher.token, params: { id: body.id } });
  });

  test('has a thread with files for both, and for nobody else', async () => {
    const { body } = await open(publisher.token, routes.openAppeal, await convert('rejected'));
    const params = { id: body.id };
    const files = [{ name: '../proof.txt', data: Buffer.from('Delivered.').toString('base64') }];
    t.clock.advance(1_000);
    const answered = await t.call(routes.answerAppeal, { token: admin, params, body: { text: 'By whom?', files } });
    expect(answered.status).toBe(200);
    const program = [{ name: 'x.exe', data: Buffer.from([0x4d, 0x5a, 0, 1]).toString('base64') }];
    const refused = await t.call(routes.writeToOwnAppeal, {
      token: publisher.token,
      params,
      body: { text: 'Here.', files: program },
    });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringMatching(/PDF, a picture or a text/),
    ]);
    const { body: own } = await t.call(routes.ownAppeal, { token: publisher.token, params });
    expect(
      own.messages.map((one: { author: string; author_name: string | null }) => [one.author, one.author_name]),
    ).toEqual([
      ['publisher', null],
      ['admin', null],
    ]);
    const [{ id: file, name }] = own.messages[1].files;
    expect(name).not.toContain('/');
    const read = await t.call(routes.ownAppealFile, { token: publisher.token, params: { ...params, file } });
    expect([read.status, read.raw]).toEqual([200, 'Delivered.']);
    const other = await t.call(routes.ownDisputeFile, { token: advertiser.token, params: { ...params, file } });
    expect(other.status).toBe(404);
    expect((await t.call(routes.dispute, { token: admin, params })).status).toBe(404);
    await t.call(routes.withdrawAppeal, { token: publisher.token, params });
    expect((await t.call(routes.answerAppeal, { token: admin, params, body: { text: 'Oh.' } })).status).toBe(409);
    const mails = (await t.inbox()).map(({ subject }) => subject);
    expect(mails).toContain('An appeal or dispute waits for an answer');
    expect(mails.some((subject) => /has answered what you disagree with$/.test(subject))).toBe(true);
  });

  test('is for what was rejected or changed; a dispute for what is charged, and it takes the charge back', async () => {
    const approved = await convert('approved');
    expect((await open(publisher.token, routes.openAppeal, approved)).status).toBe(409);
    const { status, body } = await open(advertiser.token, routes.openDispute, approved);
    expect(status).toBe(200);
    expect((await t.call(routes.appeal, { token: admin, params: { id: body.id } })).status).toBe(404);
    const decided = await t.call(routes.decideDispute, {
      token: admin,
      params: { id: body.id },
      body: { outcome: 'overturn', text: 'A test order.', version: 1 },
    });
    expect(decided.body.state).toBe('overturned');
    expect(await statusOf(approved)).toBe('rejected');
    expect((await open(advertiser.token, routes.openDispute, approved)).status).toBe(409);
    const { id: strangers } = await w.addPerson('publisher');
    const foreign = await convert('rejected', undefined, strangers);
    expect((await open(publisher.token, routes.openAppeal, foreign)).status).toBe(404);
    expect(await findings()).toEqual([]);
  });
});

describe('a document', () => {
  test('is drawn once after its issue, and read by its owner and the team alone', async () => {
    const [id, at] = [newId(), t.clock.now()];
    const whose = { tenant_id: w.tenantId, owner_id: publisher.userId };
    const party = {
      street: 'Torstraße',
      house_number: '1',
      postcode: '10119',
      town: 'Berlin',
      country: 'DE',
      vat_id: null,
    };
    await w.insert('documents', {
      ...whose,
      id,
      side: 'publisher',
      kind: 'self-bill',
      currency: 'USD',
      period_from: '2026-01-01',
      period_to: '2026-02-01',
      made_at: at,
      net_micros: 10_000_000,
      total_micros: 10_000_000,
      line_count: 1,
      tax: JSON.stringify({
        treatment: 'reverse',
        texts: ['self-billing'],
        workspace: { ...party, name: 'Demo' },
        owner: null,
      }),
    });
    const line = { kind: 'earning', offer_id: offer.id, month: '2026-01-01', quantity: 3, amount_micros: 10_000_000 };
    await w.insert('document_lines', { ...whose, document_id: id, position: 1, ...line });
    const params = { id };
    expect((await t.call(routes.documentPdf, { token: admin, params })).status).toBe(404);
    await t.database.asOwner(
      `update documents set state = 'issued', number_text = 'SB-1-0001', issued_at = $2, due_on = '2026-03-01', hash = $3 where id = $1`,
      [id, at, Buffer.alloc(32)],
    );
    const waiting = await t.call(routes.documentPdf, { token: admin, params });
    expect([waiting.status, waiting.body.error.message]).toEqual([409, expect.stringMatching(/is being drawn/)]);
    const announce = () =>
      t.app.database.withTenant(w.tenantId, systemActor, (tx) =>
        emit(tx, w.tenantId, documentIssued, { document_id: id }),
      );
    await announce();
    await t.inbox();
    const [first] = await t.database.asOwner<{ file_id: string; sha: string; made: string }>(
      `select d.file_id, encode(f.sha256, 'hex') as sha, encode(sha256(f.content), 'hex') as made
       from documents d join billing_files f on f.id = d.file_id where d.id = $1`,
      [id],
    );
    expect(first?.sha).toBe(first?.made);
    await announce();
    await t.inbox();
    expect(await t.database.asOwner('select file_id from documents where id = $1', [id])).toEqual([
      { file_id: first?.file_id },
    ]);
    for (const [route, token, status] of [
      [routes.documentPdf, admin, 200],
      [routes.ownDocumentPdf, publisher.token, 200],
      [routes.ownInvoicePdf, advertiser.token, 404],
      [routes.invoicePdf, admin, 404],
    ] as const) {
      const reply = await t.call(route, { token, params });
      expect([route.path, reply.status]).toEqual([route.path, status]);
      if (status === 200) expect(reply.raw.slice(0, 5)).toBe('%PDF-');
    }
    await t.database.asOwner('alter table documents disable trigger issued_stays');
    await t.database.asOwner('delete from documents where id = $1', [id]);
    await t.database.asOwner('alter table documents enable trigger issued_stays');
  });
});

describe('a commission', () => {
  const commissions = async () =>
    (await t.call(routes.referrals, { token: admin })).body.rows.map(
      (row: { earned: string; commissions: { amount: string }[] }) => [
        row.earned,
        ...row.commissions.map(({ amount }) => amount),
      ],
    );
  const run = async () => {
    expect((await t.call(routes.runReferrals, { token: admin })).status).toBe(200);
    await t.inbox();
  };

  test('follows what the referred has earned, both ways, and is booked once however often it is run', async () => {
    const referrer = await w.addPerson('publisher');
    const referred = await w.addPerson('publisher');
    const today = t.clock.now().toISOString().slice(0, 10);
    const body = {
      referrer_id: referrer.id,
      referred_id: referred.id,
      basis: 'payout',
      rate: '5',
      currency: 'USD',
      days: 365,
      threshold: '8',
      valid_from: new Date(t.clock.now().getTime() - 2 * DAY_MS).toISOString().slice(0, 10),
    };
    const add = (more: object) => t.call(routes.addReferral, { token: admin, body: { ...body, ...more } });
    expect((await add({ referred_id: referrer.id })).status).toBe(400);
    expect((await add({ rate: '101' })).status).toBe(400);
    expect((await add({ rate: null })).status).toBe(400);
    expect((await add({})).status).toBe(201);
    expect((await add({})).status).toBe(409);
    expect((await add({ referrer_id: referred.id, referred_id: referrer.id, valid_from: today })).status).toBe(400);
    const first = await convert('approved', undefined, referred.id);
    await run();
    // 4 is below the threshold of 8
    expect(await commissions()).toEqual([['4']]);
    await convert('approved', undefined, referred.id);
    await run();
    await run();
    expect(await commissions()).toEqual([['8', '0.4']]);
    await convert('approved', undefined, referred.id);
    await run();
    expect(await commissions()).toEqual([['12', '0.6']]);
    const reject = { status: 'rejected', reason: 'A test order' };
    await t.call(routes.decideConversion, { token: admin, params: { id: first }, body: reject });
    await run();
    expect(await commissions()).toEqual([['8', '0.4']]);
    const { body: balance } = await t.call(routes.publisherBalance, { token: admin, params: { id: referrer.id } });
    expect(JSON.stringify(balance)).toContain('"0.4"');
    expect(await findings()).toEqual([]);
    await t.database.asOwner('update referral_commissions set amount_micros = amount_micros + 1');
    expect(await findings()).toEqual([
      expect.stringMatching(/^the commission .* says 400001, its entries add up to 400000$/),
      expect.stringMatching(/^the commission .* of 400001 is not its share of 8000000$/),
    ]);
    await t.database.asOwner('update referral_commissions set amount_micros = amount_micros - 1');
    await t.database.asOwner('update referral_commissions set base_micros = base_micros + 1000');
    expect(await findings()).toEqual([
      expect.stringMatching(/^the commission .* of 400000 is not its share of 8001000$/),
    ]);
    await t.database.asOwner('update referral_commissions set base_micros = base_micros - 1000');
  });

  test('of a referral that was ended goes on following its days, and nobody else earns by them', async () => {
    const [referrer, other, referred] = [
      await w.addPerson('publisher'),
      await w.addPerson('publisher'),
      await w.addPerson('publisher'),
    ];
    const dayBefore = (days: number) => new Date(t.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
    const body = { referred_id: referred.id, basis: 'payout', rate: '5', currency: 'USD' };
    const add = (more: object) => t.call(routes.addReferral, { token: admin, body: { ...body, ...more } });
    const added = await add({ referrer_id: referrer.id, valid_from: dayBefore(2) });
    expect(added.status).toBe(201);
    const earned = async (id: string) =>
      (
        await t.database.asOwner<{ sum: string | null }>(
          'select sum(amount_micros) as sum from referral_commissions where owner_id = $1',
          [id],
        )
      )[0]?.sum;
    const first = await convert('approved', undefined, referred.id);
    await convert('approved', undefined, referred.id);
    await run();
    expect(await earned(referrer.id)).toBe('400000');
    expect((await t.call(routes.endReferral, { token: admin, params: { id: added.body.id } })).status).toBe(200);
    const reject = { status: 'rejected', reason: 'A test order' };
    await t.call(routes.decideConversion, { token: admin, params: { id: first }, body: reject });
    await run();
    expect(await earned(referrer.id)).toBe('200000');
    // the day on which it was ended is its last
    const endedBefore = (days: number) =>
      t.database.asOwner('update referral_terms set ended_at = $2 where id = $1', [
        added.body.id,
        new Date(t.clock.now().getTime() - days * DAY_MS),
      ]);
    await endedBefore(1);
    await run();
    expect(await earned(referrer.id)).toBe('0');
    await endedBefore(0);
    await run();
    expect(await earned(referrer.id)).toBe('200000');
    const again = await add({ referrer_id: other.id, valid_from: dayBefore(0) });
    expect([again.status, again.body.error.message]).toEqual([400, expect.stringContaining('covers this day')]);
    expect((await add({ referrer_id: other.id, valid_from: dayBefore(-1) })).status).toBe(201);
    await run();
    expect([await earned(other.id), await earned(referrer.id)]).toEqual([null, '200000']);
    expect(await findings()).toEqual([]);
  });
});

test('a commission is of the days that were agreed, and waits while its referral is held', async () => {
  const [referrer, referred] = [await w.addPerson('publisher'), await w.addPerson('publisher')];
  const before = (days: number) => new Date(t.clock.now().getTime() - days * DAY_MS);
  const dayBefore = (days: number) => before(days).toISOString().slice(0, 10);
  const people = { referrer_id: referrer.id, referred_id: referred.id };
  const terms = { basis: 'payout', rate: '5', currency: 'USD', days: 2, valid_from: dayBefore(3) };
  const { body } = await t.call(routes.addReferral, { token: admin, body: { ...people, ...terms } });
  await t.database.asOwner(`update referral_terms set held_for = 'address' where id = $1`, [body.id]);
  const earned = async () => {
    expect((await t.call(routes.runReferrals, { token: admin })).status).toBe(200);
    await t.app.worker?.drain();
    const rows = await t.database.asOwner<{ amount: string }>(
      'select amount_micros::text as amount from referral_commissions where term_id = $1',
      [body.id],
    );
    return rows.map(({ amount }) => amount);
  };
  // the day before, its two days, and the day after: each pays 4
  for (const days of [4, 3, 2, 1]) await convert('approved', before(days), referred.id);
  expect(await earned()).toEqual([]);
  expect((await t.call(routes.releaseReferral, { token: admin, params: { id: body.id } })).status).toBe(200);
  const sum = (await earned()).reduce((all, amount) => all + Number(amount), 0);
  expect(sum).toBe(400_000);
  expect(await findings()).toEqual([]);
});

describe('a month', () => {
  let month: string;
  let begun: Date;
  const close = (body: object) => t.call(routes.closePeriod, { token: admin, body });
  const rate = (from: string) =>
    t.call(routes.setExchangeRate, { token: admin, body: { base: 'EUR', quote: 'USD', rate: '1.1', from } });

  test('is closed from the fourth day after it, and with what is open in it only if that is said', async () => {
    begun = t.clock.now();
    month = monthOf(begun);
    await convert('pending');
    const early = await close({ month, accept_open: true });
    expect([early.status, early.body.error.message]).toEqual([409, expect.stringMatching(/its days still move/)]);
    const bonus = (currency: string) =>
      t.call(routes.addAdjustment, {
        token: admin,
        body: { owner_id: publisher.userId, currency, amount: '7', reason: 'Agreed' },
      });
    expect((await bonus('JPY')).status).toBe(201);
    const paidIn = {
      advertiser_id: advertiser.userId,
      currency: 'INR',
      amount: '830',
      received_on: begun.toISOString().slice(0, 10),
    };
    expect((await t.call(routes.recordDeposit, { token: admin, body: paidIn })).status).toBe(201);
    const standing = () =>
      t.database.asOwner<{ name: string; currency: string; posted: string }>(
        `select kind as name, currency, trim_scale(sum(debits_posted - credits_posted) / 1000000.0)::text as posted
         from ledger_accounts where tenant_id = $1 group by 1, 2 having sum(debits_posted - credits_posted) <> 0 order by 1, 2`,
        [w.tenantId],
      );
    const atEnd = await standing();
    t.clock.advance(40 * DAY_MS);
    await signIn();
    // of the next month: no part of what stood at the end of this one
    expect((await bonus('USD')).status).toBe(201);
    expect(await standing()).not.toEqual(atEnd);
    const unrated = await t.call(routes.closeChecklist, { token: admin, query: { month } });
    expect(unrated.body.checks).toContainEqual({ check: 'missing_rates', count: 1, amounts: [], stops: true });
    expect((await close({ month, accept_open: true })).body.error.message).toMatch(/no exchange rate/);
    const yen = { base: 'USD', quote: 'JPY', rate: '150', from: `${month}-01` };
    expect((await t.call(routes.setExchangeRate, { token: admin, body: yen })).status).toBe(200);
    const { body } = await t.call(routes.closeChecklist, { token: admin, query: { month } });
    const counts = Object.fromEntries(
      body.checks.map((one: { check: string; count: number }) => [one.check, one.count]),
    );
    expect(counts).toMatchObject({ pending: 1, disputes: 0, missing_rates: 0 });
    expect(counts.unclaimed).toBeGreaterThan(0);
    expect([body.can_close, body.is_empty]).toEqual([true, false]);
    // of months before anything was booked nobody is asked
    const older = await t.call(routes.closeChecklist, { token: admin, query: { month: '2020-01' } });
    expect(older.body.is_empty).toBe(true);
    expect((await close({ month })).status).toBe(409);
    const made = (await close({ month, accept_open: true })).body;
    expect(made.version).toBe(1);
    const { body: kept } = await t.call(routes.periodClose, { token: admin, params: { id: made.id } });
    const accounts = kept.accounts.filter(({ posted }: { posted: string }) => posted !== '0');
    expect(accounts.map(({ name, currency, posted }: Record<string, string>) => ({ name, currency, posted }))).toEqual(
      atEnd,
    );
    const worth = new Map(
      kept.rates.map(({ base, quote, rate }: Record<string, string>) => [`${base}/${quote}`, rate]),
    );
    expect([worth.get('INR/USD'), worth.get('JPY/USD')]).toEqual(['0.012048192771', '0.006666666667']);
    expect((await close({ month, accept_open: true })).status).toBe(409);
    expect(await findings()).toEqual([]);
  });

  test('that is closed takes no rate and no conversion; decisions on old ones are booked today as earlier periods', async () => {
    const old = await t.call(routes.addConversion, {
      token: admin,
      body: {
        offer_id: offer.id,
        publisher_id: publisher.userId,
        txn_id: 'late',
        status: 'approved',
        reason: 'By mail',
        at: Math.floor(begun.getTime() / 1000),
      },
    });
    expect([old.status, old.body.error.message]).toEqual([409, expect.stringContaining(`${month} is closed`)]);
    expect((await rate(`${month}-01`)).status).toBe(409);
    const day = `${month}-15`;
    const bonus = { owner_id: publisher.userId, currency: 'USD', amount: '1', reason: 'Late', day };
    const money = { advertiser_id: advertiser.userId, currency: 'USD', amount: '1', received_on: day };
    for (const dated of [
      await t.call(routes.addAdjustment, { token: admin, body: bonus }),
      await t.call(routes.recordDeposit, { token: admin, body: money }),
    ]) {
      expect([dated.status, dated.body.error.message]).toEqual([409, expect.stringContaining(`${month} is closed`)]);
    }
    expect((await rate(monthOf(t.clock.now()).concat('-28'))).status).toBe(200);
    const [pending] = await t.database.asOwner<{ id: string }>(
      `select id from conversions where status = 'pending' and publisher_id = $1`,
      [publisher.userId],
    );
    const approve = { status: 'approved', reason: 'Checked' };
    await t.call(routes.decideConversion, { token: admin, params: { id: String(pending?.id) }, body: approve });
    const [first] = (await t.call(routes.closes, { token: admin })).body.rows;
    const { body } = await t.call(routes.periodClose, { token: admin, params: { id: first.id } });
    expect(body.earlier_periods).toContainEqual({ name: 'payout', currency: 'USD', pending: '-4', posted: '4' });
    const { body: journal } = await t.call(routes.journal, { token: admin, query: { earlier: '1' } });
    expect(
      journal.rows
        .map((row: { leg: string; period: string }) => [row.leg, row.period])
        .slice(0, 2)
        .sort(),
    ).toEqual([
      ['payout', month],
      ['revenue', month],
    ]);
  });

  test('is opened again by the owner with a reason, who is told; closed anew it is version 2 with the difference', async () => {
    const [first] = (await t.call(routes.closes, { token: admin })).body.rows;
    const reopen = (body: object) => t.call(routes.reopenPeriod, { token: admin, params: { id: first.id }, body });
    expect((await reopen({ reason: ' ' })).status).toBe(400);
    expect((await reopen({ reason: 'A rate was wrong' })).status).toBe(200);
    expect((await reopen({ reason: 'A rate was wrong' })).status).toBe(409);
    const told = (await t.inbox()).find(({ subject }) => /closed month was opened again/.test(subject));
    expect(told?.text).toContain(`${month} was opened again: A rate was wrong`);
    expect((await rate(`${month}-01`)).status).toBe(200);
    t.clock.advance(1_000);
    const again = await close({ month, accept_open: true });
    expect(again.body.version).toBe(2);
    const { body } = await t.call(routes.periodClose, { token: admin, params: { id: again.body.id } });
    expect(body.difference).toContainEqual({ name: 'payout', currency: 'USD', pending: '-4', posted: '4' });
    const { body: both } = await t.call(routes.closes, { token: admin, query: { sort: 'closed_at' } });
    expect(both.rows.map((row: { version: number; state: string }) => [row.version, row.state])).toEqual([
      [1, 'reopened'],
      [2, 'closed'],
    ]);
    expect(await findings()).toEqual([]);
  });

  test.each([
    [`update period_closes set balances = jsonb_set(balances, '{accounts,0,posted}', '"1"') where version = 2`, 2],
    ["update period_closes set rates = '[{}]' where version = 1", 1],
    ['delete from closed_months', 1],
    ['update period_closes set version = 3 where version = 2', 2],
  ])('an altered row is found: %s', async (statement, many) => {
    const kept = await t.database.asOwner<Record<string, unknown>>('select * from period_closes');
    const shut = await t.database.asOwner<Record<string, unknown>>('select * from closed_months');
    await t.database.asOwner(statement);
    expect(await findings()).toHaveLength(many);
    for (const { id, version, balances, rates } of kept) {
      await t.database.asOwner('update period_closes set version = $2, balances = $3, rates = $4 where id = $1', [
        id,
        version,
        JSON.stringify(balances),
        JSON.stringify(rates),
      ]);
    }
    for (const row of shut) {
      await t.database.asOwner(
        'insert into closed_months values ($1, $2, $3) on conflict do nothing',
        Object.values(row),
      );
    }
    expect(await findings()).toEqual([]);
  });

  test('the overview adds up: what is owed is on documents or not, and 13 weeks have a balance', async () => {
    const { status, body } = await t.call(routes.billingOverview, { token: admin });
    expect(status).toBe(200);
    const usd = body.currencies.find(({ currency }: { currency: string }) => currency === 'USD');
    const [payable] = await t.database.asOwner<{ owed: string }>(
      `select (sum(credits_posted - debits_posted) / 1000000.0)::float8::text as owed from ledger_accounts
       where kind = 'publisher_payable' and currency = 'USD' and tenant_id = $1`,
      [w.tenantId],
    );
    expect(Number(usd.unbilled)).toBe(Number(payable?.owed));
    expect(usd.cash).toHaveLength(13);
    // each figure is the sum of the entries that it opens, on one of their two accounts
    const openedBy = async (account: string, query: Record<string, string>) => {
      let sum = 0;
      let after: string | null = null;
      do {
        const asked: Record<string, string> = { currency: 'USD', limit: '200', ...query, ...(after ? { after } : {}) };
        const page: CallResult = await t.call(routes.journal, { token: admin, query: asked });
        expect(page.status, page.raw).toBe(200);
        for (const { debit, credit, amount } of page.body.rows) {
          sum += Number(amount) * (Number(debit === account) - Number(credit === account));
        }
        after = page.body.next;
      } while (after);
      return sum;
    };
    const month = body.day.slice(0, 7);
    const opened = [
      ['month.revenue', usd.month.revenue, 'advertiser_receivable', { leg: 'revenue', month }, 1],
      ['month.payout', usd.month.payout, 'publisher_payable', { leg: 'payout', month }, -1],
      [
        'pending',
        usd.pending,
        'publisher_payable',
        { on: 'publisher_payable', leg: 'payout', standing: 'pending' },
        -1,
      ],
      ['in_transit', usd.in_transit, 'in_transit', { on: 'in_transit' }, -1],
      ['prepaid', usd.prepaid, 'prepaid', { on: 'prepaid' }, -1],
      [
        'uninvoiced',
        usd.uninvoiced,
        'advertiser_receivable',
        { on: 'advertiser_receivable', standing: 'unclaimed' },
        1,
      ],
      ['unbilled', usd.unbilled, 'publisher_payable', { on: 'publisher_payable', standing: 'unclaimed' }, -1],
    ] as const;
    for (const [name, figure, account, query, way] of opened) {
      expect(await openedBy(account, query), name).toBeCloseTo(way * Number(figure), 6);
    }
    const file = await t.call(routes.exportJournal, { token: admin, query: { format: 'csv' } });
    expect(file.raw.split('\r\n')[0]).toContain('Debit');
  });
});

test('every mail leads its reader to a screen of its own surface', async () => {
  const { followed, lost } = await mailLinks(t);
  expect(lost).toEqual([]);
  expect(followed).toBeGreaterThan(0);
});
