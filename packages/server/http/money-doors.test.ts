// Doors of money that no access rule of a route can say alone: files that cannot be blanked, the sum that needs a second person, the
// names in the journal, and whose word an appeal is.
import { type Grants, isOpenTo, needOf, type RouteSpec, routes, wholeScope } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { everything, hidingPerson } from './matrix/canaries.ts';
import { examples } from './matrix/examples.ts';
import { createScene, type Scene, type SignedIn } from './matrix/scene.ts';

type Name = keyof typeof routes;
const all = Object.entries(routes) as [Name, RouteSpec][];
const ofBilling = ({ path }: RouteSpec): boolean =>
  /^\/api\/(billing|publisher\/(appeals|documents|tax-profile|payment)|advertiser\/(disputes|invoices|deposits))/.test(
    path,
  );

let t: TestApp;
let scene: Scene;
let owner: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  const signedIn = await scene.signIn('demo', { name: 'owner', role: 'admin', isOwner: true });
  if (!signedIn) throw new Error('no owner');
  owner = signedIn;
});
afterAll(() => t.close());

describe('a file of billing', () => {
  /** what a partner wrote or sent in a thread is the thread's own */
  const ofThreads: readonly Name[] = ['appealFile', 'disputeFile'];
  const files = all.filter(
    ([name, route]) =>
      route.wire === 'file' &&
      route.access.who === 'session' &&
      isOpenTo(route.access, 'admin') &&
      ofBilling(route) &&
      !ofThreads.includes(name),
  );
  test('has been found', () => {
    expect(files.map(([name]) => name)).toEqual(
      expect.arrayContaining(['documentPdf', 'invoicePdf', 'ownInvoiceFile']),
    );
  });
  test.each(files)('%s is refused to who is not shown what stands on it', async (name, route) => {
    const take = async (session: SignedIn) => {
      const parts = await examples[name]?.({ scene, subdomain: 'demo', session, targetId: newId() });
      return t.call(route, { token: session.token, ...parts });
    };
    const hiding = await take(await hidingPerson(scene, ['revenue', 'advertiser_name', 'publisher_contact']));
    expect(hiding.status, hiding.raw).toBe(403);
    expect(hiding.body.error.message).toMatch(/^Your role does not show this/);
    expect((await take(await hidingPerson(scene, []))).status).not.toBe(403);
  });
});

test('what a partner writes in billing is never written by a colleague signed in as it', () => {
  const open = all.filter(
    ([, route]) =>
      ofBilling(route) &&
      route.access.who === 'session' &&
      !isOpenTo(route.access, 'admin') &&
      needOf(route.method, route.access.needs) === 'write' &&
      route.access.impersonated === 'allowed',
  );
  expect(open.map(([name]) => name)).toEqual([]);
});

describe('a partner’s billing, to a colleague signed in as it', () => {
  const owns = all.filter(
    ([, { access }]) => access.who === 'session' && !isOpenTo(access, 'admin') && access.visitorReads !== undefined,
  );
  const visitOf = async (role: 'publisher' | 'advertiser', grants: Grants) => {
    const colleague = await hidingPerson(scene, [], { grants });
    const columns = { parent_session_id: colleague.sessionId, actor_user_id: colleague.person.id };
    return scene.openSession(await scene.addPerson('demo', role), columns);
  };
  test('every read of it in a portal is asked for', () => {
    const open = all.filter(
      ([name, route]) =>
        ofBilling(route) &&
        route.access.who === 'session' &&
        !isOpenTo(route.access, 'admin') &&
        route.access.impersonated === 'allowed' &&
        !owns.some(([one]) => one === name),
    );
    expect(open.map(([name]) => name)).toEqual([]);
    expect(owns.length).toBeGreaterThan(20);
  });
  test.each([
    ['publisher', 'payouts', { affiliates: 'write' }],
    ['advertiser', 'billing', { advertisers: 'write' }],
  ] as const)('%s: only with %s', async (role, section, grants) => {
    const [visit, reader] = [await visitOf(role, grants), await visitOf(role, { ...grants, [section]: 'read' })];
    for (const [name, route] of owns.filter(([, { access }]) => isOpenTo(access as never, role))) {
      const take = async (session: SignedIn) => {
        const parts = await examples[name]?.({ scene, subdomain: 'demo', session, targetId: newId() });
        return t.call(route, { token: session.token, ...parts });
      };
      const refused = await take(visit);
      expect([name, refused.status, refused.body?.error?.message]).toEqual([
        name,
        403,
        expect.stringMatching(/does not open/),
      ]);
      expect([name, (await take(reader)).status]).not.toEqual([name, 403]);
    }
    // the visit itself goes on
    expect((await t.call(routes.currentSession, { token: visit.token })).status).toBe(200);
  });
});

describe('the sum that needs a second person', () => {
  const params = { section: 'payment' };
  const save = async (token: string, sum: string) => {
    const { value, version } = (await t.call(routes.settings, { token: owner.token, params })).body;
    const body = { version, value: { ...value, two_person_sum: sum } };
    return t.call(routes.saveSettings, { token, params, body });
  };

  test('is lowered by who saves settings, raised and removed by the owner in person', async () => {
    const colleague = await hidingPerson(scene, []);
    expect((await save(colleague.token, '100')).status).toBe(200);
    for (const sum of ['', '100.01']) {
      const refused = await save(colleague.token, sum);
      expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringMatching(/^Only the owner/)]);
    }
    expect((await save(colleague.token, '50')).status).toBe(200);
    expect((await save(owner.token, '200')).status).toBe(200);
    expect((await save(owner.token, '')).status).toBe(200);
  });

  test('is not removed by an API key, even the owner’s', async () => {
    expect((await save(owner.token, '100')).status).toBe(200);
    const made = await t.call(routes.createApiKey, {
      token: owner.token,
      body: { name: 'Settings', scopes: ['settings:write'] },
    });
    expect(made.status, made.raw).toBeLessThan(300);
    expect((await save(made.body.key, '')).status).toBe(403);
    expect((await save(owner.token, '')).status).toBe(200);
  });
});

test('a month is closed and opened by who sees all accounts', async () => {
  for (const side of ['publishers', 'advertisers'] as const) {
    const { token } = await hidingPerson(scene, [], { scope: { ...wholeScope, [side]: 'assigned' } });
    const refused = await t.call(routes.closePeriod, { token, body: { month: '2020-01', accept_open: true } });
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringMatching(/whole workspace/)]);
  }
  const { token } = await hidingPerson(scene, []);
  const closed = await t.call(routes.closePeriod, { token, body: { month: '2020-01', accept_open: true } });
  expect(closed.status, closed.raw).toBeLessThan(300);
});

test('the journal names publishers to who works with Payouts alone', async () => {
  const { id } = await scene.addPerson('demo', 'publisher');
  const { id: advertiserId } = await scene.addPerson('demo', 'advertiser');
  await t.database.asOwner(`update users set first_name = 'Zebulon' where id = any($1)`, [[id, advertiserId]]);
  const bonus = { owner_id: id, currency: 'USD', amount: '3', reason: 'Agreed' };
  expect((await t.call(routes.addAdjustment, { token: owner.token, body: bonus })).status).toBe(201);
  const day = t.clock.now().toISOString().slice(0, 10);
  const money = { advertiser_id: advertiserId, currency: 'USD', amount: '7', received_on: day };
  expect((await t.call(routes.recordDeposit, { token: owner.token, body: money })).status).toBe(201);
  const named = async ({ token }: SignedIn) => {
    const { body } = await t.call(routes.journal, { token, query: { limit: '5' } });
    return body.rows
      .slice(0, 2)
      .map((row: { account: { name: string } | null }) => row.account?.name.split(' ')[0] ?? null);
  };
  const { payouts: _payouts, ...grants } = everything;
  const without = await hidingPerson(scene, [], { grants });
  expect(await named(owner)).toEqual(['Zebulon', 'Zebulon']);
  expect(await named(without)).toEqual(['Zebulon', null]);
  const { raw } = await t.call(routes.exportJournal, { token: without.token, query: { format: 'csv' } });
  expect(raw.match(/Zebulon/g)).toHaveLength(1);
  const found = await t.call(routes.journal, { token: without.token, query: { q: 'Zebulon' } });
  expect(found.body.rows).toHaveLength(1);
});
