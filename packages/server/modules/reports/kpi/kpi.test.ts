// Reports KPI over HTTP: its figures are those of the raw rows, its states those of the targets, and what follows from them.
import { type KpiRow, routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene } from '../../../http/matrix/scene.ts';
import { FakeClock } from '../../../platform/clock.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { makeWorld, type World } from '../testing.ts';

const now = new Date('2026-11-02T10:07:00Z');
const period = { from: '2026-10-21', to: '2026-10-31', tz: 'UTC' };
const isInPeriod = ({ at }: { at: Date }) =>
  at >= new Date('2026-10-21T00:00:00Z') && at < new Date('2026-11-01T00:00:00Z');
let t: TestApp;
let world: World;
let token: string;
let offerIds: Map<number, string>;
let goals: Map<string, string>;

beforeAll(async () => {
  t = await createTestApp({ clock: new FakeClock(now) });
  const from = new Date('2026-10-20T00:00:00Z');
  world = await makeWorld(t.database, {
    subdomain: 'river',
    timeZone: 'UTC',
    from,
    until: now,
    events: 3_000,
    conversions: 400,
  });
  const scene = await createScene(t);
  const person = { id: world.admin, email: '', subdomain: 'river' };
  token = (await scene.openSession(person, { expires_at: new Date(now.getTime() + 86_400_000) })).token;
  const offers = await t.database.asOwner<{ id: string; number: number }>(
    'select id, number from offers where tenant_id = $1',
    [world.tenantId],
  );
  offerIds = new Map(offers.map(({ id, number }) => [number, id]));
  const rows = await t.database.asOwner<{ id: string; name: string; number: number }>(
    'select g.id, g.name, o.number from offer_goals g join offers o on o.id = g.offer_id where g.tenant_id = $1',
    [world.tenantId],
  );
  goals = new Map(rows.map(({ id, name, number }) => [`${number}/${name}`, id]));
});
afterAll(() => t.close());

const call = (route: Parameters<TestApp['call']>[0], options: Parameters<TestApp['call']>[1] = {}) =>
  t.call(route, { subdomain: 'river', token, ...options });
async function kpi(query: Record<string, string> = {}) {
  const reply = await call(routes.kpiReport, { query: { page_size: '200', ...period, ...query } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return routes.kpiReport.reply.parse(reply.body);
}
const setTargets = (offer: number, targets: object[]) =>
  call(routes.setKpiTargets, { params: { id: offerIds.get(offer) ?? '' }, body: { targets } });
const target = (offer: number, part: object = {}) => ({
  from_goal_id: goals.get(`${offer}/Sign-up`),
  to_goal_id: goals.get(`${offer}/Deposit`),
  op: 'at_least',
  percent: 100,
  min_sample: 1,
  ...part,
});

const isOf = (row: KpiRow) => (one: { offer: number; publisher: number; source: string; at: Date }) =>
  isInPeriod(one) &&
  one.offer === row.offer?.number &&
  one.publisher === row.publisher?.number &&
  one.source === (row.source ?? '');
const clicksOf = (row: KpiRow): number =>
  world.events.filter(isOf(row)).filter(({ kind, verdict }) => kind === 'click' && verdict === 'accepted').length;
const reached = (row: KpiRow, goal: string): number =>
  world.conversions.filter(isOf(row)).filter((one) => one.status !== 'rejected' && one.goal === goal).length;

test('a row for each offer, publisher and source, its goals as steps: the same as a recount of the raw rows', async () => {
  const { rows, total, goals: columns, fresh_at } = await kpi();
  expect(rows.length).toBe(total);
  expect(rows.length).toBe(3 * 3 * 3);
  expect(columns).toEqual(['Sign-up', 'Deposit']);
  expect(fresh_at).toBeGreaterThan(0);
  for (const row of rows) {
    const [signUps, deposits] = [reached(row, 'Sign-up'), reached(row, 'Deposit')];
    expect([row.clicks, row.conversions]).toEqual([clicksOf(row), signUps + deposits]);
    expect(row.goals.map(({ name, count }) => [name, count])).toEqual([
      ['Sign-up', signUps],
      ['Deposit', deposits],
    ]);
    expect(Number(row.goals[0]?.rate)).toBeCloseTo((100 * signUps) / row.clicks, 4);
    if (signUps === 0) expect(row.goals[1]?.rate).toBeNull();
    else expect(Number(row.goals[1]?.rate)).toBeCloseTo((100 * deposits) / signUps, 4);
    expect(row.state).toBe('none');
  }
});

test('search, filters, sorting and pages', async () => {
  expect((await kpi({ q: 'publisher 3' })).rows.every(({ publisher }) => publisher?.number === 3)).toBe(true);
  expect((await kpi({ q: 'blog' })).total).toBe(9);
  expect((await kpi({ q: '100%' })).total).toBe(0);
  expect((await kpi({ 'filter[offer]': '12', 'filter[source]': 'news' })).total).toBe(3);
  const all = (await kpi({ sort: 'clicks' })).rows.map(({ clicks }) => clicks);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  const second = await kpi({ sort: 'clicks', page: '2', page_size: '10' });
  expect(second.rows.map(({ clicks }) => clicks)).toEqual(all.slice(10, 20));
  const refused = await call(routes.kpiReport, { query: { ...period, tz: 'Mars/Olympus' } });
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('no time zone')]);
});

describe('targets', () => {
  test('each source is judged by its offer’s own, once there is enough to judge', async () => {
    expect((await setTargets(11, [target(11)])).status).toBe(200);
    expect((await setTargets(12, [target(12, { min_sample: 1_000 })])).status).toBe(200);
    const low = target(13, { from_goal_id: null, to_goal_id: goals.get('13/Sign-up'), op: 'at_most', percent: 0.01 });
    expect((await setTargets(13, [low, target(13, { percent: 0 })])).status).toBe(200);
    const { rows, breached } = await kpi();
    for (const row of rows) {
      const [clicks, signUps, deposits] = [clicksOf(row), reached(row, 'Sign-up'), reached(row, 'Deposit')];
      const rate = signUps === 0 ? 'few' : deposits < signUps ? 'breached' : 'met';
      if (row.offer?.number === 11) expect([row.state, row.targets[0]?.sample]).toEqual([rate, signUps]);
      if (row.offer?.number === 12) expect(row.state).toBe('few');
      if (row.offer?.number === 13) {
        expect(row.targets[0]?.state).toBe(signUps * 10_000 > clicks ? 'breached' : 'met');
        expect(row.targets[1]?.state).toBe(signUps === 0 ? 'few' : 'met');
      }
    }
    expect(breached).toBe(rows.filter(({ state }) => state === 'breached').length);
    expect(breached).toBeGreaterThan(0);
    const worst = await kpi({ state: 'breached' });
    expect([worst.total, worst.rows.every(({ state }) => state === 'breached')]).toEqual([breached, true]);
    const ordered = (await kpi({ sort: '-state' })).rows.map(({ state }) => state);
    expect(ordered.lastIndexOf('breached')).toBe(breached - 1);
  });

  test('stand on the offer’s page, in its history, and go with a copy', async () => {
    const page = (await call(routes.offer, { params: { id: offerIds.get(11) ?? '' } })).body;
    expect(page.kpi_targets).toEqual([target(11)]);
    expect(page.history[0]).toMatchObject({ action: 'offer.kpi-targets-changed', before: { list: [] } });
    const copy = (await call(routes.cloneOffer, { params: { id: offerIds.get(11) ?? '' } })).body;
    const copied = (await call(routes.offer, { params: { id: copy.id } })).body;
    const id = (token: string) => copied.goals.find((goal: { token: string }) => goal.token === token)?.id;
    expect(copied.kpi_targets).toEqual([target(11, { from_goal_id: id(''), to_goal_id: id('deposit') })]);
  });

  test('are refused where they make no sense, with a sentence', async () => {
    const sentence = async (...targets: object[]) => (await setTargets(11, targets)).body.error?.message;
    expect(await sentence(target(12))).toBe('One of the goals is not a goal of this offer.');
    expect(await sentence(target(11, { from_goal_id: goals.get('11/Deposit') }))).toContain('one goal to another');
    expect(await sentence(target(11), target(11, { percent: 3 }))).toContain('the same goals');
    expect(await sentence(target(11, { percent: null }))).toBe('The rate must be a percentage such as 5.');
    expect(await sentence(target(11, { percent: 0.001 }))).toContain('two decimals');
    expect(await sentence(target(11, { min_sample: 0 }))).toContain('at least 1');
  });
});

test('the file has every row, with a column for each goal', async () => {
  const lines = String((await call(routes.exportKpi, { query: { ...period, q: 'blog' } })).raw)
    .trim()
    .split('\r\n');
  expect(lines[0]).toBe(
    '"Offer ID","Offer","Publisher ID","Publisher","Source","Clicks","Conversions","Sign-up","Deposit","State","Targets"',
  );
  expect(lines).toHaveLength(10);
  expect((await call(routes.exportKpi, { query: { from: 'x', to: 'y' } })).status).toBe(400);
});

describe('what follows', () => {
  const publisher = () => world.publishers.get(3) ?? '';
  const at = (offer: number) => ({ params: { id: offerIds.get(offer) ?? '' } });

  test('a warned publisher gets one mail with the sentence, and the offer’s history says so', async () => {
    const body = { publisher_id: publisher(), message: 'Deposits are too few.' };
    expect((await call(routes.warnPublisher, { ...at(11), body })).status).toBe(200);
    const mails = (await t.inbox()).filter(({ text }) => text.includes('Deposits are too few.'));
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['publisher3@river.test', expect.stringContaining('About your traffic')],
    ]);
    const { history } = (await call(routes.offer, at(11))).body;
    expect(history[0]).toMatchObject({ action: 'offer.publisher-warned', after: body });
  });

  test('nobody but a publisher of the workspace can be warned, and not without a word', async () => {
    const warn = async (body: object) => (await call(routes.warnPublisher, { ...at(11), body })).status;
    expect(await warn({ publisher_id: world.advertisers.get(5), message: 'x' })).toBe(400);
    expect(await warn({ publisher_id: 'x', message: 'x' })).toBe(400);
    expect(await warn({ publisher_id: publisher(), message: '  ' })).toBe(400);
  });

  test('a paused publisher is shown as such', async () => {
    const body = { publisher_ids: [publisher()], state: 'blocked' };
    await call(routes.setPermission, { ...at(11), body });
    const { rows } = await kpi();
    const blocked = rows.filter((row) => row.blocked).map((row) => [row.offer?.number, row.publisher?.number]);
    expect(new Set(blocked.map(String))).toEqual(new Set(['11,3']));
  });
});
