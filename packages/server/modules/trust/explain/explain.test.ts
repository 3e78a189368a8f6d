// One thread from click to money, found by whatever somebody has of it, and what a partner sees of it.
import { type Grants, routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../http/matrix/scene.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

let t: TestApp;
let scene: Scene;
let w: World;
let token: string;
let offer: { id: string; number: number };
let clickId: string;
let receiptId: string;
let conversionId: string;
const IP = '198.51.100.77';

beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  w = await createWorld(t);
  token = (await t.signIn('admin@demo.test')).token;
  offer = await w.addOffer();
  await w.insert('publisher_postbacks', {
    tenant_id: w.tenantId,
    id: newId(),
    publisher_id: w.publisher.id,
    url: 'https://localhost/pb?c={click_id}',
    method: 'GET',
    statuses: ['approved'],
    created_at: t.clock.now(),
  });
  await t.app.publish();
  await t.app.worker?.drain();
  const [state] = await t.database.asOwner<{ version: string }>('select version from snapshot_state');
  const at = new Date(t.clock.now().getTime() - 60_000);
  clickId = w.clickId(offer.number, at);
  await w.click(clickId, at, offer.number, {
    snapshot_version: state?.version ?? '',
    advertiser: String(w.advertiser.number),
    ip: IP,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  });
  const parts = { offer: String(offer.number), publisher: String(w.publisher.number) };
  const call = { click_id: clickId, click_at: at.toISOString(), txn_id: 'ORDER-77', ...parts };
  [receiptId = ''] = await w.receipts([{ ...call, advertiser: String(w.advertiser.number) }]);
  await t.app.worker?.drain();
  conversionId = (await w.conversions())[0]?.id ?? '';
});
afterAll(() => t.close());

const explained = (id: string, options = {}) => t.call(routes.explanation, { token, params: { id }, ...options });
const searched = async (text: string) => (await t.call(routes.searchExplain, { token, body: { text } })).body;

describe('the thread', () => {
  test('is the same whether one comes by the click, the call, the conversion or the call to the publisher', async () => {
    const { body } = await explained(clickId);
    expect(body).toMatchObject({ kind: 'click', click_id: clickId, closed: [] });
    expect(body.event).toMatchObject({ verdict: 'accepted', ip: IP, publisher: { number: w.publisher.number } });
    expect(body.decision).toMatchObject({ class: 'exact', agrees: true, decided_by: null });
    expect(body.decision.location).toContain(clickId);
    expect(body.receipts.map(({ id }: { id: string }) => id)).toEqual([receiptId]);
    expect(body.receipts[0].trace.length).toBeGreaterThan(3);
    const [conversion] = body.conversions;
    expect(conversion).toMatchObject({ id: conversionId, revenue: '10', payout: '4', status: 'approved' });
    expect(conversion.transfers.map(({ leg }: { leg: string }) => leg).sort()).toEqual(['payout', 'revenue']);
    expect(conversion.deliveries).toHaveLength(1);
    for (const id of [receiptId, conversionId, conversion.deliveries[0].id]) {
      const other = (await explained(id)).body;
      expect([other.click_id, other.event, other.conversions]).toEqual([clickId, body.event, body.conversions]);
    }
  });

  test('keeps to the configuration of its moment, whatever the offer is now', async () => {
    await t.call(routes.setOfferStatus, { token, params: { id: offer.id }, body: { status: 'paused' } });
    await t.app.worker?.drain();
    expect((await explained(clickId)).body.decision).toMatchObject({ class: 'exact', rebuilt: 'accepted' });
  });

  test('names the document that claims it, and its payment', async () => {
    const [entry] = await t.database.asOwner<{ id: string }>(
      `select id from ledger_transfers where subject_id = $1 and leg = 'payout' and phase in ('direct', 'post') limit 1`,
      [conversionId],
    );
    const document = newId();
    const common = { tenant_id: w.tenantId, owner_id: w.publisher.id };
    await w.insert('documents', {
      ...common,
      id: document,
      side: 'publisher',
      kind: 'self-bill',
      currency: 'USD',
      period_from: '2026-01-01',
      period_to: '2026-01-31',
      made_at: t.clock.now(),
    });
    await w.insert('document_entries', {
      ...common,
      document_id: document,
      transfer_id: entry?.id,
      position: 1,
      amount_micros: 4_000_000,
    });
    const { body } = await explained(clickId);
    expect(body.conversions[0].documents).toEqual([
      expect.objectContaining({ id: document, side: 'publisher', state: 'draft', amount: '4' }),
    ]);
  });
});

describe('search', () => {
  test.each([
    ['a click id', () => clickId],
    ['a postback address', () => `https://demo.localhost/postback?click_id=${clickId}&txn_id=ORDER-77&token=s3cret`],
    ['our id under another name', () => `/postback?subid=${clickId}`],
    ['a transaction', () => 'ORDER-77'],
    ['a conversion', () => conversionId],
    ['a call', () => receiptId.toUpperCase()],
  ])('%s', async (_name, text) => {
    const { found, looked } = await searched(text());
    expect(looked.length).toBeGreaterThan(0);
    expect(found.length).toBeGreaterThan(0);
    const [first] = found;
    expect((await explained(first.id)).body.click_id).toBe(clickId);
  });

  test('a tracking address finds the last clicks of that publisher on that offer', async () => {
    const { found } = await searched(
      `/click?camp_id=${offer.number}&publisher_id=${w.publisher.number}&p1=pub-click-1`,
    );
    expect(found).toEqual([expect.objectContaining({ kind: 'click', id: clickId, result: 'accepted' })]);
    const other = await searched(`/click?camp_id=${offer.number}&publisher_id=${w.publisher.number}&p1=other`);
    expect([other.found, other.looked[0].found]).toEqual([[], false]);
  });

  test('what is not there: says what was looked for, whether it is genuine, and its day', async () => {
    const at = new Date(t.clock.now().getTime() - DAY_MS);
    const unseen = w.clickId(offer.number, at);
    const day = at.toISOString().slice(0, 10);
    const { looked, found } = await searched(unseen);
    expect(found).toEqual([]);
    expect(looked).toEqual([{ what: 'click_id', value: unseen, genuine: true, day, found: false }]);
    expect((await explained(unseen)).status).toBe(404);
  });

  test('another workspace’s id is an unknown id, byte for byte', async () => {
    const acme = await createWorld(t, 'acme');
    const theirs = acme.clickId(1);
    const forged = `${theirs.slice(0, -1)}${theirs.endsWith('A') ? 'B' : 'A'}`;
    const raw = async (id: string) => {
      const answers = [await explained(id), await t.call(routes.searchExplain, { token, body: { text: id } })];
      return answers.map(({ status, raw: text }) => [status, text.replaceAll(id, 'ID')]);
    };
    expect(await raw(theirs)).toEqual(await raw(forged));
    const { token: neighbour } = await t.signIn('admin@acme.test', { subdomain: 'acme' });
    const their = { token: neighbour, subdomain: 'acme' };
    for (const id of [clickId, receiptId, conversionId]) expect((await explained(id, their)).status).toBe(404);
  });

  test('nothing, and far too much, is refused in words', async () => {
    for (const text of ['', ' ', 'x'.repeat(5_000)]) {
      const { status, body } = await t.call(routes.searchExplain, { token, body: { text } });
      expect([status, typeof body.error.message]).toEqual([400, 'string']);
    }
  });
});

describe('sharing', () => {
  const share = (side: string, more = {}) =>
    t.call(routes.shareExplanation, { token, body: { id: clickId, side, ...more } });
  const secretOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
  const opened = (secret: string) =>
    t.call(routes.sharedExplanation, { params: { token: secret }, headers: { 'user-agent': 'Firefox' } });

  test('a publisher sees its payout and no revenue, advertiser or full address', async () => {
    const { status, body } = await share('publisher');
    expect(status).toBe(200);
    expect(body.ends_at).toBe(Math.floor((t.clock.now().getTime() + 7 * DAY_MS) / 1_000));
    const secret = secretOf(body.url);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(16);
    const [stored] = await t.database.asOwner<{ text: string }>(
      'select l::text as text from explain_links l where id = $1',
      [body.id],
    );
    expect(stored?.text).not.toContain(secret);
    const { body: seen, raw } = await opened(secret);
    expect(seen).toMatchObject({ side: 'publisher', event: { network: '198.51.100.0', verdict: 'accepted' } });
    expect(seen.conversions[0]).toMatchObject({ amount: '4', deliveries: [expect.anything()] });
    expect(seen.conversions[0].transfers).toHaveLength(1);
    expect(seen.event.params).toEqual({ p1: 'pub-click-1' });
    for (const word of [IP, w.advertiser.id, 'ORDER-77', '"10"']) expect(raw).not.toContain(word);
  });

  test('an advertiser sees what it pays, and neither payout nor publisher', async () => {
    const { body } = await share('advertiser', { days: 30 });
    const { body: seen, raw } = await opened(secretOf(body.url));
    expect(seen.conversions[0]).toMatchObject({ amount: '10', txn_id: 'ORDER-77', deliveries: [], payments: [] });
    for (const word of [IP, w.publisher.id, String(w.publisher.number), 'Mara', 'pub-click-1', '"4"'])
      expect(raw).not.toContain(word);
  });

  test('what payouts an offer hides from publishers stays hidden', async () => {
    await t.database.asOwner('update offers set hide_payout = true where id = $1', [offer.id]);
    const { body } = await share('publisher');
    const { body: seen } = await opened(secretOf(body.url));
    expect(seen.conversions[0]).toMatchObject({ amount: null, transfers: [] });
    expect(seen.conversions[0].history.every(({ amount }: { amount: unknown }) => amount === null)).toBe(true);
    await t.database.asOwner('update offers set hide_payout = false where id = $1', [offer.id]);
  });

  test('it is opened until it is revoked or ends, and who opened it is kept', async () => {
    const { body: link } = await share('publisher', { days: 1 });
    const secret = secretOf(link.url);
    await opened(secret);
    await opened(secret);
    const { body: opens } = await t.call(routes.explainLinkOpens, { token, params: { id: link.id } });
    expect(opens.rows).toEqual([expect.objectContaining({ ip: '127.0.0.1', user_agent: 'Firefox' })]);
    const listed = async () =>
      (await t.call(routes.explainLinks, { token, query: { subject_id: clickId } })).body.rows.find(
        ({ id }: { id: string }) => id === link.id,
      );
    expect(await listed()).toMatchObject({ state: 'open', opens: 2, partner: { number: w.publisher.number } });
    expect((await t.call(routes.revokeExplainLink, { token, params: { id: link.id } })).status).toBe(200);
    expect((await t.call(routes.revokeExplainLink, { token, params: { id: link.id } })).status).toBe(409);
    expect(await listed()).toMatchObject({ state: 'revoked' });
    const gone = await opened(secret);
    const never = await opened('A'.repeat(22));
    expect([gone.status, gone.raw]).toEqual([never.status, never.raw]);
    expect(gone.status).toBe(404);
    const trail = await t.database.asOwner<{ action: string }>(
      'select action from audit_log where object_id = $1 order by id',
      [link.id],
    );
    expect(trail.map(({ action }) => action)).toEqual(['explain-link.made', 'explain-link.revoked']);
    const { body: short } = await share('publisher', { days: 1 });
    t.clock.advance(DAY_MS + 1);
    expect((await opened(secretOf(short.url))).status).toBe(404);
    token = (await t.signIn('admin@demo.test')).token;
  });

  test('it ends with the partner: rejected or deleted, nobody is shown anything', async () => {
    const { body } = await share('publisher');
    for (const [gone, back] of [
      [`status = 'rejected'`, `status = 'approved'`],
      ['deleted_at = now()', 'deleted_at = null'],
    ]) {
      await t.database.asOwner(`update users set ${gone} where id = $1`, [w.publisher.id]);
      expect((await opened(secretOf(body.url))).status).toBe(404);
      expect((await share('publisher')).status).toBe(409);
      await t.database.asOwner(`update users set ${back} where id = $1`, [w.publisher.id]);
      expect((await opened(secretOf(body.url))).status).toBe(200);
    }
  });

  test('a day and a month are the ends', async () => {
    for (const days of [0, 31, 1.5]) expect((await share('publisher', { days })).status).toBe(400);
  });

  test('a link of another workspace opens nothing here', async () => {
    const { body } = await share('publisher');
    const elsewhere = await t.call(routes.sharedExplanation, {
      params: { token: secretOf(body.url) },
      subdomain: 'acme',
    });
    expect(elsewhere.status).toBe(404);
  });
});

describe('roles', () => {
  interface Reading {
    sections?: Grants;
    hidden?: readonly string[];
    publishers?: 'all' | 'assigned';
  }
  const readerWith = async ({ sections, hidden = [], publishers = 'all' }: Reading) => {
    const role_id = await scene.addRole('demo', sections ?? { logs: 'read', conversions: 'read' });
    await t.database.asOwner('update roles set scope = $2, hidden = $3 where id = $1', [
      role_id,
      JSON.stringify({ publishers, advertisers: 'all' }),
      hidden,
    ]);
    const session = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id }));
    return explained(clickId, { token: session.token });
  };

  test('who does not open conversions sees the click and the calls, and is told what is left out', async () => {
    const { body } = await readerWith({ sections: { logs: 'read' } });
    expect(body).toMatchObject({ conversions: [], closed: ['conversions', 'payouts', 'billing'] });
    expect(body.receipts).toHaveLength(1);
  });

  test('who opens no payouts sees no document of a publisher', async () => {
    const { body } = await readerWith({});
    expect(body.conversions[0]).toMatchObject({ documents: [], payments: [] });
  });

  test('what a role hides is in no part of it', async () => {
    const { body, raw } = await readerWith({ hidden: ['revenue', 'ip', 'device_ids', 'sub_values'] });
    expect(body.event).toMatchObject({ ip: null, user_agent: null, params: {} });
    expect(body.conversions[0].revenue).not.toBe('10');
    for (const word of [IP, '"10"', 'pub-click-1', 'Gecko']) expect(raw).not.toContain(word);
    // and what the steps saw of it
    const step = body.decision.steps.find((one: { step: string }) => one.step === 'client-ip');
    expect(step.saw).toEqual([{ name: 'ip', op: 'is', value: '' }]);
  });

  test('whose accounts are others’ finds nothing', async () => {
    const { status } = await readerWith({ publishers: 'assigned' });
    expect(status).toBe(404);
  });
});
