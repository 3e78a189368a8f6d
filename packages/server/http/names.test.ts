// Names of what is not yours. Everything that belongs to others carries the word "Zephyr": offers that the publisher may not
// see, with goals, pages and texts; other publishers, advertisers and managers; the tracker. The publisher has sent traffic to
// all of them, the advertiser has received some from all: then every route of the portals is asked, generated from the
// contract, and neither a reply nor a file, a stream, a mail or an outgoing call may hold the word.
import { type Role, type RouteSpec, routes } from '@tributary/contract';
import { dimensionsFor } from '@tributary/contract/reports/report-catalogue';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { type CallOptions, createTestApp, type TestApp } from '../testing.ts';
import { unzip } from '../testing-unzip.ts';
import { createWorld, type World } from '../testing-world.ts';
import { examples, makeTarget } from './matrix/examples.ts';
import { createScene, type Person, type Scene } from './matrix/scene.ts';

type Name = keyof typeof routes;
type Portal = Exclude<Role, 'admin'>;
const SECRET = /zephyr/i;
const portals = ['publisher', 'advertiser'] as const;
const numbers = { publisher: 910_001, advertiser: 910_002, otherPublisher: 910_003, otherAdvertiser: 910_004 };
const MANAGER = 910_005;

let t: TestApp;
let scene: Scene;
let w: World;
const people = new Map<string, Person>();
const person = (name: string): Person => people.get(name) ?? expect.fail(`nobody is called ${name}`);
const tenantId = () => scene.tenantIdOf('demo');
const hidden: { id: string; number: number; goalId: string }[] = [];
const conversions: string[] = [];

const past = () => new Date(t.clock.now().getTime() - DAY_MS);
const future = () => new Date(t.clock.now().getTime() + 365 * DAY_MS);
/** what a publisher does not see: by its state, its dates, its visibility, or because he was kept out */
const hiddenOffers: Record<string, { offer: () => Record<string, unknown>; permission?: Record<string, unknown> }> = {
  private: { offer: () => ({ visibility: 'Private' }) },
  'private, asked for': { offer: () => ({ visibility: 'Private' }), permission: { state: 'requested' } },
  'private, refused': { offer: () => ({ visibility: 'Private' }), permission: { state: 'refused' } },
  'private, only its terms accepted': { offer: () => ({ visibility: 'Private' }), permission: { state: 'allowed' } },
  pending: { offer: () => ({ status: 'pending' }) },
  'pending, granted beforehand': {
    offer: () => ({ status: 'pending', visibility: 'Private' }),
    permission: { state: 'allowed', decided: true },
  },
  'paused before it was run': { offer: () => ({ status: 'paused' }) },
  'not begun': { offer: () => ({ starts_at: future() }) },
  'ended before it was run': { offer: () => ({ ends_at: past() }) },
  'kept from him': { offer: () => ({}), permission: { state: 'blocked', decided: true } },
};

async function placeConversion(offer: { id: string; goalId: string }, columns: Record<string, unknown>) {
  const [id, at] = [newId(t.clock.now().getTime()), t.clock.now()];
  const amounts = { currency: 'USD', revenue_micros: 0, payout_micros: 0, home_currency: 'USD' };
  const row = { tenant_id: tenantId(), id, kind: 'manual', offer_id: offer.id, goal_id: offer.goalId, at };
  await scene.insert('conversions', { ...row, recorded_at: at, ...amounts, ...columns });
  return id;
}

async function placeDelivery(conversionId: string, publisherId: string): Promise<void> {
  const ids = { tenant_id: tenantId(), id: newId(), target_id: newId(), publisher_id: publisherId };
  const what = {
    kind: 'postback',
    subject_kind: 'conversion',
    subject_id: conversionId,
    event: 'rejected',
    cause: 'created-1',
  };
  const call = { url: 'https://localhost/pb', method: 'GET', state: 'failed', created_at: t.clock.now() };
  await scene.insert('deliveries', { ...ids, ...what, ...call });
}

/** an offer that the publisher may not see, all the traffic he can cause on it, and a postback that a manager hung on it */
async function hideOffer(name: string): Promise<void> {
  const { offer: columns, permission } = hiddenOffers[name] ?? expect.fail();
  const offer = await w.addOffer({
    title: `Zephyr ${name}`,
    external_offer_id: 'zephyr-77',
    default_campaign_url: 'https://zephyr.example/?c={click_id}',
    texts: JSON.stringify({ description: 'Zephyr for everyone' }),
    advertiser_id: person('otherAdvertiser').id,
    ...columns(),
  });
  await t.database.asOwner(`update offer_goals set name = 'Zephyr goal' where id = $1`, [offer.goalId]);
  hidden.push(offer);
  const { id: publisher_id } = person('publisher');
  const offer_id = offer.id;
  if (permission) {
    const { state, decided } = permission;
    const by = decided ? { decided_by: person('manager').id, decided_at: past() } : {};
    await scene.insert('offer_permissions', { tenant_id: tenantId(), offer_id, publisher_id, state, ...by });
  }
  await scene.insert('publisher_postbacks', {
    tenant_id: tenantId(),
    id: newId(),
    publisher_id,
    offer_id,
    goal_id: offer.goalId,
    // asks for every name there is
    url: 'https://localhost/pb?t={campaign_title}&g={goal_name}&c={camp_id}',
    method: 'GET',
    statuses: ['approved', 'pending', 'rejected'],
    created_at: t.clock.now(),
  });
  const publisher = String(numbers.publisher);
  for (const verdict of ['publisher_not_allowed', 'bot']) {
    const at = new Date(t.clock.now().getTime() - 60_000);
    const clickId = w.clickId(offer.number, at, numbers.publisher);
    await w.click(clickId, at, offer.number, { publisher, verdict });
    conversions.push(await w.convert({ click_id: clickId, txn_id: newId() }));
  }
  for (const status of ['rejected', 'pending']) {
    const id = await placeConversion(offer, { status, publisher_id, advertiser_id: person('otherAdvertiser').id });
    await placeDelivery(id, publisher_id);
  }
}

/** the advertiser's own offer, with clicks that name people who never ran it */
async function placeForeignTraffic(): Promise<void> {
  const own = await w.addOffer({ title: 'Harbour cards', advertiser_id: person('advertiser').id });
  for (const number of [numbers.otherPublisher, numbers.otherAdvertiser, MANAGER]) {
    const at = new Date(t.clock.now().getTime() - 60_000);
    const row = { publisher: String(number), verdict: 'publisher_not_allowed' };
    await w.click(w.clickId(own.number, at, number), at, own.number, row);
  }
  const about = { publisher_id: person('otherPublisher').id, advertiser_id: person('advertiser').id };
  await placeConversion(own, { status: 'rejected', ...about });
}

beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  w = await createWorld(t);
  const zephyr = { first_name: 'Zephyr', last_name: 'Zephyr', company: 'Zephyr Ltd', reference_id: 'zephyr-1' };
  for (const [name, user_sequence_id] of Object.entries(numbers)) {
    const kind = /publisher/i.test(name) ? 'publisher' : 'advertiser';
    const other = name.startsWith('other');
    const columns = { user_sequence_id, ...(other ? { ...zephyr, email: `zephyr-${name}@example.test` } : {}) };
    people.set(name, await scene.addPerson('demo', kind, columns));
  }
  people.set('manager', await scene.addPerson('demo', 'admin', { user_sequence_id: MANAGER, ...zephyr }));
  const tracker = { id: 'zephyr', boot: 'zephyr', label: 'zephyr-host:4711', report: '{}', snapshot_version: 1 };
  await scene.insert('trackers', { ...tracker, reported_at: t.clock.now() });
  for (const name of Object.keys(hiddenOffers)) await hideOffer(name);
  await placeForeignTraffic();
  const opened = `insert into settings (tenant_id, section, version, value, changed_at) values ($1, 'reports', 1, $2, now())`;
  await t.database.asOwner(opened, [tenantId(), JSON.stringify({ advertisers_see_publishers: true })]);
});
afterAll(() => t.close());

const own = (Object.entries(routes) as [Name, RouteSpec][]).flatMap(([name, route]) =>
  portals
    .filter((role) => route.access.who === 'session' && route.access.roles.includes(role))
    .map((role) => ({ name, role, route })),
);
const shownBy = async (route: RouteSpec, role: Portal, options: CallOptions): Promise<string> => {
  const { token } = await scene.openSession(person(role));
  const { status, raw, body, headers } = await t.call(route, { token, ...options });
  return `${status} ${raw} ${JSON.stringify(body)} ${JSON.stringify(headers)}`;
};
const leaksIn = (replies: Iterable<readonly [string, string]>): string[] =>
  [...replies].filter(([, shown]) => SECRET.test(shown)).map(([asked]) => asked);

test('the traffic is there: refused clicks made rejected conversions, bots’ ones wait', () => {
  expect(conversions.filter((outcome) => outcome === 'click_refused').length).toBeGreaterThan(5);
});

describe.each(portals)('as %s', (role) => {
  const mine = own.filter((one) => one.role === role);

  test.each(mine)('$name names nothing of others', async ({ name, route }) => {
    const session = await scene.openSession(person(role));
    const ids = [await makeTarget(scene, route, 'demo', session)];
    if (route.names === 'offer') ids.push(...hidden.map(({ id }) => id));
    if (route.names === 'delivery') {
      const rows = await t.database.asOwner<{ id: string }>('select id from deliveries where publisher_id = $1', [
        person(role).id,
      ]);
      ids.push(...rows.map(({ id }) => id));
    }
    const replies: [string, string][] = [];
    for (const targetId of ids) {
      const example = await examples[name]?.({ scene, subdomain: 'demo', session, targetId });
      replies.push([`the example with ${targetId}`, await shownBy(route, role, example ?? {})]);
    }
    if (route.method === 'GET' && route.names === undefined) {
      const once: Record<string, string> = route.wire === 'stream' ? { seconds: '0' } : {};
      const more: Record<string, string>[] = [{}, { q: 'zeph' }, { q: 'zeph', show: 'mine' }, { page_size: '100' }];
      for (const query of [...more, { limit: '200' }]) {
        replies.push([JSON.stringify(query), await shownBy(route, role, { query: { ...once, ...query } })]);
      }
    }
    expect(leaksIn(replies)).toEqual([]);
  });

  // p2 and the like are read as p1 is
  const alone = dimensionsFor(role).filter((id) => !/^(p|sub)([2-9]|1\d)$/.test(id));
  const asked = [...alone, ...alone.filter((id) => id !== 'offer').map((id) => `offer,${id}`)];
  const base = { metrics: 'gross_clicks,rejected_conversions,pending_conversions', period: 'last_7_days' };

  test.each(asked)('a report by %s names nothing of others', async (dimensions) => {
    const query = { ...base, dimensions };
    const every = hidden.map(({ number }) => String(number));
    const people = Object.values(numbers).map(String);
    const questions = [
      query,
      { ...query, 'filter[offer]': every.join(',') },
      { ...query, 'filter[offer]': every[asked.indexOf(dimensions) % every.length] ?? '' },
      { ...query, compare: `offer:${every[0]}` },
      ...(role === 'advertiser' ? people.map((number) => ({ ...query, 'filter[publisher]': number })) : []),
    ];
    const replies: [string, string][] = [];
    for (const question of questions) {
      replies.push([JSON.stringify(question), await shownBy(routes.reports, role, { query: question })]);
    }
    expect(leaksIn(replies)).toEqual([]);
  });

  test.each(['csv', 'xlsx', 'json'])('an export as %s names nothing of others', async (format) => {
    const { token } = await scene.openSession(person(role));
    const leaks: string[] = [];
    for (const dimensions of ['offer', role === 'advertiser' ? 'publisher,offer' : 'goal,offer', 'goal']) {
      const body = { format, query: { ...base, dimensions } };
      const { body: started } = await t.call(routes.startExport, { token, body });
      await t.app.worker?.drain();
      const file = await t.app.http?.inject({
        url: `/api/report-exports/${started.id}/file`,
        headers: { host: 'demo.localhost', 'x-subdomain': 'demo', authorization: `Bearer ${token}` },
      });
      const bytes = file?.rawPayload ?? Buffer.alloc(0);
      const text = format === 'xlsx' ? [...unzip(bytes).values()].join(' ') : bytes.toString();
      expect(text.length).toBeGreaterThan(20);
      if (SECRET.test(text)) leaks.push(dimensions);
    }
    expect(leaks).toEqual([]);
  });

  test('a scheduled report’s mail names nothing of others', async () => {
    const { token } = await scene.openSession(person(role));
    const dimensions = role === 'advertiser' ? 'publisher' : 'offer';
    const [account] = await t.database.asOwner<{ email: string }>('select email from users where id = $1', [
      person(role).id,
    ]);
    const schedule = { every: 'day', hour: 6, recipients: [account?.email] };
    const saved = { name: `Daily of ${role}`, query: { ...base, dimensions }, schedule };
    const reply = await t.call(routes.saveReport, { token, body: saved });
    expect([reply.status, reply.body.error]).toEqual([201, undefined]);
    t.clock.advance(DAY_MS);
    const mailed = async () => (await t.inbox()).filter(({ text }) => text.includes(saved.name));
    await expect.poll(mailed).not.toEqual([]);
    expect((await mailed()).filter((mail) => SECRET.test(JSON.stringify(mail))).map(({ subject }) => subject)).toEqual(
      [],
    );
  });
});

test('an outgoing call fills no macro with the name of an offer that its publisher may not see', async () => {
  const rows = await t.database.asOwner<{ url: string }>(
    `select url from deliveries where publisher_id = $1 and url like '%/pb?t=%'`,
    [person('publisher').id],
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ url }) => SECRET.test(url))).toEqual([]);
});

test('no partner reads where the workspace’s ledger stands', async () => {
  const shown = [await shownBy(routes.ownBalance, 'publisher', {}), await shownBy(routes.ownSpend, 'advertiser', {})];
  expect(shown.filter((text) => /sequence|hash|head"/.test(text.replace(/"x-[^"]*"/g, '')))).toEqual([]);
});

describe('what is his', () => {
  const label = async (number: number): Promise<string | undefined> => {
    const query = { dimensions: 'offer', metrics: 'gross_clicks', period: 'last_7_days' };
    const { token } = await scene.openSession(person('publisher'));
    return (await t.call(routes.reports, { token, query })).body.labels.offer?.[number];
  };
  const clickOn = async (number: number) => {
    const at = new Date(t.clock.now().getTime() - 60_000);
    await w.click(w.clickId(number, at, numbers.publisher), at, number, { publisher: String(numbers.publisher) });
  };

  test('keeps its name after it was paused, made private or kept from him', async () => {
    for (const change of [`status = 'paused'`, `visibility = 'Private'`, `ends_at = starts_at + interval '1 s'`]) {
      const offer = await w.addOffer({ title: 'Meadow' });
      await clickOn(offer.number);
      await t.database.asOwner(`update offers set ${change} where id = $1`, [offer.id]);
      expect([change, await label(offer.number)]).toEqual([change, 'Meadow']);
    }
  });

  test('is named as long as he sees it, traffic or none of it good', async () => {
    const offer = await w.addOffer({ title: 'Orchard', visibility: 'Ask to Permission' });
    const at = new Date(t.clock.now().getTime() - 60_000);
    const row = { publisher: String(numbers.publisher), verdict: 'publisher_not_allowed' };
    await w.click(w.clickId(offer.number, at, numbers.publisher), at, offer.number, row);
    expect(await label(offer.number)).toBe('Orchard');
  });

  test('an advertiser reads the names of those who did run its offers, once the workspace allows it', async () => {
    const offer = await w.addOffer({ title: 'Harbour loans', advertiser_id: person('advertiser').id });
    const at = new Date(t.clock.now().getTime() - 60_000);
    await w.click(w.clickId(offer.number, at), at, offer.number);
    const { token } = await scene.openSession(person('advertiser'));
    const query = { dimensions: 'publisher', metrics: 'gross_clicks', period: 'last_7_days' };
    const { labels } = (await t.call(routes.reports, { token, query })).body;
    expect(labels.publisher[w.publisher.number]).toBe('Mara Quill');
    expect(labels.publisher[numbers.otherPublisher]).toBe(`Publisher ${numbers.otherPublisher}`);
    expect(labels.publisher[MANAGER]).toBe(`Publisher ${MANAGER}`);
  });
});
