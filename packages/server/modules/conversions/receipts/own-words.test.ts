// Status words of an advertiser's own: mapped to the closed list, judged by what is set when they are judged, for it alone.
import { routes } from '@tributary/contract';
import { readStatus } from '@tributary/contract/tracker/receipt-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../../platform/clock.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

let t: TestApp;
let w: World;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  token = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
  await t.call(routes.confirmPassword, { token, body: { password: DEMO_PASSWORD } });
});
afterAll(() => t.close());

const set = (status_words?: Record<string, string>) =>
  t.call(routes.setPostbackAuth, {
    token,
    params: { id: w.advertiser.id },
    body: { token_required: false, signature_required: false, networks: [], status_words },
  });

test.each([
  ['Released', 'approved'],
  [' released ', 'approved'],
  ['in-dispute', 'pending'],
  ['IN  DISPUTE', 'pending'],
  ['storno', 'refund'],
  ['gone', 'rejected'],
  ['approved', 'approved'],
  ['toString', 'unknown'],
  ['release', 'unknown'],
  ['', null],
])('“%s” means %s', (text, meaning) => {
  const own = { released: 'approved', in_dispute: 'pending', storno: 'refund', gone: 'rejected' } as const;
  expect(readStatus(text, own)).toBe(meaning);
});

test('an unknown word is parked; once it is mapped, the next is judged by it and the parked one is replayed', async () => {
  const offer = await w.addOffer();
  const other = await createWorld(t);
  const foreign = await other.addOffer();
  const order = (txn_id: string, status: string) => ({ click_id: w.clickId(offer.number), txn_id, status });
  const [parked = ''] = await w.receipts([order('A', 'Released')]);
  await t.app.worker?.drain();
  expect(await w.outcome(parked)).toBe('status_unknown');

  const saved = await set({ 'Re-Leased': 'approved', released: 'approved', storno: 'refund', 'In Dispute': 'pending' });
  expect([saved.status, saved.body.status_words]).toEqual([
    200,
    { re_leased: 'approved', released: 'approved', storno: 'refund', in_dispute: 'pending' },
  ]);
  expect(await w.convert(order('B', 'in-dispute'))).toBe('recorded');
  expect(await w.convert(order('C', 'nonsense'))).toBe('status_unknown');
  expect(await other.convert({ click_id: other.clickId(foreign.number), txn_id: 'D', status: 'released' })).toBe(
    'status_unknown',
  );
  const replayed = await t.call(routes.replayReceipts, {
    token,
    body: { ids: [parked], reason: 'The word is known now' },
  });
  expect(replayed.status, JSON.stringify(replayed.body)).toBe(200);
  await t.app.worker?.drain();
  const status = async () => (await w.conversions()).map((row) => `${row.txn_id} ${row.status}`).sort();
  expect(await status()).toEqual(['A approved', 'B pending']);
  expect(await w.convert({ ...order('A', 'STORNO') })).toBe('updated');
  expect(await status()).toEqual(['A rejected', 'B pending']);

  // rules that are saved without words leave them; an empty list takes them away
  expect((await set()).body.status_words).toHaveProperty('storno');
  const [entry] = await t.database.asOwner<{ after: { status_words: object } }>(
    `select after from audit_log where action = 'advertiser.postback-rules-set' order by id desc limit 1`,
  );
  expect(entry?.after.status_words).toHaveProperty('storno', 'refund');
  expect((await set({})).body.status_words).toEqual({});
  expect(await w.convert(order('E', 'released'))).toBe('status_unknown');
});

test.each<[string, Record<string, string>, string]>([
  ['a word of our own list', { Refunded: 'approved' }, '"Refunded" means refund already'],
  ['a number of it', { '3': 'approved' }, '"3" means rejected already'],
  [
    'one word for two things',
    { 'on it': 'approved', 'On-It': 'pending' },
    '"On-It" cannot mean both approved and pending',
  ],
  ['a macro', { '{status}': 'approved' }, '"{status}" is no word that a postback could say'],
  ['nothing', { '\u200b': 'approved' }, '"\u200b" is no word that a postback could say'],
])('%s is refused', async (_what, words, sentence) => {
  const { status, body } = await set(words);
  expect([status, body.error.message]).toEqual([400, sentence]);
});

test('what it may mean is a closed list, and changing it asks for the password', async () => {
  expect((await set({ released: 'paid' })).status).toBe(400);
  t.clock.advance(13 * HOUR_MS);
  const body = { token_required: true, signature_required: false, networks: [], status_words: {} };
  const refused = await t.call(routes.setPostbackAuth, { token, params: { id: w.advertiser.id }, body });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'password_needed']);
});
