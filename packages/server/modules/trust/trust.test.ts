// Change logs and undo as a reader meets them: who may, what stands in the way, and what is said then.
import { routes } from '@tributary/contract';
import type { TrailAction, TrailKind } from '@tributary/contract/logs/trail-actions';
import { undoStates } from '@tributary/contract/logs/undo-states';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene, type Scene } from '../../http/matrix/scene.ts';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { recordAudit } from '../audit/index.ts';

let t: TestApp;
let w: World;
let scene: Scene;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  scene = await createScene(t);
  token = (await t.signIn('admin@demo.test')).token;
});
afterAll(() => t.close());

const pause = async (id: string, status: string) => {
  t.clock.advance(1_000);
  return t.call(routes.setOfferStatus, { token, params: { id }, body: { status } });
};
const changesOf = async (object_id: string, by = token) =>
  (await t.call(routes.changeLog, { token: by, query: { object_id } })).body.rows;
const undo = (id: string, by = token) => t.call(routes.undoChange, { token: by, params: { id } });

test('a change is undone, the undoing is an entry that can be undone, and nothing is undone twice', async () => {
  const { id } = await w.addOffer();
  await pause(id, 'paused');
  const [paused] = await changesOf(id);
  expect(paused).toMatchObject({
    action: 'offer.status-changed',
    source: 'ui',
    undo: 'possible',
    object_kind: 'offer',
  });
  expect(paused.fields).toEqual([{ field: 'status', before: 'active', after: 'paused' }]);
  t.clock.advance(1_000);
  const { body } = await undo(paused.id);
  const [undoing, first] = await changesOf(id);
  expect(undoing).toMatchObject({ id: body.id, undoes: paused.id, undo: 'possible' });
  expect(first).toMatchObject({ undo: 'undone', undone_by: body.id });
  expect(await undo(paused.id)).toMatchObject({ status: 409, body: { error: { message: undoStates.undone } } });
  t.clock.advance(1_000);
  expect((await undo(undoing.id)).status).toBe(200);
  expect((await t.call(routes.offer, { token, params: { id } })).body.fields.status).toBe('paused');
});

test('what was changed since is not lost: 409, and the entry shows how it stands now', async () => {
  const { id } = await w.addOffer();
  await pause(id, 'paused');
  const [entry] = await changesOf(id);
  await pause(id, 'pending');
  const refused = await undo(entry.id);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'This has been changed since: status. Please look at how it stands now.',
  ]);
  const { body } = await t.call(routes.change, { token, params: { id: entry.id } });
  expect(body.now).toEqual([{ field: 'status', value: 'pending', changed_since: true }]);
  expect((await t.call(routes.offer, { token, params: { id } })).body.fields.status).toBe('pending');
});

test('who may not make the change may not undo it; what is no change, money or a secret says so', async () => {
  const { id } = await w.addOffer();
  await pause(id, 'paused');
  const [entry] = await changesOf(id);
  const role = crypto.randomUUID();
  const sections = { security: 'write', offers: 'read' };
  await scene.insert('roles', { tenant_id: w.tenantId, id: role, name: 'Auditor', sections });
  const auditor = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id: role }));
  expect((await changesOf(id, auditor.token))[0]).toMatchObject({ undo: 'no_right' });
  expect((await undo(entry.id, auditor.token)).status).toBe(403);
  const at = t.clock.now();
  const rows = { 'conversion.added': 'money', 'webhook.secret-replaced': 'secret', 'no.such-action': 'not_covered' };
  for (const [action, state] of Object.entries(rows)) {
    const entryId = crypto.randomUUID();
    const row = { tenant_id: w.tenantId, id: entryId, at, actor_kind: 'admin', action, object_kind: 'thing' };
    await scene.insert('audit_log', { ...row, object_id: entryId });
    expect((await changesOf(entryId))[0]).toMatchObject({ action, undo: state });
    expect((await undo(entryId)).status).toBe(409);
  }
});

test.each(['locale', 'security'])(
  'a save of the settings’ section %s is taken back on its own page alone',
  async (section) => {
    const entryId = crypto.randomUUID();
    const row = {
      tenant_id: w.tenantId,
      id: entryId,
      at: t.clock.now(),
      actor_kind: 'admin',
      action: 'settings.changed',
    };
    const values = { before: { section, some: 1 }, after: { section, some: 2 } };
    await scene.insert('audit_log', { ...row, ...values, object_kind: 'settings', object_id: entryId });
    expect((await changesOf(entryId))[0]).toMatchObject({ undo: 'own_page' });
    const refused = await undo(entryId);
    expect([refused.status, refused.body.error.message]).toEqual([409, undoStates.own_page]);
  },
);

test('whoever was visited by an account manager sees it among his own accesses', async () => {
  const admin = await t.signIn('admin@demo.test');
  const publisher = await t.signIn('publisher@demo.test');
  await t.call(routes['publishers.loginAs'], { params: { id: publisher.userId }, cookies: admin.cookies });
  const { body } = await t.call(routes.ownAccesses, { token: publisher.token });
  const visit = body.rows.find(({ event }: { event: string }) => event === 'login_as');
  // who that was is not told: publishers do not see the team's rows
  expect(visit).toMatchObject({ result: 'ok', actor_name: null });
  const seen = await t.call(routes.accessLog, { token, query: { event: 'login_as', person_id: publisher.userId } });
  expect(seen.body.rows[0]).toMatchObject({ user: { id: publisher.userId }, actor: { id: admin.userId } });
});

test('a change says whether a person at the screen, a program or nobody made it', async () => {
  const { id } = await w.addOffer();
  const made = await t.call(routes.createApiKey, { token, body: { name: 'Offers', scopes: ['offers:write'] } });
  await pause(id, 'paused');
  t.clock.advance(1_000);
  const body = { status: 'active' };
  expect((await t.call(routes.setOfferStatus, { token: made.body.key, params: { id }, body })).status).toBe(200);
  t.clock.advance(1_000);
  const worker = t.database.open('worker');
  await worker.withTenant(w.tenantId, systemActor, (tx) =>
    recordAudit(
      tx,
      { tenant: { id: w.tenantId }, clock: t.clock, ip: '', requestId: '', system: true },
      { action: 'offer.status-changed', objectKind: 'offer', objectId: id },
    ),
  );
  await worker.close();
  const rows: { actor_kind: string; source: string }[] = await changesOf(id);
  expect(rows.map(({ actor_kind, source }) => [actor_kind, source])).toEqual([
    ['system', 'system'],
    ['admin', 'api'],
    ['admin', 'ui'],
  ]);
});

describe('an entry is read as people read it', () => {
  let entryNumber = 0;
  /** an entry as a verb would write it */
  const entry = async (row: {
    action: TrailAction;
    object_kind: TrailKind;
    object_id: string | null;
    before?: object;
    after?: object;
  }): Promise<string> => {
    t.clock.advance(1_000);
    const id = crypto.randomUUID();
    const values = { before: null, after: null, ...row };
    await scene.insert('audit_log', {
      ...{ tenant_id: w.tenantId, id, at: t.clock.now(), actor_kind: 'system', request_id: `entry-${entryNumber++}` },
      ...values,
    });
    return id;
  };
  const shown = async (id: string, by = token) => (await t.call(routes.change, { token: by, params: { id } })).body;
  const found = async (query: { q?: string; means?: string }): Promise<string[]> =>
    (await t.call(routes.changeLog, { token, query: { limit: '200', ...query } })).body.rows.map(
      ({ id }: { id: string }) => id,
    );

  test('what stayed as it was is not listed', async () => {
    const brand = { section: 'brand', name: 'Acme', color: '#112233' };
    const id = await entry({
      ...{ action: 'settings.changed', object_kind: 'settings', object_id: 'brand' },
      ...{ before: brand, after: { ...brand, color: '#445566' } },
    });
    expect(await shown(id)).toMatchObject({
      object_name: 'Brand',
      fields: [{ field: 'color', before: '#112233', after: '#445566' }],
    });
  });

  test('whoever was assigned is called by name, in the list and on the entry’s page', async () => {
    const member = await scene.addPerson('demo', 'admin');
    const id = await entry({
      ...{ action: 'team.accounts-assigned', object_kind: 'user', object_id: member.id },
      ...{ before: { unassigned: [] }, after: { assigned: [w.publisher.id] } },
    });
    const [row] = (await t.call(routes.changeLog, { token, query: { object_id: member.id } })).body.rows;
    expect(row.named[w.publisher.id]).toMatch(/\w+ \w+/);
    expect((await shown(id)).named).toEqual(row.named);
  });

  test('a role, domain, webhook, postback and mail has its name; what is gone keeps the one it had and says so', async () => {
    const [role, webhook] = [crypto.randomUUID(), crypto.randomUUID()];
    await scene.insert('roles', { tenant_id: w.tenantId, id: role, name: 'Night desk', sections: {} });
    const what = { action: 'role.edited', object_kind: 'role' } as const;
    const here = await shown(await entry({ ...what, object_id: role, before: { name: 'Day desk' } }));
    expect(here).toMatchObject({ object_name: 'Night desk', object_gone: false });
    const gone = crypto.randomUUID();
    const left = { ...what, action: 'role.deleted', object_id: gone } as const;
    expect(await shown(await entry({ ...left, before: { name: 'Old desk' } }))).toMatchObject({
      ...{ object_name: 'Old desk', object_gone: true },
    });
    expect(await shown(await entry({ ...what, object_id: gone }))).toMatchObject({
      ...{ object_name: null, object_gone: true },
    });
    const url = 'https://hooks.example/in';
    const hook = { action: 'webhook.added', object_kind: 'webhook', object_id: webhook } as const;
    expect(await shown(await entry({ ...hook, after: { url } }))).toMatchObject({ object_name: url });
    const mail = { action: 'mail.template.changed', object_kind: 'mail-template', object_id: 'new-device.es' } as const;
    expect((await shown(await entry(mail))).object_name).toMatch(/^A new device signed in to .+ \(es\)$/);
    const rate = { action: 'exchange-rate.entered', object_kind: 'exchange-rate', object_id: 'USD/INR' } as const;
    expect((await shown(await entry(rate))).object_name).toBe('USD/INR');
  });

  test('a search finds an entry by person, object, id, field and by what its action is called', async () => {
    const offer = await w.addOffer({ title: 'Lantern festival' });
    const member = await scene.addPerson('demo', 'admin', { first_name: 'Zenobia', last_name: 'Quist' });
    const own = await scene.openSession(member);
    t.clock.advance(1_000);
    const status = await t.call(routes.setOfferStatus, {
      ...{ token: own.token, params: { id: offer.id }, body: { status: 'paused' } },
    });
    expect(status.status, status.raw).toBe(200);
    const [paused] = await changesOf(offer.id);
    for (const q of ['zenobia', 'Quist', 'lantern fest', offer.id, String(offer.number), 'status']) {
      expect(await found({ q }), q).toContain(paused.id);
    }
    const role = crypto.randomUUID();
    await scene.insert('roles', { tenant_id: w.tenantId, id: role, name: 'Harbour watch', sections: {} });
    const edited = await entry({ action: 'role.edited', object_kind: 'role', object_id: role });
    expect(await found({ q: 'harbour' })).toEqual([edited]);
    // a reader of another language searches by the words of his: the screen says which codes they mean
    expect(await found({ q: 'rol editado' })).toEqual([]);
    expect(await found({ q: 'rol editado', means: 'role.edited' })).toContain(edited);
    expect(await found({ q: 'harbour', means: 'offer.status-changed' })).toEqual(
      expect.arrayContaining([edited, paused.id]),
    );
    const byField = await found({ means: 'status' });
    expect(byField).toContain(paused.id);
    expect(byField).not.toContain(edited);
  });

  test('a file says it in words', async () => {
    const id = crypto.randomUUID();
    await entry({ action: 'two-factor.on', object_kind: 'user', object_id: id, after: { by: 'totp' } });
    const { raw } = await t.call(routes.exportChangeLog, { token, query: { object_id: id } });
    expect(raw).toContain('Two-factor sign-in turned on');
    expect(raw).toContain('The system');
    expect(raw).not.toContain('two-factor.on');
    const accesses = await t.call(routes.exportAccessLog, { token, query: { event: 'export' } });
    expect(accesses.raw).toContain('Change logs, CSV');
    expect(accesses.raw).not.toMatch(/changes\.exported|,ok,/);
  });

  test('signing in is no change, and neither is a file', async () => {
    const rows = await t.database.asOwner<{ action: string }>('select distinct action from audit_log');
    const { body } = await t.call(routes.changeLog, { token, query: { limit: '200' } });
    const actions = new Set(body.rows.map(({ action }: { action: string }) => action));
    expect(rows.map(({ action }) => action)).toContain('session.started');
    expect([...actions].filter((action) => /^session\.|exported$/.test(String(action)))).toEqual([]);
  });
});
