import { rateRules, routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeClock } from '../platform/clock.ts';
import { Fault } from '../platform/fault.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../testing.ts';
import { createRateLimiter } from './rate-limit.ts';

const refused = (take: () => void): number | null => {
  try {
    take();
    return null;
  } catch (error) {
    return error instanceof Fault ? (error.retryAfterSeconds ?? -1) : -1;
  }
};

describe('a rate rule', () => {
  test('lets its limit through at once, then one each time a share of its period has passed', () => {
    const clock = new FakeClock();
    const counted: string[] = [];
    const limiter = createRateLimiter(1, clock, (rule) => counted.push(rule));
    const { limit, perSeconds } = rateRules.login;
    for (let n = 0; n < limit; n++) expect(refused(() => limiter.take('login', 'a'))).toBeNull();
    expect(refused(() => limiter.take('login', 'a'))).toBe(perSeconds / limit);
    clock.advance((perSeconds / limit) * 1_000 - 1);
    expect(refused(() => limiter.take('login', 'a'))).toBe(1);
    clock.advance(1);
    expect(refused(() => limiter.take('login', 'a'))).toBeNull();
    expect(refused(() => limiter.take('login', 'a'))).not.toBeNull();
    expect(counted).toEqual(['login', 'login', 'login']);
  });

  test('counts each subject and each rule apart, and forgets nobody who is still waiting', () => {
    const limiter = createRateLimiter(1, new FakeClock(), () => undefined);
    for (let n = 0; n < rateRules.login.limit; n++) limiter.take('login', 'a');
    expect(refused(() => limiter.take('login', 'b'))).toBeNull();
    expect(refused(() => limiter.take('public-signup', 'a'))).toBeNull();
    for (let n = 0; n < 50_000; n++) limiter.take('check-subdomain', `stranger ${n}`);
    expect(refused(() => limiter.take('login', 'a'))).not.toBeNull();
  });

  test('never holds more than its share of memory, however many strangers come', () => {
    const limiter = createRateLimiter(1, new FakeClock(), () => undefined);
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 300_000; n++) limiter.take('check-subdomain', `stranger ${n}`);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150e6);
  });
});

test('trying a postback out has rates of its own, for a session and for its workspace', () => {
  const tries = Object.values(routes).filter(({ path }) => /postbacks\/\{id\}\/test$/.test(path));
  expect(tries).toHaveLength(2);
  for (const route of tries)
    expect(route).toMatchObject({ rates: expect.arrayContaining(['call-tests', 'call-tests-tenant']) });
  expect([rateRules['call-tests'].key, rateRules['call-tests-tenant'].key]).toEqual(['session', 'tenant']);
});

describe('with the limits as they are by default', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  });
  afterAll(() => t.close());
  /** an empty address costs no hash and counts all the same */
  const login = (options = {}) => t.call(routes.login, { body: { email: '', password: 'x' }, ...options });

  test('30 sign-ins a minute from one address, then 429 with Retry-After, sealed as every answer of this call', async () => {
    for (let n = 0; n < 30; n++) expect((await login()).status).toBe(400);
    const reply = await login();
    expect(reply.status).toBe(429);
    expect(reply.headers['retry-after']).toBe('2');
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(reply.body).toEqual({ error: 'Too many attempts. Please wait a moment and try again.' });
    t.clock.advance(2_000);
    expect((await login()).status).toBe(400);
  });

  test('a forged X-Forwarded-For does not make a new address', async () => {
    t.clock.advance(60_000);
    const from = (n: number) =>
      login({ headers: { 'x-forwarded-for': `198.51.100.${n}`, 'x-real-ip': '198.51.100.9' } });
    const statuses = [];
    for (let n = 0; n < 31; n++) statuses.push((await from(n)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test('5 wishes for another address an hour of one person, each of which is two mails, then 429', async () => {
    t.clock.advance(60_000);
    const { token } = await t.signIn('advertiser@demo.test');
    const ask = (n: number) =>
      t.call(routes.changeEmail, { token, body: { email: `wish-${n}@example.test`, password: DEMO_PASSWORD } });
    for (let n = 0; n < 5; n++) expect((await ask(n)).status).toBe(200);
    expect((await ask(5)).status).toBe(429);
    t.clock.advance(12 * 60_000);
    expect((await ask(6)).status).toBe(200);
  });

  test.each([
    ['sign-ups', 30, routes.publisherSignup, 'demo.localhost'],
    ['free trials', 5, routes.freeTrial, 'localhost'],
  ])(
    'of %s %i an hour from one address, then 429; those that say nothing count as well',
    async (_what, limit, route, host) => {
      const ask = async () => (await t.call(route, { body: {}, host })).status;
      for (let n = 0; n < limit; n++) expect(await ask()).toBe(400);
      expect(await ask()).toBe(429);
    },
  );

  test('10 password links in ten minutes, then 429', async () => {
    const ask = () => t.call(routes.forgotPassword, { body: { email: 'nobody@demo.test' } });
    for (let n = 0; n < 10; n++) expect((await ask()).status).toBe(200);
    const reply = await ask();
    expect([reply.status, reply.headers['retry-after'], reply.body.error.code]).toEqual([429, '60', 'rate_limited']);
  });
});

test('behind a trusted proxy the caller’s own address counts, as the proxy saw it', async () => {
  const behind = await createTestApp({ env: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXIES: '127.0.0.1' } });
  const from = (address: string) =>
    behind.call(routes.login, {
      body: { email: '', password: 'x' },
      headers: { 'x-forwarded-for': `6.6.6.6, ${address}` },
    });
  for (let n = 0; n < 30; n++) expect((await from('198.51.100.1')).status).toBe(400);
  expect((await from('198.51.100.1')).status).toBe(429);
  expect((await from('198.51.100.2')).status).toBe(400);
  await behind.close();
});

test('an IPv6 network counts as one caller, whichever of its addresses calls', async () => {
  const behind = await createTestApp({ env: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXIES: '127.0.0.1' } });
  const from = async (address: string) =>
    (
      await behind.call(routes.login, {
        body: { email: '', password: 'x' },
        headers: { 'x-forwarded-for': address },
      })
    ).status;
  for (let n = 1; n <= 30; n++) expect(await from(`2001:db8:0:1::${n}`)).toBe(400);
  expect(await from('2001:db8:0:1:ffff::1')).toBe(429);
  expect(await from('2001:db8:0:2::1')).toBe(400);
  await behind.close();
});
