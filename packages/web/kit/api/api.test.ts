import { publisherRoutes } from '@tributary/contract/accounts/accounts';
import { sessionRoutes } from '@tributary/contract/accounts/sessions';
import { loginMessages } from '@tributary/contract/messages';
import { type RouteSpec, route, session as sessionAccess } from '@tributary/contract/route';
import { tenancyRoutes } from '@tributary/contract/tenancy';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { setPasswordQuestion } from '../dialogs/password-again.ts';
import { sentenceFor } from '../language/sentence-for.ts';
import { freshStorage } from '../test-storage.ts';
import { call } from './api.ts';
import { ApiError, type Failure } from './api-error.ts';
import { open, seal } from './envelope.ts';
import { readSession, type Session, storeLogin } from './session.ts';

const user = {
  id: 'u1',
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'a@demo.test',
  subdomain: 'demo',
  status: 'approved',
} as const;
const session: Session = { role: 'admin', token: 'secret', user };
const boot = { mode: 'tenant', tenant: { subdomain: 'demo' } };
const access = sessionAccess(['admin'], { impersonated: 'denied', section: 'affiliates' });
const sealedRoute = route({
  method: 'PUT',
  path: '/api/admin/publishers/{id}',
  summary: '',
  access,
  wire: 'sealed',
  headers: ['csrf', 'subdomain'],
  params: z.object({ id: z.string() }),
  names: 'publisher',
  body: z.object({ data: z.object({ first_name: z.string() }), user_id: z.string() }),
  reply: z.object({ id: z.string() }),
  errors: [],
});
const body = { email: 'a@demo.test', password: 'x', rememberMe: true };

let sent: { path: string; init: RequestInit }[];
const answer = (reply: () => Response | Promise<Response>) =>
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, init });
    return reply();
  });
const headersSent = () => sent[0]?.init.headers as Record<string, string>;
const failureOf = async (attempt: Promise<unknown>): Promise<Failure> => {
  const error = await attempt.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError');
  return error.failure;
};

beforeEach(() => {
  sent = [];
  vi.stubGlobal('localStorage', freshStorage());
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(boot) }) });
});

describe('an envelope call', () => {
  it('is sealed text/plain with exactly the headers its route lists', async () => {
    answer(async () => new Response(await seal({ token: 't' })));
    expect(await call(sessionRoutes.login, { body })).toEqual({ token: 't' });
    expect(await open(String(sent[0]?.init.body))).toEqual(body);
    expect(headersSent()).toEqual({
      'content-type': 'text/plain',
      'x-csrf-token': expect.stringMatching(/^[0-9a-f]{64}$/),
      'x-requested-with': 'XMLHttpRequest',
      'x-client-version': '1.0.0',
      'x-subdomain': 'demo',
    });
  });

  it('is text/plain even without a body', async () => {
    answer(async () => new Response(await seal([])));
    const list: RouteSpec = { ...sessionRoutes.login, method: 'GET', headers: ['subdomain'], body: undefined, access };
    await call(list, {}, { session });
    expect(headersSent()).toEqual({
      'content-type': 'text/plain',
      'x-subdomain': 'demo',
      authorization: 'Bearer secret',
    });
    expect(sent[0]?.init.body).toBeUndefined();
  });

  it('reads the server’s sentence out of a sealed refusal', async () => {
    answer(async () => new Response(await seal({ error: loginMessages.pending }), { status: 403 }));
    expect(await failureOf(call(sessionRoutes.login, { body }))).toMatchObject({
      kind: 'refused',
      status: 403,
      message: loginMessages.pending,
    });
  });

  it('is refused where a 200 has an error inside', async () => {
    answer(async () => new Response(await seal({ error: 'Your account is locked.' })));
    const failure = await failureOf(call(sessionRoutes.login, { body }));
    expect(failure).toMatchObject({ kind: 'refused', status: 200, message: 'Your account is locked.' });
    expect(sentenceFor(new ApiError(failure), loginMessages)).toBe('Your account is locked.');
  });

  it.each([200, 401, 502])('tells a reply of status %i that it cannot open from one it can', async (status) => {
    answer(() => new Response('<html>gateway</html>', { status }));
    expect(await failureOf(call(sessionRoutes.login, { body }))).toEqual({ kind: 'decryption', status });
  });

  it('tells that encryption failed before anything is sent', async () => {
    answer(() => new Response(''));
    const failing = { ...body, email: 1n as unknown as string };
    expect(await failureOf(call(sessionRoutes.login, { body: failing }))).toEqual({ kind: 'encryption' });
    expect(sent).toEqual([]);
  });

  it('tells a network failure from a refusal', async () => {
    answer(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(call(sessionRoutes.login, { body }))).toEqual({ kind: 'network' });
  });
});

describe('a JSON call', () => {
  it('fills the path, carries no header the route does not list, and no content type without a body', async () => {
    answer(() => Response.json({ exists: true }));
    expect(await call(tenancyRoutes.checkSubdomain, { params: { subdomain: 'a/b' } })).toEqual({ exists: true });
    expect(sent[0]?.path).toBe('/api/check-subdomain/a%2Fb');
    expect(headersSent()).toEqual({});
  });

  it('keeps code, sentence and waiting time of a refusal', async () => {
    const refusal = { error: { code: 'rate_limited', message: 'Slow down.' } };
    answer(() => Response.json(refusal, { status: 429, headers: { 'retry-after': '7' } }));
    expect(await failureOf(call(sessionRoutes.forgotPassword, { body: { email: 'x' } }))).toMatchObject({
      code: 'rate_limited',
      message: 'Slow down.',
      retryAfterSeconds: 7,
    });
  });

  it('has no sentence where a proxy answered with its own page', async () => {
    answer(() => new Response('<html>', { status: 502 }));
    expect(await failureOf(call(sessionRoutes.forgotPassword, { body: { email: 'x' } }))).toMatchObject({
      status: 502,
      message: null,
    });
  });
});

it('a sealed call is JSON whose data alone is an envelope', async () => {
  answer(() => Response.json({ id: 'p1' }));
  await call(sealedRoute, { params: { id: 'p1' }, body: { data: { first_name: 'Bo' }, user_id: 'u1' } }, { session });
  const wire = JSON.parse(String(sent[0]?.init.body));
  expect(wire).toEqual({ data: expect.any(String), user_id: 'u1' });
  expect(await open(wire.data)).toEqual({ first_name: 'Bo' });
  expect(headersSent()['content-type']).toBe('application/json');
});

it('a sealed call is refused where a 200 has an error inside; an empty one is none', async () => {
  const put = () =>
    call(sealedRoute, { params: { id: 'p1' }, body: { data: { first_name: 'Bo' }, user_id: 'u1' } }, { session });
  answer(() => Response.json({ error: 'This address is in use' }));
  expect(await failureOf(put())).toMatchObject({ kind: 'refused', message: 'This address is in use' });
  answer(() => Response.json({ id: 'p1', error: '' }));
  expect(await put()).toMatchObject({ id: 'p1' });
});

it('a record of ours may have a field called error; a refusal in a 200 is one', async () => {
  const failed = { state: 'failed', error: 'The disk was full.' };
  answer(() => Response.json(failed));
  expect(await call(tenancyRoutes.checkSubdomain, { params: { subdomain: 'a' } })).toEqual(failed);
  answer(() => Response.json({ error: { code: 'not_found', message: 'It is gone.' } }));
  expect(await failureOf(call(tenancyRoutes.checkSubdomain, { params: { subdomain: 'a' } }))).toMatchObject({
    kind: 'refused',
    message: 'It is gone.',
  });
});

describe('a refused token', () => {
  const refused = (code: string) => () => Response.json({ error: { code, message: 'no' } }, { status: 401 });
  beforeEach(() => storeLogin({ token: session.token, user, type: 'admin' }));

  it('ends the session here', async () => {
    answer(refused('unauthenticated'));
    await failureOf(call(sessionRoutes.currentSession, {}, { session }));
    expect(readSession('admin')).toBeNull();
  });

  it('is not the missing cookie of login-as', async () => {
    const sealed = await seal({ error: 'Please sign in again.' });
    answer(() => new Response(sealed, { status: 401 }));
    await failureOf(call(publisherRoutes.loginAs, { params: { id: 'p1' } }, { session }));
    expect(readSession('admin')).not.toBeNull();
  });

  it('is not a wrong current password', async () => {
    answer(refused('wrong_credentials'));
    await failureOf(
      call(sessionRoutes.changePassword, { body: { current_password: 'a', new_password: 'bcdefg' } }, { session }),
    );
    expect(readSession('admin')).not.toBeNull();
  });
});

it('each way to fail has its own sentence', () => {
  const refusal = { kind: 'refused', status: 401, code: null, retryAfterSeconds: null, requestId: null } as const;
  const said = (failure: Failure) => sentenceFor(new ApiError(failure), loginMessages);
  expect(said({ kind: 'encryption' })).toBe('Data encryption failed. Please try again.');
  expect(said({ kind: 'decryption', status: 200 })).toBe('Login response decryption failed. Please try again.');
  expect(said({ kind: 'network' })).toBe('Network error. Please try again.');
  expect(said({ ...refusal, message: null })).toBe('Login failed. Please check your credentials.');
  expect(said({ ...refusal, message: 'Your account is awaiting approval.' })).toBe(
    'Your account is awaiting approval.',
  );
});

describe('a call that wants the password again', () => {
  const needed = () =>
    Response.json(
      { error: { code: 'password_needed', message: 'Please enter your password again.' } },
      { status: 403 },
    );

  it('goes on once the password was confirmed, and asks once for calls made at the same time', async () => {
    const question = vi.fn(async () => true);
    setPasswordQuestion(question);
    let refusals = 2;
    answer(() => (refusals-- > 0 ? needed() : Response.json({ ended: true })));
    const replies = await Promise.all([1, 2].map(() => call(sessionRoutes.logout, {}, { session })));
    expect(replies).toEqual([{ ended: true }, { ended: true }]);
    expect(question).toHaveBeenCalledTimes(1);
    setPasswordQuestion(null);
  });

  it('fails with the server’s sentence where the reader thought better of it, or nobody can ask', async () => {
    answer(needed);
    for (const question of [async () => false, null]) {
      setPasswordQuestion(question);
      expect(await failureOf(call(sessionRoutes.logout, {}, { session }))).toMatchObject({ code: 'password_needed' });
    }
  });
});
