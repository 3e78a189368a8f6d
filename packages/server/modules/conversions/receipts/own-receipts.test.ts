// An advertiser reads what became of each of its calls, by the id that the tracker answered with: on the screen, in a file,
// and with an API key. Nobody else's calls.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

let t: TestApp;
let w: World;
let token: string;
let advertiserId: string;
let offer: { id: string; number: number };
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  ({ token, userId: advertiserId } = await t.signIn('advertiser@demo.test'));
  offer = await w.addOffer({ advertiser_id: advertiserId, min_ctit_seconds: 5 });
});
afterAll(() => t.close());

const number = async (): Promise<string> => {
  const [row] = await t.database.asOwner<{ n: number }>('select user_sequence_id as n from users where id = $1', [
    advertiserId,
  ]);
  return String(row?.n);
};
const send = async (row: Record<string, string>): Promise<string> => {
  const [id = ''] = await w.receipts([{ advertiser: await number(), offer: String(offer.number), ...row }]);
  await t.app.worker?.drain();
  return id;
};
const read = (id: string, by = token) => t.call(routes.ownReceipt, { token: by, params: { id } });

describe('the final outcome', () => {
  test.each([
    ['a good call', {}, 'recorded', 'approved', '10'],
    ['a goal nobody knows', { goal: 'nope', outcome: 'goal_unknown' }, 'goal_unknown', null, null],
    ['an amount out of bounds', { sale_amount: '-5' }, 'amount_out_of_bounds', null, null],
    ['a refused sender', { outcome: 'token_mismatch' }, 'token_mismatch', null, null],
  ])('of %s', async (_what, row, outcome, status, amount) => {
    const id = await send({ click_id: w.clickId(offer.number), txn_id: newId(), ...row });
    const { status: code, body } = await read(id);
    expect(code).toBe(200);
    expect(body).toMatchObject({ id, outcome, is_final: true, message: expect.any(String) });
    expect(body.conversion && [body.conversion.status, body.conversion.amount, body.conversion.currency]).toEqual(
      status ? [status, amount, 'USD'] : null,
    );
  });

  test('of one that came too fast says so, with the reason', async () => {
    const id = await send({ click_id: w.clickId(offer.number, new Date(t.clock.now().getTime() - 2_000)) });
    expect((await read(id)).body).toMatchObject({ outcome: 'too_fast', conversion: { status: 'rejected' } });
  });

  test('is not final while the call waits', async () => {
    const row = { click_id: w.clickId(offer.number), advertiser: await number(), offer: String(offer.number) };
    const [id = ''] = await w.receipts([row]);
    expect((await read(id)).body).toMatchObject({ outcome: 'waiting', is_final: false, conversion: null });
    await t.app.worker?.drain();
    expect((await read(id)).body).toMatchObject({ outcome: 'recorded', is_final: true });
  });

  test('follows what is decided later', async () => {
    const id = await send({ click_id: w.clickId(offer.number), txn_id: 'later' });
    const admin = (await t.signIn('admin@demo.test')).token;
    const { conversion } = (await read(id)).body;
    const body = { status: 'rejected', reason: 'Cancelled' };
    await t.call(routes.decideConversion, { token: admin, params: { id: conversion.id }, body });
    expect((await read(id)).body.conversion).toMatchObject({ status: 'rejected', reason: 'Cancelled' });
  });
});

describe('who may read it', () => {
  test('a call that names no click of anybody’s is found by its id alone, and says nothing but its outcome', async () => {
    const [id = ''] = await w.receipts([{ outcome: 'broken_click', click_id: 'x', query: 'click_id=x&sub1=secret' }]);
    const { status, body } = await read(id);
    expect([status, body.outcome, body.is_final]).toEqual([200, 'broken_click', true]);
    expect([body.query, body.click_id, body.txn_id, body.offer]).toEqual([null, null, null, null]);
  });

  test('another advertiser’s does not exist, nor an id that nobody was given', async () => {
    const other = await w.addOffer();
    const [id = ''] = await w.receipts([
      { click_id: w.clickId(other.number), offer: String(other.number), advertiser: String(w.advertiser.number) },
    ]);
    await t.app.worker?.drain();
    expect((await read(id)).status).toBe(404);
    expect((await read(newId())).status).toBe(404);
    expect((await read('nonsense')).status).toBe(404);
    const list = await t.call(routes.ownReceipts, { token, query: { limit: '100' } });
    expect(list.body.rows.map((row: { id: string }) => row.id)).not.toContain(id);
  });

  test('an API key of the advertiser reads it, too', async () => {
    const id = await send({ click_id: w.clickId(offer.number), txn_id: 'by-key' });
    const made = await t.call(routes.createApiKey, { token, body: { name: 'orders' } });
    expect(made.status).toBe(201);
    expect((await read(id, made.body.key)).body).toMatchObject({ id, outcome: 'recorded' });
    const list = await t.call(routes.ownReceipts, { token: made.body.key, query: { q: 'by-key' } });
    expect(list.body.rows).toMatchObject([{ id }]);
  });
});

test('the list is searched, filtered, paged and exported', async () => {
  for (const n of [1, 2, 3]) await send({ click_id: w.clickId(offer.number), txn_id: `page-${n}` });
  const ask = async (query: Record<string, string>) => (await t.call(routes.ownReceipts, { token, query })).body;
  const first = await ask({ q: 'page-', limit: '2' });
  expect(first.rows.map(({ txn_id }: { txn_id: string }) => txn_id)).toEqual(['page-3', 'page-2']);
  const second = await ask({ q: 'page-', limit: '2', after: first.next });
  expect(second.rows.map(({ txn_id }: { txn_id: string }) => txn_id)).toEqual(['page-1']);
  expect((await ask({ outcome: 'token_mismatch' })).rows.length).toBeGreaterThan(0);
  const file = await t.call(routes.exportOwnReceipts, { token, query: { q: 'page-2' } });
  expect(file.raw).toContain('page-2');
  expect(file.raw).not.toContain('page-1');
});
