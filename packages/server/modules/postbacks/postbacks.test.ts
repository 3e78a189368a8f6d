// What leaves: the right values, on schedule, to public addresses only, with a row for every attempt, and nothing lost.
import { createHmac } from 'node:crypto';
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { addDelivery } from './deliveries.repo.ts';
import { UNREACHABLE } from './send.ts';
import { type Endpoint, startEndpoint } from './testing.ts';
import { deliveryDue, dueOf } from './topics.ts';

let t: TestApp;
let token: string;
let endpoint: Endpoint;
/** stands for something inside that must never be reached */
let canary: Endpoint;
beforeAll(async () => {
  endpoint = await startEndpoint();
  canary = await startEndpoint();
  t = await createTestApp({ env: { OUTBOUND_ALLOW: endpoint.place } });
});
afterAll(async () => {
  await t.close();
  await Promise.all([endpoint.close(), canary.close()]);
});

async function fresh(): Promise<World> {
  endpoint.calls.length = 0;
  endpoint.answer = (_request, reply) => reply.end('OK');
  await signIn();
  return createWorld(t);
}
const signIn = async (): Promise<void> => {
  token = (await t.signIn('admin@demo.test')).token;
};
const addPostback = async (w: World, url: string, more: Record<string, unknown> = {}): Promise<string> => {
  const body = { publisher_id: w.publisher.id, url, statuses: ['approved'], ...more };
  const reply = await t.call(routes.addPublisherPostback, { token, body });
  expect(`${reply.status} ${reply.raw}`).toMatch(/^201/);
  return reply.body.id;
};
const deliveries = async (w: World) =>
  (await t.call(routes.deliveries, { token, query: { publisher_id: w.publisher.id } })).body.rows;
const detailsOf = async (id: string) => (await t.call(routes.delivery, { token, params: { id } })).body;
const later = async (ms: number) => {
  t.clock.advance(ms);
  await t.app.worker?.drain();
  // sessions end, too, when time passes
  if (ms > 600_000) await signIn();
};

describe('a publisher’s postback', () => {
  test('carries every macro’s own value, encoded, and never revenue', async () => {
    const w = await fresh();
    const offer = await w.addOffer({ title: 'Tea & Cake' });
    await w.addGoal(offer.id, 'ftd', 9_000_000, 3_500_000);
    const url = `${endpoint.origin}/pb?c={click_id}&p={payout}&cur={currency}&g={goal_value}&st={conv_status}&t={campaign_title}&p1={p1}&src={source}&cc={country_id}&s1={sub1}&ctit={ctit}&none={p9|empty}&h={p1:md5}`;
    await addPostback(w, url);
    const at = new Date(t.clock.now().getTime() - 60_000);
    const id = w.clickId(offer.number, at);
    await w.click(id, at, offer.number, { params: '{"p1":"a b&c"}' });
    await w.convert({ click_id: id, txn_id: 'T/1', goal: 'ftd', params: '{"sub1":"{click_id}"}' });
    const sent = new URL(endpoint.calls[0]?.url ?? '', endpoint.origin).searchParams;
    expect(Object.fromEntries(sent)).toMatchObject({
      c: id,
      p: '3.5',
      cur: 'USD',
      g: 'ftd',
      st: 'approved',
      t: 'Tea & Cake',
      p1: 'a b&c',
      src: 'news',
      cc: 'IN',
      s1: '{click_id}',
      ctit: '60',
      none: 'empty',
      h: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    // the log hides sale and transaction, so no macro tells them
    for (const secret of ['revenue', 'advertiser_name', 'camp_ext_id', 'txn_id', 'order_id', 'sale_amount']) {
      const refused = await t.call(routes.addPublisherPostback, {
        token,
        body: { publisher_id: w.publisher.id, url: `https://pub.example/?x={${secret}}`, statuses: ['approved'] },
      });
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        `These macros are not available to publishers: {${secret}}`,
      ]);
    }
  });

  test('fires for the statuses it names; the most specific level wins; by POST as a form', async () => {
    const w = await fresh();
    const offer = await w.addOffer({ status_after_hold: 'pending' });
    await addPostback(w, `${endpoint.origin}/global?s={conv_status}`, { statuses: ['pending', 'approved'] });
    await addPostback(w, `${endpoint.origin}/offer?s={conv_status}`, {
      offer_id: offer.id,
      statuses: ['approved', 'rejected'],
      method: 'POST',
    });
    await w.convert({ click_id: w.clickId(offer.number), txn_id: '1' });
    expect(endpoint.calls).toHaveLength(0);
    const [conversion] = await w.conversions();
    for (const status of ['approved', 'approved', 'rejected']) {
      await t.call(routes.decideConversion, {
        token,
        params: { id: conversion?.id ?? '' },
        body: { status, reason: 'x' },
      });
      await t.app.worker?.drain();
    }
    expect(endpoint.calls.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/offer', 's=approved'],
      ['POST', '/offer', 's=rejected'],
    ]);
    const other = await w.addOffer();
    await w.convert({ click_id: w.clickId(other.number), txn_id: '2' });
    expect(endpoint.calls[2]?.url).toBe('/global?s=approved');
  });

  test('that fails is tried again at 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and each attempt has its row', async () => {
    const w = await fresh();
    const offer = await w.addOffer();
    await addPostback(w, `${endpoint.origin}/fails`);
    endpoint.answer = (_request, reply) => {
      reply.statusCode = 500;
      reply.end('x'.repeat(9_000));
    };
    await w.convert({ click_id: w.clickId(offer.number), txn_id: '1' });
    const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
    for (const [n, seconds] of schedule.entries()) {
      expect(endpoint.calls).toHaveLength(n + 1);
      const [row] = await deliveries(w);
      expect(row).toMatchObject({ state: 'waiting', attempts: n + 1, last_status: 500 });
      await later(seconds * 1_000 - 1_000);
      expect(endpoint.calls).toHaveLength(n + 1);
      await later(1_000);
    }
    const [row] = await deliveries(w);
    expect(row).toMatchObject({ state: 'failed', attempts: 8, next_at: null });
    const { tries } = await detailsOf(row.id);
    expect(tries).toHaveLength(8);
    expect(tries[0]).toMatchObject({ attempt: 1, status: 500, error: 'The answer was 500', body: 'x'.repeat(4_096) });
    await later(86_400_000);
    expect(endpoint.calls).toHaveLength(8);
    endpoint.answer = (_request, reply) => reply.end('OK');
    expect((await t.call(routes.resendDelivery, { token, params: { id: row.id } })).status).toBe(200);
    await t.app.worker?.drain();
    expect((await deliveries(w))[0]).toMatchObject({ state: 'delivered', attempts: 9, last_status: 200 });
  });

  test('that redirects, to a private address or any other, is a failure, and nobody is followed', async () => {
    const w = await fresh();
    const offer = await w.addOffer();
    await addPostback(w, `${endpoint.origin}/moves`);
    endpoint.answer = (_request, reply) => {
      reply.writeHead(302, { location: `${canary.origin}/inside` });
      reply.end();
    };
    await w.convert({ click_id: w.clickId(offer.number), txn_id: '1' });
    await later(5_000);
    expect(endpoint.calls).toHaveLength(2);
    expect(canary.calls).toEqual([]);
    expect((await deliveries(w))[0]).toMatchObject({
      state: 'waiting',
      last_status: 302,
      last_error: 'The answer was 302',
    });
  });

  test('to a private address is never sent at all, and says why', async () => {
    const w = await fresh();
    const offer = await w.addOffer();
    await addPostback(w, `${canary.origin}/inside?x={click_id}`);
    await w.convert({ click_id: w.clickId(offer.number), txn_id: '1' });
    await later(5_000);
    expect(canary.calls).toEqual([]);
    const left = { state: 'waiting', attempts: 2, last_status: null, last_error: UNREACHABLE };
    expect((await deliveries(w))[0]).toMatchObject(left);
  });

  test('that hangs or never finishes its answer is left after ten seconds and tried again as scheduled', async () => {
    const w = await fresh();
    const offer = await w.addOffer();
    await addPostback(w, `${endpoint.origin}/{sub1}`);
    endpoint.answer = (request, reply) => {
      if (request.url === '/drips') reply.write('a');
    };
    const both = ['hangs', 'drips'].map((txn_id) => ({
      click_id: w.clickId(offer.number),
      txn_id,
      params: JSON.stringify({ sub1: txn_id }),
    }));
    await w.receipts(both);
    await t.app.worker?.drain();
    const left = { state: 'waiting', attempts: 1, last_status: null, last_error: UNREACHABLE };
    expect(await deliveries(w)).toMatchObject([left, left]);
    endpoint.answer = (_request, reply) => reply.end('OK');
    await later(4_000);
    expect(endpoint.calls).toHaveLength(2);
    await later(1_000);
    expect(await deliveries(w)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    expect(endpoint.calls.map(({ url }) => url).sort()).toEqual(['/drips', '/drips', '/hangs', '/hangs']);
  });

  test('that is given up three times in a row is switched off, with a notice and a mail', async () => {
    const w = await fresh();
    const offer = await w.addOffer();
    const id = await addPostback(w, `${endpoint.origin}/dead`);
    endpoint.answer = (_request, reply) => {
      reply.statusCode = 410;
      reply.end();
    };
    for (const txn_id of ['1', '2', '3']) await w.convert({ click_id: w.clickId(offer.number), txn_id });
    for (const seconds of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]) await later(seconds * 1_000 + 1_000);
    const list = await t.call(routes.publisherPostbacks, { token, query: { publisher_id: w.publisher.id } });
    expect(list.body.rows).toMatchObject([
      { id, enabled: false, disabled_reason: expect.stringMatching(/3 calls in a row/) },
    ]);
    const mails = (await t.inbox()).filter(({ subject }) => subject.includes('was switched off'));
    expect(mails.length).toBeGreaterThanOrEqual(2);
    const shown = await t.call(routes.notifications, { token });
    expect(shown.body.rows).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'postback-disabled' })]));
    endpoint.calls.length = 0;
    await w.convert({ click_id: w.clickId(offer.number), txn_id: '4' });
    expect(endpoint.calls).toEqual([]);
    endpoint.answer = (_request, reply) => reply.end('OK');
    const fields = { url: `${endpoint.origin}/alive`, method: 'GET', statuses: ['approved'], enabled: true };
    await t.call(routes.editPublisherPostback, { token, params: { id }, body: fields });
    const ids = (await deliveries(w)).map((row: { id: string }) => row.id);
    expect((await t.call(routes.replayDeliveries, { token, body: { ids } })).body).toEqual({ queued: 3, skipped: 0 });
    await t.app.worker?.drain();
    expect((await deliveries(w)).every((row: { state: string }) => row.state === 'delivered')).toBe(true);
  });

  test('survives the death of a worker that held it: its lease runs out and another one sends', async () => {
    const w = await fresh();
    const offer = await w.addOffer();
    await addPostback(w, `${endpoint.origin}/kept`);
    // the recurring look at what waits would do the dead worker's work
    const lookAgain = (at: string) =>
      t.database.asOwner(`update jobs set run_at = $1 where handler = 'conversions.due'`, [at]);
    await lookAgain('2100-01-01');
    await t.app.worker?.drain();
    // as kill -9 leaves them: claimed, never settled
    await t.database.asOwner(`create function die() returns trigger language plpgsql as $$ begin
      if new.handler in ('postbacks.send', 'conversions.process-receipts') and new.attempts = 0 then
        new.state := 'running'; new.attempts := 1; new.leased_until := new.run_at + interval '1 minute'; end if;
      return new; end $$`);
    await t.database.asOwner('create trigger die before insert on jobs for each row execute function die()');
    expect(await w.convert({ click_id: w.clickId(offer.number), txn_id: '1' })).toBe('nothing');
    await later(61_000);
    expect(await w.conversions()).toHaveLength(1);
    expect(endpoint.calls).toHaveLength(0);
    await later(61_000);
    expect(endpoint.calls).toHaveLength(1);
    await t.database.asOwner('drop trigger die on jobs');
    await lookAgain('2000-01-01');
    expect((await deliveries(w))[0]).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('belongs to its publisher: another neither sees, changes nor reads the log of it', async () => {
    const w = await fresh();
    const offer = await w.addOffer();
    const id = await addPostback(w, `${endpoint.origin}/mine`);
    await w.convert({ click_id: w.clickId(offer.number), txn_id: '1' });
    const [row] = await deliveries(w);
    const other = (await t.signIn('publisher@demo.test')).token;
    expect((await t.call(routes.ownPostbacks, { token: other })).body.rows).toEqual([]);
    expect((await t.call(routes.removeOwnPostback, { token: other, params: { id } })).status).toBe(404);
    expect((await t.call(routes.ownDelivery, { token: other, params: { id: row.id } })).status).toBe(404);
    const own = { url: 'https://pub.example/?c={click_id}', statuses: ['approved'] };
    expect((await t.call(routes.addOwnPostback, { token: other, body: own })).status).toBe(201);
    expect((await t.call(routes.ownPostbacks, { token: other })).body.rows).toHaveLength(1);
    const hidden = await w.addOffer({ visibility: 'Private' });
    const scoped = { ...own, offer_id: hidden.id };
    expect((await t.call(routes.addOwnPostback, { token: other, body: scoped })).status).toBe(400);
  });

  test('can be tried with sample values, and a conversion’s can be sent again', async () => {
    const w = await fresh();
    const offer = await w.addOffer();
    const id = await addPostback(w, `${endpoint.origin}/try?c={click_id}&p={payout}`);
    const tried = await t.call(routes.testPublisherPostback, { token, params: { id } });
    expect(tried.body).toMatchObject({
      status: 200,
      body: 'OK',
      error: null,
      url: `${endpoint.origin}/try?c=TEST-CLICK-ID&p=1.5`,
    });
    await w.convert({ click_id: w.clickId(offer.number), txn_id: '1' });
    const [conversion] = await w.conversions();
    const again = await t.call(routes.resendConversion, { token, params: { id: conversion?.id ?? newId() } });
    expect(again.body).toEqual({ queued: 1 });
    await t.app.worker?.drain();
    expect(endpoint.calls).toHaveLength(3);
    // whether a name exists, points inside or nobody listens there: the answer is the same, and says no time either
    for (const address of [canary.origin, 'https://no-such-name.invalid', 'https://127.0.0.1:1', 'https://[fe80::1]']) {
      const nowhere = await addPostback(w, `${address}/try?c={click_id}`);
      const { body } = await t.call(routes.testPublisherPostback, { token, params: { id: nowhere } });
      expect(body).toMatchObject({ status: null, body: null, error: UNREACHABLE, latency_ms: null });
    }
  });
});

test('a webhook is signed, by both secrets for a day after a rotation, and says what happened', async () => {
  const w = await fresh();
  const offer = await w.addOffer({ status_after_hold: 'pending' });
  const body = { url: `${endpoint.origin}/hook`, events: ['conversion.created', 'conversion.approved'] };
  const { id, secret } = (await t.call(routes.addWebhook, { token, body })).body;
  await w.convert({ click_id: w.clickId(offer.number), txn_id: 'W1' });
  const isSigned = (call: Endpoint['calls'][number] | undefined, by: string): boolean => {
    const text = `${call?.headers['webhook-id']}.${call?.headers['webhook-timestamp']}.${call?.body}`;
    const key = Buffer.from(by.replace('whsec_', ''), 'base64');
    const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    return String(call?.headers['webhook-signature']).split(' ').includes(expected);
  };
  expect(isSigned(endpoint.calls[0], secret)).toBe(true);
  expect(JSON.parse(endpoint.calls[0]?.body ?? '{}')).toMatchObject({
    type: 'conversion.created',
    data: { txn_id: 'W1', status: 'pending', revenue: '10', payout: '4' },
  });
  const rotated = (await t.call(routes.rotateWebhookSecret, { token, params: { id } })).body.secret;
  const [conversion] = await w.conversions();
  await t.call(routes.decideConversion, {
    token,
    params: { id: conversion?.id ?? '' },
    body: { status: 'approved', reason: 'ok' },
  });
  await t.app.worker?.drain();
  expect([isSigned(endpoint.calls[1], secret), isSigned(endpoint.calls[1], rotated)]).toEqual([true, true]);
  await t.call(routes.removeWebhook, { token, params: { id } });
});

test('a delivery tells of anything: an offer’s is sent, signed, logged by its subject and seen by no publisher', async () => {
  const w = await fresh();
  const offer = await w.addOffer({ title: 'Told of' });
  const hook = (
    await t.call(routes.addWebhook, { token, body: { url: `${endpoint.origin}/any`, events: ['conversion.created'] } })
  ).body;
  const add = (kind: 'webhook' | 'postback', subject: { kind: 'offer' | 'account'; id: string }) =>
    t.app.database.withTenant(w.tenantId, systemActor, async (tx) => {
      const at = t.clock.now();
      const call = { url: `${endpoint.origin}/any`, method: 'POST' as const, body: '{"type":"offer.changed"}' };
      const told = { kind, targetId: hook.id, subject, publisherId: null, event: 'offer.changed', cause: 'edit-1' };
      const id = await addDelivery(tx, { tenantId: w.tenantId, ...told, ...call, sequence: 1, at });
      if (id) await emit(tx, w.tenantId, deliveryDue, dueOf({ id, url: call.url, kind, publisherId: null }));
      return id;
    });
  const id = await add('webhook', { kind: 'offer', id: offer.id });
  expect(await add('webhook', { kind: 'offer', id: offer.id })).toBeNull();
  const about = await add('webhook', { kind: 'account', id: w.publisher.id });
  await expect(add('postback', { kind: 'offer', id: newId() })).rejects.toThrow(/postbacks_tell_of_conversions/);
  await t.app.worker?.drain();
  expect(endpoint.calls.filter(({ body }) => body.includes('offer.changed'))).toHaveLength(2);
  const log = (await t.call(routes.deliveries, { token, query: { kind: 'webhook' } })).body.rows;
  const rowOf = (of: string | null) => log.find((row: { id: string }) => row.id === of);
  expect(rowOf(id)).toMatchObject({
    subject: { kind: 'offer', id: offer.id },
    conversion_id: null,
    offer: { name: 'Told of' },
    publisher: null,
    goal_name: null,
    state: 'delivered',
  });
  expect(rowOf(about)).toMatchObject({
    subject: { kind: 'account', id: w.publisher.id },
    offer: null,
    state: 'delivered',
  });
  const { status } = await t.call(routes.resendDelivery, { token, params: { id: id ?? '' } });
  expect(status).toBe(200);
  const actor = { kind: 'publisher', id: w.publisher.id } as const;
  const seen = await t.app.database.withTenant(w.tenantId, actor, (tx) =>
    tx.selectFrom('deliveries').select('id').execute(),
  );
  expect(seen).toEqual([]);
  await t.call(routes.removeWebhook, { token, params: { id: hook.id } });
});
