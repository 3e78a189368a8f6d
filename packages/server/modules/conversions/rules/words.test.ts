// What a sequence of words makes of one order: tables of cases, expected values worked out by hand from docs/decisions/0020.
// An offer pays 10, of which 4 to the publisher, unless a case says otherwise.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { checkBookings } from '../index.ts';

let t: TestApp;
let token: string;
let tenantId = '';
beforeAll(async () => {
  t = await createTestApp();
  token = (await t.signIn('admin@demo.test')).token;
});
afterAll(async () => {
  const findings = await t.app.database.withTenant(tenantId, systemActor, async (tx) => [
    ...(await verifyLedger(tx, tenantId)).findings,
    ...(await checkBookings(tx)),
  ]);
  await t.close();
  expect(findings).toEqual([]);
});

type Columns = Record<string, unknown>;
const begin = async (columns: Columns = {}) => {
  const w = await createWorld(t);
  tenantId = w.tenantId;
  return { w, offer: await w.addOffer(columns) };
};
/** "approved 10/4": status, revenue and payout of the only conversion, and what the publisher is owed */
async function standing(w: World): Promise<string> {
  const rows = await w.conversions();
  const money = (micros = '0') => String(Number(micros) / 1e6);
  return rows.map((row) => `${row.status} ${money(row.revenue_micros)}/${money(row.payout_micros)}`).join(', ');
}
const owed = async (w: World): Promise<string> => {
  const { rows } = (await t.call(routes.publisherBalance, { token, params: { id: w.publisher.id } })).body;
  return rows.map((row: { pending: string; approved: string }) => `${row.approved}+${row.pending}`).join(' ') || '0+0';
};
const decide = async (w: World, status: string, more: object = {}) => {
  const [row] = await w.conversions();
  const body = { status, reason: 'Looked into it', ...more };
  return (await t.call(routes.decideConversion, { token, params: { id: row?.id ?? '' }, body })).status;
};
/** "5/2": revenue and payout by hand */
const adjust = async (w: World, text: string) => {
  const [row] = await w.conversions();
  const [revenue, payout] = text.split('/');
  const body = { revenue, payout, reason: 'Agreed' };
  return (await t.call(routes.adjustConversion, { token, params: { id: row?.id ?? '' }, body })).status;
};
const holdEnds = async (w: World, minutes: number) => {
  t.clock.advance(minutes * 60_000);
  await t.database.asOwner(`insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.due', '{}')`, [
    w.tenantId,
  ]);
  await t.app.worker?.drain();
};
const requests = async (w: World) =>
  (await t.call(routes.conversionRequests, { token, query: { state: 'open' } })).body.rows.filter(
    ({ publisher }: { publisher: { id: string } }) => publisher.id === w.publisher.id,
  );

/** `who:word`: a postback's status, or m: a manager's; a number of minutes lets a hold end */
async function play(w: World, offer: { number: number }, steps: readonly string[]): Promise<string[]> {
  const click_id = w.clickId(offer.number);
  const came: string[] = [];
  for (const step of steps) {
    const [who = '', text = ''] = step.split(':');
    if (who === 'wait') await holdEnds(w, Number(text));
    else if (who === 'm') came.push(String(await decide(w, text)));
    else if (who === 'h') came.push(String(await adjust(w, text)));
    else
      came.push(
        await w.convert({
          click_id,
          txn_id: 'A',
          ...Object.fromEntries(new URLSearchParams(text)),
          params: paramsOf(text),
        }),
      );
  }
  return came;
}
const paramsOf = (text: string): string => {
  const refund = new URLSearchParams(text).get('refund_amount');
  return JSON.stringify(refund === null ? {} : { refund_amount: refund });
};

describe('statuses', () => {
  const hold = { hold_minutes: 2 };
  test.each<[string, Columns, string[], string[], string, string]>([
    ['an unknown word is parked', {}, ['p:status=fraud'], ['status_unknown'], '', '0+0'],
    ['and changes nothing', {}, ['p:', 'p:status=test'], ['recorded', 'status_unknown'], 'approved 10/4', '4+0'],
    ['an unknown currency is parked', {}, ['p:currency=Rs'], ['currency_unknown'], '', '0+0'],
    [
      'rejected, then approved',
      {},
      ['p:status=rejected', 'p:status=approved'],
      ['recorded', 'updated'],
      'approved 10/4',
      '4+0',
    ],
    ['approved does not skip a hold', hold, ['p:status=approved'], ['recorded'], 'pending 10/4', '0+4'],
    [
      'said again neither',
      hold,
      ['p:', 'p:status=approved', 'p:status=approved'],
      ['recorded', 'duplicate', 'duplicate'],
      'pending 10/4',
      '0+4',
    ],
    [
      'it is what the hold ends with',
      hold,
      ['p:status=pending', 'p:status=approved', 'wait:3'],
      ['recorded', 'after_hold'],
      'approved 10/4',
      '4+0',
    ],
    [
      'pending makes it end as pending',
      hold,
      ['p:', 'p:status=pending', 'wait:3'],
      ['recorded', 'after_hold'],
      'pending 10/4',
      '0+4',
    ],
    [
      'rejected in a hold is at once',
      hold,
      ['p:', 'p:status=declined'],
      ['recorded', 'updated'],
      'rejected 10/4',
      '0+0',
    ],
    [
      'rejected first and approved next is no way around a hold either',
      hold,
      ['p:status=void', 'p:status=approved'],
      ['recorded', 'updated'],
      'pending 10/4',
      '0+4',
    ],
    [
      'and approved after it no way around',
      hold,
      ['p:', 'p:status=void', 'p:status=approved'],
      ['recorded', 'updated', 'updated'],
      'pending 10/4',
      '0+4',
    ],
    [
      'which then ends as approved',
      hold,
      ['p:', 'p:status=void', 'p:status=approved', 'wait:3'],
      ['recorded', 'updated', 'updated'],
      'approved 10/4',
      '4+0',
    ],
    [
      'a loosened offer may skip it',
      { ...hold, advertiser_may_overrule: 'hold' },
      ['p:status=approved'],
      ['recorded'],
      'approved 10/4',
      '4+0',
    ],
    [
      'a hold that ended as rejected stays',
      { ...hold, status_after_hold: 'rejected' },
      ['p:', 'wait:3', 'p:status=approved'],
      ['recorded', 'requested'],
      'rejected 10/4',
      '0+0',
    ],
    [
      'too fast stays rejected',
      { min_ctit_seconds: 3600 },
      ['p:', 'p:status=approved'],
      ['too_fast', 'requested'],
      'rejected 10/4',
      '0+0',
    ],
    [
      'a manager’s rejection stays',
      {},
      ['p:', 'm:rejected', 'p:status=approved'],
      ['recorded', '200', 'requested'],
      'rejected 10/4',
      '0+0',
    ],
    [
      'a manager’s parking stays',
      {},
      ['p:', 'm:pending', 'p:status=approved'],
      ['recorded', '200', 'requested'],
      'pending 10/4',
      '0+4',
    ],
    [
      'but the advertiser may reject it',
      {},
      ['p:', 'm:pending', 'p:status=rejected', 'p:status=approved'],
      ['recorded', '200', 'updated', 'requested'],
      'rejected 10/4',
      '0+0',
    ],
    [
      'a manager’s approval is not lowered',
      {},
      ['p:status=pending', 'm:approved', 'p:status=rejected'],
      ['recorded', '200', 'requested'],
      'approved 10/4',
      '4+0',
    ],
    [
      'a word taken back is withdrawn',
      {},
      ['p:status=pending', 'm:approved', 'p:status=rejected', 'p:status=approved'],
      ['recorded', '200', 'requested', 'updated'],
      'approved 10/4',
      '4+0',
    ],
  ])('%s', async (_what, columns, steps, outcomes, expected, balance) => {
    const { w, offer } = await begin(columns);
    expect(await play(w, offer, steps)).toEqual(outcomes);
    expect([await standing(w), await owed(w)]).toEqual([expected, balance]);
  });
});

describe('refunds and amounts', () => {
  const share = { offer_type: 'CPS' };
  /** 10% of the sale to the publisher */
  const sale = 'p:sale_amount=50';
  test.each<[string, Columns, string[], string[], string, string]>([
    ['a whole refund takes all back', {}, ['p:', 'p:status=refunded'], ['recorded', 'updated'], 'rejected 10/4', '0+0'],
    [
      'again it is nothing new',
      {},
      ['p:', 'p:status=chargeback', 'p:status=refund'],
      ['recorded', 'updated', 'duplicate'],
      'rejected 10/4',
      '0+0',
    ],
    [
      'an older word does not lift it to where a manager had parked the order',
      {},
      ['p:', 'm:pending', 'p:status=refund', 'p:status=pending'],
      ['recorded', '200', 'updated', 'requested'],
      'rejected 10/4',
      '0+0',
    ],
    [
      'a retried approval does not undo it',
      {},
      ['p:', 'p:status=refund', 'p:status=approved'],
      ['recorded', 'updated', 'requested'],
      'rejected 10/4',
      '0+0',
    ],
    [
      'of part, a share is priced on the rest',
      share,
      [sale, 'p:status=refund&refund_amount=20'],
      ['recorded', 'updated'],
      'approved 10/3',
      '3+0',
    ],
    [
      'the amount beside the word is what went back',
      share,
      [sale, 'p:status=refund&sale_amount=20'],
      ['recorded', 'updated'],
      'approved 10/3',
      '3+0',
    ],
    [
      'repeated it is one refund',
      share,
      [sale, 'p:status=refund&refund_amount=20', 'p:status=refund&refund_amount=20'],
      ['recorded', 'updated', 'duplicate'],
      'approved 10/3',
      '3+0',
    ],
    [
      'totals grow',
      share,
      [sale, 'p:status=refund&refund_amount=20', 'p:status=refund&refund_amount=30'],
      ['recorded', 'updated', 'updated'],
      'approved 10/2',
      '2+0',
    ],
    [
      'an older total does nothing',
      share,
      [sale, 'p:status=refund&refund_amount=30', 'p:status=refund&refund_amount=20'],
      ['recorded', 'updated', 'duplicate'],
      'approved 10/2',
      '2+0',
    ],
    [
      'the sale told again does not undo it',
      share,
      [sale, 'p:status=refund&refund_amount=20', sale],
      ['recorded', 'updated', 'duplicate'],
      'approved 10/3',
      '3+0',
    ],
    [
      'all of it is whole',
      share,
      [sale, 'p:status=refund&refund_amount=50'],
      ['recorded', 'updated'],
      'rejected 10/5',
      '0+0',
    ],
    [
      'more than all, too',
      share,
      [sale, 'p:status=refund&refund_amount=60'],
      ['recorded', 'updated'],
      'rejected 10/5',
      '0+0',
    ],
    [
      'fixed amounts stay in a part',
      {},
      ['p:sale_amount=50', 'p:status=refund&refund_amount=20'],
      ['recorded', 'updated'],
      'approved 10/4',
      '4+0',
    ],
    ['before its sale it waits', {}, ['p:status=refund', 'p:'], ['refund_waits', 'recorded'], 'rejected 10/4', '0+0'],
    [
      'a partial one, too',
      share,
      ['p:status=refund&refund_amount=20', sale],
      ['refund_waits', 'recorded'],
      'approved 10/3',
      '3+0',
    ],
    [
      'against a manager’s approval: asked',
      {},
      ['p:status=pending', 'm:approved', 'p:status=refund'],
      ['recorded', '200', 'requested'],
      'approved 10/4',
      '4+0',
    ],
    [
      'another currency by the day’s rate',
      share,
      [sale, 'p:status=refund&refund_amount=1660&currency=INR'],
      ['recorded', 'updated'],
      'approved 10/3',
      '3+0',
    ],
    [
      'without a currency the order’s own is meant',
      share,
      ['p:sale_amount=4150&currency=INR', 'p:status=refund&refund_amount=1660'],
      ['recorded', 'updated'],
      'approved 10/3',
      '3+0',
    ],
    [
      'also of a sale that is told again',
      share,
      ['p:sale_amount=4150&currency=INR', 'p:sale_amount=4150', 'p:sale_amount=2490'],
      ['recorded', 'duplicate', 'updated'],
      'approved 10/3',
      '3+0',
    ],
    ['an amount alone is a part', share, [sale, 'p:refund_amount=20'], ['recorded', 'updated'], 'approved 10/3', '3+0'],
    [
      'beside another word it is neither',
      share,
      [sale, 'p:status=approved&refund_amount=20'],
      ['recorded', 'parameter_unclear'],
      'approved 10/5',
      '5+0',
    ],
    [
      'a corrected sale is priced anew',
      share,
      [sale, 'p:sale_amount=30'],
      ['recorded', 'updated'],
      'approved 10/3',
      '3+0',
    ],
    ['a larger one likewise', share, [sale, 'p:sale_amount=80'], ['recorded', 'updated'], 'approved 10/8', '8+0'],
    [
      'the same is a duplicate',
      share,
      [sale, 'p:sale_amount=50.00'],
      ['recorded', 'duplicate'],
      'approved 10/5',
      '5+0',
    ],
    [
      'a larger one against a manager: asked',
      share,
      [`${sale}&status=pending`, 'm:approved', 'p:sale_amount=80'],
      ['recorded', '200', 'requested'],
      'approved 10/5',
      '5+0',
    ],
    [
      'amount and status in one',
      share,
      [`${sale}&status=pending`, 'p:sale_amount=30&status=approved'],
      ['recorded', 'updated'],
      'approved 10/3',
      '3+0',
    ],
  ])('%s', async (_what, columns, steps, outcomes, expected, balance) => {
    const { w, offer } = await begin(columns);
    if (columns.offer_type) await w.addRule(offer.id, { payout_basis_points: 1_000 });
    expect(await play(w, offer, steps)).toEqual(outcomes);
    expect([await standing(w), await owed(w)]).toEqual([expected, balance]);
  });
});

test.each([
  // 10 of each sale goes to the publisher; what it is then, in the currency that the order was made in
  ['INR', 'USD', 'sale_amount=83', 'sale_amount=83', 'duplicate', 'approved 10/8.3'],
  ['INR', 'USD', 'sale_amount=83', 'sale_amount=83&status=approved', 'duplicate', 'approved 10/8.3'],
  ['USD', 'INR', 'sale_amount=40', 'sale_amount=80', 'updated', 'approved 10/8'],
  ['USD', 'INR', '', 'sale_amount=100', 'updated', 'approved 10/10'],
  ['USD', 'INR', 'sale_amount=100', 'status=refund&refund_amount=40', 'updated', 'approved 10/6'],
])('an order in %s of an offer that is in %s by now: %s, then %s', async (first, then, call, again, outcome, left) => {
  const { w, offer } = await begin({ offer_type: 'CPS', currency: first });
  await w.addRule(offer.id, { payout_basis_points: 1_000 });
  await play(w, offer, [`p:${call}`]);
  t.clock.advance(1_000);
  await t.database.asOwner(`update offers set currency = $2, updated_at = $3 where id = $1`, [
    offer.id,
    then,
    t.clock.now(),
  ]);
  t.clock.advance(1_000);
  expect(await play(w, offer, [`p:${again}`])).toEqual([outcome]);
  expect(await standing(w)).toBe(left);
});

describe('a word about an order finds it, whatever has become of the rest since', () => {
  const DAY = 24 * 60 * 60_000;
  /** what happens after order A of goal g came: then what is said of it, and of a new one */
  test.each<[string, (w: World, offer: { id: string }) => Promise<unknown>, string]>([
    [
      'the publisher is deleted',
      (w) => t.database.asOwner(`update users set deleted_at = $2 where id = $1`, [w.publisher.id, t.clock.now()]),
      'publisher_unknown',
    ],
    [
      'the offer waits for approval again',
      (_w, offer) =>
        t.database.asOwner(`update offers set status = 'pending', updated_at = $2 where id = $1`, [
          offer.id,
          t.clock.now(),
        ]),
      'offer_disabled',
    ],
    [
      'the click has expired',
      async () => {
        t.clock.advance(31 * DAY);
        token = (await t.signIn('admin@demo.test')).token;
      },
      'click_expired',
    ],
    [
      'the goal is removed',
      async (_w, offer) => {
        await t.database.asOwner(`update offer_goals set removed_at = $2 where offer_id = $1 and token = 'g'`, [
          offer.id,
          t.clock.now(),
        ]);
        await t.database.asOwner(`update offers set updated_at = $2 where id = $1`, [offer.id, t.clock.now()]);
      },
      'goal_unknown',
    ],
  ])('%s', async (_what, happens, closed) => {
    for (const [word, left] of [
      ['status=rejected', 'rejected 10/4'],
      ['status=refund', 'rejected 10/4'],
      ['refund_amount=20', 'approved 10/4'],
      ['status=approved&sale_amount=30', 'approved 10/4'],
      ['status=pending', 'pending 10/4'],
    ]) {
      const { w, offer } = await begin({ offer_type: 'CPS', click_life_days: 30 });
      await w.addGoal(offer.id, 'g', 10_000_000, 4_000_000);
      t.clock.advance(1_000);
      const clickAt = new Date(t.clock.now().getTime() - 60_000);
      const click_id = w.clickId(offer.number, clickAt);
      const say = (txn_id: string, text: string) =>
        w.convert({
          click_id,
          txn_id,
          goal: 'g',
          ...Object.fromEntries(new URLSearchParams(text)),
          params: paramsOf(text),
        });
      expect(await say('A', 'status=approved&sale_amount=100')).toBe('recorded');
      t.clock.advance(1_000);
      await happens(w, offer);
      t.clock.advance(1_000);
      expect(await say('new', 'status=approved')).toBe(closed);
      expect(await say('other', 'status=refund')).toBe(closed);
      expect(await say('A', word ?? '')).toBe('updated');
      expect(await standing(w)).toBe(left);
    }
  });

  test.each(['status', 'deleted_at'])(
    'of a publisher that was rejected or has left nothing is raised: %s',
    async (column) => {
      const { w, offer } = await begin();
      const click_id = w.clickId(offer.number);
      expect(await w.convert({ click_id, txn_id: 'A', status: 'pending' })).toBe('recorded');
      const value = column === 'status' ? 'rejected' : t.clock.now();
      await t.database.asOwner(`update users set ${column} = $2 where id = $1`, [w.publisher.id, value]);
      expect(await w.convert({ click_id, txn_id: 'A', status: 'approved' })).toBe('requested');
      expect(await w.convert({ click_id, txn_id: 'A', status: 'rejected' })).toBe('updated');
    },
  );

  test('an advertiser whose offer it was takes back its own orders, and makes no new ones; the new one leaves them alone', async () => {
    const { w, offer } = await begin({ offer_type: 'CPS' });
    const [before, after] = [w.advertiser, await w.addPerson('advertiser')];
    const click_id = w.clickId(offer.number);
    const say = (who: { number: number }, txn_id: string, status: string) =>
      w.convert({ click_id, txn_id, status, advertiser: String(who.number) });
    expect(await say(before, 'A', 'approved')).toBe('recorded');
    t.clock.advance(1_000);
    const change = `update offers set advertiser_id = $2, updated_at = $3 where id = $1`;
    await t.database.asOwner(change, [offer.id, after.id, t.clock.now()]);
    t.clock.advance(1_000);
    expect(await say(after, 'A', 'rejected')).toBe('duplicate');
    expect(await say(before, 'B', 'approved')).toBe('token_mismatch');
    expect(await say(after, 'B', 'approved')).toBe('recorded');
    expect(await say(before, 'B', 'rejected')).toBe('duplicate');
    expect(await say(before, 'A', 'refund')).toBe('updated');
    // of the one before: the other’s is not among them
    expect(await standing(w)).toBe('rejected 10/4');
  });

  test('without its goal it is found by its transaction, if that is the only one', async () => {
    const { w, offer } = await begin({ offer_type: 'CPS' });
    await w.addGoal(offer.id, 'g', 10_000_000, 4_000_000);
    t.clock.advance(1_000);
    const click_id = w.clickId(offer.number);
    await w.convert({ click_id, txn_id: 'A', goal: 'g' });
    expect(await w.convert({ click_id, txn_id: 'A', status: 'refund' })).toBe('updated');
    expect(await standing(w)).toBe('rejected 10/4');
  });
});

test('accepted, a rejection beside a part refund is both', async () => {
  const { w, offer } = await begin({ offer_type: 'CPS', status_after_hold: 'pending' });
  await w.addRule(offer.id, { revenue_basis_points: 2_000, payout_basis_points: 1_000 });
  await play(w, offer, ['p:sale_amount=100', 'm:approved', 'p:refund_amount=50', 'p:status=rejected']);
  const [asked] = await requests(w);
  expect([asked.word, asked.refunded]).toEqual(['rejected', '50']);
  const body = { accept: true, reason: 'They are right' };
  expect((await t.call(routes.answerRequest, { token, params: { id: asked.id }, body })).status).toBe(200);
  expect([await standing(w), await owed(w), await requests(w)]).toEqual(['rejected 10/5', '0+0', []]);
});

/** 83 rupees to the dollar; 20% and 10% of the sale */
test.each<[string, string[], string]>([
  ['told alone, before the sale', ['p:currency=INR', 'p:sale_amount=8300'], 'approved 20/10'],
  ['told with a refund that came before', ['p:refund_amount=830&currency=INR', 'p:sale_amount=8300'], 'approved 18/9'],
  [
    'told with the first amount, corrected in another',
    ['p:sale_amount=8300&currency=INR', 'p:sale_amount=200&currency=USD', 'p:sale_amount=8300'],
    'approved 20/10',
  ],
  [
    'not told at first, then in another, then the first again',
    ['p:sale_amount=100', 'p:sale_amount=16600&currency=INR', 'p:sale_amount=100'],
    'approved 20/10',
  ],
  [
    'told first without a sale, then another with it',
    ['p:currency=INR', 'p:sale_amount=100&currency=USD', 'p:sale_amount=8300'],
    'approved 20/10',
  ],
])('the currency of an order is the first that was told for it: %s', async (_what, steps, expected) => {
  const { w, offer } = await begin({ offer_type: 'CPS' });
  await w.addRule(offer.id, { revenue_basis_points: 2_000, payout_basis_points: 1_000 });
  await play(w, offer, steps);
  expect(await standing(w)).toBe(expected);
});

test('a refund that waits for a manager is not talked away: older and lesser words leave it, more of it takes its place', async () => {
  const { w, offer } = await begin({ offer_type: 'CPS' });
  await w.addRule(offer.id, { payout_basis_points: 1_000 });
  const asked = async () => {
    const [request] = await requests(w);
    const [row] = await t.database.asOwner(`select disputed from conversions where publisher_id = $1`, [
      w.publisher.id,
    ]);
    return [request?.word, request?.refunded ?? null, row?.disputed];
  };
  await play(w, offer, ['p:sale_amount=50&status=pending', 'm:approved']);
  for (const [step, outcome, word, refunded] of [
    ['p:status=refund&refund_amount=20', 'requested', 'refund', '20'],
    ['p:sale_amount=50&status=pending', 'requested', 'refund', '20'],
    ['p:sale_amount=50&status=approved', 'duplicate', 'refund', '20'],
    ['p:sale_amount=60', 'requested', 'refund', '20'],
    ['p:status=refund&refund_amount=10', 'requested', 'refund', '20'],
    ['p:status=refund&refund_amount=30', 'requested', 'refund', '30'],
    ['p:status=refund', 'requested', 'refund', null],
    ['p:status=refund&refund_amount=30', 'requested', 'refund', null],
    ['p:status=rejected', 'requested', 'refund', null],
  ] as const) {
    expect([step, ...(await play(w, offer, [step])), ...(await asked())]).toEqual([
      step,
      outcome,
      word,
      refunded,
      true,
    ]);
  }
  expect(await standing(w)).toBe('approved 10/5');
});

describe('one order is one order', () => {
  test.each<[string, Columns, [string, string][], string[]]>([
    [
      'spellings of one id',
      {},
      [
        ['x', 'A-1'],
        ['y', ' a-1'],
        ['z', 'A\u200b-1'],
      ],
      ['recorded', 'duplicate', 'duplicate'],
    ],
    [
      'where case matters',
      { txn_case_matters: true },
      [
        ['x', 'A-1'],
        ['y', 'a-1'],
        ['z', 'A-1 '],
      ],
      ['recorded', 'recorded', 'duplicate'],
    ],
    [
      'without, then with an id',
      {},
      [
        ['x', ''],
        ['x', 'A'],
        ['y', 'A'],
      ],
      ['recorded', 'duplicate', 'duplicate'],
    ],
    [
      'with, then without',
      {},
      [
        ['x', 'A'],
        ['x', ''],
      ],
      ['recorded', 'duplicate'],
    ],
    [
      'two ids on a click counted once',
      {},
      [
        ['x', 'A'],
        ['x', 'B'],
      ],
      ['recorded', 'click_converted'],
    ],
    [
      'two ids where orders count',
      { offer_type: 'CPS' },
      [
        ['x', 'A'],
        ['x', 'B'],
        ['x', 'A'],
      ],
      ['recorded', 'recorded', 'duplicate'],
    ],
    [
      'no id beside several',
      { offer_type: 'CPS' },
      [
        ['x', 'A'],
        ['x', 'B'],
        ['x', ''],
      ],
      ['recorded', 'recorded', 'txn_needed'],
    ],
    [
      'the first id adopts the one without',
      { offer_type: 'CPS' },
      [
        ['x', ''],
        ['x', 'A'],
        ['x', 'B'],
      ],
      ['recorded', 'duplicate', 'recorded'],
    ],
    [
      'a macro',
      {},
      [
        ['x', '{txn_id}'],
        ['y', '{txn_id}'],
      ],
      ['macro_unfilled', 'macro_unfilled'],
    ],
    ['too long', {}, [['x', 'x'.repeat(256)]], ['txn_too_long']],
  ])('%s', async (_what, columns, calls, outcomes) => {
    const { w, offer } = await begin(columns);
    const clicks = new Map<string, string>();
    const came: string[] = [];
    for (const [name, txn_id] of calls) {
      const click_id = clicks.get(name) ?? w.clickId(offer.number);
      clicks.set(name, click_id);
      came.push(await w.convert({ click_id, ...(txn_id === '' ? {} : { txn_id }) }));
    }
    expect(came).toEqual(outcomes);
    expect(await w.conversions()).toHaveLength(outcomes.filter((outcome) => outcome === 'recorded').length);
  });

  test('where case mattered once, a word means the order that is spelled like it; one that fits several and none exactly changes nothing', async () => {
    const { w, offer } = await begin({ offer_type: 'CPS', txn_case_matters: true });
    const click_id = w.clickId(offer.number);
    for (const txn_id of ['Aa', 'aA']) expect(await w.convert({ click_id, txn_id })).toBe('recorded');
    await t.database.asOwner('update offers set txn_case_matters = false where id = $1', [offer.id]);
    expect(await w.convert({ click_id, txn_id: 'AA', status: 'rejected' })).toBe('txn_needed');
    expect(await w.convert({ click_id, txn_id: 'aA', status: 'rejected' })).toBe('updated');
    const found = (await w.conversions()).map((row) => `${row.txn_id} ${row.status}`);
    expect(found.sort()).toEqual(['Aa approved', 'aA rejected']);
  });

  test('a goal may say for itself what it counts', async () => {
    const { w, offer } = await begin();
    await t.database.asOwner(`update offer_goals set counted_by = 'order' where id = $1`, [offer.goalId]);
    const click_id = w.clickId(offer.number);
    expect([await w.convert({ click_id, txn_id: 'A' }), await w.convert({ click_id, txn_id: 'B' })]).toEqual([
      'recorded',
      'recorded',
    ]);
  });
});

describe('pixels', () => {
  const pixel = { conversion_tracking: 'IMG Pixel Tracking' };
  test('wait by default, follow the rules where the offer says so', async () => {
    const { w, offer } = await begin(pixel);
    await w.convert({ click_id: w.clickId(offer.number) }, 'pixel');
    expect(await standing(w)).toBe('pending 10/4');
    const other = await begin({ ...pixel, pixel_status: 'rules' });
    await other.w.convert({ click_id: other.w.clickId(other.offer.number) }, 'pixel');
    expect(await standing(other.w)).toBe('approved 10/4');
  });

  test('the advertiser’s server confirms one, with its own id', async () => {
    const { w, offer } = await begin(pixel);
    const click_id = w.clickId(offer.number);
    await w.convert({ click_id, txn_id: 'made-up' }, 'pixel');
    expect(await w.convert({ click_id, txn_id: 'A', status: 'approved' })).toBe('updated');
    expect(await w.conversions()).toMatchObject([{ txn_id: 'A', status: 'approved' }]);
    expect(await w.convert({ click_id, txn_id: 'other' }, 'pixel')).toBe('click_converted');
  });

  // p: a pixel, s: the advertiser's server, m: a manager about the first one; then the click. All about order T
  test.each([
    ['the server’s click has the order', {}, 'p:M s:V:approved', 'recorded recorded', 'M rejected, V approved'],
    ['also without a status', {}, 'p:M s:V', 'recorded recorded', 'M rejected, V approved'],
    ['where pixels count at once', { pixel_status: 'rules' }, 'p:M s:V', 'recorded recorded', 'M rejected, V approved'],
    ['it takes nothing from a server', {}, 's:V p:M', 'recorded duplicate', 'V approved'],
    ['the server had spoken for it', {}, 'p:M s:M:approved s:V:approved', 'recorded updated duplicate', 'M approved'],
    ['two browsers, and no proof', {}, 'p:M p:V', 'recorded order_contested', 'M pending'],
    ['then the server', {}, 'p:M p:V s:V', 'recorded order_contested recorded', 'M rejected, V approved'],
    [
      'a person refuses the one',
      {},
      'p:M p:V m:rejected p:V',
      'recorded order_contested 200 recorded',
      'M rejected, V pending',
    ],
    ['a person approved it', {}, 'p:M m:approved s:V', 'recorded 200 requested', 'M approved'],
    ['the same browser again', {}, 'p:M p:M', 'recorded duplicate', 'M pending'],
  ])('an order that two clicks claim: %s', async (_what, columns, steps, outcomes, left) => {
    const { w, offer } = await begin({ ...pixel, offer_type: 'CPS', ...columns });
    const clicks = { M: w.clickId(offer.number), V: w.clickId(offer.number) };
    const came: (string | number)[] = [];
    for (const step of steps.split(' ')) {
      const [who, about = '', status = ''] = step.split(':');
      const row = { click_id: clicks[about as 'M' | 'V'], txn_id: 'T', ...(status ? { status } : {}) };
      came.push(who === 'm' ? await decide(w, about) : await w.convert(row, who === 'p' ? 'pixel' : 'postback'));
    }
    expect(came.join(' ')).toBe(outcomes);
    const rows = await w.conversions();
    expect(rows.map((row) => `${row.click_id === clicks.M ? 'M' : 'V'} ${row.status}`).join(', ')).toBe(left);
  });

  test('no more than five of a click, or twenty of an address, come to anything', async () => {
    const { w, offer } = await begin({ ...pixel, offer_type: 'CPS' });
    const click_id = w.clickId(offer.number);
    const fire = async (rows: Record<string, string>[]) => {
      const ids = await w.receipts(rows, 'pixel');
      await t.app.worker?.drain();
      const outcomes = await Promise.all(ids.map((id) => w.outcome(id)));
      return outcomes.filter((outcome) => outcome === 'recorded').length;
    };
    const many = (count: number, ip: string, click = () => click_id) =>
      Array.from({ length: count }, (_, n) => ({ click_id: click(), txn_id: `${ip}-${n}`, ip }));
    expect(await fire(many(30, '203.0.113.9'))).toBe(5);
    expect(await fire(many(30, '203.0.113.10', () => w.clickId(offer.number)))).toBe(20);
    expect(await fire(many(12, '2001:db8:1:2::1', () => w.clickId(offer.number)))).toBe(12);
    expect(await fire(many(12, '2001:db8:1:2:9::7', () => w.clickId(offer.number)))).toBe(8);
  });
});

describe('a cap is a cap', () => {
  const count = async (w: World, where: string) =>
    (await w.conversions()).filter((row) =>
      where === 'paid' ? row.status === 'approved' && row.payout_micros !== '0' : row.status === where,
    ).length;
  test.each([
    ['reject', 10, 10],
    ['hold', 10, 10],
    ['fallback', 10, 10],
    ['pause_offer', 10, 10],
    ['zero_payout', 30, 10],
    ['notify', 30, 30],
  ])('%s: thirty orders pending, then approved, of ten', async (action, approved, paid) => {
    const { w, offer } = await begin();
    await w.addCap(offer.id, { metric: 'conversions', limit_value: 10, action });
    const orders = Array.from({ length: 30 }, (_, n) => ({ click_id: w.clickId(offer.number), txn_id: `o-${n}` }));
    for (const status of ['pending', 'approved', 'approved']) {
      await w.receipts(orders.map((order) => ({ ...order, status })));
      await t.app.worker?.drain();
    }
    expect([await count(w, 'approved'), await count(w, 'paid')]).toEqual([approved, paid]);
  });

  test('a cap that is changed, taken away or put back counts what its window holds already', async () => {
    const { w, offer } = await begin();
    const setCaps = async (caps: object[]) => {
      t.clock.advance(1_000);
      const { status } = await t.call(routes.setOfferCaps, { token, params: { id: offer.id }, body: { caps } });
      expect(status).toBe(200);
      t.clock.advance(1_000);
    };
    let sent = 0;
    const cap = { publisher_id: null, metric: 'conversions', period: 'day', action: 'reject' };
    // caps, orders that come then, and how many are approved in all (each pays 4)
    for (const [caps, orders, approved] of [
      [[{ ...cap, limit: '2' }], 3, 2],
      [[{ ...cap, limit: '3' }], 2, 3],
      [[{ ...cap, limit: '4', action: 'hold' }], 5, 4],
      [[], 2, 6],
      [[{ ...cap, limit: '7' }], 3, 7],
      [[{ ...cap, limit: '7', period: 'total', action: 'fallback' }], 3, 7],
      [[{ ...cap, limit: '32', metric: 'payout' }], 3, 8],
      [[{ ...cap, limit: '90', metric: 'revenue', period: 'month' }], 3, 9],
      [[{ ...cap, limit: '10', publisher_id: w.publisher.id, action: 'hold' }], 3, 10],
      [[{ ...cap, limit: '3' }], 2, 10],
    ] as const) {
      await setCaps([...caps]);
      for (let n = 0; n < orders; n++) {
        await w.convert({ click_id: w.clickId(offer.number), txn_id: `o-${++sent}`, status: 'approved' });
      }
      expect([caps, await count(w, 'approved')]).toEqual([caps, approved]);
    }
  });

  test.each<[string, object, string]>([
    ['reject', { metric: 'conversions', period: 'day', action: 'reject', limit: '3' }, '3 paid'],
    ['hold, in all', { metric: 'conversions', period: 'total', action: 'hold', limit: '3' }, '3 paid'],
    ['of payout', { metric: 'payout', period: 'day', action: 'reject', limit: '13' }, '3 paid'],
    ['without payout', { metric: 'conversions', period: 'day', action: 'zero_payout', limit: '3' }, '3 paid'],
    ['only told', { metric: 'conversions', period: 'day', action: 'notify', limit: '3' }, '6 paid'],
  ])('of those that waited before a cap was set no more are approved than fit: %s', async (_what, cap, paid) => {
    const { w, offer } = await begin();
    const orders = ['1', '2', '3', '4', '5', '6'].map((txn_id) => ({ click_id: w.clickId(offer.number), txn_id }));
    for (const order of orders) await w.convert({ ...order, status: 'pending' });
    t.clock.advance(1_000);
    const body = { caps: [{ publisher_id: null, ...cap }] };
    expect((await t.call(routes.setOfferCaps, { token, params: { id: offer.id }, body })).status).toBe(200);
    t.clock.advance(1_000);
    for (const order of orders) await w.convert({ ...order, status: 'approved' });
    const approved = (await w.conversions()).filter((row) => row.status === 'approved' && row.payout_micros !== '0');
    expect(`${approved.length} paid`).toBe(paid);
  });

  test('what comes back after a cap was set needs a place in it; what waited before has one', async () => {
    const { w, offer } = await begin();
    const say = (txn_id: string, status: string) => w.convert({ click_id: w.clickId(offer.number), txn_id, status });
    await say('was-rejected', 'rejected');
    await say('waited', 'pending');
    await say('was-approved', 'approved');
    t.clock.advance(1_000);
    const body = { caps: [{ publisher_id: null, metric: 'conversions', period: 'day', action: 'reject', limit: '2' }] };
    await t.call(routes.setOfferCaps, { token, params: { id: offer.id }, body });
    t.clock.advance(1_000);
    expect(await say('new', 'approved')).toBe('over_cap');
    expect(await say('waited', 'approved')).toBe('updated');
    expect(await say('was-rejected', 'approved')).toBe('over_cap');
    expect(await count(w, 'approved')).toBe(2);
    await say('waited', 'rejected');
    expect(await say('was-rejected', 'approved')).toBe('updated');
    expect(await say('newer', 'approved')).toBe('over_cap');
    expect(await count(w, 'approved')).toBe(2);
  });

  test('the strictest of several full caps decides', async () => {
    const { w, offer } = await begin();
    await w.addCap(offer.id, {
      metric: 'conversions',
      limit_value: 1,
      action: 'zero_payout',
      publisher_id: w.publisher.id,
    });
    await w.addCap(offer.id, { metric: 'revenue', limit_value: 20_000_000, action: 'reject' });
    for (const txn_id of ['1', '2', '3']) await w.convert({ click_id: w.clickId(offer.number), txn_id });
    expect(await standing(w)).toBe('approved 10/4, approved 10/0, rejected 10/4');
  });

  test('a larger amount without room is asked for; only a person goes over, and says so', async () => {
    const { w, offer } = await begin({ offer_type: 'CPS' });
    await w.addRule(offer.id, { payout_basis_points: 1_000 });
    await w.addCap(offer.id, { metric: 'payout', limit_value: 8_000_000, action: 'hold' });
    const click_id = w.clickId(offer.number);
    await w.convert({ click_id, txn_id: 'A', sale_amount: '50' });
    expect(await w.convert({ click_id, txn_id: 'A', sale_amount: '90' })).toBe('over_cap');
    expect(await standing(w)).toBe('approved 10/5');
    const [asked] = await requests(w);
    expect(asked).toMatchObject({ word: 'amount', wanted_payout: '9', lowers: false });
    const answer = (over_cap: boolean) =>
      t.call(routes.answerRequest, {
        token,
        params: { id: asked.id },
        body: { accept: true, reason: 'Agreed', over_cap },
      });
    expect((await answer(false)).status).toBe(409);
    expect((await answer(true)).status).toBe(200);
    expect(await standing(w)).toBe('approved 10/9');
    expect((await answer(true)).status).toBe(409);
  });

  test('a hold that ends before a full cap leaves it parked; a person needs to say that it goes over', async () => {
    const { w, offer } = await begin({ hold_minutes: 2 });
    await w.addCap(offer.id, { metric: 'conversions', limit_value: 1, action: 'hold' });
    for (const txn_id of ['1', '2']) await w.convert({ click_id: w.clickId(offer.number), txn_id });
    await holdEnds(w, 3);
    expect(await standing(w)).toBe('approved 10/4, pending 10/4');
    const [, second] = await w.conversions();
    const approve = (more: object) =>
      t.call(routes.decideConversion, {
        token,
        params: { id: second?.id ?? '' },
        body: { status: 'approved', reason: 'Agreed', ...more },
      });
    expect((await approve({})).status).toBe(409);
    const many = await t.call(routes.decideConversions, {
      token,
      body: { ids: [second?.id], status: 'approved', reason: 'Agreed' },
    });
    expect(many.body).toMatchObject({ changed: 0, over_cap: [second?.id] });
    expect((await approve({ over_cap: true })).status).toBe(200);
    expect(await standing(w)).toBe('approved 10/4, approved 10/4');
  });
});

describe('requests', () => {
  test('what takes back a manager’s approval is not payable meanwhile; declined, it is payable again; accepted, it is done', async () => {
    const { w, offer } = await begin({ status_after_hold: 'pending' });
    const click_id = w.clickId(offer.number);
    await w.convert({ click_id, txn_id: 'A' });
    await decide(w, 'approved');
    const disputed = async () =>
      (await w.conversions()).map((row) => (row as unknown as { disputed: boolean }).disputed);
    await w.convert({ click_id, txn_id: 'A', status: 'rejected' });
    expect(await disputed()).toEqual([true]);
    const answer = async (accept: boolean) => {
      const [asked] = await requests(w);
      return (
        await t.call(routes.answerRequest, { token, params: { id: asked.id }, body: { accept, reason: 'Asked them' } })
      ).status;
    };
    expect(await answer(false)).toBe(200);
    expect([await standing(w), await disputed(), await requests(w)]).toEqual(['approved 10/4', [false], []]);
    await w.convert({ click_id, txn_id: 'A', status: 'refund' });
    await w.convert({ click_id, txn_id: 'A', status: 'rejected' });
    expect(await requests(w)).toMatchObject([{ word: 'refund', lowers: true, asked_by: 'advertiser' }]);
    expect(await answer(true)).toBe(200);
    expect([await standing(w), await disputed(), await owed(w)]).toEqual(['rejected 10/4', [false], '0+0']);
    expect(await w.convert({ click_id, txn_id: 'A', status: 'approved' })).toBe('requested');
  });

  /** 20% of the sale to us, 10% of it to the publisher; what a manager and then the advertiser say, what is asked for, and whether it is payable */
  test.each<[string, string[], string, string, string]>([
    [
      'approved beside a smaller sale',
      ['m:approved', 'p:status=approved&sale_amount=30'],
      'amount 6/3',
      'blocked',
      'approved 20/10',
    ],
    [
      'approved beside a larger sale',
      ['m:approved', 'p:status=approved&sale_amount=200'],
      'amount 40/20',
      'payable',
      'approved 20/10',
    ],
    ['a smaller sale alone', ['m:approved', 'p:sale_amount=30'], 'amount 6/3', 'blocked', 'approved 20/10'],
    [
      'pending beside a smaller sale',
      ['m:approved', 'p:status=pending&sale_amount=30'],
      'pending 6/3',
      'blocked',
      'approved 20/10',
    ],
    [
      'approved beside a larger sale, against a rejection',
      ['m:rejected', 'p:status=approved&sale_amount=200'],
      'approved 40/20',
      'payable',
      'rejected 20/10',
    ],
    [
      'approved again says nothing about the amount',
      ['m:approved', 'p:sale_amount=30', 'p:status=approved'],
      'amount 6/3',
      'blocked',
      'approved 20/10',
    ],
    [
      'the amount as it is withdraws what was asked before',
      ['m:approved', 'p:sale_amount=30', 'p:sale_amount=100'],
      '',
      'payable',
      'approved 20/10',
    ],
    [
      'a status beside an amount that waits leaves it, and leaves it when it is taken back',
      ['m:approved', 'p:sale_amount=30', 'p:status=pending', 'p:status=approved'],
      'amount 6/3',
      'blocked',
      'approved 20/10',
    ],
    [
      'a status that waits stays beside an amount',
      ['m:approved', 'p:status=rejected', 'p:sale_amount=30'],
      'rejected 6/3',
      'blocked',
      'approved 20/10',
    ],
    [
      'and stays when the amount is taken back',
      ['m:approved', 'p:status=rejected', 'p:sale_amount=30', 'p:sale_amount=100'],
      'rejected null/null',
      'blocked',
      'approved 20/10',
    ],
    [
      'a part refund outlives a rejection that is taken back',
      ['m:approved', 'p:status=refund&refund_amount=50', 'p:status=rejected', 'p:status=approved&sale_amount=100'],
      'refund null/null',
      'blocked',
      'approved 20/10',
    ],
    [
      'also with amounts by hand',
      ['h:20/2', 'm:approved', 'p:refund_amount=50', 'p:status=rejected', 'p:status=approved'],
      'refund null/null',
      'blocked',
      'approved 20/2',
    ],
    [
      'amounts by hand, a smaller sale',
      ['m:approved', 'h:5/2', 'p:sale_amount=10'],
      'amount 2/1',
      'blocked',
      'approved 5/2',
    ],
    [
      'amounts by hand, a larger sale',
      ['m:approved', 'h:5/2', 'p:sale_amount=1000'],
      'amount 200/100',
      'payable',
      'approved 5/2',
    ],
    [
      'amounts by hand, a smaller sale that is still more than they are',
      ['m:approved', 'h:5/2', 'p:sale_amount=90'],
      'amount 18/9',
      'blocked',
      'approved 5/2',
    ],
    [
      'amounts by hand, one of them more and one less',
      ['m:approved', 'h:5/5', 'p:sale_amount=40'],
      'amount 8/4',
      'blocked',
      'approved 5/5',
    ],
    [
      'amounts by hand while pending, a smaller sale',
      ['h:5/2', 'p:sale_amount=10'],
      'amount 2/1',
      'blocked',
      'pending 5/2',
    ],
    [
      'amounts by hand, the sale that they fit',
      ['m:approved', 'h:5/2.5', 'p:sale_amount=25'],
      '',
      'payable',
      'approved 5/2.5',
    ],
    [
      'amounts by hand, then rejected: noted, nothing is asked',
      ['h:5/2', 'm:rejected', 'p:sale_amount=10'],
      '',
      'payable',
      'rejected 5/2',
    ],
  ])('%s', async (_what, steps, asked, payable, expected) => {
    const { w, offer } = await begin({ offer_type: 'CPS', status_after_hold: 'pending' });
    await w.addRule(offer.id, { revenue_basis_points: 2_000, payout_basis_points: 1_000 });
    await play(w, offer, ['p:sale_amount=100', ...steps]);
    const open = await requests(w);
    const words = open.map((one: Record<string, string>) => `${one.word} ${one.wanted_revenue}/${one.wanted_payout}`);
    const blocked = (await w.conversions()).map((row) => (row as unknown as { disputed: boolean }).disputed);
    expect([words.join(), blocked, await standing(w)]).toEqual([asked, [payable === 'blocked'], expected]);
  });

  test('accepted, a request that holds an amount beside its status makes both true', async () => {
    const { w, offer } = await begin({ offer_type: 'CPS', status_after_hold: 'pending' });
    await w.addRule(offer.id, { revenue_basis_points: 2_000, payout_basis_points: 1_000 });
    await play(w, offer, ['p:sale_amount=100', 'm:rejected', 'p:status=approved&sale_amount=200']);
    const [asked] = await requests(w);
    const body = { accept: true, reason: 'They are right' };
    expect((await t.call(routes.answerRequest, { token, params: { id: asked.id }, body })).status).toBe(200);
    expect([await standing(w), await owed(w), await requests(w)]).toEqual(['approved 40/20', '20+0', []]);
  });

  test('in the portal a decision against a manager’s is a request, one that lowers blocks, and nobody’s is theirs to change', async () => {
    const signedIn = await t.signIn('advertiser@demo.test');
    const { w, offer } = await begin({ advertiser_id: signedIn.userId });
    const click_id = w.clickId(offer.number);
    await w.convert({ click_id, txn_id: 'A' });
    const rows = () =>
      t.database.asOwner<{ id: string; status: string; disputed: boolean }>(
        'select id, status, disputed from conversions where offer_id = $1',
        [offer.id],
      );
    const [row] = await rows();
    const say = async (status: string) =>
      (
        await t.call(routes.decideOwnConversions, {
          token: signedIn.token,
          body: { ids: [row?.id], status, reason: 'Returned' },
        })
      ).body;
    const managerSays = (status: string) =>
      t.call(routes.decideConversion, { token, params: { id: row?.id ?? '' }, body: { status, reason: 'Seen' } });
    expect(await say('rejected')).toMatchObject({ changed: 1, requested: 0 });
    expect(await say('approved')).toMatchObject({ changed: 1, requested: 0 });
    await managerSays('approved');
    expect(await say('rejected')).toMatchObject({ changed: 0, requested: 1 });
    expect(await rows()).toMatchObject([{ status: 'approved', disputed: true }]);
    await managerSays('rejected');
    expect(await say('approved')).toMatchObject({ changed: 0, requested: 1 });
    expect(await rows()).toMatchObject([{ status: 'rejected', disputed: false }]);
  });

  test('people of the advertiser in the portal speak as its postbacks do', async () => {
    const signedIn = await t.signIn('advertiser@demo.test');
    const { w, offer } = await begin({ advertiser_id: signedIn.userId, hold_minutes: 2 });
    await w.convert({ click_id: w.clickId(offer.number), txn_id: 'A', status: 'pending' });
    const [row] = await t.database.asOwner<{ id: string }>('select id from conversions where offer_id = $1', [
      offer.id,
    ]);
    const body = { ids: [row?.id], status: 'approved', reason: 'Delivered' };
    const decided = await t.call(routes.decideOwnConversions, { token: signedIn.token, body });
    expect(decided.body).toMatchObject({ changed: 0, requested: 1 });
    await holdEnds(w, 3);
    const [now] = await t.database.asOwner<{ status: string }>('select status from conversions where id = $1', [
      row?.id,
    ]);
    expect(now?.status).toBe('approved');
  });
});
