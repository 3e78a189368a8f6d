import { loginMessages, routes, signedOutReasons } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, FakeClock, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { hashSecret } from '../../../platform/ids.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const login = (body: unknown, options: object = {}) => t.call(routes.login, { body, ...options });

describe('signing in', () => {
  test.each(['admin', 'publisher', 'advertiser'])('a right password opens a session of type %s', async (type) => {
    const reply = await login({ email: `${type.toUpperCase()}@demo.test`, password: DEMO_PASSWORD, rememberMe: true });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      type,
      must_change_password: false,
      user: { email: `${type}@demo.test`, subdomain: 'demo', status: 'approved' },
    });
    expect(Object.keys(reply.body.user).sort()).toEqual([
      'email',
      'first_name',
      'id',
      'last_name',
      'status',
      'subdomain',
    ]);
    expect(reply.body.token).toMatch(/^[\w-]{43}$/);
    const session = await t.call(routes.currentSession, { token: reply.body.token });
    expect(session.body).toMatchObject({ type, is_owner: type === 'admin', impersonated_by: null });
  });

  test('only an account manager gets the cookie, and it is HttpOnly, SameSite=Strict and __Host-', async () => {
    const admin = await login({ email: 'admin@demo.test', password: DEMO_PASSWORD });
    expect(String(admin.headers['set-cookie'])).toMatch(
      /__Host-am=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict/,
    );
    const publisher = await login({ email: 'publisher@demo.test', password: DEMO_PASSWORD });
    expect(publisher.cookies).not.toHaveProperty('__Host-am');
  });

  test('an unknown address and a wrong password get the same answer', async () => {
    const wrong = await login({ email: 'admin@demo.test', password: 'not the password' });
    const unknown = await login({ email: 'nobody@demo.test', password: 'not the password' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual({ error: loginMessages.failed });
    expect(unknown.body).toEqual(wrong.body);
  });

  test('missing values get a sentence each', async () => {
    expect((await login({})).body).toEqual({ error: 'Email is required' });
    expect((await login({ email: 'a@b.test' })).body).toEqual({ error: 'Password is required' });
  });

  test.each([
    ['pending', loginMessages.pending],
    ['rejected', loginMessages.rejected],
  ])('a %s account learns its state only after the right password', async (status, sentence) => {
    await t.database.asOwner(`update users set status = $1 where email = 'publisher@acme.test'`, [status]);
    const at = { subdomain: 'acme' };
    expect((await login({ email: 'publisher@acme.test', password: 'wrong one' }, at)).body).toEqual({
      error: loginMessages.failed,
    });
    const right = await login({ email: 'publisher@acme.test', password: DEMO_PASSWORD }, at);
    expect([right.status, right.body]).toEqual([403, { error: sentence }]);
    await t.database.asOwner(`update users set status = 'approved' where email = 'publisher@acme.test'`);
  });

  test("a token of one tenant answers on another's host exactly as an unknown token does", async () => {
    const { token } = await t.signIn('admin@demo.test');
    const foreign = await t.call(routes.currentSession, { token, subdomain: 'acme' });
    const unknown = await t.call(routes.currentSession, { token: 'x'.repeat(43), subdomain: 'acme' });
    const mismatched = await t.call(routes.currentSession, { token, host: 'demo.localhost', subdomain: 'acme' });
    expect(foreign.status).toBe(401);
    expect(foreign.raw).toBe(unknown.raw);
    expect(mismatched.raw).toBe(unknown.raw);
  });

  test('the main host places a call by X-Subdomain', async () => {
    const { token } = await t.signIn('admin@demo.test', { host: 'localhost' });
    expect((await t.call(routes.currentSession, { token, host: 'localhost' })).status).toBe(200);
    expect((await t.call(routes.currentSession, { token, host: 'localhost', subdomain: 'acme' })).status).toBe(401);
  });

  test('logout ends both secrets at once', async () => {
    const { token, cookies } = await t.signIn('admin@demo.test');
    const [publisher] = await t.database.asOwner<{ id: string }>(
      `select id from users where email = 'publisher@demo.test'`,
    );
    const visit = async () =>
      (await t.call(routes['publishers.loginAs'], { params: { id: publisher?.id ?? '' }, cookies })).status;
    expect(await visit()).toBe(200);
    expect((await t.call(routes.logout, { token })).status).toBe(200);
    expect((await t.call(routes.currentSession, { token })).status).toBe(401);
    expect(await visit()).toBe(401);
    const [row] = await t.database.asOwner<{ open: string }>(
      `select count(*) as open from sessions where ended_at is null and token_hash = sha256($1::bytea)`,
      [token],
    );
    expect(row?.open).toBe('0');
  });

  test('a user deleted or rejected meanwhile is out at the next call', async () => {
    for (const change of [`deleted_at = now()`, `status = 'rejected'`]) {
      const { token } = await t.signIn('advertiser@acme.test', { subdomain: 'acme' });
      await t.database.asOwner(`update users set ${change} where email = 'advertiser@acme.test'`);
      expect((await t.call(routes.currentSession, { token, subdomain: 'acme' })).status).toBe(401);
      await t.database.asOwner(
        `update users set deleted_at = null, status = 'approved' where email = 'advertiser@acme.test'`,
      );
    }
  });

  test.each([
    { rememberMe: false, idleMs: 60 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
    { rememberMe: true, idleMs: 7 * DAY_MS, absoluteMs: 30 * DAY_MS },
  ])(
    'with rememberMe=$rememberMe a session lives its idle and absolute limits and no longer',
    async ({ rememberMe, idleMs, absoluteMs }) => {
      const alive = async (token: string) => (await t.call(routes.currentSession, { token })).status === 200;
      const idle = await t.signIn('advertiser@demo.test', { rememberMe });
      t.clock.advance(idleMs - MINUTE_MS);
      expect(await alive(idle.token)).toBe(true);
      t.clock.advance(idleMs + MINUTE_MS);
      expect(await alive(idle.token)).toBe(false);
      const busy = await t.signIn('advertiser@demo.test', { rememberMe });
      for (let past = 0; past + idleMs / 2 < absoluteMs; past += idleMs / 2) {
        t.clock.advance(idleMs / 2);
        expect(await alive(busy.token)).toBe(true);
      }
      t.clock.advance(idleMs / 2);
      expect(await alive(busy.token)).toBe(false);
    },
  );
});

describe('guessing', () => {
  test('a day of guessing gains at most 18 tries in the first hour and 110 in a day, and the owner on his own device still gets in', async () => {
    const clock = new FakeClock();
    const own = await createTestApp({ clock });
    const known = await own.signIn('admin@demo.test');
    let hour = 0;
    let day = 0;
    for (let second = 0; second < 86_400; ) {
      const reply = await own.call(routes.login, { body: { email: 'admin@demo.test', password: `guess ${second}` } });
      if (reply.status === 401) {
        day++;
        if (second < 3_600) hour++;
      } else expect(reply.status).toBe(429);
      // as dense as the shortest waits at first, then a guess a minute
      const step = second < 3_600 ? 9 : 60;
      second += step;
      clock.advance(step * 1_000);
    }
    expect(hour).toBeGreaterThan(5);
    expect(hour).toBeLessThanOrEqual(18);
    expect(day).toBeLessThanOrEqual(110);
    const owner = await own.call(routes.login, {
      body: { email: 'admin@demo.test', password: DEMO_PASSWORD },
      cookies: { '__Host-device': known.cookies['__Host-device'] ?? '' },
    });
    expect(owner.status).toBe(200);
    await own.close();
  });

  test('a device is known by what the server gave it, never by what it brought along', async () => {
    const own = await createTestApp();
    const body = { email: 'publisher@demo.test', password: DEMO_PASSWORD };
    const brought = 'A'.repeat(43);
    const first = await own.call(routes.login, { body, cookies: { '__Host-device': brought } });
    const given = first.cookies['__Host-device'] ?? '';
    expect([first.status, given.length, given === brought]).toEqual([200, 43, false]);
    // its own comes back and stays; another account's is a stranger here
    const again = await own.call(routes.login, { body, cookies: { '__Host-device': given } });
    expect(again.cookies['__Host-device']).toBe(given);
    const other = { email: 'advertiser@demo.test', password: DEMO_PASSWORD };
    const elsewhere = await own.call(routes.login, { body: other, cookies: { '__Host-device': given } });
    expect(elsewhere.cookies['__Host-device']).not.toBe(given);
    const known = await own.database.asOwner<{ n: number }>(
      'select count(*)::int as n from known_devices where device_hash = $1',
      [hashSecret(brought)],
    );
    expect(known).toEqual([{ n: 0 }]);
    await own.close();
  });

  test('parallel guesses do not slip past the count', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => login({ email: 'parallel@demo.test', password: `guess number ${n}` })),
    );
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(5);
  });
});

describe('a session that is no more', () => {
  const reasonOf = async (token: string, options: object = {}) => {
    const { status, body } = await t.call(routes.currentSession, { token, ...options });
    expect(status).toBe(401);
    return (body as unknown as { error: { code: string; message: string } }).error;
  };

  test.each([
    ['left alone', { rememberMe: false }, 61 * MINUTE_MS, signedOutReasons.idle],
    ['remembered and left alone', { rememberMe: true }, 8 * DAY_MS, signedOutReasons.idleRemembered],
  ])('%s says so to whoever holds its token', async (_what, how, past, sentence) => {
    const { token } = await t.signIn('publisher@demo.test', how);
    t.clock.advance(past);
    expect(await reasonOf(token)).toEqual({ code: 'unauthenticated', message: sentence });
  });

  test('that has lived its time, was ended, or whose account was closed says which', async () => {
    const old = await t.signIn('advertiser@demo.test', { rememberMe: false });
    for (let hours = 0; hours < 12.5; hours += 0.5) {
      t.clock.advance(30 * MINUTE_MS);
      await t.call(routes.currentSession, { token: old.token });
    }
    expect((await reasonOf(old.token)).message).toBe(signedOutReasons.expired);
    const ended = await t.signIn('advertiser@demo.test');
    await t.call(routes.logout, { token: ended.token });
    expect((await reasonOf(ended.token)).message).toBe(signedOutReasons.ended);
    const closed = await t.signIn('publisher@acme.test', { subdomain: 'acme' });
    await t.database.asOwner(`update users set status = 'rejected' where email = 'publisher@acme.test'`);
    expect((await reasonOf(closed.token, { subdomain: 'acme' })).message).toBe(signedOutReasons.closed);
    await t.database.asOwner(`update users set status = 'approved' where email = 'publisher@acme.test'`);
  });

  test('an unknown token and another tenant’s ended one learn nothing', async () => {
    const unknown = await reasonOf('x'.repeat(43));
    const { token } = await t.signIn('publisher@demo.test');
    await t.call(routes.logout, { token });
    expect(await reasonOf(token, { subdomain: 'acme' })).toEqual(unknown);
    expect(unknown.message).toBe('Please sign in again.');
  });
});
