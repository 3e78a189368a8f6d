// The workspace's rules for signing in: the second factor with its grace, from where people come, how long they stay.
import { routes } from '@tributary/contract';
import { settingsSections } from '@tributary/contract/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScene } from '../../../http/matrix/scene.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';
import { codeAt } from '../../../testing-totp.ts';
import { isWithin } from './networks.ts';

test.each([
  [['203.0.113.7'], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.8', false],
  [['203.0.113.0/24'], '::ffff:203.0.113.9', true],
  [['::ffff:203.0.113.0/120'], '203.0.113.9', true],
  [['2001:db8::/32'], '2001:db8:1::5', true],
  [['2001:db8::/32'], '2001:db9::5', false],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['::/0'], '203.0.113.7', false],
  [['10.0.0.0/8', 'fe80::/10'], 'fe80::1%eth0', true],
  [['10.0.0.0/8'], 'nonsense', false],
  [[], '10.0.0.1', false],
])('of %j is %s: %s', (networks, ip, expected) => {
  expect(isWithin(networks, ip)).toBe(expected);
});

let t: TestApp;
let scene: Awaited<ReturnType<typeof createScene>>;
let owner: string;
const { employees_since: _e, partners_since: _p, ...asItBegins } = settingsSections.security.defaults;
beforeAll(async () => {
  t = await createTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  scene = await createScene(t);
});
afterAll(() => t.close());
const fromAddress = (ip: string) => ({ 'x-forwarded-for': ip });
const read = async () => (await t.call(routes.securityPolicy, { token: owner })).body;
const save = async (change: object, headers = {}) =>
  t.call(routes.saveSecurityPolicy, {
    token: owner,
    headers,
    body: { version: (await read()).version, value: { ...asItBegins, ...change } },
  });
beforeEach(async () => {
  await t.database.asOwner('delete from totp_factors');
  await t.database.asOwner(`insert into settings (tenant_id, section, version, value, changed_at)
    select id, 'security', (select coalesce(max(version), 0) + 1 from settings s where s.tenant_id = t.id and section = 'security'), '{}', now()
    from tenants t where subdomain = 'demo'`);
  owner = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
});

describe('a second factor that is demanded', () => {
  test('may wait seven days from the rule or the account; then only its set-up opens, for keys, too', async () => {
    const { token } = await t.signIn('publisher@demo.test', { rememberMe: true });
    const { key } = (await t.call(routes.createApiKey, { token, body: { name: 'Nightly' } })).body;
    const session = async (of: string) => (await t.call(routes.currentSession, { token: of })).body.two_factor;
    expect((await save({ two_factor: 'employees' })).status).toBe(200);
    expect(await session(token)).toEqual({ on: false, due_at: null, must_set_up: false });
    const saved = await save({ two_factor: 'everyone' });
    const since = saved.body.value.partners_since;
    expect(saved.body.people.without).toBeGreaterThan(0);
    expect(await session(token)).toEqual({ on: false, due_at: since + 7 * 86_400, must_set_up: false });
    t.clock.advance(7 * DAY_MS - 2 * MINUTE_MS);
    const again = (await t.signIn('publisher@demo.test', { rememberMe: true })).token;
    expect((await t.call(routes.campaigns, { token: again })).status).toBe(200);
    t.clock.advance(3 * MINUTE_MS);
    const refused = await t.call(routes.campaigns, { token: again });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'two_factor_required']);
    expect((await t.call(routes.reportCatalogue, { token: key })).body.error.code).toBe('two_factor_required');
    expect((await session(again)).must_set_up).toBe(true);

    const { secret } = (await t.call(routes.beginTotp, { token: again })).body;
    const body = { code: codeAt(secret, t.clock.now()) };
    expect((await t.call(routes.confirmTotp, { token: again, body })).status).toBe(200);
    expect((await t.call(routes.campaigns, { token: again })).status).toBe(200);
    expect((await t.call(routes.reportCatalogue, { token: key })).status).toBe(200);
    t.clock.advance(MINUTE_MS);
    const off = await t.call(routes.endTotp, {
      token: again,
      body: { password: DEMO_PASSWORD, code: codeAt(secret, t.clock.now()) },
    });
    expect([off.status, off.body.error.message]).toEqual([409, expect.stringContaining('demands two-factor')]);

    // an account that comes later has its own seven days
    owner = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
    expect((await t.call(routes.workspace, { token: owner })).body.error.code).toBe('two_factor_required');
    await t.database.asOwner(`update users set created_at = $1 where email = 'admin@demo.test'`, [t.clock.now()]);
    expect((await t.call(routes.workspace, { token: owner })).status).toBe(200);
    await save({ two_factor: 'off' });
    expect((await save({ two_factor: 'everyone' })).body.value.partners_since).toBe(
      Math.floor(t.clock.now().getTime() / 1_000),
    );
    await save({});
  });
});

describe('a list of networks', () => {
  test('that its author is not in is refused; one that he is in holds at sign-in and on every call', async () => {
    const { roles } = await read();
    const mine = roles.find(({ name }: { name: string }) => name === 'Owner').id;
    const list = (networks: string[]) => ({ login_networks: [{ role: mine, networks }] });
    const locked = await save(list(['203.0.113.0/24']));
    expect([locked.status, locked.body.error.message]).toEqual([400, 'This list would lock you out']);
    expect((await save(list(['nonsense']))).status).toBe(400);
    expect((await save(list(['203.0.113.0/33']))).status).toBe(400);
    expect((await save({ login_networks: [{ role: 'nobody', networks: ['10.0.0.0/8'] }] })).status).toBe(400);
    const office = fromAddress('2001:db8:7::9');
    expect((await save(list(['2001:db8:7::/48', '127.0.0.1']), office)).status).toBe(200);
    expect((await read()).your_address).toBe('127.0.0.1');
    const at = (ip: string) => t.call(routes.workspace, { token: owner, headers: fromAddress(ip) });
    expect((await at('2001:db8:7:1::1')).status).toBe(200);
    expect((await at('2001:db8:8::1')).status).toBe(403);
    const signIn = (ip: string, password = DEMO_PASSWORD) =>
      t.call(routes.login, { body: { email: 'admin@demo.test', password }, headers: fromAddress(ip) });
    expect((await signIn('198.51.100.1')).status).toBe(403);
    expect((await signIn('198.51.100.1', 'not it at all')).status).toBe(401);
    expect((await signIn('2001:db8:7::2')).status).toBe(200);
    expect((await t.signIn('publisher@demo.test', { headers: fromAddress('198.51.100.1') })).token).toBeTruthy();
  });

  test('of owners, or of a role that reaches further, is no colleague’s to set; the owners hear of theirs', async () => {
    const [role] = await t.database.asOwner<{ id: string }>(
      `insert into roles (tenant_id, id, name, sections) select id, uuidv7(), 'Guard', '{"security": "write"}' from tenants
        where subdomain = 'demo' returning id`,
    );
    const { roles } = await read();
    const idOf = (wanted: string): string => roles.find(({ name }: { name: string }) => name === wanted).id;
    const person = await scene.addPerson('demo', 'admin', { role_id: role?.id });
    const { token } = await scene.openSession(person);
    const put = async (login_networks: object[], by = token) =>
      t.call(routes.saveSecurityPolicy, {
        token: by,
        body: { version: (await read()).version, value: { ...asItBegins, login_networks } },
      });
    const at = (of: string) => ({ role: idOf(of), networks: ['203.0.113.0/24', '127.0.0.1'] });
    const refusals = [];
    for (const lists of [[at('Owner')], [at('Admin')]]) {
      const { status, body } = await put(lists);
      refusals.push([status, body.error.message]);
    }
    expect(refusals).toEqual([
      [403, 'Only an owner changes from where owners sign in.'],
      [403, expect.stringContaining('The role Admin reaches further than yours.')],
    ]);
    expect((await put([{ role: 'publisher', networks: ['0.0.0.0/0'] }, at('Guard')])).status).toBe(200);
    expect((await put([at('Owner')], owner)).status).toBe(200);
    const told = (await t.inbox()).filter(({ subject }) => subject.includes('What guards'));
    expect(told.map(({ to }) => to)).toContain('admin@demo.test');
    expect(told.map(({ text }) => text).join()).toContain('203.0.113.0/24, 127.0.0.1');
    // what stands already may stay, and may not be taken away
    expect((await put([at('Owner'), at('Guard')])).status).toBe(200);
    expect((await put([])).status).toBe(403);
  });

  test('of API keys holds for keys alone', async () => {
    const { key } = (await t.call(routes.createApiKey, { token: owner, body: { name: 'Nightly' } })).body;
    const ask = (ip: string) => t.call(routes.reportCatalogue, { token: key, headers: fromAddress(ip) });
    expect((await ask('198.51.100.1')).status).toBe(200);
    await save({ api_networks: ['203.0.113.0/24', '2001:db8::/32'] });
    expect((await ask('198.51.100.1')).status).toBe(403);
    expect((await ask('203.0.113.77')).status).toBe(200);
    expect((await ask('2001:db8::77')).status).toBe(200);
    expect((await t.call(routes.workspace, { token: owner })).status).toBe(200);
  });
});

test('an owner’s key is revoked by himself or an owner', async () => {
  const { id } = (await t.call(routes.createApiKey, { token: owner, body: { name: 'Mine' } })).body;
  const [role] = await t.database.asOwner<{ id: string }>(
    `insert into roles (tenant_id, id, name, sections) select id, uuidv7(), 'Keys', '{"security": "write", "developer": "write"}'
      from tenants where subdomain = 'demo' returning id`,
  );
  const { token } = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id: role?.id }));
  const made = await t.call(routes.createApiKey, { token, body: { name: 'His', scopes: ['developer:read'] } });
  expect(made.status, made.raw).toBe(201);
  const own = made.body.id;
  const revoke = (key: string, by: string) => t.call(routes.revokeAnyApiKey, { token: by, params: { id: key } });
  const refused = await revoke(id, token);
  expect([refused.status, refused.body.error.message]).toEqual([403, 'Only an owner changes owners.']);
  expect([(await revoke(own, token)).status, (await revoke(id, owner)).status]).toEqual([200, 200]);
});

test('a key of its own networks is good from those alone, as is the one that takes its place', async () => {
  const body = { name: 'Office', networks: ['203.0.113.7', '2001:db8:9::/48'] };
  const made = await t.call(routes.createApiKey, { token: owner, body });
  expect(made.status, made.raw).toBe(201);
  const rolled = await t.call(routes.rollApiKey, { token: owner, params: { id: made.body.id } });
  for (const { key, networks } of [made.body, rolled.body]) {
    expect(networks).toEqual(body.networks);
    const ask = (ip: string) => t.call(routes.reportCatalogue, { token: key, headers: fromAddress(ip) });
    expect([(await ask('203.0.113.7')).status, (await ask('2001:db8:9::77')).status]).toEqual([200, 200]);
    const away = await ask('203.0.113.8');
    expect([away.status, away.body.error.message]).toEqual([
      403,
      expect.stringContaining('not good from this address'),
    ]);
  }
  const bad = await t.call(routes.createApiKey, { token: owner, body: { ...body, networks: ['everywhere'] } });
  expect([bad.status, bad.body.error.message]).toEqual([
    400,
    expect.stringContaining('Please enter addresses or networks'),
  ]);
});

test('a key opens every call of a section that it is for, names the scope that it lacks, and turns no door', async () => {
  const scopes = ['offers:read', 'team:write', 'logs:read'];
  const { key } = (await t.call(routes.createApiKey, { token: owner, body: { name: 'Offers', scopes } })).body;
  for (const name of ['offers', 'exportOffers', 'receipts', 'team'] as const)
    expect((await t.call(routes[name], { token: key })).status, name).toBe(200);
  const lacks = await t.call(routes.conversions, { token: key });
  expect([lacks.status, lacks.body.error.message]).toEqual([403, expect.stringContaining('conversions:read')]);
  const invite = { first_name: 'A', last_name: 'B', email: 'a.b@example.test', role_id: 'x' };
  expect((await t.call(routes.inviteMember, { token: key, body: invite })).status).toBe(403);
  expect((await t.call(routes.workspace, { token: key })).status).toBe(403);
});

describe('sessions and passwords', () => {
  test('last as long as the rules say, those that are open already, too; never longer than usual', async () => {
    expect((await save({ session_hours: 13 })).status).toBe(400);
    expect((await save({ remember_days: 31 })).status).toBe(400);
    const { token } = await t.signIn('publisher@demo.test');
    await save({ session_hours: 2, idle_minutes: 10, remember_days: 0 });
    t.clock.advance(9 * MINUTE_MS);
    expect((await t.call(routes.profile, { token })).status).toBe(200);
    t.clock.advance(11 * MINUTE_MS);
    const idle = await t.call(routes.profile, { token });
    expect([idle.status, idle.body.error.message]).toEqual([
      401,
      'This session ended as your workspace’s rules for sessions say.',
    ]);
    const fresh = (await t.signIn('publisher@demo.test', { rememberMe: true })).token;
    for (let n = 0; n < 13; n++) {
      t.clock.advance(9 * MINUTE_MS);
      expect((await t.call(routes.profile, { token: fresh })).status).toBe(200);
    }
    t.clock.advance(9 * MINUTE_MS);
    expect((await t.call(routes.profile, { token: fresh })).status).toBe(401);
    t.clock.advance(HOUR_MS);
  });

  test('the least length of a password is one of the rules', async () => {
    expect((await save({ password_min_length: 5 })).status).toBe(400);
    expect((await save({ password_min_length: 14 })).status).toBe(200);
    const short = await t.call(routes.changePassword, {
      token: owner,
      body: { current_password: DEMO_PASSWORD, new_password: 'zq8#kd92w' },
    });
    expect(short.body.error.message).toBe('Password must be at least 14 characters long');
    await save({});
  });

  test('are nobody’s to save by the door of other settings', async () => {
    const params = { section: 'security' };
    const { version } = await read();
    const value = { ...settingsSections.security.defaults, session_hours: 2 };
    expect(settingsSections.security.schema.safeParse(value).success).toBe(true);
    const saved = { token: owner, params, body: { version, value } };
    expect((await t.call(routes.settings, { token: owner, params })).status).toBe(400);
    expect((await t.call(routes.saveSettings, saved)).status).toBe(400);
    expect((await read()).version).toBe(version);
  });
});
