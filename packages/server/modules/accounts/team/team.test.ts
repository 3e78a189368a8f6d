// The team's rules and sequences: an invitation's life, the last owner, what ends with a role or with access.
import { INVITATION_DAYS, ownScope, routes, wholeScope } from '@tributary/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { hashSecret, newId, newSecret } from '../../../platform/ids.ts';
import { accept, type Colleague, createTeamScene, type TeamScene } from './testing.ts';

let s: TeamScene;
let owner: Colleague;
beforeAll(async () => {
  s = await createTeamScene();
});
afterEach(() => s.scene.retirePeople());
afterAll(() => s.t.close());

let count = 0;
const newEmail = () => `joins-${++count}@example.test`;
async function invite(by: Colleague, roleId: string, more: object = {}) {
  const email = newEmail();
  const body = { first_name: 'Noor', last_name: 'Haddad', email, role_id: roleId, ...more };
  return { email, reply: await by.call(routes.inviteMember, null, body) };
}
const stateOf = async (by: Colleague, id: string) => (await by.call(routes.member, id)).body.state;
const isSignedIn = async ({ token }: Colleague) => (await s.t.call(routes.profile, { token })).status === 200;

describe('an invitation', () => {
  test('is mailed, accepted once with a password that the rules allow, and opens the role’s sections', async () => {
    owner = await s.byPreset('owner');
    const { email, reply } = await invite(owner, await s.presetId('viewer'));
    expect(reply.status).toBe(201);
    const { id } = reply.body;
    expect(await stateOf(owner, id)).toBe('invited');
    const link = await s.invitationTo(email);
    expect((await accept(s.t, link, 'password1')).status).toBe(400);
    expect(await stateOf(owner, id)).toBe('invited');
    expect((await accept(s.t, link)).status).toBe(200);
    expect(await stateOf(owner, id)).toBe('active');
    const again = await accept(s.t, link);
    expect([again.status, again.body.error.code]).toEqual([400, 'link_expired']);
    const { token } = await s.t.signIn(email, { password: 'seven harbour lanterns' });
    expect((await s.t.call(routes.offers, { token })).status).toBe(200);
    expect((await s.t.call(routes.team, { token })).status).toBe(403);
  });

  test('ends after seven days, by another one, and when it is taken back; the address is free then', async () => {
    owner = await s.byPreset('owner');
    const { email, reply } = await invite(owner, await s.presetId('viewer'));
    const { id } = reply.body;
    const first = await s.invitationTo(email);
    // mails are found by their time
    s.t.clock.advance(1_000);
    expect((await owner.call(routes.resendInvitation, id)).status).toBe(200);
    expect((await accept(s.t, first)).body.error.code).toBe('link_expired');
    const second = await s.invitationTo(email);
    expect(second).not.toBe(first);
    await s.t.database.asOwner('update password_links set expires_at = $1 where user_id = $2', [
      new Date(s.t.clock.now().getTime() - 1),
      id,
    ]);
    expect((await accept(s.t, second)).body.error.code).toBe('link_expired');
    s.t.clock.advance(1_000);
    await owner.call(routes.resendInvitation, id);
    const third = await s.invitationTo(email);
    expect((await owner.call(routes.withdrawInvitation, id)).status).toBe(200);
    expect((await accept(s.t, third)).body.error.code).toBe('link_expired');
    expect((await owner.call(routes.member, id)).status).toBe(404);
    const body = { first_name: 'Noor', last_name: 'Haddad', email, role_id: await s.presetId('viewer') };
    expect((await owner.call(routes.inviteMember, null, body)).status).toBe(201);
  });

  test('lives seven days to the second', async () => {
    owner = await s.byPreset('owner');
    const { reply } = await invite(owner, await s.presetId('viewer'));
    const [row] = await s.t.database.asOwner<{ expires_at: Date; created_at: Date }>(
      'select expires_at, created_at from password_links where user_id = $1',
      [reply.body.id],
    );
    expect((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)).toBe(INVITATION_DAYS * DAY_MS);
  });

  test('to an address in use says what to do instead', async () => {
    owner = await s.byPreset('owner');
    const viewer = await s.presetId('viewer');
    const to = (email: string) =>
      owner.call(routes.inviteMember, null, { first_name: 'A', last_name: 'B', email, role_id: viewer });
    const { email, reply } = await invite(owner, viewer);
    expect((await to(email.toUpperCase())).body.error.message).toContain('has an invitation already');
    await accept(s.t, await s.invitationTo(email));
    expect((await to(email)).body.error.message).toContain('is in your team already');
    await owner.call(routes.suspendMember, reply.body.id);
    const suspended = await to(email);
    expect([suspended.status, suspended.body.error.message]).toEqual([
      409,
      expect.stringContaining('open that access'),
    ]);
    const partner = await to('publisher@demo.test');
    expect([partner.status, partner.body.error.message]).toEqual([409, expect.stringContaining('An account of this')]);
  });

  test('taken back and accepted in the same moment leaves nobody half in', async () => {
    owner = await s.byPreset('owner');
    const { email, reply } = await invite(owner, await s.presetId('viewer'));
    const link = await s.invitationTo(email);
    const [taken, accepted] = await Promise.all([
      owner.call(routes.withdrawInvitation, reply.body.id),
      accept(s.t, link),
    ]);
    expect([taken.status === 200, accepted.status === 200].filter(Boolean)).toHaveLength(1);
    const [row] = await s.t.database.asOwner<{ status: string; deleted: boolean }>(
      'select status, deleted_at is not null as deleted from users where id = $1',
      [reply.body.id],
    );
    expect(row).toEqual(
      accepted.status === 200 ? { status: 'approved', deleted: false } : { status: 'pending', deleted: true },
    );
  });
});

describe('an owner', () => {
  test('who is the last one can neither be demoted nor suspended, by himself or by others', async () => {
    owner = await s.byPreset('owner');
    // whoever else owns the demo workspace is suspended for a while
    const last = await s.t.database.asOwner<{ id: string }>(
      `update users set status = 'rejected' where is_owner and id <> $1 and tenant_id = $2 returning id`,
      [owner.id, s.scene.tenantIdOf('demo')],
    );
    try {
      const admin = await s.presetId('admin');
      const demoted = await owner.call(routes.setMemberRole, owner.id, { role_id: admin });
      expect([demoted.status, demoted.body.error.message]).toEqual([409, expect.stringContaining('last owner')]);
      expect((await owner.call(routes.suspendMember, owner.id)).status).toBe(409);
      // an owner who is only invited keeps no workspace
      await invite(owner, await s.presetId('owner'));
      expect((await owner.call(routes.setMemberRole, owner.id, { role_id: admin })).status).toBe(409);
      const second = await s.byPreset('owner');
      expect((await owner.call(routes.setMemberRole, owner.id, { role_id: admin })).status).toBe(200);
      expect(await isSignedIn(owner)).toBe(false);
      expect((await second.call(routes.suspendMember, second.id)).status).toBe(409);
    } finally {
      await s.t.database.asOwner(`update users set status = 'approved' where id = any($1)`, [last.map(({ id }) => id)]);
    }
  });

  test('stays, where two try twenty times to demote or suspend each other', async () => {
    const others = await s.t.database.asOwner<{ id: string }>(
      `update users set status = 'rejected' where is_owner and tenant_id = $1 and status = 'approved' returning id`,
      [s.scene.tenantIdOf('demo')],
    );
    try {
      for (let round = 0; round < 3; round++) {
        const [one, two] = [await s.byPreset('owner'), await s.byPreset('owner')];
        const admin = await s.presetId('admin');
        const tries = Array.from({ length: 20 }, (_, at) => {
          const [by, whom] = at % 2 === 0 ? [one, two] : [two, one];
          return at % 4 < 2
            ? by.call(routes.setMemberRole, whom.id, { role_id: admin })
            : by.call(routes.suspendMember, whom.id);
        });
        const statuses = (await Promise.all(tries)).map(({ status }) => status);
        expect(statuses.filter((status) => ![200, 401, 403, 409].includes(status))).toEqual([]);
        const [left] = await s.t.database.asOwner<{ count: string }>(
          `select count(*) from users where is_owner and status = 'approved' and deleted_at is null and tenant_id = $1`,
          [s.scene.tenantIdOf('demo')],
        );
        expect(left?.count).toBe('1');
        await s.scene.retirePeople();
      }
    } finally {
      await s.t.database.asOwner(`update users set status = 'approved' where id = any($1)`, [
        others.map(({ id }) => id),
      ]);
    }
  });

  test('is made, changed and suspended by owners alone', async () => {
    owner = await s.byPreset('owner');
    const admin = await s.byPreset('admin');
    const viewer = await s.byPreset('viewer');
    const ownerRole = await s.presetId('owner');
    expect((await admin.call(routes.setMemberRole, viewer.id, { role_id: ownerRole })).status).toBe(403);
    expect((await admin.call(routes.setMemberRole, admin.id, { role_id: ownerRole })).status).toBe(403);
    expect((await invite(admin, ownerRole)).reply.status).toBe(403);
    for (const route of [routes.suspendMember, routes.endMemberSessions]) {
      expect((await admin.call(route, owner.id)).status).toBe(403);
    }
    expect((await admin.call(routes.setMemberRole, owner.id, { role_id: viewer.roleId })).status).toBe(403);
    const { body } = await admin.call(routes.roles, null);
    const seen = body.rows.map((row: { preset: string; within_reach: boolean }) => [row.preset, row.within_reach]);
    expect(Object.fromEntries(seen)).toMatchObject({ owner: false, admin: true, viewer: true });
    expect((await owner.call(routes.setMemberRole, viewer.id, { role_id: ownerRole })).status).toBe(200);
    const [row] = await s.t.database.asOwner<{ is_owner: boolean }>('select is_owner from users where id = $1', [
      viewer.id,
    ]);
    expect(row?.is_owner).toBe(true);
  });
});

describe('what somebody may do', () => {
  test('ends with his role: sessions and visits; keys go on as far as the new role reaches', async () => {
    owner = await s.byPreset('owner');
    const colleague = await s.byPreset('admin');
    const publisher = await s.scene.addPerson('demo', 'publisher');
    const visit = await s.t.call(routes['publishers.loginAs'], {
      params: { id: publisher.id },
      cookies: { '__Host-am': colleague.cookie },
    });
    expect(visit.status).toBe(200);
    const key = `trb_${newSecret()}`;
    await s.scene.insert('api_keys', {
      tenant_id: s.scene.tenantIdOf('demo'),
      id: newId(),
      user_id: colleague.id,
      name: 'sheet',
      scope: 'reports:read',
      key_hash: hashSecret(key),
      hint: 'trb_…test',
      created_at: s.t.clock.now(),
    });
    const reports = () => s.t.call(routes.reports, { token: key, query: { period: 'today', groups: 'day' } });
    const before = (await reports()).status;
    expect(before).not.toBe(401);
    const give = (roleId: string) => owner.call(routes.setMemberRole, colleague.id, { role_id: roleId });
    expect((await give(await s.ownRole({ grants: { offers: 'read' } }))).status).toBe(200);
    expect(await isSignedIn(colleague)).toBe(false);
    expect((await s.t.call(routes.profile, { token: visit.body.token })).status).toBe(401);
    expect((await reports()).status).toBe(403);
    await give(await s.presetId('viewer'));
    expect((await reports()).status).toBe(before);
    await owner.call(routes.suspendMember, colleague.id);
    expect((await reports()).status).toBe(401);
  });

  test('ends with his access at once, and comes back with it but for sessions and keys', async () => {
    owner = await s.byPreset('owner');
    const colleague = await s.byPreset('admin');
    const { key } = (await colleague.call(routes.createApiKey, null, { name: 'Nightly' })).body;
    const opens = async () => (await s.t.call(routes.reportCatalogue, { token: key })).status;
    expect(await opens()).toBe(200);
    expect((await owner.call(routes.suspendMember, colleague.id)).body).toEqual({
      id: colleague.id,
      state: 'suspended',
    });
    expect((await owner.call(routes.suspendMember, colleague.id)).status).toBe(200);
    expect(await isSignedIn(colleague)).toBe(false);
    const cookied = await s.t.call(routes['publishers.loginAs'], {
      params: { id: newId() },
      cookies: { '__Host-am': colleague.cookie },
    });
    expect(cookied.status).toBe(401);
    const login = await s.t.call(routes.login, { body: { email: colleague.email, password: 'tributary-demo' } });
    expect([login.status, login.body.error]).toEqual([
      403,
      'Your access is suspended. Please ask the owner of this workspace.',
    ]);
    expect((await owner.call(routes.reopenMember, colleague.id)).body.state).toBe('active');
    expect(await isSignedIn(colleague)).toBe(false);
    expect(await opens()).toBe(401);
    await s.t.signIn(colleague.email);
  });

  test('grows only with word to him and to the owners', async () => {
    owner = await s.byPreset('owner');
    const colleague = await s.byPreset('viewer');
    const mails = async () =>
      (await s.t.inbox()).filter(({ to }) => [colleague.email, owner.email].some((address) => to.includes(address)));
    await owner.call(routes.setMemberRole, colleague.id, { role_id: await s.presetId('finance') });
    const told = await mails();
    expect(told.map(({ subject }) => subject).sort()).toEqual([
      expect.stringContaining('A role in the team'),
      expect.stringContaining('Your role'),
    ]);
    expect(told.every(({ text }) => text.includes('Role: Finance'))).toBe(true);
    const less = await s.ownRole({ grants: { billing: 'read' } });
    await owner.call(routes.setMemberRole, colleague.id, { role_id: less });
    expect(await mails()).toHaveLength(told.length);
  });
});

describe('accounts', () => {
  test('taken away end the visit that is open there; given again it stays ended', async () => {
    owner = await s.byPreset('owner');
    const manager = await s.byPreset('affiliate_manager');
    const { id } = await s.scene.addPerson('demo', 'publisher');
    const set = (assign: string[], unassign: string[]) =>
      owner.call(routes.assignAccounts, manager.id, { assign, unassign });
    await set([id], []);
    const visit = await s.t.call(routes['publishers.loginAs'], {
      params: { id },
      cookies: { '__Host-am': manager.cookie },
    });
    const status = async () => (await s.t.call(routes.profile, { token: visit.body.token })).status;
    expect(await status()).toBe(200);
    await set([], [id]);
    await set([id], []);
    expect(await status()).toBe(401);
  });

  test('have several managers; each change is in the trail', async () => {
    owner = await s.byPreset('owner');
    const [one, two] = [await s.byPreset('affiliate_manager'), await s.byPreset('affiliate_manager')];
    const [a, b] = [await s.scene.addPerson('demo', 'publisher'), await s.scene.addPerson('demo', 'advertiser')];
    const set = (whom: Colleague, assign: string[], unassign: string[] = []) =>
      owner.call(routes.assignAccounts, whom.id, { assign, unassign });
    expect((await set(one, [a.id, b.id, a.id])).body).toEqual({ assigned: 2, unassigned: 0 });
    expect((await set(two, [a.id])).body).toEqual({ assigned: 1, unassigned: 0 });
    expect((await set(one, [a.id])).body).toEqual({ assigned: 0, unassigned: 0 });
    const listed = await s.t.call(routes.assignableAccounts, {
      token: owner.token,
      params: { id: one.id },
      query: { assigned: '1', sort: 'name' },
    });
    expect(listed.body.rows.map(({ id }: { id: string }) => id).sort()).toEqual([a.id, b.id].sort());
    const inCharge = async (reader: Colleague) => {
      const { body } = await reader.call(routes['publishers.details'], a.id);
      return { in_charge: body.in_charge, may_assign: body.may_assign };
    };
    // assigned in one moment: by id
    const shown = (within_reach: boolean) =>
      [one.id, two.id].sort().map((id) => ({ id, name: expect.any(String), within_reach }));
    expect(await inCharge(owner)).toEqual({ in_charge: shown(true), may_assign: true });
    expect(await inCharge(one)).toEqual({ in_charge: shown(false), may_assign: false });
    expect((await set(one, [], [a.id])).body).toEqual({ assigned: 0, unassigned: 1 });
    expect((await owner.call(routes.member, one.id)).body.accounts).toBe(1);
    const bad = await set(one, [newId()]);
    expect([bad.status, bad.body.error.code]).toEqual([404, 'not_found']);
    expect((await set(one, [one.id])).status).toBe(404);
    expect((await set(one, [a.id], [a.id])).status).toBe(400);
    const [trail] = await s.t.database.asOwner<{ count: string }>(
      `select count(*) from audit_log where action = 'team.accounts-assigned' and object_id = $1`,
      [one.id],
    );
    expect(trail?.count).toBe('2');
  });

  test('are not handed out by somebody who does not see them all', async () => {
    const scoped = await s.colleague(
      await s.ownRole({ grants: { team: 'write', affiliates: 'read' }, scope: ownScope }),
    );
    const blind = await s.colleague(await s.ownRole({ grants: { team: 'write' }, scope: wholeScope }));
    const target = await s.colleague(await s.ownRole({ scope: ownScope }));
    const publisher = await s.scene.addPerson('demo', 'publisher');
    const body = { assign: [publisher.id], unassign: [] };
    expect((await scoped.call(routes.assignAccounts, target.id, body)).status).toBe(403);
    expect((await blind.call(routes.assignAccounts, target.id, body)).status).toBe(404);
    expect((await blind.call(routes.assignableAccounts, target.id)).body).toEqual({ rows: [], total: 0 });
  });
});
