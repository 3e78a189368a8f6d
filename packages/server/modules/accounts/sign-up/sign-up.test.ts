import { loginMessages, routes, signupMessages } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';
import { SIGN_UP_CLOSED } from './sign-up-form.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const password = 'seven-lanterns-drift';
let count = 0;
const person = (changes: object = {}) => ({
  first_name: ' Mara ',
  last_name: ' Quill ',
  email: ` mara-${++count}@quill.test `,
  password,
  ...changes,
});
const kinds = ['publisher', 'advertiser'] as const;
const routeOf = { publisher: routes.publisherSignup, advertiser: routes.advertiserSignup };
const rowOf = async (email: string) => {
  const [row] = await t.database.asOwner(`select * from users where lower(email) = lower($1) and deleted_at is null`, [
    email.trim(),
  ]);
  return row ?? {};
};

describe.each(kinds)('a %s who signs up', (kind) => {
  test('and fills in what no person sees gets the usual answer and no account', async () => {
    const body = person({ topic: 'Cheap watches' });
    const reply = await t.call(routeOf[kind], { body });
    expect([reply.status, reply.body]).toEqual([200, { registration: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(await rowOf(body.email)).toEqual({});
  });

  test('waits for approval, and every account manager of the tenant learns of it by mail and in the console', async () => {
    const body = person();
    const reply = await t.call(routeOf[kind], { body });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ registration: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await rowOf(body.email)).toMatchObject({
      type: kind,
      status: 'pending',
      first_name: 'Mara',
      last_name: 'Quill',
      email: body.email.trim(),
    });
    const inCharge = await t.database.asOwner(
      `select m.email from account_managers am join users m on m.id = am.user_id join users a on a.id = am.account_id
       where a.email = $1`,
      [body.email.trim()],
    );
    expect(inCharge).toEqual(kind === 'advertiser' ? [{ email: 'admin@demo.test' }] : []);
    const refused = await t.call(routes.login, { body: { email: body.email, password } });
    expect([refused.status, refused.body]).toEqual([403, { error: loginMessages.pending }]);

    const told = (await t.inbox()).filter(({ text }) => text.includes(body.email.trim()));
    expect(told.map(({ to }) => to)).toEqual(['admin@demo.test']);
    const [mail] = told;
    expect(mail?.text).toContain(`Mara Quill (${body.email.trim()}) signed up`);
    const list = kind === 'publisher' ? '/am/affiliates?status=pending' : '/am/advertisers?status=pending';
    expect(mail?.text).toContain(`http://demo.localhost:3000${list}`);
    const { token } = await t.signIn('admin@demo.test');
    const notices = await t.call(routes.notifications, { token });
    expect(notices.body.rows).toContainEqual(
      expect.objectContaining({ kind: 'signup', path: list, text: expect.stringContaining(body.email.trim()) }),
    );
    const other = await t.signIn('admin@acme.test', { subdomain: 'acme' });
    expect((await t.call(routes.notifications, { subdomain: 'acme', token: other.token })).body.rows).toEqual([]);
  });

  test.each([
    ['first_name', signupMessages.firstName],
    ['last_name', signupMessages.lastName],
    ['email', signupMessages.email],
    ['password', signupMessages.password],
  ])('without a %s is told so', async (field, sentence) => {
    for (const value of ['', '   ', undefined]) {
      const reply = await t.call(routeOf[kind], { body: person({ [field]: value }) });
      expect([reply.status, reply.body]).toEqual([400, { error: sentence }]);
    }
  });

  test('is checked in the order of the fields', async () => {
    const empty = { first_name: '', last_name: '', email: '', password: '' };
    const said: string[] = [];
    for (const [field, value] of Object.entries({ ...person(), password: 'short' })) {
      said.push((await t.call(routeOf[kind], { body: empty })).body.error);
      Object.assign(empty, { [field]: value });
    }
    said.push((await t.call(routeOf[kind], { body: empty })).body.error);
    expect(said).toEqual([
      signupMessages.firstName,
      signupMessages.lastName,
      signupMessages.email,
      signupMessages.password,
      signupMessages.passwordLength,
    ]);
  });
});

test.each(['password123', 'MaraQuill', 'demo2024'])('the password %s is refused with a sentence', async (weak) => {
  const reply = await t.call(routes.publisherSignup, { body: person({ first_name: 'MaraQuill', password: weak }) });
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatch(/^This password is too/);
});

describe('an address that has an account', () => {
  test('gets the same answer, changes nothing, and its owner one mail an hour', async () => {
    const before = await rowOf('publisher@demo.test');
    for (let n = 0; n < 3; n++) {
      const reply = await t.call(routes.advertiserSignup, { body: person({ email: 'Publisher@Demo.test' }) });
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({ registration: expect.stringMatching(/^[\w-]{43}$/) });
      const saved = await t.call(routes.publisherRegistration, {
        body: { registration: reply.body.registration, usage_types: ['Multi'], company: 'Intruder' },
      });
      expect([saved.status, saved.body]).toEqual([200, { saved: true }]);
    }
    expect(await rowOf('publisher@demo.test')).toEqual(before);
    const told = async () => (await t.inbox()).filter((mail) => mail.to === 'publisher@demo.test');
    expect((await told()).map((mail) => mail.subject)).toEqual(['You already have an account at demo']);
    t.clock.advance(HOUR_MS + 1);
    await t.call(routes.publisherSignup, { body: person({ email: 'publisher@demo.test' }) });
    expect(await told()).toHaveLength(2);
  });

  test('is one account, however many sign up with it at once', async () => {
    const body = person();
    const replies = await Promise.all(Array.from({ length: 10 }, () => t.call(routes.publisherSignup, { body })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await t.database.asOwner(`select 1 from users where email = $1`, [body.email.trim()]);
    expect(rows).toHaveLength(1);
  });

  test('is free in another tenant', async () => {
    const body = person({ email: 'publisher@demo.test' });
    await t.call(routes.publisherSignup, { subdomain: 'acme', body });
    const rows = await t.database.asOwner(`select 1 from users where email = 'publisher@demo.test'`);
    expect(rows).toHaveLength(2);
  });
});

describe('the registration form', () => {
  const answers = { usage_types: ['Lead Generation', 'Multi'], company: 'Quill & Co', website: 'https://quill.test' };
  const register = (registration: string, changes: object = {}) =>
    t.call(routes.publisherRegistration, { body: { registration, ...answers, ...changes } });

  test.each(kinds)('of a %s is stored once, and the account managers see it', async (kind) => {
    const body = person();
    const { registration } = (await t.call(routeOf[kind], { body })).body;
    expect((await register(registration)).body).toEqual({ saved: true });
    expect((await register(registration, { company: 'Second thoughts' })).body).toEqual({ saved: true });
    const { token } = await t.signIn('admin@demo.test');
    const { id } = await rowOf(body.email);
    const details = await t.call(routes[kind === 'publisher' ? 'publishers.details' : 'advertisers.details'], {
      token,
      params: { id },
    });
    expect(details.body.registration).toMatchObject({ ...answers, country: null, phone: null });
    expect(details.body.company).toBe('Quill & Co');
  });

  test('is closed after a day, and in another tenant; both look like success', async () => {
    const body = person();
    const { registration } = (await t.call(routes.publisherSignup, { body })).body;
    const elsewhere = await t.call(routes.publisherRegistration, {
      subdomain: 'acme',
      body: { registration, ...answers },
    });
    expect(elsewhere.body).toEqual({ saved: true });
    t.clock.advance(DAY_MS + 1);
    expect((await register(registration)).body).toEqual({ saved: true });
    expect((await rowOf(body.email)).registration).toBeNull();
  });

  test('wants at least one usage type and a real web address', async () => {
    const none = await register('x', { usage_types: [] });
    expect(none.body.error.message).toBe('Please choose at least one usage type');
    expect((await register('x', { website: 'javascript:alert(1)' })).status).toBe(400);
  });
});

describe.each([
  ['suspended', `update tenants set status = 'suspended' where subdomain = 'acme'`],
  [
    'at the end of its plan',
    `update tenants set status = 'active', plan_ends_at = '2020-01-01' where subdomain = 'acme'`,
  ],
])('a tenant that is %s', (_name, change) => {
  test('takes no sign-ups and says so', async () => {
    await t.database.asOwner(change);
    const reply = await t.call(routes.publisherSignup, { subdomain: 'acme', body: person() });
    expect([reply.status, reply.body]).toEqual([403, { error: SIGN_UP_CLOSED }]);
  });
});

test('a suspended tenant refuses sign-in with a sentence; one at the end of its plan lets its people in', async () => {
  const login = () =>
    t.call(routes.login, { subdomain: 'acme', body: { email: 'admin@acme.test', password: DEMO_PASSWORD } });
  await t.database.asOwner(
    `update tenants set status = 'active', plan_ends_at = '2020-01-01' where subdomain = 'acme'`,
  );
  expect((await login()).status).toBe(200);
  await t.database.asOwner(`update tenants set status = 'suspended' where subdomain = 'acme'`);
  const refused = await login();
  expect([refused.status, refused.body]).toEqual([
    403,
    { error: 'This workspace is suspended. Please contact support.' },
  ]);
});
