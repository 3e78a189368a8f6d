// No secret reaches a log, whichever way it comes: by the name of its key, inside an error, or in a real request.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../testing.ts';
import { createLog } from './log.ts';

const CANARY = 'canary-5f3a-secret';
const written = (write: (log: ReturnType<typeof createLog>) => void): string => {
  const lines: string[] = [];
  write(createLog('trace', { write: (line) => lines.push(line) }));
  return lines.join('');
};

describe('a log line', () => {
  test.each([
    'password',
    'current_password',
    'new_password',
    'token',
    'secret',
    'authorization',
    'cookie',
    'link',
    'hash',
  ])('shows no %s, at any depth that is logged', (key) => {
    const text = written((log) => {
      log.info({ [key]: CANARY });
      log.info({ body: { [key]: CANARY } });
      log.info({ req: { headers: { [key]: CANARY } } });
      log.info({ a: { b: { c: { [key]: CANARY } } } });
      log.child({ request: { [key]: CANARY } }).warn('with a child');
    });
    expect(text).not.toContain(CANARY);
    expect(text.match(/\[redacted\]/g)).toHaveLength(5);
  });

  test('shows no password of a connection string that an error quotes', () => {
    const error = Object.assign(new Error(`cannot reach postgres://tributary_app:${CANARY}@db:5432/x`), {
      code: 'ECONNREFUSED',
      detail: `smtp://user:${CANARY}@mail.example refused`,
    });
    const text = written((log) => log.error({ err: error }, 'failed'));
    expect(text).not.toContain(CANARY);
    expect(text).toContain('postgres://tributary_app:[redacted]@db:5432/x');
    expect(text).toContain('ECONNREFUSED');
  });

  test('is one JSON object a line, with a readable time: no value can forge another line', () => {
    const lines = written((log) => log.info({ name: 'a\n{"level":60}\r\n' }, 'said\nso'))
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      part: 'server',
      msg: 'said\nso',
      time: expect.stringMatching(/Z$/),
    });
  });
});

describe('at the most talkative level', () => {
  const lines: string[] = [];
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp({ log: createLog('trace', { write: (line) => lines.push(line) }) });
  });
  afterAll(() => t.close());

  test('real requests leave no password, token, cookie or link in the log, whatever their shape', async () => {
    const { token, cookies } = await t.signIn('admin@demo.test');
    const bodies = [
      { email: 'admin@demo.test', password: CANARY },
      { email: 'admin@demo.test', password: CANARY, rememberMe: 'yes' },
      { email: 'admin@demo.test', password: [CANARY] },
      { email: 'admin@demo.test', password: { deep: { [CANARY]: CANARY } } },
      { password: CANARY },
      { email: 'x', password: `${CANARY}\u0000` },
    ];
    for (const body of bodies) await t.call(routes.login, { body });
    await t.call(routes.login, { rawBody: CANARY });
    await t.call(routes.login, { rawBody: CANARY.repeat(5_000) });
    await t.call(routes.changePassword, { token, body: { current_password: CANARY, new_password: CANARY } });
    await t.call(routes.changePassword, { token, rawBody: `{"current_password":"${CANARY}",` });
    await t.call(routes.resetPassword, { body: { link: CANARY, password: CANARY } });
    await t.call(routes.currentSession, { token: CANARY.padEnd(43, 'x'), cookies: { '__Host-am': CANARY } });
    await t.call(routes.currentSession, { token, cookies, headers: { cookie: `__Host-am=${CANARY}` } });
    await t.call(routes.forgotPassword, { body: { email: 'publisher@demo.test' } });
    const [mail] = await t.inbox();
    const link = /#link=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    await t.call(routes.resetPassword, { body: { link, password: 'seven-lanterns-drift' } });

    const text = lines.join('');
    expect(lines.length).toBeGreaterThan(10);
    expect(link).not.toBe('');
    for (const secret of [CANARY, DEMO_PASSWORD, 'seven-lanterns-drift', token, link, ...Object.values(cookies)]) {
      expect(text.includes(secret), secret).toBe(false);
    }
    expect(text).not.toMatch(/\$argon2id/);
  });

  test('a failure of ours is logged with its reason, and the answer gives only the request’s id', async () => {
    await t.database.asOwner('alter table audit_log rename to audit_log_away');
    const reply = await t.call(routes.login, { body: { email: 'nobody@demo.test', password: CANARY } });
    await t.database.asOwner('alter table audit_log_away rename to audit_log');
    expect(reply.status).toBe(500);
    expect(reply.body.error).toMatch(
      /^Something went wrong on our side\. Please try again\. \(Request [0-9a-f-]{36}\)$/,
    );
    const failure = lines.find((line) => line.includes('a request failed unexpectedly')) ?? '';
    expect(failure).toContain('audit_log');
    expect(failure).not.toContain(CANARY);
  });
});
