// Roles of the workspace's own: who may make, change, give and delete which.
import {
  hiddenClassNames,
  isWithin,
  MAX_OWN_ROLES,
  needs,
  ownScope,
  type Powers,
  routes,
  scopeReaches,
  wholeScope,
} from '@tributary/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createTeamScene, type TeamScene } from './testing.ts';

let s: TeamScene;
beforeAll(async () => {
  s = await createTeamScene();
});
afterEach(() => s.scene.retirePeople());
afterAll(() => s.t.close());

const seed = Math.floor(Math.random() * 2 ** 31);
let state = seed;
const random = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state >>> 8) % below;
};
const one = <T>(list: readonly T[]): T => list[random(list.length)] as T;
/** near enough to each other that one is within another often */
const someRole = (): Powers => ({
  grants: Object.fromEntries(
    (['offers', 'billing', 'reports'] as const).flatMap((section) => (random(2) ? [[section, one(needs)]] : [])),
  ),
  scope: { publishers: one(scopeReaches), advertisers: random(3) ? 'all' : 'assigned' },
  hidden: (['revenue', 'ip'] as const).filter(() => random(3) === 0),
});
const wire = ({ grants, scope, hidden }: Powers) => ({ sections: grants, scope, hidden });

test(`a role is made, changed and given exactly where it is within the caller’s: seed ${seed}`, async () => {
  const viewer = await s.presetId('viewer');
  for (let round = 0; round < 12; round++) {
    const held = someRole();
    const maker: Powers = { ...held, grants: { ...held.grants, team: 'write' } };
    const by = await s.colleague(await s.ownRole(maker));
    const wanted = someRole();
    const allowed = isWithin(wanted, maker);
    const said = JSON.stringify({ maker, wanted });
    const made = await by.call(routes.createRole, null, { copy_of: viewer, name: newId(), ...wire(wanted) });
    expect(made.status, said).toBe(allowed ? 201 : 403);
    const there = await s.ownRole(wanted);
    const target = await s.colleague(await s.ownRole({ scope: ownScope, hidden: hiddenClassNames }));
    const given = await by.call(routes.setMemberRole, target.id, { role_id: there });
    expect(given.status, said).toBe(allowed ? 200 : 403);
    const before = someRole();
    const changed = await by.call(routes.editRole, await s.ownRole(before), {
      version: 1,
      name: newId(),
      ...wire(wanted),
    });
    expect(changed.status, said).toBe(allowed && isWithin(before, maker) ? 200 : 403);
    const holder = await s.colleague(await s.ownRole(before));
    expect((await by.call(routes.suspendMember, holder.id)).status, said).toBe(isWithin(before, maker) ? 200 : 403);
    await s.scene.retirePeople();
  }
});

test('unknown words are refused, known ones kept in order and without what says nothing', async () => {
  const owner = await s.byPreset('owner');
  const viewer = await s.presetId('viewer');
  const make = (more: object) => owner.call(routes.createRole, null, { copy_of: viewer, name: newId(), ...more });
  for (const bad of [
    { sections: { payroll: 'read' } },
    { sections: { offers: 'all' } },
    { sections: { constructor: 'write' } },
    { hidden: ['salary'] },
    { scope: { publishers: 'some', advertisers: 'all' } },
    { scope: { publishers: 'all' } },
    { name: '' },
    { name: 'x'.repeat(61) },
  ]) {
    const reply = await make(bad);
    expect([reply.status, JSON.stringify(bad)]).toEqual([400, JSON.stringify(bad)]);
  }
  expect((await owner.call(routes.createRole, null, { copy_of: newId(), name: 'Copy of nothing' })).status).toBe(404);
  const sections = { reports: 'read', offers: 'write', billing: 'none', self: 'write' };
  const { body } = await make({ name: 'In order', sections, hidden: ['ip', 'revenue', 'ip'] });
  const { body: all } = await owner.call(routes.roles, null);
  expect(all.rows.find(({ id }: { id: string }) => id === body.id)).toMatchObject({
    sections: { offers: 'write', reports: 'read' },
    hidden: ['revenue', 'ip'],
    scope: wholeScope,
    version: 1,
    holders: 0,
  });
  const twin = await make({ name: 'in ORDER' });
  expect([twin.status, twin.body.error.message]).toEqual([409, expect.stringContaining('of this name')]);
  expect((await make({ name: 'viewer' })).status).toBe(409);
});

test('a copy without changes gives what the copied one gives', async () => {
  const owner = await s.byPreset('owner');
  const source = { grants: { offers: 'read' }, scope: ownScope, hidden: ['profit'] } satisfies Powers;
  const { body } = await owner.call(routes.createRole, null, { copy_of: await s.ownRole(source), name: 'Twin' });
  const { body: all } = await owner.call(routes.roles, null);
  expect(all.rows.find(({ id }: { id: string }) => id === body.id)).toMatchObject(wire(source));
});

test('a preset is neither changed nor deleted; a held role is not deleted; a changed one is not overwritten', async () => {
  const owner = await s.byPreset('owner');
  const body = { version: 1, name: 'Mine', sections: {}, scope: wholeScope, hidden: [] };
  const preset = await owner.call(routes.editRole, await s.presetId('viewer'), body);
  expect([preset.status, preset.body.error.message]).toEqual([409, expect.stringContaining('copy it')]);
  expect((await owner.call(routes.deleteRole, await s.presetId('viewer'))).status).toBe(409);
  const role = await s.ownRole({ grants: { offers: 'read' } });
  const holder = await s.colleague(role);
  expect((await owner.call(routes.deleteRole, role)).status).toBe(409);
  const edits = await Promise.all(
    [1, 2, 3].map((at) => owner.call(routes.editRole, role, { ...body, name: `Mine ${at}` })),
  );
  expect(edits.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await s.t.call(routes.profile, { token: holder.token })).status).toBe(401);
  await owner.call(routes.setMemberRole, holder.id, { role_id: await s.presetId('viewer') });
  expect((await owner.call(routes.deleteRole, role)).status).toBe(200);
  expect((await owner.call(routes.deleteRole, role)).status).toBe(404);
});

test('a name alone ends no session, and one more section tells whoever holds it', async () => {
  const owner = await s.byPreset('owner');
  const role = await s.ownRole({ grants: { offers: 'read' } });
  const holder = await s.colleague(role);
  const body = { version: 1, name: `Named ${role}`, sections: { offers: 'read' }, scope: wholeScope, hidden: [] };
  expect((await owner.call(routes.editRole, role, body)).body.version).toBe(2);
  expect((await s.t.call(routes.profile, { token: holder.token })).status).toBe(200);
  const more = { ...body, version: 2, sections: { offers: 'read', billing: 'read' } };
  expect((await owner.call(routes.editRole, role, more)).status).toBe(200);
  expect((await s.t.call(routes.profile, { token: holder.token })).status).toBe(401);
  expect((await s.t.inbox()).filter(({ to }) => to.includes(holder.email))).toHaveLength(1);
});

test(`a workspace has at most ${MAX_OWN_ROLES}, also where forty are asked for at once`, async () => {
  const owner = await s.byPreset('owner');
  const viewer = await s.presetId('viewer');
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, at) => owner.call(routes.createRole, null, { copy_of: viewer, name: `Many ${at}` })),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_OWN_ROLES);
  expect(made.filter(({ status }) => status === 409)).toHaveLength(40 - MAX_OWN_ROLES);
});
