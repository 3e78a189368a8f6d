// Routes × roles over HTTP: each of the seven presets and three roles of a workspace's own, made by the routes that make them.
// An empty call is enough: the gate refuses before anything of it is read, so it answers 403 exactly where the role does not open
// the route's section for what the route needs.
import { isGranted, needOf, type Powers, presetNames, type RouteSpec, rolePresets, routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { createScene, type Scene, type SignedIn } from './matrix/scene.ts';

const ofTeam = Object.entries(routes as Record<string, RouteSpec>).flatMap(([name, route]) => {
  const { access } = route;
  const isTeams =
    access.who === 'admin-cookie' || (access.who === 'session' && access.roles.some((role) => role === 'admin'));
  // what is one's own is open to all (sections.test.ts), and a stream that opens does not end
  if (!isTeams || !access.section || access.section === 'self' || route.wire === 'stream') return [];
  const isOwners = access.who === 'session' && access.ownerOnly === true;
  return [{ name, route, section: access.section, need: needOf(route.method, access.needs), isOwners }];
});

const ownRoles = [
  { copies: 'finance', name: 'Payouts clerk', sections: { payouts: 'write', billing: 'read', dashboard: 'none' } },
  { copies: 'viewer', name: 'Hiring', sections: { team: 'write', support: 'read' }, hidden: ['revenue', 'profit'] },
  {
    copies: 'affiliate_manager',
    name: 'Own affiliates',
    scope: { publishers: 'assigned', advertisers: 'assigned' },
    hidden: ['advertiser_name', 'ip'],
  },
] as const;

let t: TestApp;
let scene: Scene;
/** what the gate judges by, as the session's row says it */
const holders = new Map<string, { session: SignedIn; grants: Powers['grants'] }>();

beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  const { token } = await t.signIn('admin@demo.test');
  for (const { copies, ...body } of ownRoles) {
    const { body: known } = await t.call(routes.roles, { token });
    const copied = known.rows.find((row: { preset: string }) => row.preset === copies);
    const made = await t.call(routes.createRole, { token, body: { copy_of: copied.id, ...body } });
    expect(made.status, made.raw).toBe(201);
  }
  const { body } = await t.call(routes.roles, { token });
  for (const { id, name, preset } of body.rows) {
    const session = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id: id }));
    const { body: own } = await t.call(routes.currentSession, { token: session.token });
    holders.set(preset ?? name, { session, grants: own.role.sections });
  }
});
afterAll(() => t.close());

test('there are ten roles, and each preset opens what the contract says', () => {
  expect([...holders.keys()]).toEqual([...presetNames, 'Hiring', 'Own affiliates', 'Payouts clerk']);
  for (const preset of presetNames) expect(holders.get(preset)?.grants).toEqual(rolePresets[preset].grants);
});

describe.each([...presetNames, ...ownRoles.map(({ name }) => name)])('%s', (role) => {
  test(`is let in to what its sections open of ${ofTeam.length} routes, and to nothing else`, async () => {
    const holder = holders.get(role);
    if (!holder) throw new Error(`nobody holds ${role}`);
    const { session, grants } = holder;
    const wrong: string[] = [];
    for (const { name, route, section, need, isOwners } of ofTeam) {
      const reply = await t.call(route, {
        token: session.token,
        cookies: session.cookie ? { '__Host-am': session.cookie } : {},
        params: { id: newId(), subdomain: 'demo', section: 'reports', upload: newId() },
      });
      const refused = reply.status === 403;
      const isOpen = isGranted(grants, section, need) && (!isOwners || role === 'owner');
      if (refused === isOpen) wrong.push(`${name}: ${reply.status} ${reply.raw}`);
    }
    expect(wrong).toEqual([]);
  });
});
