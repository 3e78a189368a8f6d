// A value that a search finds is a value that is known, blanked or not: whoever does not see a class finds nothing by it.
import { type HiddenClass, hiddenClassNames, isOpenTo, type RouteSpec, routes } from '@tributary/contract';
import { inCalls } from '@tributary/contract/conversions/deliveries';
import { inQueries } from '@tributary/contract/conversions/receipts';
import { classOfName, hidingOf } from '@tributary/contract/hiding';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../platform/ids.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { canaries, hidingPerson, plantCanaries } from './matrix/canaries.ts';
import { examples, makeTarget } from './matrix/examples.ts';
import { createScene, type Scene, type SignedIn } from './matrix/scene.ts';

type Name = keyof typeof routes;
const ofManagers = (Object.entries(routes) as [Name, RouteSpec][]).filter(
  ([, { access }]) => access.who === 'session' && isOpenTo(access, 'admin'),
);
const takes = ({ query }: RouteSpec, name: string): boolean => query instanceof z.ZodObject && name in query.shape;
const searched = ofManagers.filter(([, route]) => takes(route, 'q') && route.method === 'GET');

/** what a search can be for; revenue is no text that any of them looks through but those that hold a whole call */
const probes: readonly [HiddenClass, string][] = [
  ['advertiser_name', canaries.advertiser_name],
  ['publisher_contact', canaries.publisher_contact],
  ['ip', canaries.ip],
  ['device_ids', canaries.device_ids],
  ['sub_values', canaries.sub_values],
  ['revenue', canaries.revenue],
];

let t: TestApp;
let scene: Scene;
let owner: SignedIn | null;
beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  owner = await scene.signIn('demo', { name: 'owner', role: 'admin', isOwner: true });
  for (const name of ['conversion', 'receipt', 'delivery', 'change', 'decideRequest', 'publishers.details'] as const)
    await makeTarget(scene, routes[name], 'demo', owner);
  await makeTarget(scene, routes['advertisers.details'], 'demo', owner);
  await plantCanaries(scene);
  const tenant = scene.tenantIdOf('demo');
  const textOf = (classes: readonly HiddenClass[]) => classes.map((one) => canaries[one]).join(' ');
  await t.database.asOwner(`update deliveries set url = 'https://p.test/?' || $2 where tenant_id = $1`, [
    tenant,
    textOf(inCalls),
  ]);
  await t.database.asOwner(`update receipts set query = $2 where tenant_id = $1`, [tenant, textOf(inQueries)]);
  await t.database.asOwner(
    `update audit_log set before = jsonb_build_object('note', $2::text) where tenant_id = $1 and before is not null`,
    [tenant, textOf(hiddenClassNames)],
  );
  const access = { tenant_id: tenant, at: t.clock.now(), event: 'login', result: 'refused' };
  for (const email of [`${canaries.publisher_contact}@x.test`, `${canaries.advertiser_name}@x.test`])
    await scene.insert('access_log', {
      ...access,
      id: newId(),
      email,
      ip: canaries.ip,
      user_agent: canaries.device_ids,
    });
});
afterAll(() => t.close());

/** what was found: its rows, however they are sent */
async function found([name, route]: [Name, RouteSpec], session: SignedIn | null, q: string): Promise<string> {
  const targetId = await makeTarget(scene, route, 'demo', session);
  const parts = await examples[name]?.({ scene, subdomain: 'demo', session, targetId });
  const reply = await t.call(route, {
    token: session?.token ?? '',
    ...parts,
    query: {
      ...(parts?.query ?? {}),
      q,
      ...(takes(route, 'kind') && name === 'offerChoices' ? { kind: 'advertiser' } : {}),
    },
  });
  expect(reply.status, `${name}: ${reply.raw}`).toBe(200);
  if (route.wire === 'table') return String(reply.raw.trim().split('\n').length - 1);
  const body: unknown = reply.body;
  const rows = Array.isArray(body) ? body : z.object({ rows: z.array(z.unknown()) }).parse(body).rows;
  return String(rows.length);
}

/** one after the other: a person may ask for few lists at once */
async function findingRoutes(session: SignedIn | null, q: string): Promise<string[]> {
  const names: string[] = [];
  for (const one of searched) if ((await found(one, session, q)) !== '0') names.push(one[0]);
  return names;
}

test.each(probes)('nothing is found by %s where it is hidden', async (hidden, text) => {
  const session = await hidingPerson(scene, [hidden]);
  expect(await findingRoutes(session, text)).toEqual([]);
});

test('who sees them finds them: the test above would notice', async () => {
  const finds = new Set<string>();
  for (const [, text] of probes) for (const name of await findingRoutes(owner, text)) finds.add(name);
  expect(finds.size, [...finds].join(' ')).toBeGreaterThan(12);
});

test('what can be chosen stands in no order that tells a hidden name', async () => {
  const session = await hidingPerson(scene, ['advertiser_name']);
  for (const first_name of ['Zora', 'Adam']) {
    await scene.addPerson('demo', 'advertiser', { first_name, last_name: 'Order' });
  }
  const { body } = await t.call(routes.offerChoices, { token: session.token, query: { kind: 'advertiser' } });
  const numbers: number[] = body.rows.map(({ number }: { number: number }) => number);
  expect(numbers.length).toBeGreaterThan(1);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test('a publisher whose address is hidden is still found by the name', async () => {
  const session = await hidingPerson(scene, ['publisher_contact']);
  const entry: [Name, RouteSpec] = ['publishers.list', routes['publishers.list']];
  expect(await found(entry, session, 'mara quill')).not.toBe('0');
});

test.each([
  ['advertisers.list', { sort: 'name' }, 'advertiser_name', 400],
  ['advertisers.export', { sort: '-company' }, 'advertiser_name', 400],
  ['publishers.list', { sort: 'tax_id' }, 'publisher_contact', 400],
  ['publishers.list', { sort: 'name' }, 'publisher_contact', 200],
  ['publishers.list', { sort: 'name' }, 'advertiser_name', 200],
] as const)('%s in the order of %o where %s is hidden: %i', async (name, query, hidden, status) => {
  const session = await hidingPerson(scene, [hidden]);
  const reply = await t.call(routes[name], { token: session.token, query });
  expect(reply.status, reply.raw).toBe(status);
});

test('a filter that is called as a class says so, and is refused where it is hidden', () => {
  const open = ofManagers.flatMap(([name, { query }]) =>
    query instanceof z.ZodObject
      ? Object.entries(query.shape).flatMap(([filter, part]) =>
          classOfName(filter) && part instanceof z.ZodType && hidingOf(part).hide.length === 0
            ? [`${name}.${filter}`]
            : [],
        )
      : [],
  );
  expect(open).toEqual([]);
});
