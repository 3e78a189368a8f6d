// Who got in and who did not: each event is kept with who, from where and what came of it; floods keep one row an hour.
import { loginMessages, routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene, type Scene } from '../../http/matrix/scene.ts';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../testing.ts';
import { purgeAccessLog } from './index.ts';

interface Row {
  event: string;
  result: string;
  user_id: string | null;
  actor_id: string | null;
  email: string | null;
  role: string | null;
  ip: string;
  country: string | null;
  detail: string | null;
  session_id: string | null;
}
let t: TestApp;
let scene: Scene;
beforeAll(async () => {
  t = await createTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  scene = await createScene(t);
});
afterAll(() => t.close());

/** what was recorded while it ran, in order */
async function recorded(work: () => Promise<unknown>): Promise<Row[]> {
  const [last] = await t.database.asOwner<{ id: string | null }>('select max(id::text) as id from access_log');
  await work();
  return t.database.asOwner<Row>(`select * from access_log where id::text > $1 order by id`, [last?.id ?? '']);
}
const kinds = (rows: Row[]) => rows.map(({ event, result, detail }) => [event, result, detail]);
const login = (email: string, password: string) =>
  t.call(routes.login, { body: { email, password }, headers: { 'user-agent': 'Firefox' } });

describe('signing in', () => {
  test('in, with a wrong password, with an address that is nobody’s: the caller learns nothing, the log says which', async () => {
    const admin = await t.signIn('admin@demo.test');
    const [opened, ...rest] = await recorded(() => login('admin@demo.test', DEMO_PASSWORD));
    expect(opened).toMatchObject({ event: 'login', result: 'ok', user_id: admin.userId, role: 'Owner', country: null });
    expect([opened?.ip, opened?.session_id?.length, rest]).toEqual(['127.0.0.1', 36, []]);
    const [wrong] = await recorded(() => login('admin@demo.test', 'not this one'));
    expect(wrong).toMatchObject({ result: 'refused', user_id: admin.userId, detail: 'wrong_password' });
    const [nobody] = await recorded(() => login('nobody@demo.test', 'not this one'));
    expect(nobody).toMatchObject({
      result: 'refused',
      user_id: null,
      email: 'nobody@demo.test',
      role: null,
      detail: 'unknown_address',
    });
  });

  test('an account that is not open is told so, and it is kept that it knocked', async () => {
    const person = await scene.addPerson('demo', 'publisher', { status: 'pending' });
    await t.database.asOwner(
      `update users set password_hash = (select password_hash from users where email = 'publisher@demo.test' limit 1)
       where id = $1`,
      [person.id],
    );
    const rows = await recorded(async () => {
      const { status, body } = await login(person.email, DEMO_PASSWORD);
      expect([status, body]).toEqual([403, { error: loginMessages.pending }]);
    });
    expect(kinds(rows)).toEqual([['login', 'refused', 'pending']]);
  });

  test('out again, and a link for the password', async () => {
    const { token } = await t.signIn('publisher@demo.test');
    expect(kinds(await recorded(() => t.call(routes.logout, { token })))).toEqual([
      ['session_ended', 'ok', 'signed_out'],
    ]);
    const asked = await recorded(() => t.call(routes.forgotPassword, { body: { email: 'nobody@demo.test' } }));
    expect(kinds(asked)).toEqual([['password_reset_asked', 'ok', 'unknown_address']]);
  });
});

test('login-as names who acted and in whose name, also of what is refused meanwhile', async () => {
  const admin = await t.signIn('admin@demo.test');
  const publisher = await scene.addPerson('demo', 'publisher');
  const [entry] = await recorded(() =>
    t.call(routes['publishers.loginAs'], { params: { id: publisher.id }, cookies: admin.cookies }),
  );
  expect(entry).toMatchObject({ event: 'login_as', user_id: publisher.id, actor_id: admin.userId, role: 'publisher' });
  const visit = await t.call(routes['publishers.loginAs'], { params: { id: publisher.id }, cookies: admin.cookies });
  const [denied] = await recorded(() =>
    t.call(routes.changePassword, {
      token: visit.body.token,
      body: { current_password: DEMO_PASSWORD, new_password: 'x' },
    }),
  );
  expect(denied).toMatchObject({ event: 'permission_denied', user_id: publisher.id, actor_id: admin.userId });
});

test('a flood of refusals is a row an hour for each route; what is allowed leaves none', async () => {
  const { token } = await t.signIn('publisher@demo.test');
  const knock = () => t.call(routes.offers, { token });
  const flood = await recorded(async () => {
    for (let n = 0; n < 5; n++) expect((await knock()).status).toBe(403);
    expect((await t.call(routes.currentSession, { token })).status).toBe(200);
  });
  expect(kinds(flood)).toEqual([['permission_denied', 'refused', 'offers:read']]);
  const another = await recorded(() => t.call(routes.team, { token }));
  expect(kinds(another)).toEqual([['permission_denied', 'refused', 'team:read']]);
  t.clock.advance(HOUR_MS / 2);
  await t.call(routes.currentSession, { token });
  t.clock.advance(HOUR_MS / 2);
  expect(await recorded(knock)).toHaveLength(1);
});

test('an API key is noted at its first call from an address in an hour', async () => {
  const { token } = await t.signIn('admin@demo.test');
  const { body } = await t.call(routes.createApiKey, { token, body: { name: 'Nightly' } });
  const ask = (ip = '192.0.2.1') =>
    t.call(routes.reports, { token: body.key, query: { period: 'today' }, headers: { 'x-forwarded-for': ip } });
  const rows = await recorded(async () => {
    for (let n = 0; n < 3; n++) expect((await ask()).status).not.toBe(401);
  });
  expect(kinds(rows)).toEqual([['api_key_used', 'ok', 'Nightly']]);
  const elsewhere = await recorded(() => ask('192.0.2.2'));
  expect(elsewhere.map(({ ip }) => ip)).toEqual(['192.0.2.2']);
  t.clock.advance(HOUR_MS);
  expect(await recorded(() => ask())).toHaveLength(1);
});

test('a file that is taken along', async () => {
  const { token } = await t.signIn('admin@demo.test');
  const rows = await recorded(() => t.call(routes.exportOffers, { token, query: { format: 'xlsx' } }));
  expect(kinds(rows)).toEqual([['export', 'ok', 'offer.exported xlsx']]);
});

test('what is older than 400 days goes, the day before stays', async () => {
  const at = t.clock.now();
  const old = (days: number) => [scene.tenantIdOf('demo'), new Date(at.getTime() - days * DAY_MS), `${days} days`];
  for (const days of [399, 401]) {
    await t.database.asOwner(
      `insert into access_log (tenant_id, at, event, result, ip, user_agent, detail) values ($1, $2, 'login', 'ok', '', '', $3)`,
      old(days),
    );
  }
  const worker = t.database.open('worker');
  await worker.withTenant(scene.tenantIdOf('demo'), systemActor, (tx) => purgeAccessLog(tx, at));
  await worker.close();
  const left = await t.database.asOwner<Row>(`select detail from access_log where detail like '% days'`);
  expect(left).toEqual([{ detail: '399 days' }]);
});
