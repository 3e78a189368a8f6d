// The authorisation matrix, generated from the contract: every route × every caller × every place × every id. What is
// right is derived from the route's access rule alone (matrix/expected.ts).
import { errorCodes, headerNames, type IdKind, idKindOf, type RouteSpec, routes } from '@tributary/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId, newSecret } from '../platform/ids.ts';
import { type CallOptions, type CallResult, createTestApp, DEMO_PASSWORD, type TestApp } from '../testing.ts';
import { examples, makeTarget } from './matrix/examples.ts';
import { type Caller, callers, expected } from './matrix/expected.ts';
import { ownThings } from './matrix/report-examples.ts';
import { createScene, credentialsOf, homeOf, type Scene, type SignedIn } from './matrix/scene.ts';

type Name = keyof typeof routes;
const all = Object.entries(routes) as [Name, RouteSpec][];
const only = (pick: (route: RouteSpec) => boolean) => all.filter(([, route]) => pick(route));
const onTenant = only(({ access }) => access.who === 'session' || access.who === 'admin-cookie');
const withId = only((route) => idKindOf(route) !== null);

let t: TestApp;
let scene: Scene;
beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
});
// a call that tells everybody must not tell thousands who were made for earlier calls
afterEach(() => scene.retirePeople());
afterAll(() => t.close());

/** a call that would succeed if the caller may make it; `change` spoils one thing of it */
async function callAs(
  [name, route]: [Name, RouteSpec],
  caller: Caller,
  change: CallOptions & { targetId?: string; session?: SignedIn } = {},
): Promise<CallResult> {
  const example = examples[name];
  if (!example) throw new Error(`add an example of ${name} to http/matrix/examples.ts`);
  const home = route.access.who === 'anyone' ? 'demo' : homeOf(caller);
  const { session = await scene.signIn(home, caller), ...changed } = change;
  const { targetId = await makeTarget(scene, route, home, session), ...rest } = changed;
  return t.call(route, {
    subdomain: home,
    ...(await credentialsOf(scene, caller, session)),
    ...(await example({ scene, subdomain: home, session, targetId })),
    ...rest,
  });
}

const allowedCaller = (route: RouteSpec): Caller => {
  const found = callers.find((caller) => !caller.tenant && expected(route, caller) === 'allowed');
  if (!found) throw new Error('nobody may call this route');
  return found;
};
const seen = (reply: CallResult) => `${reply.status} ${JSON.stringify(reply.body)}`;

/** there is one of it in a workspace: callers who came at once would take it from each other */
const inTurn: readonly string[] = [
  'cancelTimeZone',
  'startBillingRun',
  'makeInvoices',
  'stopBillingRun',
  'resumeBillingRun',
  'stopInvoiceRun',
  'resumeInvoiceRun',
  'savePaymentRules',
  'savePayIn',
];

test.each(all)('%s has an example and answers every caller as its access rule says', async (name, route) => {
  const verdictOn = async (caller: Caller): Promise<string[]> => {
    const want = expected(route, caller);
    const reply = await callAs([name, route], caller);
    const right = want === 'allowed' ? reply.status === (route.status ?? 200) : reply.status === want;
    return right ? [] : [`${caller.name}: expected ${want}, got ${seen(reply)}`];
  };
  const wrong: string[] = [];
  if (inTurn.includes(name)) for (const caller of callers) wrong.push(...(await verdictOn(caller)));
  else wrong.push(...(await Promise.all(callers.map(verdictOn))).flat());
  expect(wrong).toEqual([]);
});

describe('a place that is not its own', () => {
  test.each(only(({ access }) => access.who === 'operator' || (access.who === 'anyone' && access.place === 'main')))(
    "%s does not exist on a tenant's host",
    async (name, route) => {
      const reply = await callAs([name, route], allowedCaller(route), { host: 'demo.localhost' });
      expect(reply.status).toBe(404);
    },
  );

  test.each(only(({ access }) => access.who === 'anyone' && access.place === 'tenant'))(
    '%s refuses a header that names another tenant, and does not exist where there is no tenant',
    async (name, route) => {
      const at = (host: string, subdomain: string) =>
        callAs([name, route], allowedCaller(route), { host, headers: { 'x-subdomain': subdomain } });
      expect((await at('demo.localhost', 'acme')).status).toBe(400);
      expect((await at('nosuch.localhost', 'nosuch')).status).toBe(404);
      expect((await at('localhost', 'nosuch')).status).toBe(404);
      expect((await at('elsewhere.example', 'demo')).status).toBe(404);
    },
  );

  const cells = ['demo.localhost', 'acme.localhost', 'localhost', 'nosuch.localhost', 'elsewhere.example'].flatMap(
    (host) =>
      ['demo', 'acme', undefined].flatMap((named) =>
        (['demo', 'acme'] as const).map((home) => ({ host, named, home })),
      ),
  );
  /** Host × X-Subdomain × session: only where all three agree (or the host is the main one) is anyone let in */
  test.each(onTenant)('%s lets in only where host, header and session agree', async (name, route) => {
    const caller = allowedCaller(route);
    const example = await examples[name]?.({ scene, subdomain: 'demo', session: null, targetId: newId() });
    const unknown = await t.call(route, { token: newSecret(), cookies: { '__Host-am': newSecret() }, ...example });
    // a refused call spends nothing: one session of each tenant serves them all
    const sessions = { demo: await scene.signIn('demo', caller), acme: await scene.signIn('acme', caller) };
    const verdicts = await Promise.all(
      cells.map(async ({ host, named, home }) => {
        const agree = named === home && (host === `${home}.localhost` || host === 'localhost');
        const session = agree ? await scene.signIn(home, caller) : sessions[home];
        const credentials = await credentialsOf(scene, caller, session);
        const reply = await t.call(route, { ...example, host, ...credentials, headers: { 'x-subdomain': named } });
        const right = named === undefined ? reply.status === 400 : agree !== (seen(reply) === seen(unknown));
        return right ? [] : [`${host} × ${named} × ${home}: ${seen(reply)}`];
      }),
    );
    expect(unknown.status).toBe(401);
    expect(verdicts.flat()).toEqual([]);
  });
});

test.each(only(({ headers }) => headers.length > 0))(
  '%s demands each of its headers, well formed',
  async (name, route) => {
    const caller = allowedCaller(route);
    const tries = route.headers.flatMap((header) =>
      [undefined, '', 'x'.repeat(200)].map((value) => ({ header, value })),
    );
    // refused before anyone is asked who he is, so one session serves them all
    const token = (await scene.signIn('demo', caller))?.token;
    const example = await examples[name]?.({ scene, subdomain: 'demo', session: null, targetId: newId() });
    const replies = await Promise.all(
      tries.map(({ header, value }) => t.call(route, { ...example, token, headers: { [headerNames[header]]: value } })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(tries.map(() => 400));
  },
);

/** kinds of ids that are no tenant's, and why there is no other tenant to try */
const ofNoTenant: Partial<Record<IdKind, string>> = {
  tenant: 'the operator works on all of them',
  message: 'written to the platform on its own site',
};

describe('ids', () => {
  const idsOf = async (route: RouteSpec): Promise<Record<string, string>> => {
    const kind = idKindOf(route) ?? '';
    const otherKind = route.names === 'publisher' ? 'advertiser' : 'publisher';
    const people = route.names === 'publisher' || route.names === 'advertiser';
    return {
      ...(kind in ofNoTenant ? {} : { "another tenant's": await makeTarget(scene, route, 'acme', null) }),
      ...(['session', ...ownThings].includes(kind)
        ? { "another account's": await makeTarget(scene, route, 'demo', null) }
        : {}),
      ...(people ? { 'of the other kind': (await scene.addPerson('demo', otherKind)).id } : {}),
      ...(people && route.method !== 'GET' && !route.path.endsWith('/restore')
        ? { deleted: (await scene.addPerson('demo', route.names as 'publisher', { deleted_at: new Date() })).id }
        : {}),
      malformed: 'not-an-id',
      'an attempt at SQL': `' or 1=1 --`,
      'a number': '1',
    };
  };

  test.each(withId)(
    "%s answers another's, a deleted and a malformed id exactly as an unknown one",
    async (name, route) => {
      const unknown = await callAs([name, route], allowedCaller(route), { targetId: newId() });
      expect(unknown.status).toBe(404);
      for (const [what, targetId] of Object.entries(await idsOf(route))) {
        const reply = await callAs([name, route], allowedCaller(route), { targetId });
        expect(`${what}: ${seen(reply)}`).toBe(`${what}: ${seen(unknown)}`);
        // sealed answers differ in their bytes by the fresh IV alone
        expect(reply.raw.length).toBe(unknown.raw.length);
        if (route.wire !== 'envelope') expect(reply.raw).toBe(unknown.raw);
      }
    },
  );
});

describe('what hands out a secret', () => {
  const secretive = only(({ access }) => access.who === 'session' && access.recentPassword === 'required');
  const HALF_A_DAY_MS = 12 * 3_600_000;

  test.each(secretive)('%s wants the password typed within the last 12 hours', async (name, route) => {
    const caller = allowedCaller(route);
    const person = await scene.addPerson('demo', caller.role ?? 'admin', { is_owner: caller.isOwner ?? false });
    const enteredAgo = (ms: number) =>
      scene.openSession(person, { password_entered_at: new Date(t.clock.now().getTime() - ms) });
    const [stale, recent] = [await enteredAgo(HALF_A_DAY_MS + 1), await enteredAgo(HALF_A_DAY_MS - 60_000)];
    const refused = await callAs([name, route], caller, { session: stale });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'password_needed']);
    expect((await callAs([name, route], caller, { session: recent })).status).toBe(route.status ?? 200);
    const wrong = await t.call(routes.confirmPassword, { token: stale.token, body: { password: 'not it' } });
    expect([wrong.status, wrong.body.error.message]).toEqual([401, 'The password is not right.']);
    expect((await callAs([name, route], caller, { session: stale })).status).toBe(403);
    const right = await t.call(routes.confirmPassword, { token: stale.token, body: { password: DEMO_PASSWORD } });
    expect(right.body).toEqual({ confirmed: true });
    expect((await callAs([name, route], caller, { session: stale })).status).toBe(route.status ?? 200);
  });
});

describe("an account manager's cookie", () => {
  const cookieRoutes = only(({ access }) => access.who === 'admin-cookie');
  const admin = callers.find(({ name }) => name === 'admin') ?? { name: 'admin', role: 'admin' };

  test.each(cookieRoutes)(
    '%s opens only with a valid cookie and its own origin: one cell of twelve',
    async (name, route) => {
      const open: string[] = [];
      for (const cookie of ['none', 'valid', 'expired', "another tenant's"]) {
        for (const origin of ['http://demo.localhost', 'http://acme.localhost', 'null']) {
          const home = cookie === "another tenant's" ? 'acme' : 'demo';
          const past = cookie === 'expired' ? { expires_at: new Date(t.clock.now().getTime() - 1) } : {};
          const { cookie: secret } = await scene.openSession(await scene.addPerson(home, 'admin'), past);
          const reply = await callAs([name, route], admin, {
            token: undefined,
            headers: { origin, 'sec-fetch-site': 'same-origin' },
            cookies: cookie === 'none' || !secret ? {} : { '__Host-am': secret },
          });
          if (reply.status === 200) open.push(`${cookie} × ${origin}`);
          else expect([401, 403]).toContain(reply.status);
        }
      }
      expect(open).toEqual(['valid × http://demo.localhost']);
    },
  );

  test.each(cookieRoutes)(
    "%s refuses a browser's call without an Origin, and one from a sibling site",
    async (name, route) => {
      const siteOnly = await callAs([name, route], admin, { headers: { 'sec-fetch-site': 'same-origin' } });
      expect(siteOnly.status).toBe(403);
      const sibling = { origin: 'http://demo.localhost', 'sec-fetch-site': 'same-site' };
      expect((await callAs([name, route], admin, { headers: sibling })).status).toBe(403);
    },
  );

  test.each(cookieRoutes)('%s refuses a bearer that is not of the same session', async (name, route) => {
    const other = await scene.openSession(await scene.addPerson('demo', 'admin'));
    expect((await callAs([name, route], admin, { token: other.token })).status).toBe(401);
    expect((await callAs([name, route], admin, { headers: { authorization: 'Basic eDp5' } })).status).toBe(401);
  });
});

test('every failure that a route can meet is one of the contract, with a sentence', () => {
  for (const [, route] of all) for (const code of route.errors) expect(errorCodes[code].message).toMatch(/\w/);
});
