// What a role hides or does not reach, by the ways that are no reply to a call of one's own: mails, streams that stay open, visits,
// files that were made before, the trail and what is taken back.
import { type HiddenClass, hiddenClassNames, ownScope, routes, type Scope, wholeScope } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { createWorld, type World } from '../testing-world.ts';
import { canaries, everything, hidingPerson, plantCanaries } from './matrix/canaries.ts';
import { createScene, type Scene, type SignedIn } from './matrix/scene.ts';

let t: TestApp;
let scene: Scene;
let w: World;
let tenantId: string;
let owner: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  w = await createWorld(t);
  tenantId = scene.tenantIdOf('demo');
  const offer = await w.addOffer();
  await w.convert({ click_id: w.clickId(offer.number), txn_id: 'first' });
  const signedIn = await scene.signIn('demo', { name: 'owner', role: 'admin', isOwner: true });
  if (!signedIn) throw new Error('no owner');
  owner = signedIn;
});
afterAll(() => t.close());

const assign = (accountId: string, userId: string) =>
  t.database.asOwner('insert into account_managers (tenant_id, account_id, user_id) values ($1, $2, $3)', [
    tenantId,
    accountId,
    userId,
  ]);
const unassign = (accountId: string) =>
  t.database.asOwner('delete from account_managers where account_id = $1', [accountId]);
const setRole = (roleId: string, { hidden, scope }: { hidden?: readonly HiddenClass[]; scope?: Scope }) =>
  t.database.asOwner('update roles set hidden = coalesce($1, hidden), scope = coalesce($2, scope) where id = $3', [
    hidden ?? null,
    scope ? JSON.stringify(scope) : null,
    roleId,
  ]);

describe('a scheduled report', () => {
  /** due now, of the owner; what was noted about the run */
  async function mailed(metrics: string, recipients: readonly SignedIn[]) {
    const id = newId();
    const at = t.clock.now();
    const to = recipients.map(({ person }) => person.email);
    await scene.insert('saved_reports', {
      tenant_id: tenantId,
      id,
      user_id: owner.person.id,
      name: `Figures ${id}`,
      screen: 'reports',
      query: JSON.stringify({ dimensions: 'publisher', metrics, period: 'last_7_days' }),
      schedule: JSON.stringify({ every: 'day', hour: 3, recipients: to }),
      next_run_at: new Date(at.getTime() - 1_000),
      created_at: at,
      updated_at: at,
    });
    const run = async () =>
      (
        await t.database.asOwner<{ last_error: string | null; ran: boolean }>(
          'select last_error, last_run_at is not null as ran from saved_reports where id = $1',
          [id],
        )
      )[0];
    // schedules are looked through every minute
    t.clock.advance(2 * 60_000);
    await expect
      .poll(async () => {
        await t.inbox();
        return (await run())?.ran;
      })
      .toBe(true);
    const mails = (await t.inbox()).filter(({ text }) => text.includes(`Figures ${id}`));
    return {
      note: (await run())?.last_error ?? null,
      textTo: (email: string) => mails.find((one) => one.to === email)?.text,
    };
  }

  test('carries to each recipient what his own role shows, or nothing with a reason', async () => {
    const plain = await hidingPerson(scene, []);
    const [own, none] = [
      await hidingPerson(scene, [], { scope: ownScope }),
      await hidingPerson(scene, [], { scope: ownScope }),
    ];
    await assign(w.publisher.id, own.person.id);
    await assign(w.advertiser.id, own.person.id);
    const blind = await hidingPerson(scene, ['revenue']);
    const { reports: _reports, ...others } = everything;
    const closed = await hidingPerson(scene, [], { grants: others });
    const suspended = await hidingPerson(scene, []);
    await t.database.asOwner(`update users set status = 'rejected' where id = $1`, [suspended.person.id]);
    const { note, textTo } = await mailed('conversions,revenue', [plain, own, none, blind, closed, suspended]);
    expect(textTo(plain.person.email)).toContain('Mara Quill');
    expect(textTo(own.person.email)).toMatch(/Conversions 1, Revenue 10/);
    expect(textTo(none.person.email)).toMatch(/Conversions 0/);
    expect(textTo(none.person.email)).not.toContain('Mara Quill');
    for (const one of [blind, closed, suspended]) {
      expect(textTo(one.person.email)).toBeUndefined();
      expect(note).toContain(one.person.email);
    }
    expect(note).toContain('does not show this: Revenue');
    expect(note).toContain('does not open reports');
    await unassign(w.publisher.id);
    await unassign(w.advertiser.id);
  });
});

describe('a visit', () => {
  async function visit(manager: SignedIn, side: 'publisher' | 'advertiser'): Promise<string> {
    const reply = await t.call(routes[`${side}s.loginAs`], {
      token: manager.token,
      cookies: { '__Host-am': manager.cookie ?? '' },
      params: { id: w[side].id },
    });
    expect(reply.status, reply.raw).toBe(200);
    return reply.body.token;
  }
  const isOpen = async (token: string) => (await t.call(routes.currentSession, { token })).status === 200;

  test('ends when the account is taken from the manager, or his role does not open it any more', async () => {
    const manager = await hidingPerson(scene, [], { scope: ownScope });
    await assign(w.publisher.id, manager.person.id);
    const first = await visit(manager, 'publisher');
    expect(await isOpen(first)).toBe(true);
    await unassign(w.publisher.id);
    expect(await isOpen(first)).toBe(false);
    await setRole(manager.roleId, { scope: wholeScope });
    const second = await visit(manager, 'publisher');
    expect(await isOpen(second)).toBe(true);
    await t.database.asOwner(`update roles set sections = '{"affiliates": "read"}' where id = $1`, [manager.roleId]);
    expect(await isOpen(second)).toBe(false);
  });

  test('shows of an advertiser neither spend nor name to a role that hides them, in no part of the portal', async () => {
    const manager = await hidingPerson(scene, ['revenue', 'advertiser_name']);
    await plantCanaries(scene);
    const token = await visit(manager, 'advertiser');
    const parts = ['advertiserDashboard', 'currentSession', 'profile', 'advertiserConversions'] as const;
    for (const name of parts) {
      const reply = await t.call(routes[name], { token });
      expect(reply.status, `${name} ${reply.raw}`).toBe(200);
      expect(reply.raw, name).not.toContain(canaries.advertiser_name);
      expect(reply.raw, name).not.toContain(canaries.revenue);
    }
    const dashboard = (await t.call(routes.advertiserDashboard, { token })).body;
    expect([dashboard.total_spent, dashboard.today.spent, dashboard.first_name]).toEqual(['', '', '']);
    const file = await t.call(routes.startExport, {
      token,
      body: { format: 'csv', query: { metrics: 'conversions' } },
    });
    expect([file.status, file.body.error.message]).toEqual([403, expect.stringContaining('takes no files along')]);
  });

  test('leaves a publisher his earnings: payout is no class', async () => {
    const token = await visit(await hidingPerson(scene, ['revenue']), 'publisher');
    const { body } = await t.call(routes.publisherDashboard, { token });
    expect(body.total_revenue).not.toBe('');
  });
});

describe('a stream', () => {
  /** read while it is open */
  async function opened(token: string, subdomain = 'demo') {
    const reply = await t.app.http?.inject({
      method: 'GET',
      url: '/api/live?seconds=600',
      headers: { authorization: `Bearer ${token}`, host: `${subdomain}.localhost`, 'x-subdomain': subdomain },
      payloadAsStream: true,
    });
    const parts = reply?.stream()[Symbol.asyncIterator]();
    if (!parts) throw new Error('no stream');
    const first = String((await parts.next()).value);
    const ended = (async () => {
      for (;;) if ((await parts.next()).done) return true;
    })();
    return { first, ended };
  }

  // each waits for the same beat
  test.concurrent.each([
    ['the role hides something now', (one: { roleId: string }) => setRole(one.roleId, { hidden: ['revenue'] })],
    ['the role sees some accounts alone now', (one: { roleId: string }) => setRole(one.roleId, { scope: ownScope })],
    [
      'the session was ended',
      (one: { sessionId: string }) =>
        t.database.asOwner('update sessions set ended_at = now() where id = $1', [one.sessionId]),
    ],
  ])('ends when %s', async (_why, change) => {
    const person = await hidingPerson(scene, []);
    const { first, ended } = await opened(person.token);
    expect(first).toContain('event: figures');
    await change(person);
    expect(await ended).toBe(true);
  });

  test.concurrent('ends when the workspace is suspended', async () => {
    const { id, subdomain } = await scene.addTenant();
    const { token } = await scene.openSession(await scene.addPerson(subdomain, 'publisher'));
    const { first, ended } = await opened(token, subdomain);
    expect(first).toContain('event: figures');
    await t.database.asOwner(`update tenants set status = 'suspended' where id = $1`, [id]);
    expect(await ended).toBe(true);
  });
});

describe('a file', () => {
  test('that was made when more was seen is not handed out', async () => {
    const person = await hidingPerson(scene, []);
    const made = await t.call(routes.startExport, {
      token: person.token,
      body: {
        format: 'csv',
        query: { dimensions: 'publisher', metrics: 'conversions,revenue', period: 'last_7_days' },
      },
    });
    expect(made.status, made.raw).toBe(201);
    await t.app.worker?.drain();
    const file = () => t.call(routes.exportFile, { token: person.token, params: { id: made.body.id } });
    expect((await file()).status).toBe(200);
    await setRole(person.roleId, { hidden: ['revenue'] });
    const after = await file();
    expect([after.status, after.raw]).toEqual([409, expect.stringContaining('Please export it again')]);
  });
});

describe('the trail', () => {
  const entryOf = async (objectId: string, token: string) => {
    const { body } = await t.call(routes.changeLog, { token, query: { object_id: objectId } });
    return body.rows[0];
  };

  test('shows no before and after of a hidden class, no name of a hidden advertiser, and takes back neither', async () => {
    const { id } = await w.addOffer();
    const entry = {
      tenant_id: tenantId,
      at: t.clock.now(),
      actor_kind: 'advertiser',
      actor_id: w.advertiser.id,
      action: 'offer.edited',
      object_kind: 'offer',
      object_id: id,
      before: JSON.stringify({
        revenue: canaries.revenue,
        advertiser_id: w.advertiser.id,
        goals: [{ revenue: canaries.revenue }],
      }),
      after: JSON.stringify({ revenue: '1', goals: [] }),
    };
    await scene.insert('audit_log', { ...entry, id: newId() });
    await scene.insert('audit_log', {
      ...entry,
      id: newId(),
      action: 'account.edited',
      object_kind: 'user',
      object_id: w.publisher.id,
      before: JSON.stringify({ email: canaries.publisher_contact, phone: canaries.publisher_contact }),
    });
    await plantCanaries(scene);
    const blind = await hidingPerson(scene, hiddenClassNames);
    for (const objectId of [id, w.publisher.id]) {
      const shown = await entryOf(objectId, blind.token);
      const text = JSON.stringify([
        shown,
        (await t.call(routes.change, { token: blind.token, params: { id: shown.id } })).body,
      ]);
      for (const canary of Object.values(canaries)) expect(text).not.toContain(canary);
      const file = await t.call(routes.exportChangeLog, { token: blind.token, query: { object_id: objectId } });
      for (const canary of Object.values(canaries)) expect(file.raw).not.toContain(canary);
      expect(shown.undo).not.toBe('possible');
      expect((await t.call(routes.undoChange, { token: blind.token, params: { id: shown.id } })).status).toBe(403);
      // who sees it all does see it
      expect(JSON.stringify(await entryOf(objectId, owner.token))).toContain('canary');
    }
  });

  test('of a deleted role can still be read', async () => {
    const made = await t.call(routes.createRole, {
      token: owner.token,
      body: { name: 'Passing', copy_of: await viewerId() },
    });
    expect(made.status, made.raw).toBe(201);
    expect((await t.call(routes.deleteRole, { token: owner.token, params: { id: made.body.id } })).status).toBe(200);
    const { body } = await t.call(routes.changeLog, {
      token: owner.token,
      query: { object_kind: 'role', object_id: made.body.id },
    });
    expect(body.rows.map(({ action }: { action: string }) => action)).toEqual(['role.deleted', 'role.created']);
  });
  const viewerId = async () =>
    (
      await t.database.asOwner<{ id: string }>(`select id from roles where tenant_id = $1 and preset = 'viewer'`, [
        tenantId,
      ])
    )[0]?.id;

  test('puts a former setting back only where it could be saved today', async () => {
    const { body: now } = await t.call(routes.settings, { token: owner.token, params: { section: 'brand' } });
    // a name that passed before the platform had this one
    await scene.insert('audit_log', {
      tenant_id: tenantId,
      id: newId(),
      at: t.clock.now(),
      actor_kind: 'admin',
      action: 'settings.changed',
      object_kind: 'settings',
      object_id: 'brand',
      before: JSON.stringify({ section: 'brand', ...now.value, name: 'Tributary' }),
      after: JSON.stringify({ section: 'brand', ...now.value }),
    });
    const shown = await entryOf('brand', owner.token);
    const reply = await t.call(routes.undoChange, { token: owner.token, params: { id: shown.id } });
    expect([reply.status, reply.raw]).toEqual([400, expect.stringContaining('taken for the platform')]);
  });
});

describe('news', () => {
  test('by mail and bell names nobody to whom it is hidden', async () => {
    const blind = await hidingPerson(scene, ['publisher_contact', 'advertiser_name']);
    const plain = await hidingPerson(scene, []);
    const entered = { last_name: 'Brook', password: 'seven-lanterns-drift' };
    const contact = `${canaries.publisher_contact}-${newId()}@new.test`;
    for (const [route, person] of [
      [routes.publisherSignup, { ...entered, first_name: 'Ines', email: contact }],
      [routes.advertiserSignup, { ...entered, first_name: canaries.advertiser_name, email: `${newId()}@new.test` }],
    ] as const)
      expect((await t.call(route, { body: person })).status).toBeLessThan(300);
    // what is told waits for the address to be confirmed
    await t.database.asOwner('update users set email_unconfirmed = false where tenant_id = $1', [tenantId]);
    const mails = await t.inbox();
    const told = async (one: SignedIn) =>
      JSON.stringify([
        mails.filter(({ to }) => to === one.person.email),
        (await t.call(routes.notifications, { token: one.token })).body,
      ]);
    expect(await told(plain)).toContain(canaries.publisher_contact);
    expect(await told(plain)).toContain(canaries.advertiser_name);
    expect(await told(blind)).not.toContain(canaries.publisher_contact);
    expect(await told(blind)).not.toContain(canaries.advertiser_name);
  });
});

describe('a standing order', () => {
  const partial = async () => ({
    'hides a class': await hidingPerson(scene, ['ip']),
    'is in charge of some publishers': await hidingPerson(scene, [], {
      scope: { ...wholeScope, publishers: 'assigned' },
    }),
    'is in charge of some advertisers': await hidingPerson(scene, [], {
      scope: { ...wholeScope, advertisers: 'assigned' },
    }),
  });

  test('for all of the workspace is given by whoever sees all of it', async () => {
    const webhook = { url: 'https://hooks.example.com/in', events: ['conversion.created'] };
    const added = await t.call(routes.addWebhook, { token: owner.token, body: webhook });
    expect(added.status, added.raw).toBe(201);
    const { id } = added.body;
    const removed = await t.call(routes.addWebhook, { token: owner.token, body: webhook });
    await t.call(routes.removeWebhook, { token: owner.token, params: { id: removed.body.id } });
    const mine = { version: 0, host: 'mail.example.com', port: 587, security: 'starttls', username: '', password: '' };
    for (const [who, { token }] of Object.entries(await partial())) {
      const tried = [
        await t.call(routes.addWebhook, { token, body: webhook }),
        await t.call(routes.editWebhook, {
          token,
          params: { id },
          body: { ...webhook, url: 'https://mine.example.com' },
        }),
        await t.call(routes.rotateWebhookSecret, { token, params: { id } }),
        await t.call(routes.saveMailServer, { token, body: mine }),
      ];
      for (const { status, raw } of tried)
        expect([who, status, raw]).toEqual([who, 403, expect.stringContaining('your role shows only a part of it')]);
      expect((await t.call(routes.currentSession, { token })).body.role.sees_all, who).toBe(false);
    }
    // nor by taking its removal back
    const { token } = await hidingPerson(scene, ['ip']);
    const { body } = await t.call(routes.changeLog, { token, query: { object_id: removed.body.id } });
    expect(body.rows[0]).toMatchObject({ action: 'webhook.removed', undo: 'no_right' });
    const plain = await hidingPerson(scene, []);
    expect((await t.call(routes.currentSession, { token: plain.token })).body.role.sees_all).toBe(true);
    const edited = await t.call(routes.editWebhook, { token: plain.token, params: { id }, body: webhook });
    expect(edited.status, edited.raw).toBe(200);
    const listed = (await t.call(routes.webhooks, { token: owner.token })).body.rows;
    expect(listed.filter((row: { id: string }) => row.id === id)).toMatchObject([webhook]);
    await t.call(routes.removeWebhook, { token: owner.token, params: { id } });
  });

  const postback = (url: string, offer_id: string | null = null) => ({ url, offer_id, statuses: ['approved'] });
  const add = (token: string, body: object) =>
    t.call(routes.addPublisherPostback, { token, body: { publisher_id: w.publisher.id, ...body } });

  test.each([
    ['ip', '{ip}'],
    ['device_ids', '{gaid}'],
    ['sub_values', '{p1}'],
    // it came on the click, whatever it is called
    ['sub_values', '{keyword}'],
    ['ip', '{ip:md5}'],
  ] as const)('of a publisher carries nothing that its maker is not shown: %s, %s', async (name, macro) => {
    const { token } = await hidingPerson(scene, [name]);
    const url = `https://mine.example.com/in?c={click_id}&v=${macro}`;
    const refused = await add(token, postback(url));
    expect([refused.status, refused.raw]).toEqual([403, expect.stringContaining('Your role does not show this')]);
    const plain = await add(token, postback('https://mine.example.com/in?c={click_id}'));
    expect(plain.status, plain.raw).toBe(201);
    const { id } = (await add(owner.token, postback(url))).body;
    const edit = (body: object) => t.call(routes.editPublisherPostback, { token, params: { id }, body });
    expect((await edit(postback(url.replace('mine', 'elsewhere')))).status).toBe(403);
    expect((await edit({ ...postback(url), enabled: false })).status).toBe(200);
    for (const one of [id, plain.body.id])
      await t.call(routes.removePublisherPostback, { token: owner.token, params: { id: one } });
  });

  test('of a publisher is for an offer, where its maker is in charge of some advertisers', async () => {
    const { id: offerId } = await w.addOffer();
    const person = await hidingPerson(scene, [], { scope: { ...wholeScope, advertisers: 'assigned' } });
    await assign(w.advertiser.id, person.person.id);
    const url = 'https://mine.example.com/in?c={click_id}';
    const refused = await add(person.token, postback(url));
    expect([refused.status, refused.raw]).toEqual([403, expect.stringContaining('Please choose it')]);
    const made = await add(person.token, postback(url, offerId));
    expect(made.status, made.raw).toBe(201);
    const { token } = person;
    const widened = await t.call(routes.editPublisherPostback, {
      token,
      params: { id: made.body.id },
      body: postback(url),
    });
    expect(widened.status).toBe(403);
    await unassign(w.advertiser.id);
    await t.call(routes.removePublisherPostback, { token: owner.token, params: { id: made.body.id } });
  });
});

describe('a hidden name', () => {
  test('stands in no map of names, and in no preview of a mail', async () => {
    const { id } = await w.addOffer();
    const [advertiser] = await t.database.asOwner<{ number: number }>(
      'update users set first_name = $1 where id = $2 returning user_sequence_id as number',
      [canaries.advertiser_name, w.advertiser.id],
    );
    await scene.insert('audit_log', {
      tenant_id: tenantId,
      id: newId(),
      at: t.clock.now(),
      actor_kind: 'admin',
      action: 'offer.edited',
      object_kind: 'offer',
      object_id: id,
      before: JSON.stringify({ advertiser_id: advertiser?.number, list: [w.advertiser.id, w.publisher.id] }),
      after: JSON.stringify({ advertiser_id: 1 }),
    });
    const named = async (token: string) => JSON.stringify((await t.call(routes.offer, { token, params: { id } })).body);
    const blind = await hidingPerson(scene, ['advertiser_name']);
    expect(await named(owner.token)).toContain(`advertiser ${advertiser?.number}":"${canaries.advertiser_name}`);
    expect(await named(blind.token)).not.toContain(canaries.advertiser_name);
    expect(JSON.parse(await named(blind.token)).named).toHaveProperty(w.publisher.id);
    const preview = (person_id: string) =>
      t.call(routes.previewMailTemplate, {
        token: blind.token,
        params: { event: 'account-approved', language: 'en' },
        body: { person_id },
      });
    const shown = await preview(w.advertiser.id);
    expect([shown.status, shown.raw.includes(canaries.advertiser_name)]).toEqual([400, false]);
    expect((await preview(w.publisher.id)).status).toBe(200);
  });
});

test('a sign-in that was made to wait leaves one row for each wait, however often it is tried', async () => {
  const person = await scene.addPerson('demo', 'publisher');
  const enter = (password: string) =>
    t.call(routes.login, { body: { email: person.email, password, rememberMe: false } });
  for (let at = 0; at < 5; at++) await enter('wrong');
  expect([(await enter('wrong')).status, (await enter('wrong')).status]).toEqual([429, 429]);
  const rows = await t.database.asOwner<{ n: string }>(
    `select count(*) as n from access_log where user_id = $1 and result = 'refused' and detail = 'throttled'`,
    [person.id],
  );
  expect(rows[0]?.n).toBe('1');
});
