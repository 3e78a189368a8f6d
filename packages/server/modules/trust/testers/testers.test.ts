// Rules that watch links over many looks, what they pause and what they leave alone; who may use the testers; what is kept.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene, type Scene } from '../../../http/matrix/scene.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { type Endpoint, startEndpoint } from '../../postbacks/testing.ts';

let t: TestApp;
let scene: Scene;
let w: World;
let token: string;
let endpoint: Endpoint;
let status = 200;

beforeAll(async () => {
  endpoint = await startEndpoint();
  endpoint.answer = (_request, reply) => reply.writeHead(status, { 'content-type': 'text/html' }).end('<p>Shop</p>');
  t = await createTestApp({ env: { OUTBOUND_ALLOW: endpoint.place, LINK_TEST_PROXIES: 'DE=http://127.0.0.1:1' } });
  scene = await createScene(t);
  w = await createWorld(t);
  token = (await t.signIn('admin@demo.test')).token;
});
afterAll(async () => {
  await t.close();
  await endpoint.close();
});

const call = (route: Parameters<TestApp['call']>[0], options: Parameters<TestApp['call']>[1] = {}) =>
  t.call(route, { token, ...options });
const rule = (more: object = {}) => ({
  name: 'Landing pages',
  every_hours: 1,
  fail_after: 2,
  recover_after: 2,
  action: 'pause',
  ...more,
});
async function offerWith(path: string) {
  return w.addOffer({ default_campaign_url: `${endpoint.origin}${path}?c={click_id}&o={camp_id:lower|none}` });
}
const statusOf = async (id: string) =>
  (await t.database.asOwner<{ status: string }>('select status from offers where id = $1', [id]))[0]?.status;
async function look(id: string, isWell: boolean): Promise<void> {
  status = isWell ? 200 : 503;
  t.clock.advance(1_000);
  expect((await call(routes.runLinkRule, { params: { id }, body: {} })).status).toBe(200);
  await t.app.worker?.drain();
}
const targetOf = async (id: string) => (await call(routes.linkRule, { params: { id } })).body.targets[0];

describe('a rule', () => {
  test('pauses its offer after so many failures in a row, and lets it go on after so many good looks', async () => {
    const offer = await offerWith('/a');
    const { body } = await call(routes.addLinkRule, { body: rule({ offer_ids: [offer.id] }) });
    await look(body.id, true);
    await look(body.id, false);
    expect([await statusOf(offer.id), (await targetOf(body.id)).failures]).toEqual(['active', 1]);
    await look(body.id, false);
    expect([await statusOf(offer.id), (await targetOf(body.id)).state]).toEqual(['paused', 'paused']);
    await look(body.id, true);
    expect(await statusOf(offer.id)).toBe('paused');
    await look(body.id, true);
    expect([await statusOf(offer.id), (await targetOf(body.id)).state]).toEqual(['active', 'ok']);
    const told = (await t.inbox()).filter(({ subject }) => subject.includes('watched link is broken'));
    expect(told.length).toBeGreaterThan(0);
    const news = (await call(routes.notifications)).body.rows.filter((row: { kind: string }) => row.kind === 'link');
    expect(news.map((row: { text: string }) => /paused the offer|runs again/.exec(row.text)?.[0])).toEqual(
      expect.arrayContaining(['paused the offer', 'runs again']),
    );
    const trail = await t.database.asOwner<{ after: { status: string; reason: string } }>(
      `select after from audit_log where object_id = $1 and action = 'offer.status-changed' order by id`,
      [offer.id],
    );
    expect(trail.map(({ after }) => [after.status, after.reason.includes('Landing pages')])).toEqual([
      ['paused', true],
      ['active', true],
    ]);
    const asked = endpoint.calls.filter(({ url }) => url.startsWith('/a?'));
    expect(asked[0]?.url).toBe('/a?c=test_click_id&o=test_camp_id');
  });

  test('does not let go on what a person has paused, before or after it', async () => {
    const [before, after, reopened] = [await offerWith('/b'), await offerWith('/c'), await offerWith('/d')];
    const put = (id: string, to: string) => call(routes.setOfferStatus, { params: { id }, body: { status: to } });
    await put(before.id, 'paused');
    const made = await call(routes.addLinkRule, {
      body: rule({ fail_after: 1, recover_after: 1, offer_ids: [before.id, after.id, reopened.id] }),
    });
    const { id } = made.body;
    await look(id, false);
    expect(await Promise.all([before, after, reopened].map((one) => statusOf(one.id)))).toEqual([
      'paused',
      'paused',
      'paused',
    ]);
    // a person takes it in hand: opens it and shuts it again
    await put(after.id, 'active');
    await put(after.id, 'paused');
    await look(id, true);
    expect(await Promise.all([before, after, reopened].map((one) => statusOf(one.id)))).toEqual([
      'paused',
      'paused',
      'active',
    ]);
  });

  test('that is edited meanwhile keeps how its offers stand; removed, it leaves them as they are', async () => {
    const offer = await offerWith('/e');
    const { body } = await call(routes.addLinkRule, { body: rule({ fail_after: 1, offer_ids: [offer.id] }) });
    await look(body.id, false);
    const other = await offerWith('/f');
    const edited = rule({ name: 'Renamed', fail_after: 1, offer_ids: [offer.id, other.id] });
    expect((await call(routes.editLinkRule, { params: { id: body.id }, body: edited })).status).toBe(200);
    const { targets } = (await call(routes.linkRule, { params: { id: body.id } })).body;
    expect(targets.map(({ state }: { state: string }) => state)).toEqual(['paused', 'waiting']);
    await call(routes.removeLinkRule, { params: { id: body.id } });
    expect(await statusOf(offer.id)).toBe('paused');
  });

  test('comes round by itself, once in its time', async () => {
    const { body } = await call(routes.addLinkRule, {
      body: rule({ url: `${endpoint.origin}/round`, action: 'warn', every_hours: 3 }),
    });
    const looks = () => endpoint.calls.filter(({ url }) => url === '/round').length;
    status = 200;
    for (const [hours, wanted] of [
      [0, 1],
      [1, 1],
      [1, 1],
      [1, 2],
      [3, 3],
    ] as const) {
      t.clock.advance(hours * HOUR_MS + 6 * 60_000);
      await t.app.worker?.drain();
      expect([hours, looks()]).toEqual([hours, wanted]);
    }
    token = (await t.signIn('admin@demo.test')).token;
    await call(routes.removeLinkRule, { params: { id: body.id } });
  });

  test('says what it does not take', async () => {
    const said = async (body: object) => (await call(routes.addLinkRule, { body })).body.error.message;
    expect(await said(rule())).toBe('Please choose offers or enter one address');
    expect(await said(rule({ url: 'https://shop.example/' }))).toBe(
      'Only offers can be paused: choose offers, or warn',
    );
    expect(await said(rule({ url: 'ftp://shop.example/', action: 'warn' }))).toContain('http://');
    expect(await said(rule({ offer_ids: [w.publisher.id] }))).toContain('choose the offers anew');
    expect(await said(rule({ url: 'https://shop.example/', action: 'warn', every_hours: 25 }))).toContain('1 to 24');
    expect(await said(rule({ url: 'https://shop.example/', action: 'warn', allowed_codes: [] }))).toContain(
      'at least one',
    );
  });
});

describe('a test', () => {
  const profile = { country: 'us', device: 'iphone' };
  test('quick reads the link, decides it by the present rules and fills the publisher’s postback', async () => {
    const offer = await offerWith('/q');
    await w.insert('publisher_postbacks', {
      tenant_id: w.tenantId,
      publisher_id: w.publisher.id,
      url: 'https://pub.example/pb?c={p1}&pay={payout}&d={os}',
      method: 'GET',
      statuses: ['approved'],
      created_at: t.clock.now(),
    });
    await t.app.publish();
    await t.app.worker?.drain();
    const link = `http://demo.localhost:3001/click?camp_id=${offer.number}&publisher_id=${w.publisher.number}&p1=a%26b&mine=2`;
    const { status: code, body } = await call(routes.testPostbacks, { body: { link, depth: 'quick', ...profile } });
    expect(code).toBe(200);
    expect([body.state, body.result, body.click?.verdict]).toEqual(['passed', 'ok', 'accepted']);
    expect(body).toMatchObject({ kind: 'quick', country: 'US', unknown: ['mine'] });
    expect(body.click).toMatchObject({ verdict: 'accepted', sent_to: 'destination' });
    expect(body.calls[0]).toMatchObject({ sent: false, url: 'https://pub.example/pb?c=a%26b&pay=4&d=ios' });
    await call(routes.setOfferStatus, { params: { id: offer.id }, body: { status: 'paused' } });
    await t.app.worker?.drain();
    t.clock.advance(1_000);
    const paused = await call(routes.testPostbacks, { body: { link, depth: 'quick', ...profile } });
    expect([paused.body.state, paused.body.click.verdict]).toEqual(['failed', 'offer_paused']);
  });

  test('of a link that is another’s, or names nothing, is refused in words', async () => {
    const said = async (link: string) => {
      const { status: code, body } = await call(routes.testPostbacks, { body: { link, depth: 'deep', ...profile } });
      return [code, body.error?.message];
    };
    expect(await said('http://acme.localhost:3001/click?camp_id=1&publisher_id=2')).toEqual([
      400,
      expect.stringContaining('no tracking link'),
    ]);
    expect(await said('http://demo.localhost:3001/postback?click_id=1')).toEqual([
      400,
      expect.stringContaining('no tracking link'),
    ]);
    expect(await said(`http://demo.localhost:3001/click?camp_id=99999999&publisher_id=${w.publisher.number}`)).toEqual([
      404,
      expect.stringContaining('camp_id'),
    ]);
    expect(await said('http://demo.localhost:3001/c/none')).toEqual([404, expect.stringContaining('short link')]);
  });

  test('of a link is followed by a job, kept, and done once more', async () => {
    status = 200;
    const { body } = await call(routes.testLink, { body: { url: `${endpoint.origin}/x`, ...profile } });
    expect([body.state, body.chain]).toEqual(['running', []]);
    await t.app.worker?.drain();
    const ended = (await call(routes.testRun, { params: { id: body.id } })).body;
    expect(ended).toMatchObject({ state: 'passed', result: 'ok', hops: 1, country_by: 'not_simulated' });
    const again = (await call(routes.rerunTest, { params: { id: body.id }, body: {} })).body;
    await t.app.worker?.drain();
    expect((await call(routes.testRun, { params: { id: again.id } })).body).toMatchObject({
      target: ended.target,
      state: 'passed',
    });
    expect((await call(routes.testOptions)).body.proxied_countries).toEqual(['DE']);
    const trail = await t.database.asOwner(`select 1 from audit_log where action = 'test.started' and object_id = $1`, [
      body.id,
    ]);
    expect(trail).toHaveLength(1);
  });

  test('waits for its turn: eleven at once are too many', async () => {
    const codes: number[] = [];
    const held: (() => void)[] = [];
    const { answer } = endpoint;
    endpoint.answer = (_request, reply) => held.push(() => reply.end('late'));
    for (let n = 0; n < 11; n++) {
      codes.push((await call(routes.testLink, { body: { url: `${endpoint.origin}/many`, ...profile } })).status);
    }
    expect(codes).toEqual([...Array(10).fill(200), 409]);
    endpoint.answer = answer;
    for (const release of held) release();
    await t.app.worker?.drain();
  });

  test('of the server’s own tracker that is away says so', async () => {
    const offer = await offerWith('/silent');
    const link = `http://demo.localhost:3001/click?camp_id=${offer.number}&publisher_id=${w.publisher.number}`;
    const { body } = await call(routes.testPostbacks, { body: { link, depth: 'deep', ...profile } });
    await t.app.worker?.drain();
    expect((await call(routes.testRun, { params: { id: body.id } })).body).toMatchObject({
      state: 'failed',
      result: 'tracker_silent',
    });
  });

  test('is gone after ninety days, and one that never ended is given up', async () => {
    const { body } = await call(routes.testLink, { body: { url: `${endpoint.origin}/old`, ...profile } });
    await t.database.asOwner('delete from link_rules');
    await t.app.worker?.drain();
    const now = t.clock.now().getTime();
    await t.database.asOwner(`update test_runs set at = at - interval '91 days' where id <> $1`, [body.id]);
    await t.database.asOwner(`update test_runs set state = 'running', result = null where id = $1`, [body.id]);
    await t.database.asOwner(
      `insert into test_events (tenant_id, row_id, test_id, at, kind, row)
       values ($1, gen_random_uuid(), gen_random_uuid(), $2, 'click', '{}')`,
      [w.tenantId, new Date(now - 91 * DAY_MS)],
    );
    t.clock.advance(DAY_MS + 1);
    await t.app.worker?.drain();
    const left = await t.database.asOwner('select id, state, result from test_runs where tenant_id = $1', [w.tenantId]);
    expect(left).toEqual([{ id: body.id, state: 'failed', result: 'interrupted' }]);
    expect(await t.database.asOwner('select 1 from test_events where tenant_id = $1', [w.tenantId])).toEqual([]);
  });
});

describe('a role that sees some accounts alone', () => {
  test('has no rules, and no tests of other publishers', async () => {
    token = (await t.signIn('admin@demo.test')).token;
    const role = await scene.addRole('demo', { tools: 'write', offers: 'read' });
    await t.database.asOwner(`update roles set scope = '{"publishers":"assigned","advertisers":"all"}' where id = $1`, [
      role,
    ]);
    const member = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id: role }));
    const own = { token: member.token };
    await call(routes.addLinkRule, { body: rule({ url: 'https://shop.example/', action: 'warn' }) });
    expect((await call(routes.linkRules)).body.total).toBeGreaterThan(0);
    expect((await t.call(routes.linkRules, own)).body.rows).toEqual([]);
    const asked = await t.call(routes.addLinkRule, {
      ...own,
      body: rule({ url: 'https://shop.example/', action: 'warn' }),
    });
    expect([asked.status, asked.body.error.message]).toEqual([403, expect.stringContaining('sees only some accounts')]);
    const offer = await offerWith('/scoped');
    const link = `http://demo.localhost:3001/click?camp_id=${offer.number}&publisher_id=${w.publisher.number}`;
    const body = { link, depth: 'quick', country: 'us', device: 'mac' };
    const others = (await call(routes.testPostbacks, { body })).body.id;
    expect((await t.call(routes.testRun, { ...own, params: { id: others } })).status).toBe(404);
    expect((await t.call(routes.testPostbacks, { ...own, body })).status).toBe(404);
  });
});
