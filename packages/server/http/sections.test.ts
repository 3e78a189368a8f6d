// Routes × roles: every route that an account manager may call, tried by the gate's own function for every preset and for a
// role that opens its section to nobody, for reading or for writing; and by HTTP, to show that the gate stands before each.
import {
  type Access,
  type Grants,
  isGranted,
  type Need,
  needOf,
  presetNames,
  type RouteSpec,
  rolePresets,
  routes,
  type Section,
  sectionNames,
  wholeScope,
} from '@tributary/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { examples, makeTarget } from './matrix/examples.ts';
import { createScene, type Scene, type SignedIn } from './matrix/scene.ts';
import { type Caller, refusalOf } from './permission.ts';

type Guarded = Extract<Access, { who: 'session' | 'admin-cookie' }> & { section: Section };
const isGuarded = (access: Access): access is Guarded =>
  access.who === 'admin-cookie' || (access.who === 'session' && access.roles.some((role) => role === 'admin'));

const ofTeam = Object.entries(routes as Record<string, RouteSpec>).flatMap(([name, route]) =>
  isGuarded(route.access)
    ? [{ name, route, access: route.access, need: needOf(route.method, route.access.needs) }]
    : [],
);
const sectioned = ofTeam.filter(({ access }) => access.section !== 'self');

const everythingBut = (section: Section): Grants =>
  Object.fromEntries(sectionNames.filter((one) => one !== section).map((one) => [one, 'write']));
const member = (grants: Grants, scopes: Caller['scopes'] = null): Caller => ({
  role: 'admin',
  isOwner: false,
  team: { id: newId(), name: 'Somebody', grants, scope: wholeScope, hidden: [] },
  scopes,
  mustChangePassword: false,
  mustAcceptTerms: false,
  impersonator: null,
  rules: { closedAddress: false, twoFactor: { on: false, dueAt: null, mustSetUp: false } },
});
/** some doors are the owner's alone, beside their section */
const isOwners = (access: Access): boolean => access.who === 'session' && access.ownerOnly === true;
const answer = ({ access, route }: (typeof ofTeam)[number], caller: Caller): string =>
  refusalOf(access, route.method, { ...caller, isOwner: isOwners(access) }, 'open')?.message ?? 'open';

describe('the gate', () => {
  test('opens a route to a preset exactly where its section is open to the preset for what the route needs', () => {
    const wrong = presetNames.flatMap((preset) =>
      ofTeam.flatMap((one) => {
        const { grants } = rolePresets[preset];
        const open = isGranted(grants, one.access.section, one.need);
        return (answer(one, member(grants)) === 'open') === open ? [] : [`${preset} × ${one.name}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test.each(sectioned.map((one) => [one.name, one] as const))(
    '%s is closed without its section, and opens for neither less nor anything else',
    (_, one) => {
      const { section } = one.access;
      expect(answer(one, member({}))).toContain('does not open');
      expect(answer(one, member(everythingBut(section)))).toContain(`for ${one.need} access`);
      expect(answer(one, member({ [section]: 'write' }))).toBe('open');
      const reader = answer(one, member({ [section]: 'read' }));
      if (one.need === 'read') expect(reader).toBe('open');
      else expect(reader).toContain('change nothing there');
    },
  );

  test('what is one’s own is open to every role', () => {
    const own = ofTeam.filter(({ access }) => access.section === 'self');
    expect(own.filter((one) => answer(one, member({})) !== 'open')).toEqual([]);
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(['logout', 'profile', 'quickSearch']));
  });

  test('an account manager without a role gets in nowhere but to what is his own', () => {
    const nobody = { ...member({}), team: null };
    for (const one of sectioned) expect(answer(one, nobody)).toContain('no role');
  });

  test('an API key reaches no further than its scopes, nor than its owner’s role', () => {
    const all: Grants = rolePresets.owner.grants;
    const [reports] = sectioned.filter(({ name }) => name === 'reports');
    if (!reports) throw new Error('reports is gone');
    expect(answer(reports, member(all, ['reports:read']))).toBe('open');
    expect(answer(reports, member(all, ['reports:write']))).toBe('open');
    expect(answer(reports, member(all, ['offers:write', 'logs:read']))).toContain('not made for reports:read');
    expect(answer(reports, member({ offers: 'write' }, ['reports:read']))).toContain('does not open Reports');
    expect(answer(reports, member(all, []))).toContain('not made for');
  });
});

/** a door behind the door: whoever undoes a change may make such a change */
const besides: Partial<Record<string, Grants>> = { undoChange: { offers: 'write' } };

describe('over HTTP', () => {
  let t: TestApp;
  let scene: Scene;
  beforeAll(async () => {
    t = await createTestApp();
    scene = await createScene(t);
  });
  afterEach(() => scene.retirePeople());
  afterAll(() => t.close());

  const signInWith = async (grants: Grants): Promise<SignedIn> =>
    scene.openSession(await scene.addPerson('demo', 'admin', { role_id: await scene.addRole('demo', grants) }));
  /** the owner's role is one, and opens all */
  const signInOwner = async () => scene.openSession(await scene.addPerson('demo', 'admin', { is_owner: true }));
  const call = async (name: string, route: RouteSpec, session: SignedIn, targetId: string) => {
    const example = examples[name as keyof typeof examples];
    if (!example) throw new Error(`no example of ${name}`);
    return t.call(route, {
      token: session.token,
      cookies: session.cookie ? { '__Host-am': session.cookie } : {},
      ...(await example({ scene, subdomain: 'demo', session, targetId })),
    });
  };

  test('what is gathered from several sections holds those alone that the role opens', async () => {
    const affiliateManager = await scene.addRole('demo', { dashboard: 'read', affiliates: 'read' });
    const { token } = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id: affiliateManager }));
    const { body: dashboard } = await t.call(routes.dashboard, { token, query: {} });
    expect(Object.keys(dashboard.queues).sort()).toEqual(['failing_postbacks', 'pending_publishers']);
    const { body: workspace } = await t.call(routes.workspace, { token });
    expect(Object.keys(workspace.pending)).toEqual(['publishers']);
  });

  test.each(sectioned.map((one) => [one.name, one] as const))(
    '%s asks the gate: closed to a role that opens nothing or too little, open to one that opens just this',
    async (name, { route, access, need }) => {
      const few: Grants[] = need === 'write' ? [{}, { [access.section]: 'read' }] : [{}];
      for (const grants of few) expect((await call(name, route, await signInWith(grants), newId())).status).toBe(403);
      const just = { [access.section]: need, ...besides[name] };
      const session = isOwners(access) ? await signInOwner() : await signInWith(just);
      const reply = await call(name, route, session, await makeTarget(scene, route, 'demo', session));
      expect([reply.status, reply.body]).toEqual([route.status ?? 200, reply.body]);
    },
  );

  test('a refusal says what is missing and whom to ask, in the route’s own wire', async () => {
    const nobody = await signInWith({});
    const said = await t.call(routes.offers, { token: nobody.token });
    expect([said.status, said.body.error]).toEqual([
      403,
      {
        code: 'forbidden',
        message: expect.stringMatching(/^Your role \(Role \d+\) does not open Offers\. Please ask the owner/),
      },
    ]);
  });

  test.each<[string, Need, number]>([
    ['viewer', 'read', 200],
    ['viewer', 'write', 403],
    ['finance', 'read', 200],
    ['finance', 'write', 403],
    ['affiliate_manager', 'write', 200],
    ['owner', 'write', 200],
    ['admin', 'write', 200],
  ])('the preset %s is a row of every workspace: it may %s affiliates or not: %s', async (preset, need, status) => {
    const [role] = await t.database.asOwner<{ id: string; name: string }>(
      'select id, name from roles where tenant_id = $1 and preset = $2',
      [scene.tenantIdOf('demo'), preset],
    );
    expect(role?.name).toBe(rolePresets[preset as keyof typeof rolePresets].name);
    const session = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id: role?.id }));
    const publisher = await scene.addPerson('demo', 'publisher');
    const name = need === 'read' ? 'publishers.details' : 'publishers.approve';
    const reply = await t.call(routes[name], { token: session.token, params: { id: publisher.id } });
    expect(reply.status).toBe(status);
  });

  test('every workspace has the presets by their names, and today’s people hold theirs', async () => {
    const rows = await t.database.asOwner<{ tenant_id: string; preset: string; name: string }>(
      'select tenant_id, preset, name from roles where preset is not null',
    );
    const tenants = await t.database.asOwner('select id from tenants');
    expect(rows).toHaveLength(tenants.length * presetNames.length);
    for (const { preset, name } of rows) expect(name).toBe(rolePresets[preset as keyof typeof rolePresets].name);
    const people = await t.database.asOwner<{ wrong: string }>(
      `select u.email as wrong from users u left join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
       where r.preset is not null and (r.preset = 'owner') <> u.is_owner and u.email like 'admin@%'`,
    );
    expect(people).toEqual([]);
  });

  test('a role’s change is felt by the next call, and a word that is no section opens nothing', async () => {
    const role = await scene.addRole('demo', { offers: 'read' });
    const { token } = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id: role }));
    expect((await t.call(routes.offers, { token })).status).toBe(200);
    const odd = JSON.stringify({ offers: 'all', everything: 'write', constructor: 'write' });
    await t.database.asOwner('update roles set sections = $1 where id = $2', [odd, role]);
    expect((await t.call(routes.offers, { token })).status).toBe(403);
    expect((await t.call(routes.profile, { token })).status).toBe(200);
  });
});
