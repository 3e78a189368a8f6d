// Clicks that were answered like good ones but are not billed: what converts on them waits for a person, whether the click's
// row was there first or comes later. Expected values worked out by hand from docs/decisions/0020; an offer pays 10, of
// which 4 to the publisher.
import { routes } from '@tributary/contract';
import { verdicts } from '@tributary/contract/tracker/verdicts';
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

/** minutes later, with what is due by then */
async function wait(w: World, minutes: number): Promise<void> {
  t.clock.advance(minutes * 60_000);
  await t.database.asOwner(`insert into outbox (tenant_id, topic, payload) values ($1, 'conversions.due', '{}')`, [
    w.tenantId,
  ]);
  await t.app.worker?.drain();
}
const idOf = async (w: World): Promise<string> => (await w.conversions())[0]?.id ?? '';
const openRequests = async (w: World): Promise<{ id: string; word: string }[]> =>
  (await t.call(routes.conversionRequests, { token, query: { state: 'open' } })).body.rows.filter(
    ({ publisher }: { publisher: { id: string } }) => publisher.id === w.publisher.id,
  );
/** "approved 10/4, owed 4+0, asked pending": the only conversion, approved+pending of the publisher, the open request */
async function standing(w: World): Promise<string> {
  const [row] = await w.conversions();
  const money = (micros = '0') => String(Number(micros) / 1e6);
  const { rows } = (await t.call(routes.publisherBalance, { token, params: { id: w.publisher.id } })).body;
  const owed = rows.map((line: { pending: string; approved: string }) => `${line.approved}+${line.pending}`)[0];
  const asked = (await openRequests(w)).map(({ word }) => `, asked ${word}`).join('');
  return `${row?.status} ${money(row?.revenue_micros)}/${money(row?.payout_micros)}, owed ${owed ?? '0+0'}${asked}`;
}

/** `p:` a postback's status, `s:` its sale, `r:` what of it was given back, `x:` a pixel, `m:` a manager's decision, `wait:` minutes, `row:` the click's verdict arrives */
async function play(columns: Record<string, unknown>, steps: readonly string[]): Promise<[string[], World]> {
  const w = await createWorld(t);
  tenantId = w.tenantId;
  const offer = await w.addOffer(columns);
  await w.addRule(offer.id, { publisher_id: w.publisher.id, countries: ['np'], payout_micros: 6_000_000 });
  const at = new Date(t.clock.now().getTime() - 60_000);
  const click_id = w.clickId(offer.number, at);
  const came: string[] = [];
  for (const step of steps) {
    const [who = '', text = ''] = step.split(':');
    const [verdict = '', country = 'IN'] = text.split('@');
    if (who === 'wait') await wait(w, Number(text));
    else if (who === 'row') await w.click(click_id, at, offer.number, { verdict, country });
    else if (who === 'm') {
      const body = { status: text, reason: 'Looked into it' };
      came.push(String((await t.call(routes.decideConversion, { token, params: { id: await idOf(w) }, body })).status));
    } else if (who === 's') came.push(await w.convert({ click_id, txn_id: 'A', sale_amount: text, status: 'pending' }));
    else if (who === 'r') {
      const params = JSON.stringify({ refund_amount: text });
      came.push(await w.convert({ click_id, txn_id: 'A', status: 'refund', params }));
    } else came.push(await w.convert({ click_id, txn_id: 'A', status: text }, who === 'x' ? 'pixel' : 'postback'));
  }
  return [came, w];
}

const neither = Object.entries(verdicts).flatMap(([name, { billable, invalid }]) =>
  billable || invalid ? [] : [name],
);

describe('with its row there first', () => {
  test('every verdict that is neither billed nor refused is tried below', () => {
    expect(neither.sort()).toEqual(['bot', 'embedded', 'head', 'prefetch', 'preview']);
  });

  // an unknown verdict may be of a newer tracker: nobody here can say that it is good
  test.each([...neither, 'of_a_newer_tracker'])('%s: pending, and no postback lifts it', async (verdict) => {
    const [came, w] = await play({}, [`row:${verdict}`, 'p:approved', 'p:approved']);
    expect([came, await standing(w)]).toEqual([['recorded', 'requested'], 'pending 10/4, owed 0+4, asked approved']);
  });

  test('rejected first and approved then is no way around it', async () => {
    const [came, w] = await play({}, ['row:bot', 'p:rejected', 'p:approved']);
    expect([came, await standing(w)]).toEqual([['recorded', 'requested'], 'rejected 10/4, owed 0+0, asked approved']);
  });
});

describe('with its row later', () => {
  const hold = { hold_minutes: 10 };
  const pixel = { conversion_tracking: 'IMG Pixel Tracking' };
  test.each<[string, Record<string, unknown>, string[], string[], string]>([
    [
      'a good one changes nothing',
      {},
      ['p:approved', 'row:accepted', 'wait:1'],
      ['recorded'],
      'approved 10/4, owed 4+0',
    ],
    ['approved by the advertiser', {}, ['p:approved', 'row:bot', 'wait:1'], ['recorded'], 'pending 10/4, owed 0+4'],
    ['approved by the offer’s terms', {}, ['p:', 'row:head', 'wait:1'], ['recorded'], 'pending 10/4, owed 0+4'],
    ['unknown to us', {}, ['p:', 'row:of_a_newer_tracker', 'wait:1'], ['recorded'], 'pending 10/4, owed 0+4'],
    [
      'said again it is a request',
      {},
      ['p:approved', 'row:bot', 'wait:1', 'p:approved'],
      ['recorded', 'requested'],
      'pending 10/4, owed 0+4, asked approved',
    ],
    [
      'pending, then approved',
      {},
      ['p:pending', 'row:prefetch', 'wait:1', 'p:approved'],
      ['recorded', 'requested'],
      'pending 10/4, owed 0+4, asked approved',
    ],
    [
      'rejected stays rejected, and approved is a request',
      {},
      ['p:rejected', 'row:bot', 'wait:1', 'p:approved'],
      ['recorded', 'requested'],
      'rejected 10/4, owed 0+0, asked approved',
    ],
    [
      'a manager’s approval: a request, not payable meanwhile',
      {},
      ['p:pending', 'm:approved', 'row:bot', 'wait:1'],
      ['recorded', '200'],
      'approved 10/4, owed 4+0, asked pending',
    ],
    [
      'a manager’s rejection stays',
      {},
      ['p:', 'm:rejected', 'row:bot', 'wait:1'],
      ['recorded', '200'],
      'rejected 10/4, owed 0+0',
    ],
    [
      'a manager may approve it afterwards',
      {},
      ['p:', 'row:bot', 'wait:1', 'm:approved'],
      ['recorded', '200'],
      'approved 10/4, owed 4+0',
    ],
    [
      'in a hold: its end approves nothing',
      hold,
      ['p:', 'row:bot', 'wait:1', 'wait:15'],
      ['recorded'],
      'pending 10/4, owed 0+4',
    ],
    ['both due at once', hold, ['p:', 'row:bot', 'wait:15'], ['recorded'], 'pending 10/4, owed 0+4'],
    ['after the hold has ended', hold, ['p:', 'wait:15', 'row:bot', 'wait:10'], ['recorded'], 'pending 10/4, owed 0+4'],
    [
      'rejected in a hold, approved then',
      hold,
      ['p:', 'p:rejected', 'row:bot', 'wait:1', 'p:approved', 'wait:15'],
      ['recorded', 'updated', 'requested'],
      'rejected 10/4, owed 0+0, asked approved',
    ],
    [
      'by pixel, then confirmed',
      pixel,
      ['x:', 'row:embedded', 'wait:1', 'p:approved'],
      ['recorded', 'requested'],
      'pending 10/4, owed 0+4, asked approved',
    ],
    [
      'refunded stays refunded',
      {},
      ['p:', 'p:refunded', 'row:bot', 'wait:1', 'p:approved'],
      ['recorded', 'updated', 'requested'],
      'rejected 10/4, owed 0+0, asked approved',
    ],
    [
      'loosened by the offer, the advertiser’s next word counts',
      { advertiser_may_overrule: 'checks' },
      ['p:approved', 'row:bot', 'wait:1', 'p:approved'],
      ['recorded', 'updated'],
      'approved 10/4, owed 4+0',
    ],
    ['priced by its country, too', {}, ['p:approved', 'row:bot@NP', 'wait:1'], ['recorded'], 'pending 10/6, owed 0+6'],
    ['a good one by its country', {}, ['p:', 'row:accepted@NP', 'wait:1'], ['recorded'], 'approved 10/6, owed 6+0'],
    [
      'refused after a manager’s approval: a request, not payable meanwhile',
      {},
      ['p:pending', 'm:approved', 'row:duplicate', 'wait:1'],
      ['recorded', '200'],
      'approved 10/4, owed 4+0, asked rejected',
    ],
    [
      'refused after a manager’s approval, and priced by its country as any other',
      {},
      ['p:pending', 'm:approved', 'row:click_spam@NP', 'wait:1'],
      ['recorded', '200'],
      'approved 10/6, owed 6+0, asked rejected',
    ],
    [
      'refused after a manager’s approval: the advertiser’s approval takes nothing back',
      {},
      ['p:pending', 'm:approved', 'row:duplicate', 'wait:1', 'p:approved'],
      ['recorded', '200', 'duplicate'],
      'approved 10/4, owed 4+0, asked rejected',
    ],
    [
      'refused after a manager parked it: rejected, which lowers',
      {},
      ['p:', 'm:pending', 'row:duplicate', 'wait:1'],
      ['recorded', '200'],
      'rejected 10/4, owed 0+0',
    ],
    [
      'refused after a manager’s rejection: it stays, and nothing is asked',
      {},
      ['p:', 'm:rejected', 'row:duplicate', 'wait:1'],
      ['recorded', '200'],
      'rejected 10/4, owed 0+0',
    ],
    [
      'refused, and a manager approves it afterwards',
      {},
      ['p:', 'row:duplicate', 'wait:1', 'm:approved'],
      ['recorded', '200'],
      'approved 10/4, owed 4+0',
    ],
    [
      'refused in a hold',
      hold,
      ['p:', 'row:duplicate', 'wait:1', 'p:approved', 'wait:15'],
      ['recorded', 'requested'],
      'rejected 10/4, owed 0+0, asked approved',
    ],
    [
      'rejected by the advertiser, refused, then approved: refused is the higher word',
      {},
      ['p:rejected', 'row:duplicate', 'wait:1', 'p:approved'],
      ['recorded', 'requested'],
      'rejected 10/4, owed 0+0, asked approved',
    ],
    ['a refused one is rejected', {}, ['p:', 'row:duplicate@NP', 'wait:1'], ['recorded'], 'rejected 10/4, owed 0+0'],
  ])('%s', async (_what, columns, steps, outcomes, expected) => {
    const [came, w] = await play(columns, steps);
    expect([came, await standing(w)]).toEqual([outcomes, expected]);
  });

  test('what a refused click asks names its reason, and blocks the payment until it is answered', async () => {
    const [, w] = await play({}, ['p:pending', 'm:approved', 'row:duplicate', 'wait:1']);
    const [row] = await t.database.asOwner<{ disputed: boolean; reason: string; asked_by: string }>(
      `select c.disputed, r.reason, r.asked_by from conversions c join conversion_requests r on r.conversion_id = c.id
       where r.state = 'open' and c.publisher_id = $1`,
      [w.publisher.id],
    );
    expect(row).toEqual({ disputed: true, reason: expect.stringContaining('Duplicate click'), asked_by: 'checks' });
  });

  test('what was given back of it stays given back beside what a refused click asks', async () => {
    const [came, w] = await play({}, ['s:100', 'm:approved', 'r:50', 'row:duplicate', 'wait:1']);
    expect([came.at(-1), await standing(w)]).toEqual(['requested', 'approved 10/4, owed 4+0, asked rejected']);
    expect(await openRequests(w)).toMatchObject([{ asked_by: 'checks', refunded: '50' }]);
  });

  test('the manager who keeps an approval is asked only once', async () => {
    const [, w] = await play({}, ['p:pending', 'm:approved', 'row:bot', 'wait:1']);
    const [request] = await openRequests(w);
    const body = { accept: false, reason: 'A person, by phone' };
    const { status } = await t.call(routes.answerRequest, { token, params: { id: request?.id ?? '' }, body });
    await wait(w, 6);
    expect([status, await standing(w)]).toEqual([200, 'approved 10/4, owed 4+0']);
  });
});
