// What a role hides is in nothing that leaves: every field whose name tells of a class has its class in the schema, or it is known
// why not; and planted values of each class are looked for in the replies and files of every route, by the matrix' examples.
import { type HiddenClass, hiddenClassNames, isOpenTo, type RouteSpec, routes } from '@tributary/contract';
import { classOfName, hidingOf } from '@tributary/contract/hiding';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../platform/ids.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { createWorld } from '../testing-world.ts';
import { blanked } from './blank.ts';
import { canaries, hidingPerson, plantCanaries } from './matrix/canaries.ts';
import { examples, makeTarget } from './matrix/examples.ts';
import { createScene, credentialsOf, type Scene, type SignedIn } from './matrix/scene.ts';

type Name = keyof typeof routes;
const all = Object.entries(routes) as [Name, RouteSpec][];

/** fields that are called so and need no class of their own, by the end of their path: why */
const own = 'one’s own account, or the key of one';
const team = 'of the team: who works here is no publisher’s contact and no advertiser';
const earnings = 'what a publisher calls revenue is our payout, which no class hides';
const sender = 'the workspace’s own address, in its mails';
const seller = 'the workspace’s own name, on its documents';
const heading = 'the heading of a column in the file that was sent';
const setting = 'a switch of the settings, no device’s id';
const ofNoClass: Record<string, string> = {
  'allApiKeys.rows[].last_used_ip': 'of a machine that holds a key, no visitor’s',
  'apiKeys.rows[].last_used_ip': own,
  'changeEmail.email': own,
  'createApiKey.last_used_ip': own,
  'currentSession.impersonated_by.email': team,
  'member.email': team,
  'member.first_name': team,
  'member.last_name': team,
  'narrowApiKey.last_used_ip': own,
  'paymentSettings.value.address': sender,
  'paymentSettings.value.device_ids': setting,
  'paymentSettings.value.legal_name': seller,
  'paymentSettingsHistory.rows[].value.address': sender,
  'paymentSettingsHistory.rows[].value.device_ids': setting,
  'paymentSettingsHistory.rows[].value.legal_name': seller,
  'publisherDashboard.today.revenue': earnings,
  'publisherDashboard.total_revenue': earnings,
  'readOwnReconciliationFile.publisher_map.p1': heading,
  'readReconciliationFile.publisher_map.p1': heading,
  'rollApiKey.last_used_ip': own,
  'saveSettings.value.address': sender,
  'saveSettings.value.device_ids': setting,
  'saveSettings.value.legal_name': seller,
  'settings.value.address': sender,
  'settings.value.device_ids': setting,
  'settings.value.legal_name': seller,
  'settingsHistory.rows[].value.address': sender,
  'settingsHistory.rows[].value.device_ids': setting,
  'settingsHistory.rows[].value.legal_name': seller,
  'team.rows[].email': team,
  'team.rows[].first_name': team,
  'team.rows[].last_name': team,
};

/** every named part of a schema, with whether it or something around it has a class */
function* fieldsOf(
  schema: unknown,
  path: string,
  isCovered: boolean,
  above: readonly unknown[] = [],
): Generator<string> {
  if (!(schema instanceof z.ZodType) || above.includes(schema)) return;
  const { hide, byName } = hidingOf(schema);
  const covered = isCovered || hide.length > 0 || byName === true;
  const inner = [...above, schema];
  if (schema instanceof z.ZodObject) {
    for (const [name, part] of Object.entries(schema.shape)) {
      const found = [...fieldsOf(part, `${path}.${name}`, covered, inner)];
      yield* found;
      const isNamed = schemaHasClass(part);
      if (classOfName(name) && !covered && !isNamed && !(part instanceof z.ZodObject)) yield `${path}.${name}`;
    }
  } else if (schema instanceof z.ZodArray) yield* fieldsOf(schema.element, `${path}[]`, covered, inner);
  else if (schema instanceof z.ZodRecord) yield* fieldsOf(schema.valueType, `${path}{}`, covered, inner);
  else if (schema instanceof z.ZodUnion) for (const one of schema.options) yield* fieldsOf(one, path, covered, inner);
  else if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    yield* fieldsOf(schema.unwrap(), path, covered, inner);
}
/** on the field itself, or on what it wraps */
function schemaHasClass(schema: unknown): boolean {
  if (!(schema instanceof z.ZodType)) return false;
  const { hide, byName } = hidingOf(schema);
  if (hide.length > 0 || byName) return true;
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).some(schemaHasClass);
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? schemaHasClass(schema.unwrap()) : false;
}

/** by their own session, or in a visit to an account */
const isSeenByManagers = (access: RouteSpec['access']): boolean =>
  access.who === 'admin-cookie' ||
  (access.who === 'session' && (isOpenTo(access, 'admin') || access.impersonated === 'allowed'));

test('a field whose name tells of a class has it in its schema, or it is known why not', () => {
  const open = new Set(
    all
      .filter(([, { access }]) => isSeenByManagers(access))
      .flatMap(([name, { reply }]) => [...fieldsOf(reply, name, false)]),
  );
  expect([...open].sort()).toEqual(Object.keys(ofNoClass).sort());
});

/** named parts of the classes that mean another thing for each side, where nothing says of whom they are */
function* unsided(schema: unknown, path: string, above: readonly unknown[] = []): Generator<string> {
  if (!(schema instanceof z.ZodType) || above.includes(schema)) return;
  const { hide, of, sideIn } = hidingOf(schema);
  if (of !== undefined || sideIn !== undefined) return;
  if (hide.some((one) => one.startsWith('account_'))) yield path;
  const inner = [...above, schema];
  if (schema instanceof z.ZodObject)
    for (const [name, part] of Object.entries(schema.shape)) yield* unsided(part, `${path}.${name}`, inner);
  else if (schema instanceof z.ZodArray) yield* unsided(schema.element, path, inner);
  else if (schema instanceof z.ZodUnion) for (const one of schema.options) yield* unsided(one, path, inner);
  else if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    yield* unsided(schema.unwrap(), path, inner);
}

test('a class that means another thing for each side says of whom it is, or it is the caller’s own account', () => {
  const open = all
    .filter(
      ([, { access }]) => access.who === 'admin-cookie' || (access.who === 'session' && isOpenTo(access, 'admin')),
    )
    .flatMap(([name, { reply }]) => [...unsided(reply, name)])
    .map((path) => path.split('.')[0] ?? '');
  // what a publisher is owed is no class; an advertiser's routes say so
  const ofNoSide = ['publisherBalance', 'publisherStatement'];
  expect([...new Set(open)].filter((name) => !ofNoSide.includes(name)).sort()).toEqual([
    'currentSession',
    'profile',
    'saveProfile',
  ]);
});

test('what is blanked still has its shape', () => {
  for (const [, { reply, wire }] of all) {
    if (wire === 'stream' || wire === 'file' || wire === 'table') continue;
    expect(() => blanked(reply, {}, hiddenClassNames)).not.toThrow();
  }
});

let t: TestApp;
let scene: Scene;
beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
});
// or what some calls tell everybody is mailed to those of all calls before
afterEach(() => scene.retirePeople());
afterAll(() => t.close());

const read = all.filter(
  ([, { access, method, wire }]) =>
    access.who === 'session' &&
    isOpenTo(access, 'admin') &&
    access.ownerOnly !== true &&
    method === 'GET' &&
    wire !== 'stream',
);

async function shownTo(hidden: readonly HiddenClass[]): Promise<Map<string, string>> {
  const session = await hidingPerson(scene, hidden);
  const targets = new Map<string, string>();
  for (const [name, route] of read) targets.set(name, await makeTarget(scene, route, 'demo', session));
  await plantCanaries(scene);
  const shown = new Map<string, string>();
  for (const [name, route] of read) {
    const parts = await examples[name]?.({ scene, subdomain: 'demo', session, targetId: targets.get(name) ?? newId() });
    const credentials = await credentialsOf(scene, { name: 'hiding', role: 'admin' }, session);
    const reply = await t.call(route, { ...credentials, ...parts });
    if (reply.status < 300) shown.set(name, `${reply.raw} ${JSON.stringify(reply.body)}`);
    else if (reply.status >= 500) throw new Error(`${name}: ${reply.raw}`);
  }
  return shown;
}

describe('replies and files', () => {
  let open: Map<string, string>;
  let replies = 0;
  beforeAll(async () => {
    open = await shownTo([]);
  }, 120_000);

  test.each(hiddenClassNames)(
    'with %s hidden hold no such value',
    async (name) => {
      const shown = await shownTo([name]);
      replies += shown.size;
      const leaks = [...shown].filter(([, text]) => text.includes(canaries[name])).map(([route]) => route);
      expect(leaks).toEqual([]);
      // the canaries are alive: whoever may see them does
      const alive = [...open.values()].filter((text) => text.includes(canaries[name])).length;
      if (name !== 'profit') expect(alive, name).toBeGreaterThan(0);
    },
    120_000,
  );

  // what was asked is printed with the result: some 900 replies and files
  test('were more than two hundred', ({ annotate }) => {
    void annotate(`${replies} replies and files`);
    expect(replies).toBeGreaterThan(200);
  });
});

const changing = all.filter(
  ([, { access, method }]) =>
    method !== 'GET' &&
    (access.who === 'admin-cookie' ||
      (access.who === 'session' && isOpenTo(access, 'admin') && access.ownerOnly !== true)),
);

test(`replies to ${changing.length} changes hold no value of any class, either`, async () => {
  const calls: { name: Name; route: RouteSpec; session: SignedIn; targetId: string }[] = [];
  const { roleId } = await hidingPerson(scene, hiddenClassNames);
  for (const [name, route] of changing) {
    // each by somebody of his own: some of them end all sessions of whoever calls
    const own = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id: roleId }));
    calls.push({ name, route, session: own, targetId: await makeTarget(scene, route, 'demo', own) });
  }
  await plantCanaries(scene);
  const leaks: string[] = [];
  let taken = 0;
  for (const { name, route, session: own, targetId } of calls) {
    const parts = await examples[name]?.({ scene, subdomain: 'demo', session: own, targetId });
    const credentials = await credentialsOf(scene, { name: 'hiding', role: 'admin' }, own);
    const { status, raw, body } = await t.call(route, { ...credentials, ...parts });
    expect(status, `${name}: ${raw}`).toBeLessThan(500);
    if (status < 300) taken++;
    const text = `${raw} ${JSON.stringify(body)}`;
    leaks.push(...hiddenClassNames.filter((one) => text.includes(canaries[one])).map((one) => `${name} tells ${one}`));
  }
  expect(leaks).toEqual([]);
  expect(taken, 'of those that were taken').toBeGreaterThan(30);
}, 300_000);

test('profit is alive where it is open, and blank where it or revenue is hidden', async () => {
  const w = await createWorld(t);
  const offer = await w.addOffer();
  const at = t.clock.now();
  await w.clicks(offer.number, at, 1);
  await w.convert({ click_id: w.clickId(offer.number), txn_id: 'profit' });
  const profitsOf = async (hidden: readonly HiddenClass[]): Promise<string[]> => {
    const { token } = await hidingPerson(scene, hidden);
    const { body } = await t.call(routes.liveOffers, { token });
    const row = body.rows.find((one: { offer: { id: string } }) => one.offer.id === offer.id);
    return [row.revenue, row.profit, row.payout];
  };
  expect(await profitsOf([])).toEqual(['10', '6', '4']);
  expect(await profitsOf(['profit'])).toEqual(['10', '', '4']);
  expect(await profitsOf(['revenue'])).toEqual(['', '', '4']);
});

test('a record whose fields were blanked is not saved with the blanks', async () => {
  const session = await hidingPerson(scene, ['revenue', 'publisher_contact']);
  for (const name of ['editOffer', 'publishers.edit'] as const) {
    const route: RouteSpec = routes[name];
    const targetId = await makeTarget(scene, route, 'demo', session);
    const parts = await examples[name]?.({ scene, subdomain: 'demo', session, targetId });
    const reply = await t.call(route, { token: session.token, ...parts });
    expect(`${name} ${reply.status} ${JSON.stringify(reply.body)}`).toMatch(/ 403 .*cannot change it either/);
  }
});

test.each([
  ['reports', { metrics: 'revenue' }, 'revenue'],
  ['reports', { metrics: 'clicks', dimensions: 'p1' }, 'sub_values'],
  ['reports', { metrics: 'roas' }, 'revenue'],
  ['offers', { sort: 'revenue' }, 'revenue'],
] as const)('%s asked for %o is refused with a sentence where %s is hidden', async (name, query, hidden) => {
  const session = await hidingPerson(scene, [hidden]);
  const reply = await t.call(routes[name], { token: session.token, query });
  expect(reply.status, reply.raw).toBe(400);
  expect(reply.raw).toContain('does not show this');
});
