import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';

let t: TestApp;
let admin: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  t = await createTestApp();
  admin = await t.signIn('admin@demo.test', { rememberMe: true });
});
afterAll(() => t.close());

const kinds = [
  { kind: 'publisher', of: 'publishers', word: 'affiliate' },
  { kind: 'advertiser', of: 'advertisers', word: 'advertiser' },
] as const;

let made = 0;
const person = () => ({
  first_name: 'Nova',
  last_name: `Number ${++made}`,
  email: `nova${made}@partners.test`,
  password: 'correct horse battery',
});
async function create(of: 'publishers' | 'advertisers', more: object = {}): Promise<string> {
  const reply = await t.call(routes[`${of}.create`], { token: admin.token, body: { ...person(), ...more } });
  expect(reply.status).toBe(200);
  return reply.body.id;
}
const find = async (of: 'publishers' | 'advertisers', id: string) =>
  (await t.call(routes[`${of}.list`], { token: admin.token })).body.find((row: { id: string }) => row.id === id);

describe.each(kinds)('$kind accounts', ({ kind, of }) => {
  test('the list without parameters is the bare array of whole records; with any parameter it is a page', async () => {
    const id = await create(of, { company: 'Acme', reference_id: '', tax_id: null });
    const bare = await t.call(routes[`${of}.list`], { token: admin.token });
    expect(Array.isArray(bare.body)).toBe(true);
    const record = bare.body.find((row: { id: string }) => row.id === id);
    expect(record).toMatchObject({
      company: 'Acme',
      reference_id: null,
      tax_id: null,
      referred_by: null,
      last_login: null,
      status: 'approved',
    });
    expect(record.admin_user_email).toBe(kind === 'advertiser' ? 'admin@demo.test' : null);
    expect(JSON.stringify(bare.body)).not.toMatch(/password|hash|secret|token/i);
    const page = await t.call(routes[`${of}.list`], {
      token: admin.token,
      query: { page_size: '1', sort: '-created_at' },
    });
    expect(page.body.rows).toHaveLength(1);
    expect(page.body.total).toBe(bare.body.length);
  });

  test('search finds first name, last name and e-mail, whatever the case, and treats % and _ as themselves', async () => {
    const id = await create(of, { first_name: 'Zoë_100%', last_name: 'Quux', email: `zq${kind}@find.test` });
    for (const q of ['zoë_100%', 'QUUX', `ZQ${kind}@FIND`, 'ë_1', 'zoë_100% quux']) {
      const { body } = await t.call(routes[`${of}.list`], { token: admin.token, query: { q } });
      expect(body.rows.map((row: { id: string }) => row.id)).toEqual([id]);
    }
    expect((await t.call(routes[`${of}.list`], { token: admin.token, query: { q: 'zo__100' } })).body.total).toBe(0);
  });

  test('status, sorting and deleted filters hold', async () => {
    const id = await create(of);
    await t.call(routes[`${of}.reject`], { token: admin.token, params: { id } });
    const rejected = await t.call(routes[`${of}.list`], { token: admin.token, query: { status: 'rejected' } });
    expect(rejected.body.rows.every((row: { status: string }) => row.status === 'rejected')).toBe(true);
    expect((await t.call(routes[`${of}.list`], { token: admin.token, query: { status: '' } })).body.total).toBe(0);
    expect((await t.call(routes[`${of}.list`], { token: admin.token, query: { sort: 'password_hash' } })).status).toBe(
      400,
    );
    await t.call(routes[`${of}.remove`], { token: admin.token, params: { id } });
    expect(await find(of, id)).toBeUndefined();
    const deleted = await t.call(routes[`${of}.list`], { token: admin.token, query: { deleted: '1' } });
    expect(deleted.body.rows.map((row: { id: string }) => row.id)).toContain(id);
  });

  test('an account created by a manager must change its password before anything else', async () => {
    const who = person();
    const { body } = await t.call(routes[`${of}.create`], { token: admin.token, body: who });
    expect(body.user_sequence_id).toBeGreaterThan(1);
    const login = await t.call(routes.login, { body: { email: who.email, password: who.password } });
    expect(login.body).toMatchObject({ type: kind, must_change_password: true });
    const { token } = login.body;
    expect((await t.call(routes.profile, { token })).body.error.code).toBe('password_change_required');
    const changed = await t.call(routes.changePassword, {
      token,
      body: { current_password: who.password, new_password: 'a better one for me' },
    });
    expect(changed.status).toBe(200);
    expect((await t.call(routes.profile, { token })).status).toBe(200);
    expect((await t.inbox()).some((mail) => mail.to === who.email && /created for you/.test(mail.subject))).toBe(true);
  });

  test('a taken address is a conflict with a sentence, in both dialogs', async () => {
    const sentence = 'An account with this e-mail address already exists.';
    const again = await t.call(routes[`${of}.create`], {
      token: admin.token,
      body: { ...person(), email: 'ADMIN@demo.test' },
    });
    expect([again.status, again.body]).toEqual([409, { error: sentence }]);
    const who = person();
    const { body } = await t.call(routes[`${of}.create`], { token: admin.token, body: who });
    const { password: _p, ...data } = who;
    const edit = await t.call(routes[`${of}.edit`], {
      token: admin.token,
      params: { id: body.id },
      body: { data: { ...data, id: body.id, email: 'publisher@demo.test' }, user_id: admin.userId },
    });
    expect([edit.status, edit.body]).toEqual([409, { error: sentence }]);
  });

  test('the checks come in the order of the specification', async () => {
    const sentence = async (body: object) =>
      (await t.call(routes[`${of}.create`], { token: admin.token, body })).body.error;
    const who = person();
    expect(await sentence({})).toBe('First name is required');
    expect(await sentence({ ...who, first_name: '  ' })).toBe('First name is required');
    expect(await sentence({ first_name: 'a' })).toBe('Last name is required');
    expect(await sentence({ first_name: 'a', last_name: 'b' })).toBe('Email is required');
    expect(await sentence({ first_name: 'a', last_name: 'b', email: 'x@y.test' })).toBe('Password is required');
    expect(await sentence({ ...who, password: '     ' })).toBe('Password is required');
    expect(await sentence({ ...who, password: 'abc12' })).toBe('Password must be at least 6 characters long');
  });

  test('an edit is stored and recorded field by field; tampered ids are refused and recorded', async () => {
    const who = person();
    const id = (await t.call(routes[`${of}.create`], { token: admin.token, body: who })).body.id;
    const { password: _p, ...data } = who;
    const edit = (body: object) => t.call(routes[`${of}.edit`], { token: admin.token, params: { id }, body });
    expect((await edit({ data: { ...data, id, company: 'New Co' }, user_id: admin.userId })).body).toEqual({ id });
    expect(await find(of, id)).toMatchObject({ company: 'New Co' });
    expect((await edit({ data: { ...data, id }, user_id: id })).status).toBe(403);
    expect((await edit({ data: { ...data, id: admin.userId }, user_id: admin.userId })).status).toBe(400);
    const rows = await t.database.asOwner<{ action: string; before: unknown; after: unknown }>(
      `select action, before, after from audit_log where object_id = $1 order by id`,
      [id],
    );
    expect(rows.map((row) => row.action)).toEqual([
      'account.created',
      'account.edited',
      'account.edit-refused',
      'account.edit-refused',
    ]);
    expect(rows[1]).toMatchObject({ before: { company: null }, after: { company: 'New Co' } });
    expect(JSON.stringify(rows)).not.toContain('correct horse');
  });

  test('reject and delete end the sessions at once; restore gives the account back within 30 days', async () => {
    for (const verb of ['reject', 'remove'] as const) {
      const who = person();
      const id = (await t.call(routes[`${of}.create`], { token: admin.token, body: who })).body.id;
      const { token } = await t.signIn(who.email, { password: who.password });
      expect((await t.call(routes[`${of}.${verb}`], { token: admin.token, params: { id } })).status).toBe(200);
      expect((await t.call(routes.currentSession, { token })).status).toBe(401);
      if (verb === 'reject') continue;
      expect((await t.call(routes[`${of}.details`], { token: admin.token, params: { id } })).status).toBe(404);
      t.clock.advance(2 * DAY_MS);
      admin = await t.signIn('admin@demo.test', { rememberMe: true });
      expect((await t.call(routes[`${of}.restore`], { token: admin.token, params: { id } })).body).toEqual({
        id,
        status: 'approved',
      });
      await t.call(routes[`${of}.remove`], { token: admin.token, params: { id } });
      t.clock.advance(31 * DAY_MS);
      admin = await t.signIn('admin@demo.test', { rememberMe: true });
      expect((await t.call(routes[`${of}.restore`], { token: admin.token, params: { id } })).status).toBe(409);
    }
  });

  test('a deleted address can be used again, and then the old account cannot come back', async () => {
    const who = person();
    const id = (await t.call(routes[`${of}.create`], { token: admin.token, body: who })).body.id;
    await t.call(routes[`${of}.remove`], { token: admin.token, params: { id } });
    expect((await t.call(routes[`${of}.create`], { token: admin.token, body: who })).status).toBe(200);
    const restored = await t.call(routes[`${of}.restore`], { token: admin.token, params: { id } });
    expect([restored.status, restored.body.error.message]).toEqual([
      409,
      'Another account uses this e-mail address meanwhile.',
    ]);
  });

  test('details show answers, notes, tags, activity and sessions, and notes stay with the managers', async () => {
    const who = person();
    const id = (await t.call(routes[`${of}.create`], { token: admin.token, body: who })).body.id;
    await t.call(routes[`${of}.addNote`], { token: admin.token, params: { id }, body: { text: 'pays late' } });
    await t.call(routes[`${of}.setTags`], { token: admin.token, params: { id }, body: { tags: ['vip', 'vip', 'eu'] } });
    await t.signIn(who.email, { password: who.password });
    const { body } = await t.call(routes[`${of}.details`], { token: admin.token, params: { id } });
    expect(body).toMatchObject({
      tags: ['vip', 'eu'],
      registration: null,
      notes: [{ text: 'pays late', author: 'Asha Rao' }],
    });
    expect(body.sessions).toHaveLength(1);
    expect(body.activity.map((row: { action: string }) => row.action)).toContain('account.tagged');
    const tagged = await t.call(routes[`${of}.list`], { token: admin.token, query: { tag: 'eu', q: who.email } });
    expect(tagged.body.total).toBe(1);
    expect((await t.call(routes[`${of}.endSessions`], { token: admin.token, params: { id } })).body).toEqual({
      ended: 1,
    });
  });

  test('the export holds every filtered row and no live formula', async () => {
    await create(of, { first_name: '=HYPERLINK("http://evil.test")', last_name: 'Export', company: 'a,"b"\n c' });
    const file = await t.call(routes[`${of}.export`], { token: admin.token, query: { q: 'hyperlink' } });
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.raw.split('\r\n')).toHaveLength(3);
    expect(file.raw).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
    expect(file.raw).toContain('"a,""b""\n c"');
  });
});

describe('approving', () => {
  test('200 parallel approvals: 200 successes, 200 mails; a repeat sends none', async () => {
    const ids = (
      await t.database.asOwner<{ id: string }>(
        `insert into users (tenant_id, type, user_sequence_id, first_name, last_name, email, status)
         select t.id, 'publisher', 100000 + n, 'Bulk', 'Person ' || n, 'bulk' || n || '@many.test', 'pending'
         from tenants t, generate_series(1, 200) n where t.subdomain = 'demo' returning id`,
      )
    ).map((row) => row.id);
    const approveAll = () =>
      Promise.all(ids.map((id) => t.call(routes['publishers.approve'], { token: admin.token, params: { id } })));
    const mails = async () =>
      (await t.inbox()).filter((mail) => mail.to.startsWith('bulk') && /approved/.test(mail.subject)).length;
    expect((await approveAll()).every((reply) => reply.status === 200)).toBe(true);
    expect(await mails()).toBe(200);
    expect((await approveAll()).every((reply) => reply.status === 200)).toBe(true);
    expect(await mails()).toBe(200);
  });
});

describe('login-as', () => {
  const loginAs = (options: object) => t.call(routes['publishers.loginAs'], options);
  const publisherId = async () =>
    (await t.call(routes['publishers.list'], { token: admin.token, query: { q: 'publisher@demo.test' } })).body.rows[0]
      .id as string;

  test('of cookie × origin exactly one combination opens a session', async () => {
    const id = await publisherId();
    const other = await t.signIn('admin@acme.test', { subdomain: 'acme' });
    const expired = await t.signIn('admin@demo.test');
    await t.call(routes.logout, { token: expired.token });
    const cookies = { none: undefined, valid: admin, expired, 'other tenant': other };
    const origins = { own: 'http://demo.localhost', sibling: 'http://acme.localhost', null: 'null' };
    const opened: string[] = [];
    for (const [cookieName, signedIn] of Object.entries(cookies)) {
      for (const [originName, origin] of Object.entries(origins)) {
        const jar: Record<string, string> = signedIn ? { '__Host-am': signedIn.cookies['__Host-am'] ?? '' } : {};
        const reply = await loginAs({
          params: { id },
          cookies: jar,
          headers: { origin, 'sec-fetch-site': 'same-origin' },
        });
        if (reply.status === 200) opened.push(`${cookieName} × ${originName}`);
        else expect([401, 403]).toContain(reply.status);
      }
    }
    expect(opened).toEqual(['valid × own']);
  });

  test('on https the own origin is https, also where no proxy is trusted to say so, and a forwarded host is no origin', async () => {
    const live = await createTestApp({ env: { PUBLIC_ORIGIN: 'https://tributary.example' } });
    const host = 'demo.tributary.example';
    const manager = await live.signIn('admin@demo.test', { host });
    const { body } = await live.call(routes['publishers.list'], { host, token: manager.token });
    const from = async (origin: string, headers = {}) =>
      (
        await live.call(routes['publishers.loginAs'], {
          host,
          params: { id: body[0].id },
          cookies: { '__Host-am': manager.cookies['__Host-am'] ?? '' },
          headers: { origin, 'sec-fetch-site': 'same-origin', ...headers },
        })
      ).status;
    expect(await from(`https://${host}`)).toBe(200);
    expect(await from(`http://${host}`)).toBe(403);
    expect(await from('https://evil.example', { 'x-forwarded-host': 'evil.example' })).toBe(403);
    await live.close();
  });

  test('the session is marked, limited to 30 minutes, refused what it must not do, and dies with the manager', async () => {
    const manager = await t.signIn('admin@demo.test');
    const cookies = { '__Host-am': manager.cookies['__Host-am'] ?? '' };
    const id = await publisherId();
    const { body } = await loginAs({ params: { id }, cookies });
    expect(body).toMatchObject({ dashboard_url: '/publisher/dashboard', user: { id, email: 'publisher@demo.test' } });
    const session = await t.call(routes.currentSession, { token: body.token });
    expect(session.body.impersonated_by).toEqual({ name: 'Asha Rao', email: 'admin@demo.test' });
    const refused = await t.call(routes.changePassword, {
      token: body.token,
      body: { current_password: DEMO_PASSWORD, new_password: 'something new' },
    });
    expect(refused.status).toBe(403);
    expect((await loginAs({ params: { id }, token: body.token })).status).toBe(401);
    const postback = { url: 'https://own.example/?tx={click_id}', statuses: ['approved'] };
    expect((await t.call(routes.addOwnPostback, { token: body.token, body: postback })).status).toBe(201);
    const [row] = await t.database.asOwner(
      `select actor_id, act_as_id from audit_log where act_as_id is not null order by id desc limit 1`,
    );
    expect(row).toEqual({ actor_id: manager.userId, act_as_id: id });
    t.clock.advance(29 * MINUTE_MS);
    expect((await t.call(routes.currentSession, { token: body.token })).status).toBe(200);
    t.clock.advance(2 * MINUTE_MS);
    expect((await t.call(routes.currentSession, { token: body.token })).status).toBe(401);
    const second = await loginAs({ params: { id }, cookies });
    await t.call(routes.logout, { token: manager.token });
    expect((await t.call(routes.currentSession, { token: second.body.token })).status).toBe(401);
  });

  test('only approved accounts of the own tenant can be opened', async () => {
    const cookies = { '__Host-am': (await t.signIn('admin@demo.test')).cookies['__Host-am'] ?? '' };
    const id = await create('publishers');
    await t.call(routes['publishers.reject'], { token: admin.token, params: { id } });
    expect((await loginAs({ params: { id }, cookies })).status).toBe(403);
    const [foreign] = await t.database.asOwner<{ id: string }>(
      `select id from users where email = 'publisher@acme.test'`,
    );
    const unknown = await loginAs({ params: { id: '01900000-0000-7000-8000-000000000000' }, cookies });
    const other = await loginAs({ params: { id: foreign?.id ?? '' }, cookies });
    expect([other.status, other.body]).toEqual([404, unknown.body]);
  });
});

describe('the shell', () => {
  test('quick search finds people by name and number; the workspace tells plan and queue', async () => {
    const id = await create('advertisers', { first_name: 'Findable', last_name: 'Fox' });
    const found = await t.call(routes.quickSearch, { token: admin.token, query: { q: 'findable' } });
    expect(found.body.rows).toMatchObject([{ kind: 'advertiser', id, title: 'Findable Fox' }]);
    const workspace = await t.call(routes.workspace, { token: admin.token });
    expect(workspace.body).toMatchObject({ plan: 'premium', trial: null, read_only: false });
  });

  test('a trial that has ended leaves the panel readable and refuses writes with a sentence', async () => {
    await t.database.asOwner(`update tenants set plan_kind = 'trial', plan_ends_at = $1 where subdomain = 'acme'`, [
      new Date(t.clock.now().getTime() + 1.5 * DAY_MS),
    ]);
    let manager = await t.signIn('admin@acme.test', { subdomain: 'acme', rememberMe: true });
    const at = () => ({ token: manager.token, subdomain: 'acme' });
    expect((await t.call(routes.workspace, at())).body.trial).toMatchObject({ days_left: 2, days_total: 14 });
    t.clock.advance(2 * DAY_MS);
    manager = await t.signIn('admin@acme.test', { subdomain: 'acme' });
    expect((await t.call(routes.workspace, at())).body).toMatchObject({ read_only: true, trial: { days_left: 0 } });
    const write = await t.call(routes['publishers.create'], { ...at(), body: person() });
    expect([write.status, write.body.error]).toEqual([
      403,
      'This workspace is read-only because its trial or plan has ended.',
    ]);
  });
});
